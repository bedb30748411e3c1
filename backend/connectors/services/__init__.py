"""Define for each search service the functions `request` and `parse`, in one file each."""
