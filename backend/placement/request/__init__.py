"""What the person asked for: a message read as a request about places in the document. Entered by placement/ only."""
