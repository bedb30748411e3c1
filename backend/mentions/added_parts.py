"""Find words of a message that stand for a part of the text that was added to the document last: "the last sentence you
added".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.blocks import Document
from backend.document.order_words import ordinal_of
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import parts
from backend.mentions.lexicon import Token

#: Kinds of parts that are smaller than a block.
_INNER = ("sentence", "item", "step", "row")
#: Chinese and Japanese words for a text that was added: "刚加的那句话", "追加した文".
_SPACELESS = re.compile(
    r"(?:你|您|我们|我)?(?:刚才|刚刚|刚|最后|上次|新)*(?:加|添加|加上|加入|插入|写|补充)(?:进去|上去)?的(?P<last>最后)?(?:那|这)?(?:一)?"
    r"(?:(?P<sentence>句话?|个句子|句子)|(?P<paragraph>段话?|个?段落)|(?P<row>行)|(?P<item>条|项|点))"
    r"|(?:さっき|今|先ほど|最後に|新しく)*(?:追加|挿入)した(?P<last_ja>最後の)?"
    r"(?:(?P<sentence_ja>文(?!書))|(?P<paragraph_ja>段落)|(?P<row_ja>行)|(?P<item_ja>項目))"
)


#: Words after the name of a part that refer back to a text, such as "of it", in eight languages.
_OF_IT = re.compile(
    r"\s+(?:(?:of|in|from)\s+(?:it|them)(?!['’\w])|(?:of|in|from)\s+(?:this|that)(?=\s*(?:$|[.,;:!?]))"
    r"|davon|daraus|darin|de\s+(?:cela|ça|celui-ci|celle-ci)|de\s+(?:eso|esto|ello|ellos)|di\s+(?:esso|essa|ciò)"
    r"|d(?:isso|ele|ela)|daarvan|ervan|eruit|из\s+(?:него|неё|нее|этого))(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a message that stand for a part of the added text, such as "the last sentence you added".

    - `start`, `stop`: the words are the characters `start` to `stop` - 1 of the message
    - `kinds`: the kinds that the part may have
    - `number`: the number of the part; -1 for "last", 0 for none
    """

    start: int
    stop: int
    kinds: frozenset[str]
    number: int = 0
    #: whether the words say "of it", which may also mean a text that the message names before
    of_it: bool = False


def counted_before(words: Sequence[Token], at: int) -> int:
    """Return the number of the ordinal word directly before token `at`: 2 for "the second sentence", -1 for "the last
    sentence"; 0 if there is none.
    """
    return (ordinal_of(words[at - 1].norm) or 0) if at > 0 and not words[at - 1].quote else 0


def of_it(message: str, at: int) -> re.Match[str] | None:
    """Return the match of words at character `at` which say that a part belongs to a text named before ("of it"); None
    if there are none.
    """
    return _OF_IT.match(message, at)


def spaceless_phrase(message: str) -> Phrase | None:
    """Return the first Chinese or Japanese words that stand for a part of an added text, such as "刚加的那一段" ("the
    paragraph just added"); None if there are none.
    """
    found = _SPACELESS.search(message)
    if found is None:
        return None
    named = {name.removesuffix("_ja") for name, text in found.groupdict().items() if text}
    return Phrase(found.start(), found.end(), frozenset(named - {"last"}), -1 if "last" in named else 0)


def part_of(added: Document, phrase: Phrase) -> str:
    """Return the text of the part of `added` that a phrase such as "the last sentence" stands for. Returns "" if
    `added` has no such part, or if it has several and the phrase does not say which.
    """
    texts = _texts(added, phrase.kinds)
    if not phrase.number:
        return texts[0] if len(texts) == 1 else ""
    place = phrase.number - 1 if phrase.number > 0 else len(texts) + phrase.number
    return texts[place] if 0 <= place < len(texts) else ""


def _texts(added: Document, kinds: frozenset[str]) -> list[str]:
    view = DocumentView(added)
    wanted = [kind for kind in (*_INNER, "paragraph") if kind in kinds]
    found = [part for kind in wanted for part in parts(view, kind, 0, len(added.blocks))]
    if not found and "row" in kinds:  # rows without the header of their table
        return [line.strip() for line in added.text.splitlines() if line.lstrip().startswith("|")]
    return [added.text[slice(*part.span)].strip() for part in found]
