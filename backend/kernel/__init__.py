"""Define plain values that every room may use, and all prompts (prompts/)."""
