"""Find the parts of a document that a message names. In Stage 1, the prompt contains these parts; in Stage 2, content
is placed beside them.

- resolver.py: what all words of a message stand for; parsed_message.py: the tokens and names of one message
- naming/: one file for each way of naming a part: number, title, label, topic, neighbor, quotation
- section_names.py, section_references.py, printed_numbers.py, named_rows.py: sections, figures and rows
- described_blocks.py, topic_scores.py: parts that a message describes
- antecedents.py, added_parts.py, referents.py: "it", "the paragraph that you added", "after the table"
- corrections.py, cell_corrections.py: new values
- structure_orders.py, sentence_orders.py, shift_orders.py: what a message orders about a part
"""
