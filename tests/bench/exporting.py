"""Measure what papers lose in exports and imports: failures, formulas, cross-references, words; and seconds and
megabytes.

    python -m tests.bench.exporting papers [--formats docx,html] [--only NAME]   every paper in every format
    python -m tests.bench.exporting round [--only NAME]         Markdown → Word → Markdown → Word: which words are gone
    python -m tests.bench.exporting symbols                     the LaTeX commands that KaTeX knows, in a PDF
    python -m tests.bench.exporting size                        100 kB of text: seconds of the processor, megabytes

The papers lie beside the project, in `../shared/data/papers`. Targets: no failure; every formula in the file or told;
no cross-reference without a number whose target exists; no word lost; 2 CPU seconds and 256 MB for 100 kB.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import resource
import subprocess
import sys
import time
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

from backend.errors import CoscribeError
from backend.formats.lost_words import lost_words
from backend.formats.manuscript import read_manuscript
from backend.formats.reference_words import reference_words
from backend.kernel.rendering import ImportJob, Rendered, RenderJob
from backend.rendering.confined_program import pandoc_path
from backend.rendering.importer import PandocImporter
from backend.rendering.pandoc import PandocRenderer

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ROOT.parent / "shared" / "data" / "papers"
FORMATS = ("docx", "latex", "html", "jats", "pdf")
#: LaTeX environments that are formulas, in Markdown.
_MATHS = re.compile(r"\s*\\begin\{(?:equation|align|gather|multline|eqnarray|alignat|flalign|displaymath|math)\*?\}")
#: How a cross-reference looks that found no number.
_UNRESOLVED = re.compile(r"\((?:fig|tbl|tab|eq|sec|lst)[:-][^()\s]*\?\)|\?\?|@(?:fig|tbl|tab|eq|sec|lst)[:-]\w+")
_RENDERER = PandocRenderer()


def render(text: str, format: str, style: str = "apa") -> Rendered:
    manuscript = read_manuscript(text)
    words = reference_words(manuscript.language)
    job = RenderJob(format, manuscript.body, _RENDERER.style(style), datetime(2026, 1, 1, tzinfo=UTC), words)
    fields = {name: getattr(job, name) for name in ("format", "text", "style", "made_at", "words")}
    return _RENDERER.render(RenderJob(**fields, metadata=manuscript.metadata, references=list(manuscript.references)))


def papers(only: str) -> Iterator[tuple[str, str]]:
    for path in sorted(PAPERS.glob("*.md")):
        if only in path.stem:
            yield path.stem, path.read_bytes().decode()


def formulas(text: str) -> int:
    """The formulas that Pandoc sees in a manuscript, LaTeX environments among them."""
    command = [pandoc_path(), "--from", "markdown-yaml_metadata_block", "--to", "json"]
    read = subprocess.run(command, input=read_manuscript(text).body.encode(), stdout=subprocess.PIPE, check=True)
    waiting, count = [json.loads(read.stdout)["blocks"]], 0
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            kind, held = each.get("t"), each.get("c")
            count += kind == "Math"
            count += kind in ("RawBlock", "RawInline") and held[0] in ("tex", "latex") and bool(_MATHS.match(held[1]))
            waiting += [] if kind == "Image" else [held]  # a figure's caption says it once more
        elif isinstance(each, list):
            waiting.extend(each)
    return count


def shown(made: Rendered, format: str) -> tuple[int | None, str]:
    """The formulas in a file, where they can be counted, and the text that a reader sees."""
    if format == "pdf":
        import pypdfium2

        document = pypdfium2.PdfDocument(made.content)
        return None, "\n".join(page.get_textpage().get_text_range() for page in document)
    if format == "docx":
        package = zipfile.ZipFile(io.BytesIO(made.content))
        page = "".join(package.read(name).decode() for name in package.namelist() if name.endswith(".xml"))
        return page.count("<m:oMath>"), re.sub("<[^>]*>", "", page)
    page = made.content.decode()
    count = {"html": page.count("<math "), "jats": page.count("<mml:math"), "latex": None}[format]
    if format == "html":
        page = re.sub(r"<(code|pre|math|style)\b.*?</\1>", " ", page, flags=re.S)
    return count, re.sub(r"<[^<>]*>", "", page)


def measure_papers(formats: tuple[str, ...], only: str) -> int:
    """Print a line for each paper and format that is not perfect, then the sums."""
    failed = missing = unresolved = files = 0
    slowest = 0.0
    for name, text in papers(only):
        wanted = formulas(text)
        for format in formats:
            files += 1
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                made = render(text, format)
            except CoscribeError as error:
                failed += 1
                print(f"{name} {format}: {error.detail}", flush=True)
                continue
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            slowest = max(slowest, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            count, page = shown(made, format)
            told = sum("LaTeX" in each or "TeX" in each or "formula" in each for each in made.warnings)
            if count is not None and count + told < wanted:
                missing += wanted - count - told
                print(f"{name} {format}: {wanted} formulas, {count} in the file, {told} told", flush=True)
            known = {word for each in made.warnings for word in re.findall(r"@[\w:-]+", each)}
            found = set() if format == "latex" else set(_UNRESOLVED.findall(page)) - set(_UNRESOLVED.findall(text))
            found |= (
                set() if format == "latex" else {each for each in _UNRESOLVED.findall(page) if each.startswith("(")}
            )
            if found - known:
                unresolved += len(found - known)
                print(f"{name} {format}: cross-references {sorted(found - known)[:5]}", flush=True)
    megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{files} files, {failed} failed, {missing} formulas gone untold, {unresolved} references without a number")
    print(f"slowest {slowest:.1f} CPU s, largest child {megabytes:.0f} MB")
    return failed + missing + unresolved


def measure_round(only: str) -> int:
    """Print what a paper loses on its way through Word and back."""
    total = lost = 0
    importer = PandocImporter()
    for name, text in papers(only):
        first = render(text, "docx").content
        read = importer.read(ImportJob("docx", first))
        second = render(read.text, "docx").content
        before, after = _words(first), _words(second)
        gone = before - after
        total, lost = total + sum(before.values()), lost + sum(gone.values())
        told = lost_words("docx", first, read.text)
        if gone or told:
            print(
                f"{name}: {sum(gone.values())} of {sum(before.values())} words gone {list(gone)[:8]}; {told}",
                flush=True,
            )
    print(f"{lost} of {total:,} words gone")
    return lost


def _words(content: bytes) -> Counter[str]:
    page = zipfile.ZipFile(io.BytesIO(content)).read("word/document.xml").decode()
    page = re.sub(r"<w:instrText.*?</w:instrText>", "", page, flags=re.DOTALL)
    text = unescape(re.sub("<[^>]*>", "", re.sub(r"</w:p>|<w:tab */>|<w:br */>", " ", page)))
    # Word shows the same 𝟙 for that letter and for a 1 in the alphabet "double-struck": both are the word "1" here.
    return Counter(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold()))


def measure_symbols() -> int:
    """Put each command that KaTeX has as a symbol into a PDF; print those that Pandoc knows and Typst does not."""
    source = (ROOT / "backend" / "web" / "static" / "vendor" / "reader.js").read_text()
    names = sorted(set(re.findall(r'"\\\\([A-Za-z]{2,})"', source)))
    lines = [f"${{}}\\{name}{{}}$" for name in names]
    known = [line for line in lines if not render(f"{line}\n", "html").warnings] if len(lines) < 5 else _known(lines)
    bad = _failing(known)
    print(f"{len(names)} commands, {len(known)} that Pandoc converts, {len(bad)} of those fail in a PDF: {bad}")
    return len(bad)


def _known(lines: list[str]) -> list[str]:
    told = render("\n\n".join(lines) + "\n", "html")
    page = told.content.decode()
    unknown = {found.strip() for found in re.findall(r'<span class="math inline">\s*\$?(.*?)\$?</span>', page, re.S)}
    return [line for line in lines if line.strip("$") not in unknown]


def _failing(lines: list[str]) -> list[str]:
    """The formulas without which the PDF can be made, found by halving."""
    try:
        render("\n\n".join(lines) + "\n", "pdf")
        return []
    except CoscribeError:
        if len(lines) == 1:
            return lines
    half = len(lines) // 2
    return _failing(lines[:half]) + _failing(lines[half:])


def measure_size() -> int:
    """Print what 100 kB cost in each format: processor seconds of the children, and the megabytes of the largest."""
    text = next(text for name, text in papers("deep-rules"))
    text = (text * (1 + 100_000 // len(text)))[:100_000]
    for format in ("html", "jats", "latex", "docx", "pdf"):
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        render(text, format)
        after, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - started
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{format}: {cpu:.2f} CPU s, {clock:.1f} s, at most {after.ru_maxrss / 1024:.0f} MB so far", flush=True)
    return 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("papers", "round", "symbols", "size"))
    parser.add_argument("--formats", default=",".join(FORMATS))
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    if chosen.what == "papers":
        sys.exit(measure_papers(tuple(chosen.formats.split(",")), chosen.only) > 0)
    if chosen.what == "round":
        sys.exit(measure_round(chosen.only) > 0)
    sys.exit((measure_symbols() if chosen.what == "symbols" else measure_size()) > 0)


if __name__ == "__main__":
    main()
