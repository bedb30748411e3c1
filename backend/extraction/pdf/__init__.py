"""Read PDFs: pages, lines, title page, DOI. Only extraction/upload.py and worker.py import this package."""
