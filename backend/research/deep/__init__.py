"""Deep research in rounds: plan, search, review. Entered by research/ only."""
