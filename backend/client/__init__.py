"""The command-line client and the server for agents: doors that know nothing but the public API of some server."""
