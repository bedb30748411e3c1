"""Define the search services, one file each, with two pure functions: `request` and `parse`."""
