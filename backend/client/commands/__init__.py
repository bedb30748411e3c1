"""The commands, a file each, thin. Entered by client/command_registry.py only."""
