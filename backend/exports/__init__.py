"""Convert documents and references to and from other formats: the decisions, without a program or a disk."""
