"""Serve the page to write in: static files at `/` that only use the public API."""
