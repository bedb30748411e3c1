"""Places that are found beside the parsed request confirm or correct its place."""

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.named_neighbors import beside_named, edge_named
from backend.placement.request.asked_place import PlacementRequest

PAPER = read("# Bees\n\n## Methods\n\nHives were weighed.\n\nRain fell.\n\n## Results\n\nHoney one.\n")
BUILDER = PlacementBuilder(view_of(PAPER), Content.of("Wind blew."))
OTHER = BUILDER.make("insert_after", 5, "block", "", 0.9)


def test_a_described_block_corrects_a_place_that_ignores_it():
    message = "Methods, after the paragraph on hives"
    found, evidence = beside_named(BUILDER, (message, PlacementRequest("in", None)), OTHER, "clear")
    assert (found[0].anchor.excerpt, evidence) == ("Hives were weighed.", "clear")


def test_two_blocks_found_in_two_ways_leave_a_doubt():
    message = "Methods, after the paragraph on hives"
    _, evidence = beside_named(BUILDER, (message, PlacementRequest("after", None)), OTHER, "clear")
    assert evidence == "doubtful"


def test_a_message_without_a_described_block_changes_nothing():
    assert beside_named(BUILDER, ("Methods", None), OTHER, "clear") == ([], "clear")


def test_an_edge_is_taken_from_a_single_message():
    requests = [("Methods: put this up top.", None)]
    assert [each.section for each in edge_named(BUILDER, requests)] == [("Bees", "Methods")]
    assert edge_named(BUILDER, [("Add it.", None), *requests]) == []
