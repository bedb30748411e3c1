"""Define the client's commands, one file each. Only client/command_registry.py imports this package."""
