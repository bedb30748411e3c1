"""Find the place in the document that a message asks for. Only `placement` imports this package."""
