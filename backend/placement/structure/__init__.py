"""Plan changes of a document's structure: levels of sections, new headings, sections that are merged. Only `placement`
imports this package.
"""
