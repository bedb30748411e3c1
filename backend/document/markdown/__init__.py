"""Scan Markdown line by line into blocks. Only `document` imports this package."""
