"""Reading fields that may hold anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.connectors.services import payload
from backend.errors import ProviderMisanswered

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(JSON)
def test_every_reader_takes_anything_and_gives_its_own_type(value: object):
    assert isinstance(payload.text(value) + payload.plain(value) + payload.first(value), str)
    assert all(isinstance(each, str) and each for each in payload.texts(value))
    assert payload.link(value) is None or payload.link(value).startswith("http")
    assert payload.number(value) is None or isinstance(payload.number(value), float)
    assert payload.whole(value) is None or type(payload.whole(value)) is int
    assert payload.day(value) is None or len(payload.day(value)) == 10
    assert payload.year(value) is None or 1000 <= payload.year(value) <= 2999
    assert all(isinstance(each, dict) for each in payload.items(value))


def test_a_path_of_keys_ends_in_none_where_it_breaks_off():
    value = {"a": {"b": {"c": 3}, "d": [1]}}
    assert payload.within(value, "a", "b", "c") == 3
    assert payload.within(value) == value
    assert payload.within(value, "a", "x", "c") is None and payload.within(value, "a", "d", "e") is None


def test_the_objects_of_the_list_at_a_path():
    assert payload.results(b'{"a": {"b": [{"c": 1}, 2, null, {"d": 3}]}}', "a", "b") == [{"c": 1}, {"d": 3}]
    with pytest.raises(ProviderMisanswered, match=r"a\.b"):
        payload.results(b'{"a": {"b": {}}}', "a", "b")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (" a\n\tb\0c ", "a b c"),
        ("\ud800x", "x"),
        (3, ""),
        ("a < b", "a < b"),
    ],
)
def test_text_stands_on_one_line(value: object, expected: str):
    assert payload.text(value) == expected


def test_a_text_is_cut_at_its_most():
    assert payload.text("abcdef", 3) == "abc" and payload.plain("abc<b>def</b>", 4) == "abcd"
    assert len(payload.text("x" * 5000)) == payload.MOST_FIELD == 2000
    assert len(payload.plain("x" * 50_000)) == payload.MOST_CONTENT == 20_000


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p>One</p><p>two</p>", "One two"),
        ("CO<sub>2</sub> &amp; more", "CO2 & more"),
        ("<jats:p>a</jats:p><jats:title>b</jats:title>", "a b"),
        ("x <!-- gone --> y", "x y"),
        ("p &lt; 0.05 and q > 1", "p < 0.05 and q > 1"),
        ("&lt;i&gt;in vivo&lt;/i&gt;", "in vivo"),
        ("&lt;script&gt;", "<script>"),
        (None, ""),
    ],
)
def test_markup_is_taken_out_and_text_stays(markup: object, expected: str):
    assert payload.plain(markup) == expected


def test_strings_of_a_list_and_of_the_objects_in_it():
    assert payload.texts(["a", "", None, " b ", "<i>c</i>"]) == ("a", "b", "c")
    assert payload.texts("abc") == () and payload.texts(["a", "b", "c"], 2) == ("a", "b")
    assert payload.first([None, "", "x", "y"]) == "x" and payload.first([]) == ""
    assert payload.names([{"a": {"n": "A"}}, {"a": {}}, {"a": {"n": "B"}}], "a", "n") == ("A", "B")


@pytest.mark.parametrize(
    ("value", "link"),
    [
        ("https://a.example/x", "https://a.example/x"),
        (" HTTP://a.example ", "HTTP://a.example"),
        ("https://a.example/a b", None),
        ("javascript:alert(1)", None),
        ("https://", None),
        (f"https://a.example/{'x' * 5000}", None),
    ],
)
def test_a_link_is_a_web_address_or_none(value: str, link: str | None):
    if link is None and len(value) > 4000:
        assert len(payload.link(value)) == 4000
    else:
        assert payload.link(value) == link


@pytest.mark.parametrize(
    ("value", "number"), [(1, 1.0), (0.5, 0.5), (True, None), ("1", None), (float("nan"), None), (10**400, None)]
)
def test_a_number_is_finite(value: object, number: float | None):
    assert payload.number(value) == number


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2024-03-04", "2024-03-04"),
        (" 2024-03-04T10:00:00Z", "2024-03-04"),
        ("2024-03-045", None),
        ("2024-13-04", None),
        ("Mon, 04 Mar 2024 10:00:00 GMT", "2024-03-04"),
        ("March", None),
        ("2024", None),
        (20240304, None),
    ],
)
def test_a_day_is_whole_or_none(value: object, day: str | None):
    assert payload.day(value) == day


@pytest.mark.parametrize(
    ("value", "year"),
    [("2024-03", 2024), (2024, 2024), ("20245", None), ("0999", None), (1000, 1000), (2999, 2999), (3000, None),
     (999, None), (True, None), ("in 2024", None)],
)  # fmt: skip
def test_a_year(value: object, year: int | None):
    assert payload.year(value) == year


@pytest.mark.parametrize(
    ("value", "text"),
    [([[2014, 3]], "2014-03"), ([["2014", "3", 1]], "2014-03-01"), ([[None]], ""), ([], ""), ("2014", ""), ([[7]], "")],
)
def test_a_date_in_parts(value: object, text: str):
    assert payload.date_of_parts({"date-parts": value}) == text


def test_variables_of_csl():
    assert payload.csl_texts(publisher_place="Bern", volume="", issue=None) == (("publisher-place", "Bern"),)


def test_what_is_not_known_is_not_kept():
    assert payload.without_empty(a=None, b="", c=(), d=[], e={}, f=0, g=False, h="x") == {"f": 0, "g": False, "h": "x"}
