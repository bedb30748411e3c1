"""Split texts into sentences, rows and items, align two versions of a text by them, and split a change into pieces
that a person may accept one by one.
"""
