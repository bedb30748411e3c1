"""A reference agrees with the work that it means, in any dress, and with no other."""

from dataclasses import replace

import pytest

from backend.kernel.records import Person, Record
from backend.verification.claims import read
from backend.verification.record_comparison.agreement import agreement
from backend.verification.works import merged

WORK = merged(
    [
        Record(
            "crossref",
            ("Drought tolerance of alpine grasses: a field study",),
            (Person("Meier", "Ruth"), Person("O’Neill", "Sean")),
            (2014,),
            ("Journal of Mountain Ecology", "J. Mt. Ecol.", "Alpine Press"),
            "10.1000/alpine.14",
        )
    ]
)
TITLE = WORK.title
DOI = "https://doi.org/10.1000/alpine.14"


def fit(text, work=WORK):
    return agreement(read(text), work)


@pytest.mark.parametrize(
    "text",
    [
        f"Meier, R., & O'Neill, S. (2014). {TITLE}. *Journal of Mountain Ecology*, 12(3), 1998–2010. {DOI}",
        f"[{TITLE}]({DOI})",
        f"[Drought tolerance of alpine grasses]({DOI})",
        f"Drought tolerance of alpine grasses: a field… {DOI}",
        "@article{x, title={Drought tolerance of alpine grasses,...}, author={Meier, Ruth}, doi={10.1000/alpine.14}}",
        f"(PDF) {TITLE} | Semantic Scholar {DOI}",
        f"{TITLE} - Journal of Mountain Ecology {DOI}",
        f"Meier R. {TITLE.upper()}. J Mt Ecol. 2014;12:100-9. {DOI}",
        f"Meier et al. (2015) Drought tolerence of alpine grasses – a field study. {DOI}",
        "@article{x, title={{" + TITLE + "}}, author={Meier, Ruth}, year={2014}, doi={10.1000/alpine.14}}",
        f"Meier R, O’Neill S. {TITLE}. Journal of Mountain Ecology. 2014;12(1987):100. {DOI}",
        f"徐 等 (2014). Drought tolerance of…. Journal of Mountain Ecology. {DOI}",
        f"Meier (2014) {DOI}",
        f"Meier (2014). J. Mt. Ecol. {DOI}",
        f"Meier (2014). Doctoral thesis. {DOI}",
        f"Meier. {TITLE}. 9th Conference on Grass (GRASS 2014). {DOI}",
        DOI,
    ],
)
def test_a_true_reference_holds(text):
    assert fit(text).agrees


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"Meier (2014). Drought tolerance of marine algae in warm seas. {DOI}", "title"),
        (f"[Salt stress in coastal wheat]({DOI})", "title"),
        (f"[{TITLE} revisited]({DOI})", "title"),
        (f"[Beyond {TITLE}]({DOI})", "title"),
        (f"Meier (2014). Drought tolerance of alpine grasses: warm seas and marine algae. {DOI}", "title"),
        (f"Meier (2014). Drought tolerance of alpine grasses - warm seas and marine algae. {DOI}", "title"),
        (f"Meier R. Growth under lasting Drought Tolerance of Alpine Grasses. 2014. {DOI}", "title"),
        (f"Meier R. Trouble at the text mine. Journal of Mountain Ecology. 2014;12:100. {DOI}", "title"),
        (f"Meier et al. (2014). Drought of salt. Journal of Mountain Ecology. {DOI}", "title"),
        (f"[Drought in Asia]({DOI})", "title"),
        (f"Meier & O’Neill (2014). Biogeography of Interpretability. {DOI}", "title"),
        (f"Meier et al. (2003) {TITLE}. 9th Conference on Grass (GRASS 2014). {DOI}", "year"),
        (f"Meier R. {TITLE}. Journal of Mountain Ecology. 1992;2014:JL6-JL6. {DOI}", "year"),
        (f"Meier, K. (2014). {TITLE}. {DOI}", "people"),
        (f"Smith, J. (2014). {TITLE}. {DOI}", "people"),
        (f"Das, J. (2014). {TITLE}. {DOI}", "people"),
        (f"{TITLE} — Smith, Journal of Mountain Ecology 2014 {DOI}", "people"),
        (f"Meier, R. (2004). {TITLE}. {DOI}", "year"),
        (f"Meier, R. {TITLE}. Journal of Mountain Ecology, 1999. {DOI}", "year"),
    ],
)
def test_what_contradicts_is_named(text, what):
    found = fit(text)
    assert not found.agrees
    assert getattr(found, what) in ("other", "longer")


