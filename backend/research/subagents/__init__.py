"""Answer a question with agents: models that call tools, each for a part of the question. Only `research` imports this
package.
"""
