"""Remove what belonged to accounts and sessions, and what is too old. Only `services` imports this package.

- account_removal.py, file_removal.py: what a user or session had; retention.py: what is older than the settings allow
"""
