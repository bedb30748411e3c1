"""Implement the command-line client and the server for agents. Both use only the public API of a Coscribe server."""
