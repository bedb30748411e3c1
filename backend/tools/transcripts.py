"""Implement the tool `youtube_transcript`: the text of a video, from the captions to which the video's page links.

There is no documented API, so the page itself is parsed (as it was in November 2026). If the form of the page changes,
the tool reports that the video has no captions.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from backend.errors import ProviderMisanswered, Refused
from backend.kernel import cancellation
from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse
from backend.kernel.works import Source
from backend.research.page_choice import with_page
from backend.research.synthesis import listed
from backend.tools.tool import Fetch, takes

#: Maximum seconds of both requests together; fewer if the request has less time left.
PATIENCE = 12.0
#: Maximum characters of a transcript that are returned, and seconds of talk between two time marks.
CHARACTERS, MARK_EVERY = 12_000, 30
_VIDEO = re.compile(r"[\w-]{11}")
_TITLE = re.compile(r"<title>(.*?)(?: - YouTube)?</title>", re.DOTALL)
_TRACKS = '"captionTracks":'


class TranscriptTool:
    """Returns the captions of a video. Captions in the wanted language and captions written by a person (not by a
    program) are preferred.
    """

    spec = ToolSpec(
        "youtube_transcript",
        "Read what is said in a YouTube video.",
        takes({"video": "address or id of the video"}, {"language": "language, as two letters: en"}),
        about="video",
        extra=lambda arguments: {"video_id": video} if (video := video_of(str(arguments.get("video", "")))) else {},
    )

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def is_ready(self, use: ToolUse) -> bool:
        return True

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        video = video_of(arguments["video"])
        if video is None:
            raise Refused(
                f"{arguments['video'][:100]!r} is neither the address nor the id of a YouTube video.",
                errors={"video": ["no video"]},
            )
        seconds = min(PATIENCE, use.seconds) / 2
        url = f"https://www.youtube.com/watch?v={video}"
        page = self._text(url, seconds)
        track = chosen(page, arguments["language"] or "en")
        if track is None:
            raise ProviderMisanswered(f"the video {video} has no captions that can be read")
        said = transcript(self._text(f"{track}&fmt=json3", seconds))
        if not said:
            raise ProviderMisanswered(f"the captions of the video {video} are empty")
        title = _TITLE.search(page)
        source = Source(html.unescape(title[1]).strip() if title else url, url, connector=self.spec.name)
        read = with_page(source, said, use.question, CHARACTERS)
        return ToolResult(listed((read,), CHARACTERS), (read,), 1)

    def _text(self, url: str, seconds: float) -> str:
        found = self._fetch(url, seconds)
        cancellation.check()
        if isinstance(found, Failure):
            raise ProviderMisanswered(f"YouTube {found.reason}")
        return found.text


def video_of(text: str) -> str | None:
    """Return the id of a video, given its id or any usual address of it; None for any other text."""
    if _VIDEO.fullmatch(text):
        return text
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.")
    steps = [step for step in parts.path.split("/") if step]
    found = ""
    if host == "youtu.be":
        found = steps[0] if steps else ""
    elif host in ("youtube.com", "youtube-nocookie.com", "music.youtube.com"):
        named = parse_qs(parts.query).get("v", [""])[0]
        found = named or (steps[1] if len(steps) > 1 and steps[0] in ("shorts", "embed", "live", "v") else "")
    return found if _VIDEO.fullmatch(found) else None


def chosen(page: str, language: str) -> str | None:
    """Return the address of the captions that fit best; None if the page names no captions. Captions in `language`, and
    captions written by a person, are preferred.
    """
    at = page.find(_TRACKS)
    if at < 0:
        return None
    try:
        tracks, _ = json.JSONDecoder().raw_decode(page, at + len(_TRACKS))
    except (ValueError, RecursionError):
        return None
    named = [each for each in tracks if isinstance(each, dict)] if isinstance(tracks, list) else []
    usable = [each for each in named if str(each.get("baseUrl", "")).startswith("https://www.youtube.com/")]
    ranked = sorted(
        usable, key=lambda each: (not str(each.get("languageCode")).startswith(language), each.get("kind") == "asr")
    )
    return str(ranked[0]["baseUrl"]) if ranked else None


def transcript(body: str) -> str:
    """Return the text of captions, with a time such as [1:30] at intervals. `body` is the captions' file in the format
    `json3`. Raises ProviderMisanswered for any other format.
    """
    try:
        events = json.loads(body).get("events", [])
    except (ValueError, RecursionError, AttributeError):
        raise ProviderMisanswered("YouTube sent captions in an unknown format") from None
    return "\n".join(_paragraphs(events if isinstance(events, list) else []))


def _paragraphs(events: list[Any]) -> Iterator[str]:
    words: list[str] = []
    began = 0.0
    for each in events:
        pieces = each.get("segs") if isinstance(each, dict) else None
        text = "".join(str(piece.get("utf8", "")) for piece in pieces or () if isinstance(piece, dict))
        if not text.strip():
            continue
        start = each.get("tStartMs")
        at = start / 1000 if isinstance(start, int | float) and not isinstance(start, bool) else began
        if words and at - began >= MARK_EVERY:
            yield _line(began, words)
            words = []
        began = at if not words else began
        words.append(text)
    if words:
        yield _line(began, words)


def _line(seconds: float, words: list[str]) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"[{minutes}:{rest:02d}] " + " ".join(" ".join(words).split())