def test_the_year_between_the_people_and_the_title_is_the_references_whatever_the_symposium_says():
    venue = "17th Symposium on Grass (SOG 2014), 22-25 July 2014, Copenhagen"
    assert fit(f"Meier, A., 2001. '{TITLE}', {venue}. {DOI}").year == "other"
    assert fit(f"Meier, A., 2014. '{TITLE}', {venue.replace('2014', '2021')}. {DOI}").year == "same"
    assert fit(f"Meier, A. '{TITLE}', {venue}. {DOI}").year == "same"


def test_a_year_within_the_journal_is_not_the_references():
    work = replace(WORK, containers=("Proceedings of the 2014 Conference on Grass",))
    assert fit(f"Meier (2001). {TITLE}. Proceedings of the 2014 Conference on Grass. {DOI}", work).year == "other"


@pytest.mark.parametrize("text", ["12(3), 1998–2010", "vol. 1999", "12:1950-1960", "(accessed 12 March 2026)"])
def test_numbers_that_look_like_years_are_none(text):
    assert fit(f"Meier. {TITLE}. {text}. {DOI}").year == "unsaid"


def test_a_title_of_another_script_is_found():
    work = replace(WORK, titles=("深度学习综述",), people=(Person("张", "伟"),))
    assert fit("张伟. 深度学习综述. 2014.", work).title == "same"


def test_a_compound_in_a_title_is_no_head_of_it():
    work = replace(WORK, titles=("Predicting protein–protein contacts from sequences by deep networks",))
    assert (
        fit("Meier et al. (2015) Compressing networks with Predicting Protein-Ligand affinity.", work).title == "other"
    )
    assert fit("Meier et al. (2015) Predicting protein–protein contacts from sequences by deep networks.", work).agrees


def test_a_work_called_like_its_authors_is_not_meant_where_another_title_stands():
    people = (Person("Alpine Grass Atlas", "of the society"),)
    work = replace(WORK, titles=("Alpine Grass Atlas",), people=people)
    assert not fit(f"Alpine Grass Atlas, S. (2014). Salt stress in coastal wheat: a large cohort. {DOI}", work).agrees
    assert fit(f"Alpine Grass Atlas (2014). Alpine Grass Atlas. {DOI}", work).agrees


def test_a_word_such_as_viewed_in_a_title_is_no_date_of_access():
    work = replace(WORK, titles=("Alpine grasses viewed through the lens of a dry summer",))
    assert fit(f"Alpine grasses viewed through the lens of a dry summer — Meier et al., 2014 {DOI}", work).agrees
    assert fit(f"Meier. Alpine grasses viewed through the lens of a dry summer. Viewed 3 May 2021. {DOI}", work).agrees


def test_two_words_before_people_and_year_are_a_title():
    assert fit(f"Deep learning (Meier and O’Neill, 2014) – {DOI}").title == "other"
    assert fit(f"Conference paper (Meier, 2014) – {DOI}").agrees


def test_what_stands_before_the_year_is_a_title_or_a_venue():
    assert not fit(f"R. Meier. Chemotaxonomie der Pflanzen (2014). {DOI}").agrees
    assert fit(f"R. Meier. Annals of Botany (2014). {DOI}").agrees


def test_a_subtitle_that_is_cut_off_agrees():
    work = replace(WORK, titles=("Unified Form Language: A domain-specific language for weak formulations",))
    assert fit(f"Unified Form Language: A domain-specific language… — Meier et al., Ecology 2014 ({DOI})", work).agrees


def test_words_such_as_web_are_a_title_where_other_words_begin_the_part():
    assert fit(f"Drought tolerance in the semantic web (Meier, 2014) – DOI {DOI}").title == "other"
    assert fit(f"Meier (2014), Web of Science. {DOI}").agrees


