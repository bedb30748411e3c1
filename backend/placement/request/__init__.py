"""Interpret a message as a request for a place in the document. Only `placement` imports this package."""
