"""Merge hand edits of doc.md, and keep the published copies of documents. Only `services` imports this package.

- hand_edits.py: edits outside of Coscribe; shared_copies.py: the copies in a shared store of files
"""
