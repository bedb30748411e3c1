"""Text to terms."""

from __future__ import annotations

import pytest
import snowballstemmer
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.ranking.terms import language_of, stop_terms, terms, words_of
from tests.examples import examples

SAME = [
    ("clustering", "clusters", "english"),
    ("Résumé", "resume", "english"),
    ("NAÏVE", "naive", "english"),
    ("10,000", "10000", "english"),
    ("Gletscher", "gletschern", "german"),
    ("études", "étude", "french"),
    ("книги", "книга", "english"),
    ("ﬁeld", "field", "english"),
    ("كِتَابٌ", "كتـــاب", "arabic"),
    ("أنهار", "الأنهار", "english"),
    ("שָׁלוֹם", "שלומ", "hebrew"),
    ("והילדים", "הילדים", "hebrew"),
    ("کتابها", "کتاب", "persian"),
    ("льодовика", "льодовики", "ukrainian"),
    ("ukufundisa", "ukufunda", "other"),
    ("lumipeitteen", "lumipeite", "finnish"),
]


@pytest.mark.parametrize(("one", "other", "language"), SAME)
def test_same_term(one: str, other: str, language: str) -> None:
    assert terms(one, language) == terms(other, language) != []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p < 0.05", ["p", "0.05"]),
        ("研究方法", ["研究", "究方", "方法"]),
        ("猫", ["猫"]),
        ("GPT模型 v2", ["gpt", "模型", "v2"]),
        ("데이터", ["데이", "이터"]),
        ("ภาษา", ["ภา", "าษ", "ษา"]),
        ("snake_case", ["snake", "case"]),
        ("… — !", []),
        ("", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_vowel_signs_belong_to_their_word() -> None:
    assert len(terms("हिन्दी भाषा")) == 2


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The model is trained on all of the data that we have, and it was then tested.", "english"),
        ("Das Modell wird mit allen Daten trainiert, die wir haben, und dann auf einem Satz getestet.", "german"),
        ("Le modèle est entraîné sur toutes les données que nous avons, puis il est évalué dans ce cadre.", "french"),
        ("El modelo se entrena con los datos que tenemos y después se evalúa en una tarea.", "spanish"),
        ("Modellen er trænet på alle de data som vi har, og det er ikke blevet testet efter.", "danish"),
        ("Malli on opetettu kaikella sillä aineistolla, joka meillä on, ja se on myös testattu.", "finnish"),
        ("Model eldeki bütün veriler ile eğitildi ve bu daha sonra bir görev için sınandı, çok iyi.", "turkish"),
        ("Модель обучена на всех данных, которые у нас есть, и она была проверена.", "russian"),
        ("Модель навчено на всіх даних, які ми маємо, і її було перевірено.", "ukrainian"),
        ("Το μοντέλο εκπαιδεύεται με όλα τα δεδομένα που έχουμε και μετά δοκιμάζεται.", "greek"),
        ("تم تدريب النموذج على كل البيانات التي لدينا ثم تم اختباره في هذه المهمة", "arabic"),
        ("این مدل با همه داده‌هایی که داریم آموزش دیده است و برای آزمون به کار می‌رود", "persian"),
        ("המודל אומן על כל הנתונים שיש לנו ואז נבדק", "hebrew"),
        ("データを使ってモデルを学習した。", "japanese"),
        ("我们用所有数据训练了模型。", "chinese"),
        ("모든 데이터로 모델을 훈련했다.", "korean"),
        ("เราฝึกแบบจำลองด้วยข้อมูลทั้งหมด", "thai"),
        ("mfumo wetu ulifunzwa kwa takwimu zote tulizonazo " * 20, "other"),
        ("x = y + z", "english"),
        ("", "english"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_function_words_are_stemmed_like_any_other() -> None:
    assert set(terms("the being of us all")) & stop_terms("english") >= {"the", "be", "of", "all"}


@settings(max_examples=examples(80), deadline=None)
@given(st.text(max_size=60), st.sampled_from(["english", "german", "french"]))
def test_any_text_has_terms_without_blanks(text: str, language: str) -> None:
    assert all(term and not term.isspace() for term in terms(text, language))


@pytest.mark.parametrize("language", ["english", "german", "swedish"])
def test_terms_that_a_library_keeps_stay_as_they_are(language: str) -> None:
    """Works were stemmed by these languages before others were known, whatever they were written in."""
    assert terms("Gletscherne smelter 氷河", language)[-1] == "氷河"
    assert terms("λόγος", language) == terms("λόγος", "greek")
    assert terms("שלומות", "english") == ["שלומות"]


def test_the_words_of_a_text_are_a_new_list_each_time():
    words_of("Glaciers retreat.").clear()
    assert words_of("Glaciers retreat.") == ["glaciers", "retreat"]


def test_the_stemmers_are_compiled_because_most_of_an_index_is_stemming():
    assert snowballstemmer.stemmer("german").__class__.__module__ == "Stemmer"
