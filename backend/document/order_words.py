"""Words of orders in seven languages, in small closed classes: what is done, to what, where; and how it is said.

They say how a message is built, not what it is about. The forms are those of orders: imperatives and infinitives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

#: English, German, French, Spanish, Italian, Portuguese and Dutch, one line each; `x*` stands for all words in x….
_CLASSES = {
    "placing": """
        insert add append put place paste prepend include attach
        füg füge fügen fügst einfügen einzufügen setz setze setzen einsetzen häng hänge hängen anhängen anzuhängen stell
        stelle stellen ergänz ergänze ergänzen pack packe übernimm übernehmen kopier kopiere einkopieren anfügen
        hinzufügen nimm aufnehmen leg lege
        insère insères insérer insérez ajoute ajoutes ajouter ajoutez mets mettre mettez place placer placez colle
        coller collez intègre intégrer
        inserta insertar inserte añade añadir añada agrega agregar agregue pon poner ponga coloca colocar coloque pega
        pegar pegue incluye incluir incluya
        inserisci inserire inserisca aggiungi aggiungere aggiunga metti mettere metta colloca collocare incolla
        incollare
        insere inserir insira adiciona adicionar adicione acrescenta acrescentar acrescente coloque põe pôr ponha cola
        colar cole inclui incluir inclua
        voeg voegen invoegen toevoegen plaats plaatsen zet zetten plak plakken
    """,
    "writing": """
        write
        schreib schreibe schreiben
        écris écrire écrivez
        escribe escribir escriba
        scrivi scrivere scriva
        escreve escrever escreva
        schrijf schrijven
    """,
    "moving": """
        move shift relocate transfer bring take
        verschieb* versetz* verleg* rück rücke rücken umstell* schieb schiebe schieben zieh ziehe ziehen hol hole
        déplac* transf* passe passer passez fais remont* descend*
        muev* mueve mover muévelo traslad* pasa pasar pase lleva llevar lleve
        spost* trasfer* porta portare passa
        move mova desloca* desloque passa passe leva levar leve
        verplaats* verschuif verschuiven breng haal
    """,
    "removing": """
        delete remove cut drop erase strike omit scrap discard lose eliminate ditch kill
        lösch* streich* gestrichen entfern* tilg* beseitig* weglass* wegfall* wegnehm* wegmach* entfall* herausnehm*
        rausnehm* rausstreich* rauswerf* rausschmeiß* rausschneid* herausstreich* rauslösch*
        supprim* enlev* enlèv* effac* retir* élimin* ôte ôter ôtez vire virer virez biffe biffer
        borra borrar borre elimin* quita quitar suprim* saca sacar saque tacha tachar
        cancell* rimuov* togli togliere tolga leva levare stralcia stralciare
        apag* remover remova exclui excluir exclua tira tirar tire retira retirar retire
        verwijder* schrap* wis wissen weglaten
    """,
    "renaming": """
        rename retitle
        umbenenn* umzubenenn* benenn benenne umtauf* betitel*
        renomm* rebaptis* renommer
        renombr* rebautiz* retitul*
        rinomin* ribattezz*
        renomei* renomear rebatiz*
        hernoem*
    """,
    "undoing": """
        undo revert restore reinstate
        rückgängig wiederherstell* wiederherzustell* zurücknehm* zurückzunehm* zurücksetz*
        annul* rétabli* restaur* défais défaire
        deshaz deshacer deshaga reviert* revertir
        annull* ripristin* disfa
        desfaz* desfaça revert* repõe repor
        ongedaan herstel herstellen terugdraaien
    """,
    "shortening": """
        shorten condense tighten trim abridge compress halve reduce shrink shorter briefer concise tighter
        kürz* gekürzt straff* verkürz* halbier* reduzier* knapper kompakter
        raccourci* abrège* abrége* condense* resserre* rédui* court courte concis concise brièvement bref
        acort* abrevi* reduc* reduz* resume resumir corto corta breve conciso concisa brevemente
        accorcia* abbrevi* riduc* ridurre dimezz* riassumi corto corta breve conciso concisa
        encurt* abrevia* resume curto curta
        inkort* verkort* halveer* kort korter bondiger
    """,
    "reworking": """
        rewrite rephrase reword paraphrase translate polish proofread correct improve fix edit revise clarify simplify
        summarise summarize expand elaborate adapt change convert explain comment critique check review
        formulier* umformulier* umschreib* übersetz* überarbeite* verbesser* korrigier* vereinfach* glätt* erklär*
        zusammenfass* fass prüf prüfe prüfen
        réécris réécrire réécrivez reformul* tradui* corrige* améliore* simplifie* explique* résume* résumer vérifie*
        reescrib* reformul* tradu* corrig* corrij* mejor* simplific* explic* revisa* revise
        riscriv* riformul* tradu* corregg* miglior* semplific* spieg* riassum* rived*
        reescrev* melhor* revê reveja
        herschrij* herformul* vertaal verta* verbeter* vereenvoudig* leg
    """,
    "rewording": """
        rewrite rephrase reword paraphrase translate simplify polish
        formulier* umformulier* umschreib* übersetz* vereinfach* glätt*
        réécris réécrire réécrivez reformul* tradui* simplifie*
        reescrib* reformul* tradu* simplific*
        riscriv* riformul* tradu* semplific*
        reescrev* reformul* traduz*
        herschrij* herformul* vertaal verta* vereenvoudig*
    """,
    "replacing": """
        replace substitute swap exchange overwrite
        ersetz ersetze ersetzen austauschen tausch tausche überschreib überschreibe
        remplace remplacer remplacez substitue
        reemplaza reemplazar reemplace sustituye sustituir sustituya
        sostituisci sostituire sostituisca rimpiazza
        substitui substituir substitua
        vervang vervangen
    """,
    "swapping": """
        swap exchange switch
        tausch* vertausch*
        échange* inverti* permut*
        intercambi*
        scambi*
        troca trocar troque
        wissel* verwissel*
    """,
    "naming": """
        title heading headline name call called named titled entitled
        überschrift titel name namen heiß* nenn* genannt
        titre nom appel* nomm* intitul*
        título nombre llam* titul*
        titolo nome chiam* intitol*
        título nome cham* intitul*
        kop titel naam heten noem* genaamd
    """,
    "pronoun": """
        it this that them these those
        ihn es sie das dies diesen dieses diese
        le la les l ça cela ceci
        lo la los las esto eso
        lo la li le questo
        isso isto
        het hem dit dat deze
    """,
    "following": """
        following follows así ainsi così assim
        folgende folgenden folgendes folgender folgt
        suivant suivante suivants suivantes suit
        siguiente siguientes sigue
        seguente seguenti segue
        seguinte seguintes segue
        volgende volgt
    """,
    "element": """
        paragraph* section* subsection* chapter* table* figure* equation* list heading* caption* footnote* appendix
        absatz absätze* abschnitt* unterabschnitt* kapitel* tabelle* abbildung* gleichung* liste überschrift* fußnote*
        anhang
        paragraphe* section* tableau* figure* équation* liste chapitre* titre annexe alinéa
        párrafo* sección secciones subsección tabla* figura* ecuación lista capítulo* título apéndice
        paragrafo paragrafi capoverso sezione sezioni sottosezione tabella figura equazione lista capitolo titolo
        parágrafo* seção secção tabela* equação capítulo*
        alinea paragraaf sectie hoofdstuk tabel figuur vergelijking lijst kop
    """,
    "draft": """
        draft
        entwurf entwurfs
        brouillon
        borrador
        bozza
        rascunho
        concept
    """,
    "place": """
        at to into in after before behind below above beneath under between following next
        an ans am in ins im nach hinter vor unter zu zum zur zwischen
        à au aux dans après avant derrière sous
        a al en después detrás tras antes debajo bajo
        a al alla allo nel nella in dopo prima dietro sotto
        ao à em no na depois após atrás antes abaixo
        aan naar in na achter voor onder tussen
    """,
    "edge": """
        end ends beginning start starts top bottom open opens close closes finish finishes
        ende endet enden anfang beginn* schluss vorne hinten
        fin finit finir finisse début ouverture commenc* termine terminer
        final fin principio comienz* empiez* inicio termina termine terminar
        fine inizi* fondo coda finisce finire termini terminare
        fim final início começo
        einde eind begin
    """,
    "negation": """
        not don't dont never
        nicht kein keine
        pas ne n'
        nunca
        non
        não
        niet geen
    """,
}

#: "Could you …", "kannst du …", "puedes …": what looks like a question, and orders.
_REQUESTING = frozenset(
    """
    can-you could-you would-you will-you can-we could-we
    kannst-du könntest-du würdest-du können-sie könnten-sie würden-sie können-wir
    peux-tu pourrais-tu pouvez-vous pourriez-vous
    puedes podrías puede podría
    puoi potresti può
    podes poderia você-pode
    kun-je kan-je zou-je wil-je
    """.split()
)
#: What an order begins with that orders nothing: "please", "no," "good, now".
COURTESIES = frozenset(
    """
    better please kindly pls ok okay so now then next also and but well right just actually instead good great fine
    perfect nice thanks thank you yes yeah no nope hi hello hey sorry wait first finally hmm oh ah maybe perhaps
    rather besser lieber eher mieux meglio melhor beter bitte danke ja nein gut nun jetzt dann also und aber doch
    hallo prima nee noch mal moment halt s'il te vous plaît plait stp svp merci oui non d accord bon alors
    maintenant et mais ensuite plutôt por favor gracias sí si vale bueno ahora entonces y pero luego mejor per
    favore grazie bene ora adesso poi allora e ma piuttosto perfetto obrigado obrigada sim não agora então mas
    alsjeblieft graag bedankt nu dus en maar
    """.split()
)
#: "No" without a comma belongs to the verb ("no lo borres", "no need to …"); "not there, but …" is no refusal.
_NO = re.compile(r"no\s+(?!wait|please|thanks|sorry|por favor|per favore)\w")
_BUT = frozenset("but sondern mais sino ma mas maar".split())
#: Words from the beginning of a sentence within which a negation refuses the order.
_NEAR = 6
#: "Can it go to …?" orders as well, and "it" stays.
_THINGS = frozenset("it this that es das er dies ça".split())
_MODALS = frozenset("can could kann könnte pourrait podría potrebbe poderia".split())
#: Stands for a part of the document where a reader has masked it (keyless/sentence_forms.py).
_NAME = "ꙮ"
#: Verbs of two words by the one that they stand for; a pronoun may stand between them.
_OF_TWO_WORDS = {
    ("throw", "out"): "delete",
    ("throw", "away"): "delete",
    ("take", "out"): "delete",
    ("leave", "out"): "delete",
    ("cross", "out"): "delete",
    ("cut", "out"): "delete",
    ("get", "rid"): "delete",
    ("do", "away"): "delete",
    ("nimm", "raus"): "lösche",
    ("wirf", "raus"): "lösche",
    ("lass", "weg"): "lösche",
    ("roll", "back"): "undo",
    ("go", "back"): "undo",
}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:\.\d+)*")
_ASKING = re.compile(
    r"^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|should|may|might|shall"
    r"|can|could|was|welche[rsmn]?|wer|wen|wem|wann|wo|wohin|warum|wieso|wie|ist|sind|hat|haben|soll|sollte|sollten"
    r"|sollen|darf|que|quoi|quel|quelles?|quels|qui|quand|où|pourquoi|comment|est-ce|faut-il|devrais-je|dois-je"
    r"|qué|cuál|cuáles|quién|cuándo|dónde|cómo|debería|debo|che|cosa|quale|quali|chi|quando|dove|perché|come|dovrei"
    r"|devo|deveria|waar|wat|welke|wie|hoe|moet)\b"
)


#: Ordinal numbers by their beginnings; those from the end are negative.
_ORDINALS = {
    1: "first opening erste premier premièr primer primeir primo prima eerste",
    2: "second zweite deuxième seconde segund secondo seconda tweede",
    3: "third dritte troisième tercer terzo terza terceir derde",
    4: "fourth vierte quatrième cuart quarto quarta vierde",
    5: "fifth fünfte cinquième quint vijfde",
    -1: "last final closing letzte dernier dernièr últim ultim laatste",
}


def ordinal_of(word: str) -> int | None:
    """The number that an ordinal in lower case stands for: "zweiten" is 2, "last" -1; None where it is none."""
    digits = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th|e|er|ère|ème|º|ª)", word)
    if digits:
        return int(digits[1])
    for number, beginnings in _ORDINALS.items():
        if any(word.startswith(each) and len(word) <= len(each) + 2 for each in beginnings.split()):
            return number
    return None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    words = sorted(set(_CLASSES[name].split()), key=len, reverse=True)
    return re.compile(
        "|".join(re.escape(word[:-1]) + r"[^\W\d_]*" if word.endswith("*") else re.escape(word) for word in words)
    )


@lru_cache(maxsize=1 << 12)
def is_a(word: str, *names: str) -> bool:
    """Return True if a lowercase word belongs to one of the classes."""
    return any(_pattern(name).fullmatch(word) for name in names)


def words_in(text: str) -> list[str]:
    """The words and numbers of a text in lower case, without pronouns that cling to a verb ("muévelo": mueve, lo)."""
    found: list[str] = []
    for word in _WORD.findall(text.casefold().replace("’", "'")):
        found += _parted(word)
    return found


def _of_one_word(words: list[str]) -> list[str]:
    """The words with a verb of two words at their beginning as one: "throw it out" is "delete it"."""
    for second in (1, 2, len(words) - 1):
        verb = _OF_TWO_WORDS.get((words[0], words[second])) if 0 < second < len(words) else None
        if verb is None:
            continue
        around = second == len(words) - 1 and words[0] in ("nimm", "wirf", "lass")  # German parts its verbs
        if second == 1 or around or (second == 2 and is_a(words[1], "pronoun")):
            if words[second + 1 : second + 2] == ["of"] and words[0] == "take":
                return words  # "take it out of X and put it into Y"
            rest = [word for place, word in enumerate(words) if place not in (0, second)]
            return [verb, *(rest[1:] if rest[:1] == ["of"] else rest)]
    return words


@lru_cache(maxsize=1 << 12)
def _parted(word: str) -> tuple[str, ...]:
    for pronoun in ("lo", "la", "los", "las", "li", "le"):
        stem = word.removesuffix(pronoun)
        bare = stem.translate(_UNACCENTED)
        for verb in (stem, bare):
            if stem != word and is_a(verb, "placing", "moving", "removing", "undoing", "renaming", "shortening"):
                return verb, pronoun
    return (word,)


_UNACCENTED = str.maketrans("áéíóú", "aeiou")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a message: its words behind "please", "no," and "could you", and whether it asks something."""

    words: tuple[str, ...]
    asks: bool
    #: whether it says not to do something: "don't delete it", "lösch ihn noch nicht", "no lo borres"
    refuses: bool = False


@lru_cache(maxsize=1 << 8)
def read_sentence(text: str) -> Sentence:
    """Read a sentence; "could you …?" orders and doesn't ask."""
    folded = text.strip().casefold().replace("’", "'")
    words, requests = words_in(folded), False
    while words:
        if words[0] in COURTESIES:
            words = words[1:]
        elif stop := next((n for n in (2, 1) if "-".join(words[:n]) in _REQUESTING), 0):
            words, requests = words[stop:], True
        elif words[0] in _MODALS and words[1:2] and (words[1] in _THINGS or _NAME in words[1:3]):
            words, requests = words[1:], True
        else:
            break
    words = _of_one_word(words)
    asks = folded.endswith(("?", "？")) or bool(words and _ASKING.fullmatch(words[0]))
    refuses = bool(_NO.match(folded)) or any(is_a(word, "negation") for word in words[:_NEAR])
    return Sentence(tuple(words), asks and not requests, refuses and not _BUT.intersection(words))
