"""Provide the texts of /openapi.json: the meaning of each call, field and parameter, and an example of each call."""
