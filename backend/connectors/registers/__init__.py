"""Registries of works, each as two pure functions: how it is asked, and how its answer is read."""
