"""Extract text from untrusted files in child processes with limits. Only these processes load the parsing libraries."""
