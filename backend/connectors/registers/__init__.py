"""Define registries of works, each as two pure functions that build requests and parse answers."""
