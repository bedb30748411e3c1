"""Convert documents and references to other formats and back. The functions here are pure: they start no program, and
use neither disk nor network. rendering/ starts Pandoc for the rest.

- bibtex.py, ris.py, csl_items.py: references in three formats; reference_lists.py: reads and writes whole lists
- export_formats.py: the formats of an export; manuscript.py: a document before its export
- import_files.py, latex_projects.py, odt_comments.py …: files to import; lost_words.py: the words lost by an import
- csl_styles.py: citation styles; tracked_changes.py: changes between revisions; pictures.py: the format of a picture
"""
