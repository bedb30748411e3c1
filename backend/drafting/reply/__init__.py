"""Reading a model's answer, whatever it looks like: entered by drafting/reply_parser.py and reply_stream.py only."""
