"""Find the mark that closes a quotation."""

from __future__ import annotations

from backend.document.order_words import HAN_OR_KANA

#: Each opening mark, and the marks that may close it.
CLOSERS = {"“": "”", "„": "“”", "«": "»", "»": "«", "‹": "›", "「": "」", "『": "』", "‘": "’", '"': '"', "'": "'"}


def closing(text: str, at: int) -> int | None:
    """Return the index of the mark that closes the quotation opened at index `at`. Returns None if nothing closes it,
    or if the mark at `at` opens no quotation, such as an apostrophe in a word.
    """
    opener, closers = text[at], CLOSERS[text[at]]
    if at and text[at - 1].isalnum() and not HAN_OR_KANA.fullmatch(text[at - 1]):
        return None
    if opener == '"':
        return _straight_closing(text, at)
    if opener == "'":
        return _single_closing(text, at)
    depth = 0
    for place in range(at + 1, len(text)):
        if text[place] == opener and opener not in closers:
            depth += 1
        elif text[place] in closers:
            apostrophe = opener == "‘" and place + 1 < len(text) and text[place + 1].isalnum()
            if depth and not apostrophe:
                depth -= 1
            elif not apostrophe:
                return place
    return None


def _single_closing(text: str, at: int) -> int | None:
    """Return the index of the straight single quote that closes the quotation opened at index `at`; None if there is
    none. A quote before a letter or digit is an apostrophe.
    """
    if text[at + 1 : at + 2].strip() == "":
        return None
    ends = (place for place in range(at + 2, len(text)) if text[place] == "'" and not text[place - 1].isspace())
    return next((place for place in ends if not text[place + 1 : place + 2].isalnum()), None)


def _straight_closing(text: str, at: int) -> int | None:
    """Return the index of the straight double quote that closes the quotation opened at index `at`; None if there is
    none. Quotations inside it are skipped.
    """
    depth = 0
    for place in range(at + 1, len(text)):
        if text[place] != '"':
            continue
        opens = text[place - 1].isspace() or text[place - 1] in "(["
        if opens and place + 1 < len(text) and not text[place + 1].isspace():
            depth += 1
        elif depth:
            depth -= 1
        else:
            return place
    return None
