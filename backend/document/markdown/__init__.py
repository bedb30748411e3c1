"""Scan Markdown line by line. Only `document` imports this package."""
