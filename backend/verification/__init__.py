"""Verify sources: what a reference says, whether registries agree with it, and whether a source supports a sentence."""
