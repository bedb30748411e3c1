"""Define plain values that every package may use, and the texts of all prompts (prompts/)."""
