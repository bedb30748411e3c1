"""Implement the use cases, one function each. Only here do the other rooms meet; every function runs in an
app context.
"""
