"""Find out the format of a file to import from its content. Files that are not safe to read are refused."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from dataclasses import dataclass
from typing import NoReturn

from backend.errors import Refused
from backend.formats.latex_projects import joined
from backend.formats.pictures import MOST_BYTES as MOST_PICTURE
from backend.kernel.rendering import Picture

#: The largest upload in bytes (contract, section 1), and the largest text; an HTML page may contain its pictures.
MOST_BYTES, MOST_TEXT = 50_000_000, 25_000_000
#: The limits of a packed file: bytes of all its files unpacked, bytes of its XML, and the number of files. The largest
#: known thesis has 40 MB of XML; Pandoc needs about ten times that in memory.
MOST_UNPACKED, MOST_XML, MOST_MEMBERS = 400_000_000, 60_000_000, 10_000
_READS = "Coscribe imports Word (.docx), ODT, LaTeX (.tex, or a project as .zip), HTML, EPUB and Markdown."
_ENDINGS = {
    "tex": "latex", "latex": "latex", "ltx": "latex", "html": "html", "htm": "html", "xhtml": "html", "md": "markdown",
    "markdown": "markdown", "mdown": "markdown", "qmd": "markdown", "rmd": "markdown", "txt": "markdown",
}  # fmt: skip
#: The largest reference list in a project, in bytes: as large as the body of a request.
MOST_LIST = 12_000_000
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".eps", ".ps", ".tif", ".tiff")
_LATEX = re.compile(r"^[^%\n]*\\(?:documentclass|begin\s*\{document\})", re.MULTILINE)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w-]+)|\\usepackage\[(\w+)\]\{inputenc\}", re.IGNORECASE)
_OTHERS = (
    (b"%PDF", "The file is a PDF, which has no text to edit. Add it to the library instead."),
    (b"\xd0\xcf\x11\xe0", "The file has an old Office format (.doc). Save it as .docx."),
    (b"{\\rtf", "The file is an RTF file. Save it as .docx."),
)
#: Declarations by which XML can open other files; no word processor writes them.
_DECLARATIONS = tuple("<!ENTITY".encode(name) for name in ("utf-8", "utf-16-le", "utf-16-be")) + tuple(
    "<!DOCTYPE".encode(name) for name in ("utf-8", "utf-16-le", "utf-16-be")
)


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file to import. `format` is Pandoc's name of its format. `content` is what Pandoc reads: the bytes of a package
    such as .docx, or a text in UTF-8.

    A LaTeX project also has its pictures, with paths relative to its main file, and its reference lists (.bib).
    """

    format: str
    content: bytes
    warnings: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    lists: tuple[bytes, ...] = ()


def read_import(filename: str, content: bytes) -> ImportFile:
    """Return the file with its format. Raises Refused, with the reason, if the format is not supported or the file is
    not safe to read.
    """
    for magic, reason in _OTHERS:
        if content.startswith(magic):
            _refuse(reason)
    if content.startswith(b"PK\x03\x04"):
        return _packed(content)
    ending = filename.rpartition(".")[2].lower()
    if ending in ("docx", "odt", "epub"):
        _refuse(f"The file's name ends with .{ending}, but its content has another format. {_READS}")
    if not content.strip():
        _refuse("The file is empty. Choose another file.")
    if len(content) > MOST_TEXT:
        _refuse(f"The text is larger than {MOST_TEXT:,} bytes, the limit. Divide it, and import the parts.")
    text, warnings = _decoded(content)
    format = "html" if _is_page(text) else "latex" if _LATEX.search(text) else _ENDINGS.get(ending, "")
    if ending in ("md", "qmd", "rmd", "markdown"):
        format = "markdown"
    if not format:
        _refuse(_READS)
    return ImportFile(format, text.encode(), warnings)


def _is_page(text: str) -> bool:
    head = text[:2_000].lower()
    return "<!doctype html" in head or "<html" in head


def _packed(content: bytes) -> ImportFile:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = {each.filename for each in package.infolist()}
            format = _named_format(package, names)
            _check_package(package, format)
            return _project(package) if format == "latex" else ImportFile(format, content)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise _refusal("The file is broken and cannot be unpacked. Save it again, and import the new file.") from error
    except RuntimeError as error:  # zipfile raises this if a password is needed
        raise _refusal("The file is encrypted. Save it without a password, and import the new file.") from error


