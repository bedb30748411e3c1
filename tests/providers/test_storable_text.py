"""What a provider says of itself may be stored on any database."""

from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.exchange import ChatReply
from backend.kernel.works import Source
from backend.providers.storable_text import storable

WILD = st.text(st.characters(codec=None, categories=None), max_size=20)


@given(WILD, WILD, WILD)
def test_everything_can_be_stored(model, url, title):
    reply = storable(ChatReply("x", "p", model, results=(Source(title=title, url=url, metadata={title: [url]}),)))
    told = [reply.model, *(each for source in reply.results for each in (source.title, source.url))]
    told += [*reply.results[0].metadata, *reply.results[0].metadata.popitem()[1]]
    assert "\0" not in "".join(told)
    "".join(told).encode()  # raises where half a character is left


def test_half_a_character_and_nul_are_removed():
    assert storable(ChatReply("x", "p", "a\0b\ud835c\udfffd")).model == "abcd"


def test_what_is_sound_stays():
    source = Source(title="𝛁 of ü", url="https://e.org/\ud835\udc65", authors=("A",), year=2020)
    cleaned = storable(ChatReply("x", "p", "m", results=(source,))).results[0]
    assert (cleaned.title, cleaned.url, cleaned.authors, cleaned.year) == ("𝛁 of ü", "https://e.org/𝑥", ("A",), 2020)
