"""LaTeX tables in the form that Pandoc reads whole."""

from __future__ import annotations

import time

import pytest

from backend.formats.latex_tables import simplified


@pytest.mark.parametrize(
    ("columns", "plain"),
    [
        ("{lcr}", "{lcr}"),
        ("{|l|p{3cm}|}", "{|l|l|}"),
        ("{@{}>{\\centering\\arraybackslash}p{(\\linewidth - 2\\tabcolsep) * \\real{0.5}}r@{}}", "{cr}"),
        ("{*{3}{>{\\raggedleft}m{2cm}}X}", "{rrrl}"),
        ("{l<{\\%}!{\\vrule}S[table-format=3.2]}", "{ll}"),
    ],
)
def test_columns_are_letters(columns: str, plain: str) -> None:
    rows = "a & b \\\\ \\end{tabular}"
    assert simplified(f"x \\begin{{tabular}}{columns}{rows}") == f"x \\begin{{tabular}}{plain}{rows}"


def test_the_width_of_a_table_stays() -> None:
    assert simplified("\\begin{tabularx}{\\textwidth}[t]{lX}a\\end{tabularx}").startswith(
        "\\begin{tabularx}{\\textwidth}"
    )
    assert simplified("\\begin{tabular*}{3cm}{X}a\\end{tabular*}") == "\\begin{tabular*}{3cm}{l}a\\end{tabular*}"


def test_lines_over_some_columns_go() -> None:
    rows = "a & b \\\\ \\cline{1-2} \\cmidrule(lr){2-3} c \\hline"
    made = simplified(f"\\begin{{tabular}}{{ll}}{rows}\\end{{tabular}} \\cline{{1-2}}")
    assert "a & b \\\\   c \\hline" in made and made.endswith("\\cline{1-2}")


def test_the_head_of_a_long_table_stands_once_and_its_cells_are_bare() -> None:
    cell = "\\begin{minipage}[b]{\\linewidth}\\raggedright\nHead\n\\end{minipage}"
    table = f"\\caption{{C}}\\\\ {cell} \\\\ \\endfirsthead {cell} \\\\ \\endhead foot \\endlastfoot a \\\\"
    made = simplified(f"\\begin{{longtable}}{{l}}{table}\\end{{longtable}}")
    assert made.count("Head") == 1 and "minipage" not in made and "foot" not in made
    assert " ".join(made.split()) == "\\begin{longtable}{l}\\caption{C}\\\\ Head \\\\ \\midrule a \\\\\\end{longtable}"


def test_a_table_within_a_cell_is_simplified_too() -> None:
    inner = "\\begin{tabular}{>{x}p{1cm}}b\\end{tabular}"
    made = simplified(f"\\begin{{tabular}}{{p{{2cm}}}}a & {inner} \\\\ c\\end{{tabular}}")
    assert made == "\\begin{tabular}{l}a & \\begin{tabular}{l}b\\end{tabular} \\\\ c\\end{tabular}"


@pytest.mark.parametrize("text", ["\\begin{tabular}", "\\begin{tabular}{ll", "\\begin{tabular}{ll} a", "no table"])
def test_what_is_no_table_stays(text: str) -> None:
    assert simplified(text) == text


@pytest.mark.parametrize(
    "piece", ["\\begin{tabular}{l}", "\\begin{tabular}{", "\\begin{minipage}[", "*{9}{", "\\cline"]
)
def test_hostile_tables_take_time_in_proportion(piece: str) -> None:
    def cost(count: int) -> float:
        started = time.process_time()
        simplified("\\begin{tabular}{l}" + piece * count + "\\end{tabular}")
        return time.process_time() - started

    cost(100)
    assert cost(8_000) < 64 * max(cost(500), 0.005)
