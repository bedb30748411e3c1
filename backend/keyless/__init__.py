"""Write without a model: find sentences in the given texts, quote them word for word, and edit text as the user orders.
No new words are added. All functions are pure: the result depends only on the arguments.

- writer.py: the writer, which decides what kind of answer a message needs
- instruction.py, commands.py, sentence_forms.py: what a message asks for
- decisions.py: courtesies, and messages that approve or reject a draft
- quotations/: choose sentences, quote them and arrange them
- revision.py, rework.py: change a draft; undo_orders.py, change_questions.py: undo, and what was changed
- document_facts.py, source_facts.py: answers about the document and its sources
- fixed_sentences.py: the writer's own sentences in six languages
"""
