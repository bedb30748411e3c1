"""Define `coscribe zotero`: import works and PDFs from Zotero, and export a session's references to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

from backend.client import text_output, zotero_items
from backend.client.context import Context, as_value, client_command
from backend.client.failures import InvalidUsage, NothingFound
from backend.client.user_library import UserLibrary
from backend.client.zotero import LOCAL, WEB, Place, Zotero

#: The most references in one request. A session can have 10,000.
_AT_ONCE = 1_000


@click.group(short_help="Import works from Zotero, and export references to it.")
@click.option("--url", envvar="COSCRIBE_ZOTERO_URL", default=LOCAL, help="the address of Zotero's API")
@click.option(
    "--library", envvar="COSCRIBE_ZOTERO_LIBRARY", default="users/0", help="the library: users/ID or groups/ID"
)
@click.option(
    "--key", envvar="COSCRIBE_ZOTERO_KEY", default="", help="a key from zotero.org, or from the dialog of Zotero 10"
)
@click.pass_context
def zotero(ctx: click.Context, url: str, library: str, key: str) -> None:
    """Import works from Zotero and export references to it.

    By default, the Zotero program on this machine is used. To use zotero.org, set
    COSCRIBE_ZOTERO_URL=https://api.zotero.org, COSCRIBE_ZOTERO_LIBRARY=users/ID or groups/ID, and COSCRIBE_ZOTERO_KEY.
    """
    ctx.obj = Place(url.rstrip("/"), library, key)


@contextmanager
def _opened() -> Iterator[Zotero]:
    """Open the Zotero library that the command's options name, and close it at the end. Raises InvalidUsage if
    zotero.org is used without the id of a library.
    """
    place: Place = click.get_current_context().obj
    if place.url == WEB and place.library == "users/0":
        raise InvalidUsage("zotero.org needs the id of a library: set COSCRIBE_ZOTERO_LIBRARY=users/ID or groups/ID.")
    made = Zotero(place)
    try:
        yield made
    finally:
        made.close()


@zotero.command("status", short_help="Show whether Zotero answers.")
@client_command
def status(context: Context) -> None:
    """Show whether Zotero answers, how many works it has, and its collections."""
    with _opened() as library:
        found = library.status()
        collections = library.collections()
    if context.as_json:
        context.print_json({**found, "collections": collections})
        return
    context.show(
        f"Zotero answers at {found['url']} ({found['library']}): {text_output.counted(found['items'], 'work')}."
    )
    for each in collections:
        context.show(f"{each['key']}  {text_output.line(each['name'], 100)}")


@dataclass(frozen=True, slots=True)
class Pull:
    """The argument and the options of `coscribe zotero pull`, which `coscribe zotero pull --help` describes."""

    collection: str | None
    session: str | None
    references: bool
    pdfs: bool


@zotero.command("pull", short_help="Import the works of a collection or library.")
@click.argument("collection", required=False)
@click.option("--references", is_flag=True, help="add the works to the session's references instead of the library")
@click.option("--session", help="with --references: use this session instead of the chosen one")
@click.option("--pdfs", is_flag=True, help="add the works' PDFs to the library too")
@client_command
@as_value(Pull)
def pull(context: Context, options: Pull) -> None:
    """Import the works of COLLECTION (its name or key), or of the whole Zotero library.

    The works become one reference list in your Coscribe library, named after the collection, which drafts can use
    (`coscribe library use`). A repeated import replaces the list. Citation keys are kept.
    """
    user_library = UserLibrary(context.api)
    session_id = context.session_id(options.session) if options.references or options.session else None
    with _opened() as library:
        chosen = library.collection(options.collection) if options.collection else None
        works = library.works(chosen["key"] if chosen else None)
        if not works:
            raise NothingFound("The Zotero library or collection has no works, so nothing was imported.")
        items = [zotero_items.csl_of(each) for each in works]
        if session_id is not None:
            told = _to_session(user_library, session_id, items)
        else:
            told = _to_library(user_library, f"Zotero - {chosen['name'] if chosen else 'all'}.json", items)
        pdfs = _pdfs(context, user_library, library, works) if options.pdfs else []
    if context.as_json:
        context.print_json({**told, "pdfs": pdfs})
        return
    where = "the references of the session" if session_id is not None else f"the library as “{told['filename']}”"
    context.show(f"Added {text_output.counted(len(items), 'work')} from Zotero to {where}.")
    for warning in told.get("warnings", ()):
        context.show(warning)
    if options.pdfs:
        context.show(f"Added {text_output.counted(len(pdfs), 'PDF')} to the library.")


def _to_session(user_library: UserLibrary, session_id: str, items: list[dict[str, Any]]) -> dict[str, Any]:
    keys: list[str] = []
    warnings: list[str] = []
    for start in range(0, len(items), _AT_ONCE):
        made = user_library.add_references(session_id, items[start : start + _AT_ONCE])
        keys += made["keys"]
        warnings += made.get("warnings", ())
    return {"keys": keys, "warnings": warnings}


def _to_library(user_library: UserLibrary, name: str, items: list[dict[str, Any]]) -> dict[str, Any]:
    """Add CSL items to the user's library as a reference list with the file name `name`. An earlier list with this file
    name is replaced. Returns the list as the API shows it.
    """
    before = [each for each in user_library.works() if each["filename"] == name]
    made = user_library.add(name, json.dumps(items, ensure_ascii=False, indent=1).encode())
    for each in before:
        if each["id"] != made["id"] and made["status"] == "ready":
            user_library.remove(each["id"])
    return made


def _pdfs(
    context: Context, user_library: UserLibrary, library: Zotero, works: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Add the PDF of each work to the user's Coscribe library (`user_library`), with the title, authors and year that
    Zotero has for the work. `library` is the Zotero library with the PDFs. Returns the added works.
    """
    made = []
    for work in works:
        found = library.pdf(work["key"])
        if found is None:
            continue
        added = user_library.add(*found)
        if added["status"] != "ready":
            context.note(f"{found[0]}: {added['error'] or 'it is still being read'}")
            continue
        csl = {name: value for name, value in zotero_items.csl_of(work).items() if name not in ("id", "abstract")}
        made.append(user_library.fix(added["id"], {"csl": csl}))
    return made


