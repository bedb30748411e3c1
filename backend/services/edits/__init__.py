"""Prepare the edits that a message orders and that need no model. Only `services` imports this package.

- message_orders.py: the orders of a message, one by one; orders.py: one order, as the edit or answer that it asks for
- several_orders.py: several orders as one edit; later_corrections.py: a correction of the order before
- passage_orders.py: orders about an attached passage; element_moves.py: orders to move one element
- undoing.py, change_history.py, restored_text.py: undo and redo
- meant_draft.py, approved_text.py, past_messages.py: which draft, text or earlier message is meant
"""
