"""Check sources, references and cited sentences. Only `services` imports this package.

- source_check.py: looks references up in rounds; later_checks.py: those that had no answer in time
- known_retractions.py, named_retractions.py, library_check.py: retracted works
- support_judge.py, answer_support.py: whether sources support the sentences that cite them
- source_warnings.py: what a user is told
"""
