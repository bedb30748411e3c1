"""Find the text of the document that the content is a new version of. Only `placement` imports this package.

- reworded_part.py: the smallest text that the content says in other words; within_paragraph.py: sentences
- content_sections.py, several_sections.py, named_titles.py: sections
- kept_text.py, agreed_version.py: when a replacement needs no question
"""
