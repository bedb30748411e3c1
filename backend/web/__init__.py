"""The page to write in: static files at `/` that use the public API alone."""
