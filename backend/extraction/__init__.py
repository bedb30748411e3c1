"""Extract text from untrusted files. Each file is read in a child process with limits; only these child processes load
the parsing libraries.
"""
