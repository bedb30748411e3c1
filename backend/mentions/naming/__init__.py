"""Find parts of a document, one file for each way of naming them. Only `mentions` imports this package.

- section_numbers.py, number_references.py, heading_labels.py: "section 3.2", "3.2", "Appendix B"
- element_references.py, element_identifiers.py, titled_elements.py: "Table 2", "@fig:map", "the table “Sites”"
- abbreviations.py, spelling.py, ordinary_words.py: words that are short for a title, misspell it, or only look like it
- described_parts.py, topics.py: "the paragraph on ice"; neighbor_paragraphs.py: "the paragraph after Table 2"
- named_items.py, table_columns.py, unique_parts.py, reference_entries.py: items, columns, references, the only link
- quoted_parts.py, labelled_paragraphs.py: parts that a quotation or a label such as "Theorem 1" names
"""
