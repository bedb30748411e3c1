"""Show the progress of a run. On a terminal, the display is updated in place; otherwise lines are printed to standard
error, or nothing.
"""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.spinner import Spinner
from rich.text import Text

from backend.client import text_output
from backend.client.run_watcher import LOST, ReceivedText, StreamEvent

#: Maximum number of steps that stay visible.
STEPS = 5
#: Number of terminal lines for everything besides the text: the frame, the steps and the prompt.
FRAME = 6


class Display(Protocol):
    """A display of a run's progress. It is a context manager; `show` gets every event of the run while the context is
    open.
    """

    def __enter__(self) -> Display: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def show(self, event: StreamEvent) -> None: ...


class NoDisplay:
    """Shows no progress, for output that goes to a program or a file and must contain only the result."""

    def __enter__(self) -> NoDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def show(self, event: StreamEvent) -> None:
        """Do nothing."""


class LineDisplay(NoDisplay):
    """Prints a line to standard error for each step of the run. Used if standard output is not a terminal but standard
    error is.
    """

    def __init__(self, console: Console) -> None:
        self._console, self._last = console, ""

    def show(self, event: StreamEvent) -> None:
        said = text_output.step(event.name, event.data)
        if said and said != self._last:
            self._last = said
            self._console.print(Text(f"· {said}", style="dim"))


class LiveDisplay:
    """Shows the steps, and the text written so far, on a terminal. When the run ends, all of this is removed, and the
    caller prints the answer.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._written = ReceivedText()
        self._steps: list[str] = []
        self._spinner = Spinner("dots", style="cyan")
        self._live = Live(self, console=console, transient=True, refresh_per_second=10, vertical_overflow="crop")

    def __enter__(self) -> LiveDisplay:
        self._live.__enter__()
        return self

    def __exit__(self, *stop: object) -> None:
        self._live.__exit__(None, None, None)

    def show(self, event: StreamEvent) -> None:
        if event.name == "token":
            self._written.insert(event.data)
            return
        said = text_output.step(event.name, event.data)
        if said and (event.name == LOST or not self._steps or self._steps[-1] != said):
            self._steps.append(said)

    def __rich__(self) -> RenderableType:
        room = max(4, self._console.size.height - FRAME)
        steps = self._steps[-min(STEPS, max(1, room - 3)) :]
        shown: list[RenderableType] = [Text(f"✓ {each}", "dim", no_wrap=True) for each in steps[:-1]]
        self._spinner.update(text=Text(steps[-1] if steps else "connecting", no_wrap=True))
        shown.append(self._spinner)
        room -= len(shown)
        texts = [(name, text) for name, text in self._written.text.items() if text]
        for number, (name, text) in enumerate(texts):
            share = max(2, room if number == len(texts) - 1 else room // 3)
            room -= share
            shown.append(self._tail(text, share) if name == "message" else self._panel(text, share - 2))
        return Group(*shown)

    def _panel(self, text: str, lines: int) -> RenderableType:
        return Panel(self._tail(text, lines, 4), title="being drafted", title_align="left", border_style="yellow")

    def _tail(self, text: str, lines: int, frame: int = 0) -> Text:
        """Return the last `lines` lines of a text. Lines are counted as they are wrapped on this terminal. `frame` is
        the number of columns that a border takes.
        """
        width = max(10, self._console.size.width - frame)
        last = Text(text_output.harmless(text_output.unmarked(text))[-width * max(lines, 1) :])
        return Text("\n").join(list(last.wrap(self._console, width))[-max(lines, 1) :])
