"""Prepare what a model is asked, and turn its answer into a message and a draft. Only `services` imports this package.

- request_options.py: check the options of a request
- antecedent.py: what "it" stands for in a message; attached_works.py, session_sources.py: works that may be cited
- stream_listener.py: passes an answer on while it is being written
- answer_content.py, answer_intent.py: what the answer does with its content
- answer_citations.py, keyed_citations.py: the sources and citations of the answer
- shown_text.py: which text of the document the writer has seen; stopwatch.py: how long each step took
"""
