"""Define the schemas of requests and answers; invalid requests are refused here. Only api/ imports this package."""
