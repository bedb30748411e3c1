"""Implement the parts of chromium.py: the browser's process, the DevTools protocol, and the visit to one page."""
