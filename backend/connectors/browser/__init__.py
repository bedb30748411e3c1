"""The parts of chromium.py: its process, the DevTools protocol, and one visit to a page."""
