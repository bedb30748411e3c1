"""Verify sources: what a reference claims, whether registries agree, and whether a source supports a sentence."""
