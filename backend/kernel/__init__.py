"""Define plain values that every room may use, and the texts of all prompts (prompts/)."""
