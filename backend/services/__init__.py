"""Implement the use cases, one function each. Only this room combines the other rooms; each function must be called in
a Flask application context.
"""
