"""Represent a Markdown document as a value, and analyze the words of orders about texts. An order is a
sentence that says what to do: "Delete the second sentence".

- blocks.py: parses a text into blocks with exact positions (markdown/ scans its lines)
- outline.py, section_tree.py: the sections; elements.py, labels.py: tables, figures, theorems and their titles
- sentences.py, chunks.py: cut a text into sentences, and into passages for retrieval
- revision.py: an immutable version of a document
- three_way_merge.py, line_matches.py, delta.py: merge and compare versions
- order_words.py, order_classes.py: the words of orders in ten languages
- own_words.py, new_versions.py, word_orders.py: the text that a message gives word for word, or orders to replace
"""
