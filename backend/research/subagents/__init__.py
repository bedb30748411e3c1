"""Run agents with tools that share a question. Only `research` imports this package."""
