"""Choose what the prompt shows of the document, the library and the attachments. Only `drafting` imports this package.

- subject.py, query_topic.py: what a message is about
- shown_document.py, document_parts.py, overview.py, text_spans.py: the document, whole or in parts
- attachments.py, library_passages.py, evidence.py: texts from outside of the document
"""
