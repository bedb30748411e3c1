"""Find out which work a string means: by identifiers, by titles, and by matching a model's sources with search
results.
"""
