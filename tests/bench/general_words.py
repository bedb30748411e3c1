"""Make the list of words that papers of any field use: the stems in at least a quarter of some English papers.

python -m tests.bench.general_words ../shared/data/papers > backend/verification/general_words.txt
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from backend.ranking.terms import stop_terms, terms

#: With a quarter, 172 of 176 sentences of abstracts keep a word of their own, and with a tenth 146.
SHARE = 0.25


def general_words(texts: list[str]) -> list[str]:
    """Return the stems, without numbers and function words, that a quarter of the texts have."""
    found = Counter(stem for text in texts for stem in set(terms(text, "english")))
    plain = (each for each, count in found.items() if count >= SHARE * len(texts) and each.isalpha() and len(each) > 1)
    return sorted(set(plain) - set(stop_terms("english")))


if __name__ == "__main__":
    papers = [path for path in sorted(Path(sys.argv[1]).glob("*.md")) if "nasty" not in path.name]
    print("\n".join(general_words([each.read_text(encoding="utf-8") for each in papers])))
