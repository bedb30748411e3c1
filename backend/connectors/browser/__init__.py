"""Implement the parts of chromium.py: the process, the DevTools protocol, and a visit to a page."""
