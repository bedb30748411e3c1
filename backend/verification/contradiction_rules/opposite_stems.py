"""List the stems of opposite words, such as those for more and less, in German, Spanish, French and Chinese.

No freely usable table of antonyms exists for these languages, so the list has the words that papers usually use to
report results. An entry with a hyphen at its end is a stem; any other entry is a whole word.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache

from backend.sources.titles import without_accents

#: Each line has a pair of opposites, separated by a slash. An indented line continues the line before it.
_PAIRS = """
erhöh- steiger- stieg- gestiegen- anstieg- vergrößer- zunahm- zunehm- zunimm- zugenommen wuchs- gewachsen
    verstärk- / senk- gesenk- sank sanken gesunken verringer- verminder- reduzier- verkleiner- abnahm- abnehm-
    abnimm- abgenommen schrumpf- gemindert minder- schwäch- abgeschwäch-
verbesser- / verschlechter- beeinträchtig-
förder- begünstig- ermöglich- / hemm- verhinder- unterdrück- behinder-
mehr / weniger
größer- groß- höher- hoh- hoch / kleiner- klein- geringer- gering- niedriger- niedrig-
stark- stärker- / schwach- schwäch- gering-
lang- länger- / kurz- kürzer-
schnell- rasch- / langsam-
früh- / spät-
besser- / schlechter-
positiv- / negativ-
aktiv- / inaktiv-
viel- / wenig-
häufig- oft / selten-
alle allen aller / kein- nie- kaum
jed- / kein-
mehrheit mehrzahl meisten / minderheit wenigsten
zustimm- stimmt- befürwort- bejah- / ablehn- lehnt- verneint-
vor / nach
mit / ohne
aument- increment- crec- elev- subi- acrecent- / disminu- reduc- reduj- reduz- decrec- descend- baj- merm-
mejor- / empeor- deterior- peor-
favorec- promuev- facilit- / inhib- impid- impedi- dificult-
más / menos
mayor- alto alta altos altas / menor- bajo baja bajos bajas
fuerte- / débil-
largo- larga- / corto- corta-
rápid- / lent-
tempran- / tard-
positiv- / negativ-
activ- / inactiv-
muchos muchas / pocos pocas
todos todas todo toda / ningún- ningun-
mayoría / minoría
antes / después
con / sin
augment- accroî- accroi- accru- élev- hauss- croiss- / diminu- rédui- baiss- décroi- abaiss-
amélior- / détérior- aggrav- dégrad-
favoris- facilit- / inhib- empêch- entrav-
plus / moins
grand- haut- élevé- / petit- bas basse bass- faible-
fort forte forts fortes / faible-
long longue longs longues / court-
rapide- / lent-
meilleur- / pire- mauvais-
positif- positiv- / négatif- négativ-
actif- activ- / inactif- inactiv-
beaucoup nombreu- / peu rare-
tous toutes tout toute chaque / aucun-
majorité / minorité
avant / après
avec / sans
增 升 提 涨 / 减 降 跌
高 / 低
多 / 少
大 / 小
快 / 慢
强 / 弱
长 / 短
优 / 劣
好 / 差
早 / 晚
前 / 后
男 / 女
正 / 负
slow- / accelerat- quicken-
advanc- hasten- / delay- postpon-
shorten- / lengthen- prolong-
strengthen- / weaken-
verkürz- / verläng-
beschleunig- / verlangsam-
verfrüh- / verzöger-
acort- / alarg- prolong-
aceler- / ralentiz- fren-
adelant- / retras-
raccourc- / allong- prolong-
accél- / ralent-
avanc- / retard-
doubl- tripl- / halv- half
majority most / minority few
all every / none
often frequently usually always / rarely seldom
gain- / los-
before beforehand preced- predat- / after afterwards
earlier / later
toward towards / away
slight- / considerabl- strong- marked- substantial-
favor- favour- benefi- / harm- damag-
includ- / except exclud-
if / unless
recover- thriv- flourish- / disappear- vanish- collaps-
stall- stagnat- / accelerat- grow- grew
support- endors- / oppos- reject-
confirm- / refut- disprov-
permit- allow- / forbid- forbad- prohibit- bann-
twice double doubl- / half
"""

#: A clause that ends with the separated prefix of a German verb: “die Nutzung nahm mit dem Alter ab”.
_SEPARATED = re.compile(r"(?P<clause>[^,.;:]+) (?P<prefix>ab|zu|an)(?=\s*(?:[,.;:]|$))", re.IGNORECASE)
#: The end of such a clause. Looking for it first is fast, because few sentences have one.
_ALONE = re.compile(r" (?:ab|zu|an)\s*(?:[,.;:]|$)", re.IGNORECASE)
#: Minimum number of letters of a word that counts as a form of a listed stem although it is shorter than the stem. The
#: stem must begin with the word.
_STEM = 5
#: A number of a pair, and a side of it: 0 or 1.
_Side = tuple[int, int]


@cache
def _sides() -> tuple[Mapping[str, set[_Side]], Mapping[str, set[_Side]]]:
    """Return two dicts, one for whole words and one for beginnings of words. Each maps a text to its sides: (number of
    the pair, 0 or 1).
    """
    words, beginnings = defaultdict[str, set[_Side]](set), defaultdict[str, set[_Side]](set)
    for pair, line in enumerate(without_accents(_PAIRS).strip().replace("\n    ", " ").splitlines()):
        for side, listed in enumerate(line.split(" / ")):
            for entry in listed.split():
                stem = entry.removesuffix("-")
                (words if stem == entry else beginnings)[stem].add((pair, side))
                for end in range(_STEM, len(stem) if stem != entry else 0):
                    words[stem[:end]].add((pair, side))
    return words, beginnings


def joined_verbs(sentence: str) -> str:
    """Return a sentence in which each separated German verb is one word, if it is one of the listed verbs: “nahm die
    Nutzung ab” becomes “abnahm die Nutzung”.
    """

    def joined(found: re.Match[str]) -> str:
        words = found["clause"].split(" ")
        whole = [f"{found['prefix']}{each}".lower() for each in words]
        verb = next((at for at, each in enumerate(whole) if sides_of(each)), None)
        return found[0] if verb is None else " ".join([*words[:verb], whole[verb], *words[verb + 1 :]])

    return _SEPARATED.sub(joined, sentence) if _ALONE.search(sentence) else sentence


@lru_cache(maxsize=16_384)
def sides_of(word: str) -> frozenset[_Side]:
    """Return the pairs of opposites to which a word in lower case, or its stem, belongs. Each is given as (number of
    the pair, side 0 or 1).
    """
    bare = without_accents(word)  # as in `_sides`
    words, beginnings = _sides()
    found = (beginnings.get(bare[:end], ()) for end in range(1, len(bare) + 1))
    return frozenset(words.get(bare, ())).union(*found)


def are_opposed(one: str, other: str) -> bool:
    """Return True if the two words are on opposite sides of a pair, as “rise” and “falling”."""
    here, there = sides_of(one), sides_of(other)
    return bool(here and there) and any((pair, 1 - side) in there for pair, side in here) and not here & there
