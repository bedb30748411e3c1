"""What comes in and goes out: bad input is refused here, and answers are named. Entered by api/ only."""
