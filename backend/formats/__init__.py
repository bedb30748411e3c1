"""Convert documents and references to other formats and back. The functions here are pure: they start no program, and
use neither disk nor network.
"""
