"""Implement `coscribe demo`: the whole loop on a sample paper, using the real API, without a key or a network."""
