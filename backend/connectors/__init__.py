"""Search services and pages of the web: what is asked there, and how the answers are read."""
