"""What a person's words mean in a document: one resolver, for what Stage 1 shows and where Stage 2 puts content."""
