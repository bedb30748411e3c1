"""One reader a format of file. Entered by extraction/upload.py and the PDF reader only."""
