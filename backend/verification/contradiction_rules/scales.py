"""Compare the words of sentences on scales: duty, certainty, cause, extent, difference, and what was studied.

Most misquotations claim more than their source: “causes” for “is associated with”, “all” for “some”, “patients” for
“mice”. The words of such scales are few, and are the same for every subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from backend.verification.contradiction_rules.measures import number_of


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale of words with its `name`, such as from "required" to "optional".

    - `steps`: the pattern of the words on each step
    - `disagree`: pairs of steps that contradict each other: the step of a word in a sentence, then that in its source
    - `denied`: maps a step to the step that its negation expresses: “not required” is on the same step as “optional”;
      words of steps without an entry are ignored where they are negated
    """

    name: str
    steps: Mapping[str, re.Pattern[str]]
    disagree: Sequence[tuple[str, str]]
    denied: Mapping[str, str] = field(default_factory=dict)


def _words(**steps: str) -> dict[str, re.Pattern[str]]:
    return {step: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for step, words in steps.items()}


def _pairs(listed: str) -> Sequence[tuple[str, str]]:
    both = (each.split("/") for each in listed.split())
    return [(said, told) for said, told in both]


_DUTY = Scale(
    "duty",
    _words(
        required=r"must(?! have)|ha(?:ve|s|d) to|(?:is|are|was|were) to(?= \w+\b)|requir(?:es?|ed|ement)|obligat\w+|"
        r"oblig(?:ed|es)|"
        r"mandatory|compulsory|indispensable|necessar(?:y|ily)|need(?:s|ed)?(?! not\b)",
        recommended=r"recommend\w*|advi[sc]\w+|encourag\w+|should|ought to",
        optional=r"(?-i:may)|need not|allow(?:s|ed)|permit(?:s|ted)|optional(?:ly)?|voluntar(?:y|ily)|free to|"
        r"dispensable|"
        r"unnecessary|unneeded|exempt\w*|can be (?:omitted|left out|skipped|waived)",
        forbidden=r"forb[aio]d\w*|prohibit\w*|banned",
    ),
    _pairs(
        "required/optional required/recommended required/forbidden recommended/forbidden optional/forbidden "
        "optional/required forbidden/required forbidden/optional forbidden/recommended"
    ),
    {"required": "optional", "optional": "forbidden", "forbidden": "optional"},
)
_CERTAINTY = Scale(
    "certainty",
    _words(
        possible=r"(?-i:may)|might|could|possib\w+|perhaps|uncertain\w*|unclear|unknown|doubtful|suspect\w*|hypothe\w+|"
        r"speculat\w+|tentative\w*|preliminary|exploratory|hint\w*|propos\w+|suggest\w*|appear|appears|seems?|"
        r"disput\w+|"
        r"contested|disagree\w*|explanations?|in principle|unlikely|improbable|possibl[ey]",
        established=r"prove[ns]?|proof|certain(?:ly)?|undoubtedly|unquestionabl[ey]|definite(?:ly)?|demonstra\w+|"
        r"inevitabl[ey]|establish(?:ed|es)|confirm\w*|verif\w+|conclusive(?:ly)?|no doubt|undisputed|well understood|"
        r"shown to|agree|actually",
    ),
    _pairs("established/possible"),
    {"established": "possible"},
)
_CAUSE = Scale(
    "cause",
    _words(
        association=r"associat\w+|correlat\w+|link(?:ed|s)|relat(?:ed|ion|ionship)|coincid\w+|covar\w+|predict\w*|"
        r"tend(?:s|ed)?|parallel|accompan\w+|confound\w*|concurrent\w*|in the same \w+|went along",
        cause=r"caus(?:e|es|ed|ing|al|ation)|because of|due to|owing to|(?:led|leads?|leading) to|"
        r"result(?:s|ed|ing) (?:in|from)|br(?:ings?|ought) about|trigger\w*|driv(?:e|es|en)|drove|produc(?:e|es|ed)|"
        r"induc(?:e|es|ed)|responsible for|determin(?:es|ed)|prevent(?:s|ed)?|protect(?:s|ed)?|thanks to|makes?|made|"
        r"attributable|stem(?:s|med)? from|(?:rais|reduc|increas|lower|improv|decreas|boost|worsen)e?[sd](?= \w)",
    ),
    _pairs("cause/association"),
    {"cause": "association"},
)
_DIFFERENCE = Scale(
    "difference",
    _words(
        equal=r"same|equal(?:ly)?|identical(?:ly)?|similar(?:ly)?|comparabl[ey]|equivalent(?:ly)?|indistinguishabl[ey]|"
        r"unchanged|unaffected|unaltered|neither|within noise|alike|independent of|level|stable|constant|"
        r"no (?:\w+ )?(?:effect|change|influence|impact)",
        different=r"differ(?:s|ed|ent|ently|ences?)?|than|superior|inferior|outperform\w*|significan\w+|depend(?:s|"
        r"ed|ent)? (?:\w+ )?on|"
        r"ahead|affected|altered|better|worse|more(?! or less)|less|fewer|higher|lower|larger|smaller|faster|slower|"
        r"longer|shorter|stronger|weaker|(?:rais|lower|increas|reduc|decreas|improv|worsen|chang|declin|dropp|climb|halv|doubl)ed|change|rose|fell|grew|shrank",
    ),
    _pairs("different/equal equal/different"),
    {"different": "equal", "equal": "different"},
)
_STUDIED = Scale(
    "studied",
    _words(
        computed=r"simulat\w+|in silico|computed|hypothetical|theoretical\w*",
        laboratory=r"in vitro|cell cultures?|cultured|cultures? of|agar|test tubes?|laborator\w+|mesocosms?|"
        r"greenhouses?|"
        r"testbeds?",
        animals=r"animals?|mice|mouse|murine|rats?|rodents?|rabbits?|hamsters?|pigs?|piglets?|sheep|cattle|cows?|"
        r"goats?|dogs?|cats?|ferrets?|monkeys?|macaques?|chimpanzees?|birds?|finch(?:es)?|chickens?|broilers?|hens?|"
        r"fish|zebrafish|frogs?|insects?|flies|drosophila|bees?|worms?|larvae",
        people=r"humans?|people|persons?|patients?|volunteers?|women|men|adults?|infants?|children|schoolchildren|"
        r"adolescents?|mothers|clinical(?:ly)?",
        practice=r"real(?!ly)|in practice|commercial(?:ly)?|production|ordinary|everyday|fields?|open ocean",
    ),
    _pairs(
        "people/computed people/laboratory people/animals practice/computed practice/laboratory animals/computed "
        "animals/laboratory"
    ),
)
_EXTENT = Scale(
    "extent",
    _words(
        most=r"all|every|each|any|entire(?:ly)?|whole|throughout|always|everywhere|universal(?:ly)?|most(?= of|"
        r" \w+s\b)|"
        r"majority|mostly|more than half|(?:nearly|almost) (?:all|every)",
        part=r"some|several|a (?:few|part)|handful|only|alone|solely|exclusively|confined|restricted|limited to",
        few=r"(?<!a )few|minority|little(?= of)|(?:hardly|scarcely) any|rarely|seldom|almost no|"
        r"(?:less|fewer) than half",
    ),
    _pairs("most/part most/few few/most"),
    {"most": "part"},
)
#: Steps that are often expressed by a negation: “not required” for “optional”.
_BY_DENIAL = frozenset({"optional", "equal", "part", "possible"})
_SCALES = (_DUTY, _CERTAINTY, _CAUSE, _DIFFERENCE, _STUDIED, _EXTENT)
#: A negation, at most two words before a word.
_NEGATION = re.compile(
    r"(?:\b(?:not|no|never|nor|without|cannot|hardly|lacks?|lacking)|n['’]t)(?: \w+){0,2} $", re.IGNORECASE
)
#: A negation of a difference: “no more pain than”, “not … higher”.
_NO_MORE = re.compile(r"\b(?:no|not|nor|neither|never|without)\b|n['’]t\b", re.IGNORECASE)
#: A percentage that is a share of a whole. A change “by 20 %” and a ratio “20 % higher” are not shares.
_PERCENT = re.compile(
    r"(?<![\w.,–-])(?<!\bby )(?<!\bby about )(\d+(?:[.,]\d+)?) ?(?:%|percent\b)(?! (?:CI|confidence|higher|"
    r"lower|more|less|fewer|larger|smaller|faster|slower|(?:in|de)crease|reduction)\b)",
    re.IGNORECASE,
)
#: A share of at least the first percentage is most of a whole; a share of at most the second is a small part. The third
#: is the whole.
_MOST_OF, _FEW_OF, _WHOLE = 55.0, 45.0, 100.0
#: A count of a whole: “3 of 41”, “one of the twelve laboratories”.
_COUNT = re.compile(r"\b(\w+) (?:of|out of|in) (?:the |our )?(\w+)\b")


