"""Rank texts by terms, BM25 over stems, and embeddings; for passages, the library, search results and
keyless writing.
"""
