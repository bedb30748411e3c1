"""Coscribe: a co-writing backend for researchers. docs/architecture.md draws the rooms."""
