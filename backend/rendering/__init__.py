"""Write and read files of other formats with Pandoc and Typst in child processes."""
