"""Implement the use cases, one function each. Only this package combines the other packages; each function must be
called in a Flask application context.
"""
