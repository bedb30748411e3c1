"""Compare a reference with a registry's record. Only `verification` imports this package.

- agreement.py: whether both describe one work; record_differences.py: which other details differ, such as pages
- title_alignment.py, title_places.py: titles; people.py, author_lists.py: authors
"""
