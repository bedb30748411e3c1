"""The writer without a model: it quotes what it was given, edits as told, and never adds a word. Pure."""
