"""Answer a question with several agents. An agent is a model that calls tools for a part of the question. Only
`research` imports this package.
"""
