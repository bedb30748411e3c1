"""Define the schemas of requests and answers. A request that does not fit its schema is refused."""
