"""Helpers with tools that share a question (the events call them subagents). Entered by research/ only."""
