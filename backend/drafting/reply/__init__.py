"""Parse a model's answer in any form. Only drafting/reply_parser.py and reply_stream.py import this package."""
