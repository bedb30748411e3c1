"""PDFs: pages, lines, title page, DOI. Entered by extraction/upload.py and worker.py only."""
