"""Connect to search services, registries of works and web pages: build their requests and parse their answers."""
