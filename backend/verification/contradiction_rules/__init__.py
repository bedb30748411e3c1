"""Find what makes a sentence contradict its source. Only `verification` imports this package.

- contradictions.py: asks all the other files
- opposites.py, opposite_stems.py, implied_negations.py, elliptical_denials.py: negations and antonyms
- exchanges.py, exchanged_roles.py, crossed_parts.py, contrasts.py: the same words in other roles
- number_roles.py, respective_numbers.py, measures.py, number_words.py, word_fractions.py: numbers
- comparatives.py, scales.py, points_in_time.py: other comparisons, degrees and times
- substitutions.py, alternatives.py: other words in the same place
"""
