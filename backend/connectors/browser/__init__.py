"""Implement what chromium.py needs: the browser's process, the DevTools protocol, and the loading of one page."""
