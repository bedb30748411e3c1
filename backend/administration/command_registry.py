"""List the operator's commands by name, so that the program `coscribe` finds them."""

from __future__ import annotations

import click

from backend.administration.backups import backup, restore
from backend.administration.users import keys, users

COMMANDS: dict[str, click.Command] = {each.name or "": each for each in (backup, restore, users, keys)}
