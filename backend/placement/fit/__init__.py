"""Find the place where content fits if the user named no place, and the exact place beside or between parts that the
user named. Only `placement` imports this package.
"""
