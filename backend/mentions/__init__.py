"""Find the parts of a document that a message names. In Stage 1, the prompt contains these parts; in Stage 2, content
is placed beside them.

- resolver.py: what all words of a message stand for; parsed_message.py: the tokens and names of one message
- section_names.py, section_numbers.py, section_references.py: sections, by title or number
- element_references.py, printed_numbers.py, named_items.py, named_rows.py: paragraphs, tables, figures, items, rows
- described_blocks.py, described_parts.py, topics.py, quoted_parts.py: parts that a message describes or quotes
- antecedents.py, added_parts.py, referents.py: "it", "the paragraph that you added", "after the table"
- corrections.py, cell_corrections.py: new values
- structure_orders.py, sentence_orders.py, shift_orders.py: what a message orders about a part
"""
