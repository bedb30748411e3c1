"""Find passages of documents and of library works. Only `services` imports this package.

- indexing.py: the index of a document; library_search.py, library_embedding.py: passages of library works
- library_connector.py: the library as a search service; library_lookup.py: a work's record at the registries
"""
