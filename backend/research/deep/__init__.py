"""Implement deep research, which works in rounds: plan, search, review. Only `research` imports this package."""
