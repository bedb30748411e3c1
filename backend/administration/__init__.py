"""The operator's commands beside the server: accounts, keys, backups."""
