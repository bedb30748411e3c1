"""Text out of files that strangers made: in a child process with limits, by libraries that are loaded there alone."""
