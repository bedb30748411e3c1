"""Define the registries of works, each as pure functions that build requests and parse answers."""
