"""Write and read files of other formats with Pandoc and Typst, which run in child processes."""
