"""The line scanner that reads Markdown: entered by document/ only."""
