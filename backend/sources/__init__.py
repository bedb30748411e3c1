"""Find out which work a string means: by identifiers, by titles, and by comparing the sources that a model names with
search results.
"""
