"""Names and quotations are replaced by placeholders, and nothing else."""

from backend.mentions.placeholders import masked, without_titles

TITLES = ("Methods", "Results")


def test_what_is_named_is_masked():
    message = "Nimm den ersten Absatz der Danksagung raus."
    assert masked(message, (), ((4, message.index(" raus")),)).split() == ["Nimm", "ꙮ", "raus."]
    assert masked("Lösch den Absatz von „Wege“, ja", (), ((10, 26),)).split() == ["Lösch", "den", "ꙮ", ",", "ja"]
    assert masked("Nenne „Methods“ jetzt „Wege“", TITLES, ((7, 14),)).split() == ["Nenne", "ꙮ", "jetzt", "ꙭ"]


def test_titles_lose_their_words():
    assert without_titles("Cut Results, “my part” stays", TITLES).split() == ["Cut", "ꙮ", ",", "ꙮ", "stays"]
    assert "“my part”" in without_titles("Cut Results, “my part” stays", TITLES, quotations=False)
