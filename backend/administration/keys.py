"""Define `coscribe keys`: long-lived keys for programs."""

from __future__ import annotations

from datetime import datetime

import click

from backend.administration.prepared_app import opened_ports


@click.group(short_help="Manage API keys for programs.")
def keys() -> None:
    """Manage long-lived API keys for programs, valid only for /v1."""


@keys.command("create")
@click.argument("email")
@click.option("--name", default="", help="which program the key is for")
def create_key(email: str, name: str) -> None:
    """Create an API key for an account. The key is shown only once."""
    from backend.services import api_keys as service

    with opened_ports() as ports:
        key, _ = service.create(ports, email, name)
    click.echo(key)
    click.echo("Keep this key: only a digest of it is stored, so it cannot be shown again.", err=True)


@keys.command("list", short_help="List an account's keys.")
@click.argument("email")
def list_keys(email: str) -> None:
    """List an account's keys by their beginnings, including revoked ones."""
    from backend.services import api_keys as service

    with opened_ports():
        found = service.list_keys(email)
    for each in found:
        state = f"revoked {_day(each.revoked_at)}" if each.revoked_at else f"used {_day(each.used_at)}"
        click.echo(f"{each.id}  {each.shown}…  made {_day(each.created_at)}  {state:<18}  {each.name}".rstrip())
    if not found:
        click.echo(f"{email} has no key.", err=True)


@keys.command("revoke")
@click.argument("key_id")
def revoke_key(key_id: str) -> None:
    """Revoke a key, by its id as `list` shows it."""
    from backend.services import api_keys as service

    with opened_ports() as ports:
        service.revoke(ports, key_id)
    click.echo("Revoked.")


def _day(moment: datetime | None) -> str:
    return moment.date().isoformat() if moment else "never"
