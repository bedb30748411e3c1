"""Extract text from untrusted files, in child processes with limits; only these load the parsing libraries."""
