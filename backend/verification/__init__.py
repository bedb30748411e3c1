"""Verify sources: what a reference says, whether registries agree with it, and whether a source supports a sentence.

- claims.py: parses a reference; lookups.py: which registries to ask; verdict.py: what their answers say of it
- record_comparison/: compares a reference with a record
- word_normalization.py: makes words comparable (accents, Greek letters, TeX)
- support.py: whether a source supports a sentence; contradiction_rules/: how it contradicts it
- quotation_check.py: whether a quotation stands word for word in a source
- claim_support.py, inventions.py: what an answer says that its sources, or any known text, do not say
"""
