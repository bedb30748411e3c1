"""Read PDFs: their pages, lines, title page and DOI. Only extraction/upload.py and worker.py import this package."""
