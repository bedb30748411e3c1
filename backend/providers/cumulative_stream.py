"""Read streams in which each piece repeats the whole text so far, instead of only the new text.

A stream repeats the text in all of its pieces or in none. As long as each piece begins with the piece before it, the
kind of the stream is unknown, so no piece is passed on. The first piece that does not repeat the text shows that the
stream is an ordinary one.
"""

from __future__ import annotations

from backend import errors
from backend.providers.failures import ELSE

#: Minimum characters of a repeated text, and minimum of different ones, for the repetition to mean anything.
TELLING, DIFFERENT = 16, 8
#: Maximum number of pieces that are held back.
MOST_HELD = 500


class CumulativeStream:
    """Turns the pieces of one answer into new text, also if each piece repeats the whole answer so far, as some servers
    send it. `name` is the provider's name, for errors.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._pieces: list[str] = []
        self._plain = False
        self._told = ""
        self._cumulative = False

    def add(self, piece: str) -> str:
        """Add a piece, and return the text that is new. Returns "" as long as it is unknown whether the pieces repeat
        the text so far. Raises ProviderMisanswered if the stream repeats its text and this piece contradicts the text
        so far.
        """
        if self._plain or not piece:
            return piece
        if self._cumulative:
            return self._grown(piece)
        self._pieces.append(piece)
        if len(self._pieces) == 1:
            return piece
        before = self._pieces[-2]
        if not piece.startswith(before) or len(self._pieces) > MOST_HELD:
            return self.end()
        if len(before) >= TELLING and len(set(before)) >= DIFFERENT and self._repeats():
            self._cumulative, self._told = True, self._pieces[0]
            return self._grown(piece)
        return ""

    def held(self) -> str:
        """Return all pieces that `add` has kept back, joined to one text, because it is not proved that they repeat
        each other.
        """
        return "" if self._plain or self._cumulative else "".join(self._pieces[1:])

    def end(self) -> str:
        """Return the rest of the text, after the last piece was added."""
        rest = self.held()
        self._plain = self._plain or not self._cumulative
        self._pieces = []
        return rest

    def _repeats(self) -> bool:
        """Return True if the pieces so far show that the stream repeats its text. Each piece begins with the piece
        before it, and there must be at least three. The last piece must add text to the first one. It must not begin
        with this added text, as the last of "ha", "haha", "hahaha" does.
        """
        first, last = self._pieces[0], self._pieces[-1]
        new = last[len(first) :]
        return len(self._pieces) > 2 and bool(new) and not last.startswith(new)

    def _grown(self, piece: str) -> str:
        if self._told.startswith(piece):
            return ""
        if not piece.startswith(self._told):
            raise errors.ProviderMisanswered(f"{self._name} answered with pieces that contradict each other. {ELSE}")
        new, self._told = piece[len(self._told) :], piece
        return new
