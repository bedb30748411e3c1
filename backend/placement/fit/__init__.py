"""Find the place where content fits if the user named no place. Only `placement` imports this package."""
