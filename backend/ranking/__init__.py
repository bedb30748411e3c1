"""Rank texts for a question by BM25 over word stems, and by embeddings if there are any. This serves passages of the
document, the library, search results and the writer without a model.
"""
