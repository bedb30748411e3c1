"""Plain values that every room may use, and every word said to a model (prompts/)."""
