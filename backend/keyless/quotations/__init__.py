"""Choose sentences of the evidence, and arrange them as an answer. Only `keyless` imports this package.

- quotation.py, fragments.py: sentences that mention what the question asks about
- answering.py, answer_kind.py: whether they answer the question
- composition.py, arrangement.py, condensing.py: a draft made of quoted sentences
- layout.py, attribution.py, short_citations.py: their form, and the works that they come from
"""
