"""What an operator does with a command beside the server: accounts, keys, backups."""
