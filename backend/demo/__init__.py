"""Implement `coscribe demo`: write, approve and place a draft in a sample paper, without a key and without a
network.
"""
