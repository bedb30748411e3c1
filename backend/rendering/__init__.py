"""Files in other formats, written by Pandoc and Typst in child processes."""
