"""Connect to search services, registries and web pages: build requests and parse answers."""
