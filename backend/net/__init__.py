"""Send all requests of Coscribe to other servers: to models, search services and web pages."""
