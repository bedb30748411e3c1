"""Serve the web page in which a researcher writes: static files at `/`, which use only the public API."""
