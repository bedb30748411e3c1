"""Resolve what a person's words mean in a document. One resolver serves Stage 1, which shows it, and Stage 2, which
places beside it.
"""
