"""The one rule for removing text: nothing goes without an order and its object."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from backend.placement.place import carry_out_first
from backend.placement.plan import DESTROYING
from backend.placement.request.replacement import Replacing
from backend.placement.rules import decide
from tests.examples import examples
from tests.placement.request.readings import parts
from tests.placement.request.test_replacement import replacing
from tests.placement.wordings import DOCUMENT, PLAIN, SECTION

#: What is said of a draft, in words of removal and change; where it goes; questions; refusals. {s} is a section.
SAID = {
    "en": """
        Remove the reference to {s}.|Delete the last sentence.|Cut the adjectives.|Edit it a little.
        |Change the tone.|Update the wording.|Drop the second half.|Replace “very” with “quite”.
        |Get rid of the passive voice.
        |Scrap that.|Rewrite it in plain words.|Strike the last clause.|Take out the numbers.|Edit the text for clarity.
        |{s} is where it has to go.|It has to go to {s}.|{s} could use this.|{s} should change direction with this.
        |Should I replace {s}?|Don't replace {s}.|Do not delete anything in {s}.|Would it be wise to rewrite {s}?
        |What would you change in {s}?|Update the reader in {s} on ferries.|I changed my mind about {s}.
        |Who should I thank in {s}?|The editor may remove {s} later.|Remember that {s} was updated last week.
        |Put it at the end of {s}.|Add it to {s} instead.|Rather in {s}, at the start.|Drop it into {s}.
        |Throw in a word on {s}.|This changes how {s} reads.|Make it shorter.|Thanks, good.""",
    "de": """Streich den letzten Satz.|Lösche die Zahlen.|Entferne den Verweis auf {s}.|Ändere den Ton.
        |Überarbeite die Formulierung.|Kürze das.|Nimm das Passiv raus.|Schreib es einfacher.|Vergiss das Letzte.
        |{s} ist der richtige Ort dafür.|Das muss nach {s}.|Soll ich {s} ersetzen?|Ersetze {s} nicht.
        |Lösche in {s} bitte nichts.|Was würdest du in {s} ändern?|Häng es an {s} an.|Lieber ans Ende von {s}.
        |Nicht in {s} streichen.|Wäre es klug, {s} neu zu schreiben?|Danke, gut so.""",
    "fr": """Supprime la dernière phrase.|Enlève les adjectifs.|Efface la référence à {s}.|Change le ton.
        |Mets à jour la formulation.|Raccourcis.|{s} est le bon endroit.|Faut-il remplacer {s} ?|Ne remplace pas {s}.
        |Que changerais-tu dans {s} ?|Mets-le à la fin de {s}.|Plutôt dans {s}.|Ne supprime rien dans {s}.|Merci.""",
    "es": """Quita la última frase.|Borra los números.|Elimina la referencia a {s}.|Cambia el tono.
        |Actualiza la redacción.|Más corto.|{s} es el lugar adecuado.|¿Debería reemplazar {s}?|No reemplaces {s}.
        |¿Qué cambiarías en {s}?|Ponlo al final de {s}.|Mejor en {s}.|No borres nada en {s}.|Gracias.""",
    "it": """Togli l'ultima frase.|Elimina i numeri.|Cancella il riferimento a {s}.|Cambia il tono.
        |Aggiorna la formulazione.|Più breve.|{s} è il posto giusto.|Dovrei sostituire {s}?|Non sostituire {s}.
        |Mettilo alla fine di {s}.|Meglio in {s}.|Não apague nada em {s}.|Apague a última frase.|Grazie.""",
    "zh": """删掉最后一句。|去掉数字。|删除对{s}的引用。|改一下语气。|更新措辞。|短一点。|{s}是合适的地方。
        |要不要替换{s}？|不要替换{s}。|放到{s}的末尾。|还是放在{s}里吧。|谢谢。""",
}  # fmt: skip
NAMES = ("Introduction", "Results", "Discussion", "Summary", "Sampling", "Statistics", "Breakup")
ASKED = (
    "Write about ferries.",
    "Add a paragraph on ferries to {s}.",
    "Schreib etwas über Fähren für {s}.",
    "请写一段。",
)


@st.composite
def conversations(draw: st.DrawFn) -> list[str]:
    """Two to four messages about a draft, mostly behind the one that asked for it; one or two sentences each."""
    sentences = [each.strip() for each in SAID[draw(st.sampled_from(sorted(SAID)))].split("|")]
    one = st.lists(st.sampled_from(sentences), min_size=1, max_size=2)
    messages = [draw(st.sampled_from(ASKED))] if draw(st.integers(0, 3)) else []
    messages += [draw(st.sampled_from((" ", "\n"))).join(said) for said in draw(st.lists(one, min_size=2, max_size=3))]
    return [each.format(s=draw(st.sampled_from(NAMES))) for each in messages]


# 32 conversations at a time, since drawing them one by one takes as long as reading them: 1,280 of them have each of
# the 110 sentences some forty times, in most of the sections.
@settings(max_examples=examples(40), phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(st.lists(conversations(), min_size=32, max_size=32), st.sampled_from((PLAIN, SECTION)))
def test_nothing_is_lost_without_an_order_and_its_object(chats: list[list[str]], content: str):
    for messages in chats:
        decision = decide(DOCUMENT, content, messages)
        if decision.placement.operation in DESTROYING:
            assert not decision.sure, messages
        else:
            words = iter(carry_out_first(DOCUMENT, content, decision.candidates).text.split())
            assert all(word in words for word in DOCUMENT.text.split()), messages


@pytest.mark.parametrize(
    "message",
    [
        "Lösche in Discussion bitte nichts. Häng es an Discussion an.",
        "Lieber ans Ende von Discussion. Überarbeite die Formulierung.",
        "Discussion is where it has to go. Add it to Discussion instead.",
        "Supprime la dernière phrase. Mets à jour la formulation.",
        "Streich den letzten Satz. Schreib es einfacher.",
        "还是放在Discussion里吧。 更新措辞。",
    ],
)
def test_two_sentences_make_no_order_together(message: str):
    for messages in ([message], ["Write about ferries.", message]):
        decision = decide(DOCUMENT, PLAIN, messages)
        assert decision.placement.operation not in DESTROYING or not decision.sure


@pytest.mark.parametrize(
    "message",
    [
        "Replace Discussion with this.",
        "Overwrite Discussion.",
        "Use this instead of Discussion.",
        "Discussion should be replaced by this.",
        "Delete Discussion and insert this there.",
        "I don't like Discussion as it is. Replace it by this.",
        "This is the new Discussion; discard the old one.",
        "Update Discussion: use this text.",
        "Could you replace Discussion with this?",
        "Ersetze Discussion durch das hier.",
        "Remplace Discussion par ceci.",
        "Sustituye Discussion por esto.",
        "Sostituisci Discussion con questo.",
        "请把“Discussion”替换成这段。",
    ],
)
def test_an_order_with_its_object_is_carried_out(message: str):
    decision = decide(DOCUMENT, PLAIN, ["Write about ferries.", message])
    assert decision.sure
    assert decision.placement.operation == "replace"
    assert decision.placement.section == ("Ice on northern rivers", "Discussion")


@pytest.mark.parametrize(
    "message", ["Discussion is no good, use this instead.", "Please kill Discussion and put this there."]
)
def test_an_order_that_is_not_plain_is_asked_about(message: str):
    decision = decide(DOCUMENT, PLAIN, ["Write about ferries.", message])
    assert decision.placement.operation == "replace"
    assert not decision.sure


@pytest.mark.parametrize(
    ("text", "explicit"),
    [
        ("Replace Discussion.", True),
        ("Replace the second paragraph of the Introduction.", True),
        ("Use the above as the new Discussion section.", True),
        ("I want the new Discussion section.", False),
        ("Replace the verbs in Discussion with this.", False),
        ("Replace whatever Discussion says.", False),
        ("Replace the whole of Discussion with this.", True),
        ("Should I replace Discussion?", False),
        ("Don't replace Discussion.", False),
    ],
)
def test_a_question_and_a_refusal_are_no_orders(text: str, explicit: bool):
    made = replacing(text)
    made.target()
    assert made.explicit is explicit


def test_a_verb_of_change_needs_new_text_unless_it_asked_for_the_draft():
    for opens, found in ((True, True), (False, False)):
        assert (Replacing(*parts("Revise Discussion."), opens=opens).target() is not None) is found
