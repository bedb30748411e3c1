"""Define the operator's commands: accounts, keys, backups."""
