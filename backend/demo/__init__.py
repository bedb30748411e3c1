"""Implement `coscribe demo`: the whole loop (write, approve, place) on a sample paper, using the real API, without a
key or a network.
"""
