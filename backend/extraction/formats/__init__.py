"""Read the file formats, one module each. Only extraction/upload.py, worker.py and the PDF reader import them."""
