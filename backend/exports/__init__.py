"""Documents and references on their way to and from the field's formats: the decisions, without a program or a disk."""
