"""One file a search service, each with two pure functions: `request` and `parse`."""