@pytest.mark.parametrize(
    "title",
    [
        "Drought tolerance of alpine grasses: a field experiment",
        "Drought tolerance of alpine herbs: a field study",
        "Flood tolerance of alpine grasses: a field study",
        f"{TITLE} II",
        f"{TITLE}, part 2",
        f"{TITLE}: a replication",
        f"{TITLE} in the twenty-first century",
        f"Rethinking {TITLE}",
        "The tragedy of the commons",
    ],
)
@pytest.mark.parametrize(
    "form", ["Meier and O’Neill, {t}, Journal of Mountain Ecology (2014), {d}", "{t} (Meier, 2014) {d}"]
)
def test_a_title_that_differs_in_a_word_or_goes_on_is_another_works(title, form):
    assert not fit(form.format(t=title, d=DOI)).agrees


def test_a_subtitle_of_several_parts_agrees_in_each_word():
    title = "Acute effects of iloprost: a randomized, double-blind, placebo-controlled crossover trial in adults"
    work = replace(WORK, titles=(title,))
    assert fit(f"Meier R. {title}. 2014. {DOI}", work).agrees
    assert not fit(f"Meier R. {title.replace('randomized', 'retrospective')}. 2014. {DOI}", work).agrees
    assert not fit(f"Meier R. {title.replace('controlled', 'uncontrolled')}. 2014. {DOI}", work).agrees


@pytest.mark.parametrize(("own", "other"), [("Typical", "Atypical"), ("Afferent", "Efferent")])
def test_an_opposite_of_one_letter_is_no_slip(own, other):
    work = replace(WORK, titles=(f"{own} signaling from the gut to the brainstem",))
    assert fit(f"Meier (2014). {own} signalling from he gut to the brainstem. {DOI}", work).agrees
    assert not fit(f"Meier (2014). {other} signaling from the gut to the brainstem. {DOI}", work).agrees


def test_an_index_whose_year_is_one_off_does_not_widen_the_years_of_a_work():
    work = replace(WORK, years=(2014, 2013))
    assert fit(f"Meier (2011). {TITLE}. {DOI}", work).year == "other"
    assert fit(f"Meier (2012). {TITLE}. {DOI}", work).year == "same"
    assert fit(f"Meier (2016). {TITLE}. {DOI}", replace(WORK, years=(2014, 2017))).year == "same"


def test_a_family_name_with_a_small_particle_is_a_name():
    assert fit(f"deYoung et al. (2014) {TITLE}. Journal of Mountain Ecology.").people == "other"
    assert fit(f"Meier et al. (2014) {TITLE} of mRNA. Journal of Mountain Ecology.").people == "same"
    assert fit(f"Editors D. {TITLE}. Journal of Mountain Ecology. 2014.").people == "other"


def test_three_words_with_a_small_one_are_a_title_of_their_own():
    assert fit(f"[21] Ruth Meier & Sean O’Neill. Models for glaciers. Alpine Press, 2014. {DOI}").title == "other"
    assert fit(f"[21] Ruth Meier & Sean O’Neill. Archives of glaciers. Alpine Press, 2014. {DOI}").title == "unsaid"


@pytest.mark.parametrize(
    ("entry", "form"),
    [
        ("author={Meier, Ruth}, year={2014}", "cut"),
        ("author={Poe, Ann}, year={2014}", "other"),
        ("year={2014}", "other"),
    ],
)
def test_a_title_field_that_ends_too_early_agrees_beside_the_right_authors(entry, form):
    long = replace(WORK, titles=("Drought tolerance of alpine grasses and of the herbs among them",))
    entry = f"@article{{x, title={{Drought tolerance of alpine grasses}}, doi={{10.1000/alpine.14}}, {entry}}}"
    assert fit(entry, long).title == form


def test_a_title_is_not_the_beginning_of_that_of_its_sequel():
    sequel = replace(WORK, titles=("Drought tolerance of alpine grasses revisited",))
    entry = "@article{x, title={Drought tolerance of alpine grasses}, author={Meier, Ruth}, doi={10.1000/alpine.14}}"
    assert fit(entry, sequel).title == "other"


@pytest.mark.parametrize(("year", "form"), [(2016, "same"), (2012, "other")])
def test_the_year_of_an_arxiv_id_is_a_year_of_the_work(year, form):
    later = replace(WORK, years=(2019,))
    assert fit(f"Meier R. {TITLE}. {year}. arXiv:1610.02391v3", later).year == form
    assert fit(f"Meier R. {TITLE}. {year - 14}. arXiv:math/0211159", replace(WORK, years=(2008,))).year == form
