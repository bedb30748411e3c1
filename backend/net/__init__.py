"""Send every outgoing request: models, search services and pages are all reached through this room."""
