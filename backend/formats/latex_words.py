"""Extract the words of a LaTeX file that appear in the printed document. Commands, formulas and comments are left out,
and so are arguments that are not printed.
"""

from __future__ import annotations

import re
import unicodedata

#: The commands that print none of their arguments.
_SILENT = frozenset(
    """label ref eqref pageref autoref cref Cref nameref vref hyperref cite citep citet citealp citealt citeauthor
    citeyear parencite textcite autocite footcite nocite includegraphics input include import subimport subfile
    bibliography bibliographystyle addbibresource usepackage RequirePackage documentclass begin end hspace vspace
    setlength addtolength setcounter addtocounter pagestyle thispagestyle graphicspath newcommand renewcommand
    providecommand newenvironment renewenvironment def let newtheorem definecolor color colorbox fontsize selectfont
    setstretch hypersetup DeclareMathOperator tableofcontents resizebox scalebox rotatebox rule cmidrule cline
    multirow columncolor rowcolor lstset captionsetup geometry linespread date email address affiliation affil inst
    thanks keywords pagenumbering appendix markboth todo acrshort gls Gls glspl index glossary bibitem url path
    lstinputlisting verbatiminput includepdf hfill ensuremath si SI num qty unit cellcolor arraystretch phantom
    hphantom vphantom newline raisebox selectlanguage inputencoding theoremstyle numberwithin linenumbers includesvg
    usetikzlibrary bibstyle""".split()
)
#: The commands whose first argument is not printed; and the maximum number of arguments of a command.
_FIRST_SILENT, MOST_ARGUMENTS = frozenset({"href", "textcolor", "foreignlanguage", "parbox", "multicolumn"}), 9
#: The environments whose content is not printed as words, or is converted to other words.
_HIDDEN = frozenset(
    """equation align gather multline eqnarray alignat flalign displaymath math subequations dmath tikzpicture comment
    filecontents thebibliography""".split()
)
BODY = re.compile(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_DOLLARS = re.compile(r"\$\$[^$]*\$\$|(?<!\\)\$[^$]*\$")
_OPTION = re.compile(r"\s*\[[^\[\]]*\]")
_COMMAND = re.compile(r"\\(?:([A-Za-z@]+)\*?|(.))", re.DOTALL)
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+)\*?\}")
_LENGTH = re.compile(r"=?\s*-?\d*\.?\d+\s*(?:pt|em|ex|cm|mm|in|sp|bp)\b")
#: TeX's accent commands with the combining characters that they stand for, and commands that stand for a letter.
_ACCENTS = dict(
    zip(
        "\"'`^~=.uvHckdbr",
        "\u0308\u0301\u0300\u0302\u0303\u0304\u0307\u0306\u030c\u030b\u0327\u0328\u0323\u0331\u030a",
        strict=True,
    )
)
_ACCENTED = re.compile(
    r"\\(?:([\"'`^~=.])\s*|([uvHckdbr])(?:\s+|(?=\{)))(?:\{\\?([A-Za-z])\}|\\?([A-Za-z])(?![A-Za-z]*\{))"
)
_LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "o": "ø",
    "O": "Ø",
    "aa": "å",
    "AA": "Å",
    "l": "ł",
    "L": "Ł",
}


def shown_text(source: str) -> str:
    """Return the printed words of a LaTeX document's body. Words that are perhaps not printed are left out, too."""
    body = BODY.search(source)
    text = _COMMENT.sub(r"\1", body[1] if body else source)
    text = _DOLLARS.sub(" ", _ACCENTED.sub(_letter, text))
    return _Scan(text).shown()


def _letter(found: re.Match[str]) -> str:
    accent = _ACCENTS[found[1] or found[2]]
    return unicodedata.normalize("NFC", (found[3] or found[4]) + accent)


class _Scan:
    """Reads LaTeX from one command to the next, and collects the printed words between them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        #: closing marks that do not occur after the position from which they were last searched
        self._unclosed: set[str] = set()

    def shown(self) -> str:
        pieces = []
        while found := _COMMAND.search(self._text, self._at):
            pieces.append(self._text[self._at : found.start()])
            self._at = found.end()
            pieces.append(self._sign(found[2]) if found[1] is None else self._command(found[1]))
        return "".join((*pieces, self._text[self._at :]))

    def _sign(self, sign: str) -> str:
        if sign in "([":
            self._skip_to("\\)" if sign == "(" else "\\]")
        elif sign == "\\":
            self._skip(_OPTION)
        return sign if sign in "%&$#_{}" else "" if sign in "-/" else " "

    def _command(self, name: str) -> str:
        if name in _LETTERS:
            return _LETTERS[name]
        environment = _ENVIRONMENT.match(self._text, self._at) if name == "begin" else None
        if environment is not None and environment[1] in _HIDDEN:
            self._skip_to(f"\\end{environment[0].strip()}")
            self._skip(_ENVIRONMENT)
            return " "
        while self._skip(_OPTION):
            pass
        self._skip(_LENGTH)
        if name == "def":
            self._skip(_COMMAND)
        if name in _SILENT or name in _FIRST_SILENT:
            self._skip_arguments(1 if name in _FIRST_SILENT else MOST_ARGUMENTS)
        return " "

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return found is not None

    def _skip_to(self, closing: str) -> None:
        if closing not in self._unclosed:
            end = self._text.find(closing, self._at)
            if end >= 0:
                self._at = end + len(closing)
                return
            self._unclosed.add(closing)

    def _skip_arguments(self, most: int) -> None:
        for _ in range(most):
            if self._skip(_OPTION):
                continue
            start = self._at
            while self._text[start : start + 1] in (" ", "\t"):
                start += 1
            if self._text[start : start + 1] != "{":
                return
            depth, start = 1, start + 1
            while start < len(self._text) and depth:
                depth += {"{": 1, "}": -1}.get(self._text[start], 0)
                start += 2 if self._text[start] == "\\" else 1
            self._at = start
