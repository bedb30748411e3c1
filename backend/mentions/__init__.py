"""Find the parts of a document that a message names. Stage 1 shows these parts to the model, and Stage 2 places content
beside them.
"""
