"""`coscribe demo`: the whole loop on a sample paper, through the real API, with no key and no network."""
