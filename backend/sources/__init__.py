"""Find the work that a string means: identifiers, titles, and matching a model's sources with what was found."""
