"""Split a change into pieces that a person may accept one by one. Only `placement/hunks.py` imports this package."""
