"""Implement the writer without a model: it quotes what it is given, edits as ordered, and never adds a word. Pure
functions.
"""
