import json
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.errors import ProviderMisanswered, Refused
from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.tools import Tools
from backend.tools.transcripts import TranscriptTool, chosen, transcript, video_of

VIDEO = "abcdefghi_-"
BASE = f"https://www.youtube.com/api/timedtext?v={VIDEO}"
TRACKS = [
    {"baseUrl": f"{BASE}&lang=en&kind=asr", "languageCode": "en", "kind": "asr"},
    {"baseUrl": f"{BASE}&lang=de", "languageCode": "de", "name": {"runs": [{"text": "German"}]}},
    {"baseUrl": f"{BASE}&lang=en", "languageCode": "en"},
]
SAID = {
    "events": [
        {"tStartMs": 0, "segs": [{"utf8": "Welcome to"}, {"utf8": " the talk."}]},
        {"tStartMs": 2000},
        {"tStartMs": 4000, "segs": [{"utf8": "\n"}]},
        {"tStartMs": 61000, "segs": [{"utf8": "Tides rise."}]},
    ]
}
USE = ToolUse("question", 5)


def page(tracks: Any) -> str:
    head = "<html><title>On &amp; under tides - YouTube</title>"
    return f'{head}<script>var x = {{"captionTracks":{json.dumps(tracks)},"audio":[]}};</script></html>'


@pytest.mark.parametrize(
    "address",
    [
        VIDEO,
        f"https://www.youtube.com/watch?v={VIDEO}&t=3s",
        f"https://youtu.be/{VIDEO}?si=x",
        f"http://m.youtube.com/watch?list=x&v={VIDEO}",
        f"https://youtube.com/shorts/{VIDEO}",
        f"https://www.youtube-nocookie.com/embed/{VIDEO}",
    ],
)
def test_spellings_of_a_video(address: str) -> None:
    assert video_of(address) == VIDEO


@pytest.mark.parametrize(
    "address", ["", "x", "https://a.example/watch?v=" + VIDEO, "https://youtu.be/", "http://[", "../x"]
)
def test_no_video(address: str) -> None:
    assert video_of(address) is None


def test_the_whole_way() -> None:
    asked: list[str] = []

    def fetch(url: str, seconds: float) -> Any:
        asked.append(url)
        return SimpleNamespace(text=page(TRACKS) if "watch" in url else json.dumps(SAID))

    found = Tools((TranscriptTool(fetch),)).call(ToolCall("youtube_transcript", {"video": VIDEO}), USE)
    assert asked == [f"https://www.youtube.com/watch?v={VIDEO}", f"{BASE}&lang=en&fmt=json3"]
    (source,) = found.sources
    assert source.title == "On & under tides"
    assert source.content == "[0:00] Welcome to the talk.\n[1:01] Tides rise."
    assert source.content in found.text


def test_captions_in_the_wanted_language_by_a_person_come_first() -> None:
    assert chosen(page(TRACKS), "en") == f"{BASE}&lang=en"
    assert chosen(page(TRACKS), "de") == f"{BASE}&lang=de"
    assert chosen(page(TRACKS[:1]), "fr") == f"{BASE}&lang=en&kind=asr"


@pytest.mark.parametrize("tracks", [[], None, {}, [1], [{"baseUrl": "https://evil.example/"}], [{}]])
def test_a_page_without_captions_of_its_own_has_none(tracks: Any) -> None:
    assert chosen(page(tracks), "en") is None
    assert chosen('"captionTracks":[{', "en") is None
    with pytest.raises(ProviderMisanswered, match="no captions"):
        tool = TranscriptTool(lambda url, seconds: SimpleNamespace(text=page(tracks)))
        Tools((tool,)).call(ToolCall("youtube_transcript", {"video": VIDEO}), USE)


def test_what_cannot_be_had_is_said() -> None:
    tools = Tools((TranscriptTool(lambda url, seconds: Failure("pages", "did not answer")),))
    with pytest.raises(ProviderMisanswered, match="YouTube did not answer"):
        tools.call(ToolCall("youtube_transcript", {"video": VIDEO}), USE)
    with pytest.raises(Refused):
        tools.call(ToolCall("youtube_transcript", {"video": "no video"}), USE)


SCRAP = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["events", "segs", "utf8", "tStartMs"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(SCRAP)
def test_any_body_is_read_or_refused(body: Any) -> None:
    with suppress(ProviderMisanswered):
        assert isinstance(transcript(json.dumps(body)), str)
