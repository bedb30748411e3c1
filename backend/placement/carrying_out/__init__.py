"""Change the source text as a placement says. Only `placement` imports this package.

- resolve.py: turns a placement into splices (levels.py: the levels of headings)
- apply.py: applies splices; verify.py: checks the laws of placement
"""
