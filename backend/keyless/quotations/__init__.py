"""Choose sentences of the evidence, and put them into the form of an answer. Only `keyless` imports this package.

- quotation.py, fragments.py: sentences that speak of the question
- answering.py, answer_kind.py: whether they answer it
- composition.py, arrangement.py, condensing.py: a draft made of them
- layout.py, attribution.py, short_citations.py: their form, and the works that they come from
"""
