"""Identify the work that a string means: identifiers, titles, and matching a model's sources with search results."""
