"""Implement the parts of chromium.py: the browser's process, the DevTools protocol, and the loading of one page."""
