"""Find the place where content fits if the person named no place. Only `placement` imports this package."""
