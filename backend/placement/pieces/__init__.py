"""The pieces of a change that a person may take or leave one by one. Serves `placement/hunks.py`."""
