"""Build requests to search services, registries of works and web pages, and parse their answers."""
