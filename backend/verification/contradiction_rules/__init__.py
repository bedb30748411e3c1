"""Find what makes a sentence contradict its source. Only `verification` imports this package.

- contradictions.py: asks all the other files; content_words.py: the words that all of them compare
- opposites.py, opposite_stems.py, implied_negations.py: negations and antonyms
- opposed_clauses.py, compared_order.py: opposite words in a clause, and two things compared the other way round
- exchanges.py, exchanged_roles.py, crossed_parts.py, contrasts.py: the same words in other roles
- amounts.py, number_roles.py, measures.py: numbers
- scales.py: other degrees
- alternatives.py: other words in the same place
"""
