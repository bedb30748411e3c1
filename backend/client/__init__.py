"""Implement the command-line client, and the server that gives AI agents access to Coscribe. Both use only the public
API of a Coscribe server.
"""
