"""Help to plan the edits that a message orders. Only `placement` imports this package.

- document_title.py: the title of the document; joining.py, shifts.py: merged parts, and parts moved by some paragraphs
- emptied_parts.py: parts that would be left without words; earlier_edit.py: an edit that is carried out after other
changes
- unread_words.py: words of the order that the edit does not use
"""