def _named_format(package: zipfile.ZipFile, names: set[str]) -> str:
    kind = package.open("mimetype").read(100).strip() if "mimetype" in names else b""
    if "word/document.xml" in names:
        return "docx"
    if kind == b"application/vnd.oasis.opendocument.text":
        return "odt"
    if kind == b"application/epub+zip":
        return "epub"
    if any(_is_ours(name, ".tex") for name in names):
        return "latex"
    _refuse(f"The file is a ZIP archive of an unsupported format. {_READS}")


def _is_ours(name: str, *endings: str) -> bool:
    """Return True if a file in a project's archive belongs to the project: its name has one of the expected endings, it
    is not hidden, and its path does not lead out of the project.
    """
    parts = name.split("/")
    return name.lower().endswith(endings) and not any(part.startswith((".", "__MACOSX")) or not part for part in parts)


def _project(package: zipfile.ZipFile) -> ImportFile:
    members = {each.filename: each for each in package.infolist()}
    texts: dict[str, str] = {}
    warnings: list[str] = []
    length = 0
    for name, member in members.items():
        if _is_ours(name, ".tex", ".ltx", ".latex"):
            length += member.file_size
            if length > MOST_TEXT:
                _refuse(
                    f"The project's LaTeX files have more than {MOST_TEXT:,} bytes together, the limit. Remove those "
                    "that the main file does not include."
                )
            texts[name], told = _decoded(package.read(name))
            warnings += told
    project = joined(texts, frozenset(members))
    if project is None:
        _refuse(
            "No .tex file of the project is a complete document: none has \\documentclass. Add the project's main file."
        )
    folder = posixpath.dirname(project.main)
    pictures = [
        Picture(posixpath.relpath(name, folder or "."), package.read(name), "")
        for name, member in members.items()
        if _is_ours(name, *_PICTURES) and member.file_size <= MOST_PICTURE and _stem(name) in project.text
    ]
    lists = [package.read(name) for name in project.lists if members[name].file_size <= MOST_LIST]
    warnings += project.warnings
    return ImportFile("latex", project.text.encode(), tuple(dict.fromkeys(warnings)), tuple(pictures), tuple(lists))


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def _check_package(package: zipfile.ZipFile, format: str) -> None:
    members = package.infolist()
    if len(members) > MOST_MEMBERS:
        _refuse(f"The file contains more than {MOST_MEMBERS:,} files, the limit. Remove those that are not needed.")
    if sum(each.file_size for each in members) > MOST_UNPACKED:
        _refuse(f"The file unpacks to more than {MOST_UNPACKED // 1_000_000} MB, the limit. Use smaller pictures.")
    total = 0
    for each in members:
        if each.filename.lower().endswith((".xml", ".rels", ".xhtml", ".html", ".htm", ".opf", ".ncx")):
            text = package.open(each).read(MOST_XML + 1 - total)
            total += len(text)
            if total > MOST_XML:
                _refuse(f"The text in the file unpacks to more than {MOST_XML // 1_000_000} MB, the limit. Divide it.")
            declared = _DECLARATIONS if format != "epub" else _DECLARATIONS[:3]
            if any(declaration in text for declaration in declared):
                _refuse(
                    f"{each.filename[:100]} in the file declares entities or a document type, which can open other "
                    "files. Save the file again with a word processor."
                )


def _decoded(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Decode a text: by its byte order mark, as UTF-8, by the encoding that it declares, or else as Windows-1252.
    Returns the text, and a warning if it is not in UTF-8.
    """
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if content.startswith(mark):
            return _checked(content[len(mark) :].decode(name, "replace")), ()
    try:
        return _checked(content.decode("utf-8")), ()
    except UnicodeDecodeError:
        declared = _CHARSET.search(content[:5000])
        name = (declared[1] or declared[2]).decode() if declared else "cp1252"
    known = {"latin1": "cp1252", "iso-8859-1": "cp1252", "ansinew": "cp1252", "utf8": "cp1252", "utf-8": "cp1252"}
    name = known.get(name.lower(), name)
    try:
        text = content.decode(name, "replace")
    except LookupError:
        name, text = "cp1252", content.decode("cp1252", "replace")
    return _checked(text), (f"The file is not in UTF-8; it was read as {name}. Check the letters with accents.",)


def _checked(text: str) -> str:
    if "\0" in text:
        _refuse(f"The file is not a text. {_READS}")
    return text


def _refusal(reason: str) -> Refused:
    return Refused("The file was refused, so nothing was imported.", errors={"file": [reason]})


def _refuse(reason: str) -> NoReturn:
    raise _refusal(reason)
