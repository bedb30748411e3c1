"""Read file formats, one file each. Only extraction/upload.py and the PDF reader use them."""
