"""Provide the texts of /openapi.json: what each call, field and parameter means, and an example of each call."""
