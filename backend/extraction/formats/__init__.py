"""Read the supported file formats, one module for each. Only extraction/upload.py, worker.py and the PDF reader import
them.
"""
