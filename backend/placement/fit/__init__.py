"""Where content fits when nobody said where: candidates, and what speaks for each. Entered by placement/ only."""
