"""Write without a model: find sentences in the given texts, quote them word for word, and edit text as the user orders.
No new words are added. All functions are pure: the result depends only on the arguments.
"""
