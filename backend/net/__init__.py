"""Send all requests of Coscribe to other servers: models, search services and pages."""
