"""Stage 1: build the request that lets a model draft content, and parse the model's answer. No model is called here.

- briefing.py: all that Stage 1 knows about a message
- prompt.py: the request to the model; context/ and history.py choose what it contains
- search_need.py: whether a message needs a web search
- reply_parser.py, reply_stream.py: parse the answer, whole or while it is being written (reply/ has the parts)
- content_form.py, shown_changes.py, spoken_framing.py: remove from the content what does not belong in the document
- intent.py: whether the answer is a new draft, a new version, another place, an edit, or only talk
"""
