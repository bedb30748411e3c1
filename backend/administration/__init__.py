"""Define the commands for the operator of a server: accounts, API keys, backups."""
