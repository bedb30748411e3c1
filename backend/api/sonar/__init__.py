"""Implement /v1 for clients of Perplexity's Sonar and of OpenAI's chat completions."""
