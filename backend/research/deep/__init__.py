"""Implement deep research in rounds: plan, search, review. Only `research` imports this package."""
