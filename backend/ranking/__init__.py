"""The one ranker: terms, BM25 over stems, embeddings; for passages, the library, search results and keyless writing."""
