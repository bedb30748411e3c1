"""Convert documents and references to and from other formats. These are decisions on values: no program, disk or
network.
"""
