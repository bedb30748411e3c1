"""The /v1 door for clients of Perplexity's Sonar and of OpenAI's chat completions. Entered by api/ only."""