def other_step(sentence: str, passage: str, part: str) -> tuple[str, str] | None:
    """Return a word of a sentence and a word of its source that disagree on a scale, as “causes” and “associated”; None
    if there are none. A scale on which both texts have a step in common is ignored.

    `part` is the clause of the passage about the same thing. Words such as “equal” in other clauses are ignored.
    """
    for scale in _SCALES:
        said = _steps(scale.name, sentence)
        if not said or (scale is _DIFFERENCE and _NO_MORE.search(sentence)):
            continue
        told = _steps(scale.name, passage)
        if scale is _DIFFERENCE:
            said, told = _without_shared(sentence, part)
        if said.keys() & told.keys():
            continue
        for one, other in scale.disagree:
            if one in said and other in told and not (said[one][0].isdigit() and told[other][0].isdigit()):
                return said[one], told[other]
    return None


def _without_shared(sentence: str, part: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the steps of two texts on the scale of difference: for each text, a dict from step to word. Words that
    both texts have are left out: of “affected alike” and “affected more”, only “alike” and “more” remain.
    """
    mine, theirs = list(_found(_DIFFERENCE, sentence)), list(_found(_DIFFERENCE, part))
    both = {each[1].lower() for each in mine} & {each[1].lower() for each in theirs}
    if len({each[0] for each in theirs}) < 2:
        both = set()
    said, told = ([each for each in found if each[1].lower() not in both] for found in (mine, theirs))
    return dict(said), dict(told)


def shares_step(sentence: str, passage: str) -> bool:
    """Return True if a sentence and a passage of its source are on the same step of a scale, as “did not differ” and
    “were similar”. Such sentences agree, although only one of them has a negation.
    """
    return any(
        _BY_DENIAL & said.keys() & _steps(scale.name, passage).keys()
        for scale in _SCALES
        if (said := _steps(scale.name, sentence))
    )


@lru_cache(maxsize=4096)
def _steps(name: str, sentence: str) -> Mapping[str, str]:
    """Return a dict that maps the steps of a sentence on the scale of this name to its words for them."""
    scale = next(each for each in _SCALES if each.name == name)
    found = dict(_found(scale, sentence))
    if scale is _EXTENT:
        for step, words in _shares(sentence):
            found.setdefault(step, words)
    return found


def _shares(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield the step on the scale of extent, and the words, of each number in a sentence that is a share of a whole."""
    for match in _COUNT.finditer(sentence):
        part, whole = number_of(match[1]), number_of(match[2])
        if part and whole and 2 * part < whole:
            yield "part", match[0]
    for match in _PERCENT.finditer(sentence):
        share = float(match[1].replace(",", "."))
        if share <= _FEW_OF or _MOST_OF <= share <= _WHOLE:
            yield "few" if share <= _FEW_OF else "most", match[0]


def _found(scale: Scale, sentence: str) -> Iterator[tuple[str, str]]:
    for step, pattern in scale.steps.items():
        for match in pattern.finditer(sentence):
            denied = _NEGATION.search(sentence[: match.start()])
            if denied is None:
                yield step, match[0]
            elif step in scale.denied:
                yield scale.denied[step], f"{denied[0]}{match[0]}"
