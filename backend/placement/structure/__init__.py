"""Plan changes of the structure: levels of sections, headings, sections that are merged."""
