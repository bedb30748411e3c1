"""Answer questions with sources from the web and the library: our own search engine with a model, or without one.

- engine.py: the steps of an answer; inquiry.py: its question and its findings
- queries.py, question_words.py: what to search for; source_search.py: asks all services at once
- fusion.py, duplicate_works.py, rerank.py: merge and sort the results; page_choice.py: which pages to read
- synthesis.py, citations.py, citation_stream.py: let a model write the answer, and convert its citation marks
- quoted_answer.py: answers without a model; doubts.py: what no source confirms
- deep/: research in rounds; subagents/: several models that call tools
"""
