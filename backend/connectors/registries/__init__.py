"""Define for each registry of works the functions that build requests and parse answers."""
