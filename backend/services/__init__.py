"""Implement the use cases, such as sending a message or approving a draft, one function each.

Only this package combines the other packages. Each function must be called in a Flask application context.

- drafting.py, writing.py, gathering.py: Stage 1, from the user's message to the stored answer
- answer_content.py: the content of an answer, as it will be placed
- orders.py: messages that need no model; undoing.py: undo and redo
- approval.py, placing.py, relocation.py: Stage 2, preview, approve and reject; meant_draft.py: which draft is meant
- replacement_targets.py, shown_text.py, promised_place.py: checks before text is replaced
- documents.py, hand_edits.py, stale_edits.py: the document, and its edits outside of Coscribe
- research.py, searching.py: searches and answers with sources; verification.py, later_checks.py, source_check.py:
  checks of sources; cited_sentences.py, support_judge.py: of sentences
- library.py, references.py, importing.py, export.py, pictures.py: files, references and other formats
- runs.py, run_recovery.py, run_followers.py: work in progress; accounts.py, api_keys.py, spending.py: the users
"""
