"""Stage 2: decide where approved content goes, and put it there. Edits of the document, which need no new text, are
planned here, too. All functions are pure.

- plan.py: a `Placement`, which says where content goes or what an edit changes
- rules.py: decides without a model, by the words of the messages (request/) or by what fits (fit/)
- request/replacement_permission.py: decides whether new content may replace text
- versions/: which text of the document the content is a new version of
- prompt.py, answer.py: ask a model for the place; objections.py and safer_place.py compare its answer with the rules
- place.py: carries a placement out (carrying_out/)
- edit_orders.py: reads orders to delete, rename or restore; moves.py, word_changes.py, sentence_edits.py and
  structure_changes.py read the other orders (ordered_edits/, structure/); edited_text.py carries them out
- hunks.py: the parts of a change that the user may approve alone (pieces/)
"""
