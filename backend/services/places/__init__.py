"""Check the place of a draft that is approved, and move approved text. Only `services` imports this package.

- replacement_targets.py, promised_place.py, earlier_version.py: checks before text is replaced
- relocation.py: moves text that was approved to another place
"""
