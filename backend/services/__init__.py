"""Implement the use cases, such as sending a message or approving a draft, one function each.

Only this package combines the other packages. Each function must be called in a Flask application context.
"""
