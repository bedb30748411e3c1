"""Is a source real, and does it say what it is cited for: claims, agreement with records, verdicts."""
