"""The commands that `coscribe` finds in the client."""

from backend.client.command_registry import COMMANDS

DESCRIBED = (
    "login logout sessions chat ask propose pending preview approve reject rewrite document undo library "
    "personas zotero mcp"
).split()


def test_every_command_is_found_by_its_name_with_a_line_of_help():
    assert sorted(COMMANDS) == sorted(DESCRIBED)
    for name, command in COMMANDS.items():
        assert command.name == name and command.short_help and len(command.short_help) < 60


def test_every_command_takes_a_server_and_json():
    for command in COMMANDS.values():
        for each in getattr(command, "commands", {"": command}).values():
            assert {"server", "as_json"} <= {option.name for option in each.params}, each.name
