"""Parse a model's answer, whatever its form. Only drafting/reply_parser.py and reply_stream.py import this package."""
