"""Implement the use cases, such as sending a message or approving a draft, one function each.

Only this package combines the other packages. Each function must be called in a Flask application context.

- drafting.py, writing.py, gathering.py: Stage 1, from the user's message to the stored answer (answers/, retrieval/)
- edits/: messages that order an edit and need no model, undo and redo
- approval.py, placing.py: Stage 2, preview, approve and reject (places/)
- documents.py: the document, and its edits outside of Coscribe (document_copies/)
- research.py, searching.py: searches and answers with sources
- verification.py, paper_check.py, list_check.py, recheck.py: checks of sources (source_checks/)
- library.py, references.py, importing.py, export.py, pictures.py: files, references and other formats
- runs.py, run_recovery.py, run_followers.py: work in progress; accounts.py, api_keys.py, spending.py: the users
- upkeep.py, user_administration.py: what operators do (removal/)
"""
