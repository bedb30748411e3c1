"""Find the parts of a document that a message names. In Stage 1, the prompt contains these parts; in Stage 2, content
is placed beside them.
"""