@zotero.command("push", short_help="Put the session's references into COLLECTION.")
@click.argument("collection")
@click.option("--session", help="use this session instead of the chosen one")
@client_command
def push(context: Context, collection: str, session: str | None) -> None:
    """Put the session's references into COLLECTION, which is created if Zotero has none with that name.

    A work that Zotero already has, by its DOI or title, is put into the collection and not added a second time.
    """
    held = UserLibrary(context.api).references(context.session_id(session))["items"]
    if not held:
        raise NothingFound(
            "The session has no references, so nothing was sent to Zotero. Add some: coscribe library cite WORK"
        )
    with _opened() as library:
        target = _found_or(lambda: library.collection(collection), lambda: library.make_collection(collection))
        there = library.works()
        matches = [(each, zotero_items.same(each["key"], each["csl"], there)) for each in held]
        new = [each for each, match in matches if match is None]
        added = library.add([zotero_items.item_of(each["key"], each["csl"], target["key"]) for each in new])
        moved = [item for _, item in matches if item and target["key"] not in item["data"].get("collections", ())]
        for item in moved:
            library.put_into(item, target["key"])
    kept = len(held) - len(added) - len(moved)
    if context.as_json:
        context.print_json(
            {"collection": target, "added": added, "moved": [each["key"] for each in moved], "there": kept}
        )
    else:
        context.show(
            f"The collection “{target['name']}” has all references of the session now: {len(added)} were added to"
            f" Zotero, {len(moved)} were put into the collection, and {kept} were already in it."
        )


def _found_or(find: Callable[[], dict[str, Any]], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the result of `find`. If `find` raises NothingFound, return the result of `make` instead."""
    try:
        return find()
    except NothingFound:
        return make()
