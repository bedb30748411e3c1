"""Translate the fixed sentences of the writer without a model into the language of the user's message. For a language
without translations, the answer is in English.

Two tables map each English sentence to its translations. Most sentences without variable parts are in this file. The
others are in `words/sentences_with_slots.json`: in these, `{x}` stands for words and `{n}` for numbers.
That file also has translations of the phrases that may stand in place of `{x}`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backend.keyless.message_language import language_of_message

_WITH_SLOTS = Path(__file__).parent / "words" / "sentences_with_slots.json"
#: Text in quotation marks, which may itself have quotations, up to three levels deep.
_QUOTATION = r"“(?:[^“”]|“(?:[^“”]|“[^“”]*”)*”)*”"
#: The words in place of `{x}`. They contain no second sentence, except within quotation marks.
_WORDS = rf"((?:(?>{_QUOTATION}|“[^”]*”)|(?![.!?] [A-Z])[^“])+?)"
_SLOT = re.compile(r"(\{[xn]\})")
_QUOTED = re.compile(rf"({_QUOTATION})")
#: The beginning of a quoted description of an edit.
_EDIT = "“The edit "
#: A preposition and an article that are written as one word in a language.
_CONTRACTIONS = {
    "fr": ((" de le ", " du "), (" de les ", " des "), (" à le ", " au "), (" à les ", " aux ")),
    "es": ((" de el ", " del "), (" a el ", " al ")),
}
#: The languages of each row of the table, after English.
LANGUAGES = ("de", "fr", "es", "it", "pt")
LINES: dict[str, tuple[str, str, str, str, str]] = {
    "The draft has your own words, unchanged.": (
        "Der Entwurf enthält Ihre eigenen Worte, unverändert.",
        "Le brouillon contient vos propres mots, inchangés.",
        "El borrador contiene sus propias palabras, sin cambios.",
        "La bozza contiene le sue parole, invariate.",
        "O rascunho contém as suas próprias palavras, sem alterações.",
    ),
    "The draft waits until you approve, reject or change it.": (
        "Der Entwurf wartet, bis Sie ihn annehmen, ablehnen oder ändern.",
        "Le brouillon attend que vous l'approuviez, le refusiez ou le modifiiez.",
        "El borrador espera a que lo apruebe, lo rechace o lo cambie.",
        "La bozza attende che lei la approvi, la rifiuti o la modifichi.",
        "O rascunho espera que o aprove, rejeite ou altere.",
    ),
    "What was removed last is in the document again, so nothing was prepared. To remove it once more, say “redo"
    " that”.": (
        "Was zuletzt entfernt wurde, steht schon wieder im Dokument, also wurde nichts vorbereitet. Um es noch einmal"
        " zu entfernen, sagen Sie „wiederhole das“.",
        "Ce qui a été supprimé en dernier est déjà revenu dans le document ; rien n'a donc été préparé. Pour le"
        " supprimer encore une fois, dites « refais ça ».",
        "Lo último que se eliminó ya está de nuevo en el documento, así que no se ha preparado nada. Para"
        " eliminarlo otra vez, diga «rehaz eso».",
        "Ciò che è stato eliminato per ultimo è già di nuovo nel documento, quindi nulla è stato preparato. Per"
        " eliminarlo ancora, dica «rifai questo».",
        "O que foi removido por último já está de novo no documento, por isso nada foi preparado. Para o remover outra"
        " vez, diga «refaz isso».",
    ),
    "Nothing was prepared. Quote some words of the change to undo, or say how many of the latest changes to undo.": (
        "Es wurde nichts vorbereitet. Welche Änderung soll zurückgenommen werden? Zitieren Sie einige ihrer Wörter,"
        " oder nennen Sie die Zahl der letzten Änderungen.",
        "Rien n'a été préparé. Citez quelques mots de la modification à annuler, ou dites combien des dernières"
        " modifications annuler.",
        "No se ha preparado nada. Cite algunas palabras del cambio que quiere deshacer, o diga cuántos de los "
        "últimos cambios quiere deshacer.",
        "Nulla è stato preparato. Citi alcune parole della modifica da annullare, o dica quante delle ultime "
        "modifiche annullare.",
        "Nada foi preparado. Cite algumas palavras da alteração a anular, ou diga quantas das últimas alterações "
        "anular.",
    ),
    "None of the latest changes is of the kind that you name, so nothing was prepared. Say which change to undo.": (
        "Keine der letzten Änderungen ist von der genannten Art; nichts wurde vorbereitet. Sagen Sie, welche "
        "zurückgenommen werden soll.",
        "Aucune des dernières modifications n'est de la sorte que vous nommez ; rien n'a été préparé. Dites "
        "laquelle annuler.",
        "Ninguno de los últimos cambios es del tipo que usted nombra; no se ha preparado nada. Diga qué cambio "
        "quiere deshacer.",
        "Nessuna delle ultime modifiche è del tipo che lei nomina; nulla è stato preparato. Dica quale annullare.",
        "Nenhuma das últimas alterações é do tipo que indica; nada foi preparado. Diga qual alteração desfazer.",
    ),
    "One draft cannot add new text and make other changes, so nothing was prepared. Send two messages.": (
        "Ein Entwurf kann nicht zugleich Text einfügen und anderes ändern; nichts wurde vorbereitet. Senden Sie "
        "zwei Nachrichten.",
        "Un brouillon ne peut pas à la fois ajouter un texte et faire d'autres modifications ; rien n'a été "
        "préparé. Envoyez deux messages.",
        "Un borrador no puede añadir texto y hacer otros cambios a la vez; no se ha preparado nada. Envíe "
        "dos mensajes.",
        "Una bozza non può aggiungere testo e fare altre modifiche insieme; nulla è stato preparato. Invii due "
        "messaggi.",
        "Um rascunho não pode acrescentar texto e fazer outras alterações ao mesmo tempo; nada foi preparado. Envie"
        " duas mensagens.",
    ),
    "The meaning of one of these orders depends on another one, so nothing was prepared. Send them one by one.": (
        "Einer dieser Aufträge bezieht sich auf einen anderen. Es wurde nichts vorbereitet. Senden Sie einen Auftrag"
        " nach dem anderen.",
        "Le sens d'une de ces demandes dépend d'une autre ; rien n'a été préparé. Envoyez-les une par une.",
        "Lo que significa una de estas órdenes depende de otra; no se ha preparado nada. Envíelas una por una.",
        "Il senso di una di queste richieste dipende da un'altra; nulla è stato preparato. Le invii una per una.",
        "O sentido de um destes pedidos depende de outro; nada foi preparado. Envie-os um por um.",
    ),
    "The message withdraws its own order, so nothing was prepared.": (
        "Die Nachricht nimmt ihren Auftrag zurück, also wurde nichts vorbereitet.",
        "Le message retire sa demande, donc rien n'a été préparé.",
        "El mensaje retira su orden, así que no se ha preparado nada.",
        "Il messaggio ritira la sua richiesta, quindi nulla è stato preparato.",
        "A mensagem retira o seu pedido, por isso nada foi preparado.",
    ),
    "The change waits until you approve or reject it.": (
        "Die Änderung wartet, bis Sie sie annehmen oder ablehnen.",
        "La modification attend que vous l'approuviez ou la refusiez.",
        "El cambio espera a que lo apruebe o lo rechace.",
        "La modifica attende che lei la approvi o la rifiuti.",
        "A alteração espera que a aprove ou rejeite.",
    ),
    "Noted. There is no open draft to decide on.": (
        "Verstanden. Nichts wartet auf eine Entscheidung.",
        "C'est noté : rien n'attend de décision.",
        "Entendido: nada espera una decisión.",
        "Va bene: nulla attende una decisione.",
        "Certo: nada espera uma decisão.",
    ),
    "Nothing was changed, because the message seems to be a remark and not an order. Write it as an order if you want"
    " the change.": (
        "Nichts wurde geändert, denn die Nachricht scheint eine Bemerkung und kein Auftrag zu sein. Schreiben Sie sie"
        " als Auftrag, wenn Sie die Änderung wünschen.",
        "Rien n'a été modifié, car le message semble être une remarque et non une demande. Formulez-le comme une"
        " demande si vous voulez cette modification.",
        "No se ha cambiado nada, porque el mensaje parece un comentario y no una orden. Escríbalo como una orden si"
        " quiere el cambio.",
        "Nulla è stato cambiato, perché il messaggio sembra un'osservazione e non una richiesta. Lo scriva come una"
        " richiesta se vuole la modifica.",
        "Nada foi alterado, porque a mensagem parece um comentário e não um pedido. Escreva-a como um pedido se quiser"
        " a alteração.",
    ),
    "There is no open draft to approve. Ask for one first.": (
        "Es gibt keinen offenen Entwurf zum Annehmen. Bitten Sie zuerst um einen.",
        "Il n'y a aucun brouillon ouvert à approuver. Demandez-en d'abord un.",
        "No hay ningún borrador abierto que aprobar. Pida primero uno.",
        "Non c'è nessuna bozza aperta da approvare. Ne chieda prima una.",
        "Não há nenhum rascunho aberto para aprovar. Peça primeiro um.",
    ),
    "There is no open draft.": (
        "Es gibt keinen offenen Entwurf.",
        "Il n'y a aucun brouillon ouvert.",
        "No hay ningún borrador abierto.",
        "Non c'è nessuna bozza aperta.",
        "Não há nenhum rascunho aberto.",
    ),
    "These drafts wait until you approve, reject or change them, newest first:": (
        "Diese Entwürfe warten, bis Sie sie annehmen, ablehnen oder ändern; der neueste steht oben:",
        "Ces brouillons attendent que vous les approuviez, les refusiez ou les modifiiez, le plus récent d'abord :",
        "Estos borradores esperan a que los apruebe, los rechace o los cambie, primero el más reciente:",
        "Queste bozze attendono che lei le approvi, le rifiuti o le modifichi, la più recente per prima:",
        "Estes rascunhos esperam que os aprove, rejeite ou altere, primeiro o mais recente:",
    ),
    "There is no open draft to move. Ask for one first, or name the part of the document to move.": (
        "Es gibt keinen offenen Entwurf zum Verschieben. Bitten Sie zuerst um einen, oder nennen Sie den Teil des"
        " Dokuments, der verschoben werden soll.",
        "Il n'y a pas de brouillon ouvert à déplacer. Demandez-en un, ou nommez la partie du document à déplacer.",
        "No hay ningún borrador abierto que mover. Pida primero uno, o nombre la parte del documento que mover.",
        "Non c'è nessuna bozza aperta da spostare. Ne chieda prima una, o indichi la parte del documento da spostare.",
        "Não há nenhum rascunho aberto para mover. Peça primeiro um, ou indique a parte do documento a mover.",
    ),
    "I carry out one change of the document at a time, so nothing was prepared. Send each change in a message of "
    "its own.": (
        "Jede Nachricht kann nur eine Änderung des Dokuments enthalten. Es wurde nichts vorbereitet. Senden Sie die"
        " Änderungen einzeln.",
        "Chaque message ne peut demander qu'une modification du document. Rien n'a été préparé. Envoyez les "
        "modifications une par une.",
        "Cada mensaje puede pedir un solo cambio del documento. No se ha preparado nada. Envíe los cambios uno por "
        "uno.",
        "Ogni messaggio può chiedere una sola modifica del documento. Nulla è stato preparato. Invii le modifiche "
        "una per una.",
        "Cada mensagem pode pedir uma só alteração do documento. Nada foi preparado. Envie as alterações uma por uma.",
    ),
    "I join only neighboring paragraphs, or two neighboring sections of the same level, and the message does not "
    "clearly name such parts. Nothing was prepared.": (
        "Ich verbinde nur benachbarte Absätze oder zwei benachbarte Abschnitte derselben Ebene, und die Nachricht nennt"
        " solche nicht klar. Nichts wurde vorbereitet.",
        "Je ne réunis que des paragraphes voisins, ou deux sections voisines d'un même niveau, et le message n'en nomme"
        " pas clairement. Rien n'a été préparé.",
        "Solo puedo unir párrafos seguidos, o dos secciones seguidas del mismo nivel, y el mensaje no los nombra con"
        " claridad. No se ha preparado nada.",
        "Unisco solo paragrafi vicini, o due sezioni vicine dello stesso livello, e il messaggio non li nomina"
        " chiaramente. Nulla è stato preparato.",
        "Só junto parágrafos seguidos, ou duas secções seguidas do mesmo nível, e a mensagem não os nomeia claramente."
        " Nada foi preparado.",
    ),
    "I could not tell which part of the document is meant, so nothing was prepared. Name the part as the document "
    "does.": (
        "Unklar ist, welcher Teil des Dokuments gemeint ist; nichts wurde vorbereitet. Nennen Sie ihn wie im Dokument.",
        "Je n'ai pas pu savoir quelle partie du document est visée ; rien n'a été préparé. Nommez-la telle qu'elle y"
        " figure.",
        "No está claro qué parte del documento se quiere decir; no se ha preparado nada. Nómbrela como aparece allí.",
        "Non è chiaro quale parte del documento si intenda; nulla è stato preparato. La nomini come sta scritta lì.",
        "Não é claro que parte do documento se pretende; nada foi preparado. Indique-a como lá está escrita.",
    ),
    "The order has an exception, so nothing was prepared. Name each part that should be deleted.": (
        "Der Auftrag enthält eine Ausnahme; nichts wurde vorbereitet. Nennen Sie jeden Teil, der gelöscht werden soll.",
        "La demande contient une exception ; rien n'a été préparé. Nommez chaque partie à supprimer.",
        "La orden contiene una excepción; no se ha preparado nada. Nombre cada parte que se deba eliminar.",
        "La richiesta contiene un'eccezione; nulla è stato preparato. Indichi ogni parte da eliminare.",
        "O pedido contém uma exceção; nada foi preparado. Indique cada parte a eliminar.",
    ),
    "The document is as it was when it was started or imported.": (
        "Das Dokument ist, wie es begonnen oder importiert wurde.",
        "Le document est tel qu'il a été commencé ou importé.",
        "El documento está como se empezó o se importó.",
        "Il documento è come è stato iniziato o importato.",
        "O documento está como foi começado ou importado.",
    ),
    "These changes led to the present text, newest first:": (
        "Diese Änderungen führten zum jetzigen Text, die neueste steht oben:",
        "Ces modifications ont mené au texte actuel, la plus récente d'abord :",
        "Estos cambios llevaron al texto actual, primero el más reciente:",
        "Queste modifiche hanno portato al testo attuale, la più recente per prima:",
        "Estas alterações levaram ao texto atual, primeiro a mais recente:",
    ),
    "There is no change to undo.": (
        "Es gibt keine Änderung, die sich zurücknehmen ließe.",
        "Il n'y a aucune modification à annuler.",
        "No hay ningún cambio que deshacer.",
        "Non c'è nessuna modifica da annullare.",
        "Não há nenhuma alteração para desfazer.",
    ),
    "Nothing is moved or changed in research mode. Send the message again in write mode.": (
        "Im Recherchemodus wird nichts verschoben oder geändert: Senden Sie die Nachricht noch einmal im Schreibmodus.",
        "Rien n'est déplacé ni modifié en mode recherche : envoyez de nouveau le message en mode écriture.",
        "En el modo de investigación no se mueve ni se cambia nada: envíe de nuevo el mensaje en el modo de escritura.",
        "In modalità ricerca nulla viene spostato o cambiato: invii di nuovo il messaggio in modalità scrittura.",
        "No modo de pesquisa nada é movido nem alterado: envie a mensagem de novo no modo de escrita.",
    ),
    "The model returned only a part of the text that it should change. The rest of this text was added to the draft"
    " unchanged. To remove the rest, ask for a shorter version.": (
        "Das Modell hat nur einen Teil des Textes zurückgegeben, den es ändern sollte. Der Rest wurde unverändert "
        "in den Entwurf übernommen. Soll der Rest wegfallen, bitten Sie um eine kürzere Fassung.",
        "Le modèle n'a renvoyé qu'une partie du texte à modifier. Le reste de ce texte a été ajouté au brouillon "
        "sans changement. Pour supprimer le reste, demandez une version plus courte.",
        "El modelo solo devolvió una parte del texto que debía cambiar. El resto de ese texto se añadió al borrador"
        " sin cambios. Para quitar el resto, pida una versión más corta.",
        "Il modello ha restituito solo una parte del testo da cambiare. Il resto di questo testo è stato aggiunto "
        "alla bozza senza modifiche. Per togliere il resto, chieda una versione più breve.",
        "O modelo só devolveu uma parte do texto que devia alterar. O resto desse texto foi acrescentado ao "
        "rascunho sem alterações. Para retirar o resto, peça uma versão mais curta.",
    ),
    "I left the draft as it is.": (
        "Der Entwurf bleibt, wie er ist.",
        "J'ai laissé le brouillon tel quel.",
        "He dejado el borrador como está.",
        "Ho lasciato la bozza com'è.",
        "Deixei o rascunho como está.",
    ),
    "I can't see clearly which part of the document is meant.": (
        "Es ist nicht klar, welcher Teil des Dokuments gemeint ist.",
        "Je ne vois pas clairement quelle partie du document est visée.",
        "No veo con claridad qué parte del documento se quiere decir.",
        "Non vedo con chiarezza quale parte del documento si intenda.",
        "Não vejo claramente que parte do documento se pretende.",
    ),
    "Tell me what to quote, and for which part of the document.": (
        "Sagen Sie, was zitiert werden soll und für welchen Teil des Dokuments.",
        "Dites-moi quoi citer, et pour quelle partie du document.",
        "Dígame qué citar y para qué parte del documento.",
        "Mi dica che cosa citare e per quale parte del documento.",
        "Diga-me o que citar e para que parte do documento.",
    ),
    "Without a model I can only quote. Attach or upload a text, or choose works of your library. `coscribe doctor` "
    "says how to set up a model that writes.": (
        "Ohne Modell wird nur zitiert. Hängen Sie einen Text an, oder wählen Sie Werke Ihrer Bibliothek. `coscribe "
        "doctor` sagt, wie man ein Modell einrichtet, das schreibt.",
        "Sans modèle je ne peux que citer. Joignez un texte, ou choisissez des ouvrages de votre bibliothèque. "
        "`coscribe doctor` dit comment configurer un modèle qui écrit.",
        "Sin modelo solo puedo citar. Adjunte un texto o elija obras de su biblioteca. `coscribe doctor` dice cómo "
        "configurar un modelo que escriba.",
        "Senza modello posso solo citare. Alleghi un testo o scelga opere della sua biblioteca. `coscribe doctor` "
        "dice come configurare un modello che scrive.",
        "Sem modelo só posso citar. Anexe um texto ou escolha obras da sua biblioteca. `coscribe doctor` diz como "
        "configurar um modelo que escreva.",
    ),
    "Without a model I can shorten a text, leave out or move sentences, make a list of them, and replace words by "
    "others that you give. I cannot rephrase or translate a text. `coscribe doctor` says how to set up a model that"
    " can.": (
        "Ohne Modell kann ich einen Text kürzen, Sätze weglassen oder umstellen, sie als Liste schreiben und Wörter"
        " durch andere ersetzen, die Sie nennen. Umformulieren oder übersetzen kann ich nicht. `coscribe doctor` "
        "sagt, wie man ein Modell einrichtet, das dies kann.",
        "Sans modèle je peux raccourcir un texte, omettre ou déplacer des phrases, en faire une liste, et remplacer"
        " des mots par d'autres que vous donnez. Je ne peux ni reformuler ni traduire un texte. `coscribe doctor` "
        "dit comment configurer un modèle qui le peut.",
        "Sin modelo puedo acortar un texto, omitir o mover frases, hacer con ellas una lista y sustituir palabras "
        "por otras que usted indique. No puedo reformular ni traducir un texto. `coscribe doctor` dice cómo "
        "configurar un modelo que pueda hacerlo.",
        "Senza modello posso accorciare un testo, omettere o spostare frasi, farne un elenco e sostituire parole "
        "con altre che lei indica. Non posso riformulare né tradurre un testo. `coscribe doctor` dice come "
        "configurare un modello che può farlo.",
        "Sem modelo posso encurtar um texto, omitir ou mover frases, fazer com elas uma lista e substituir palavras"
        " por outras que indique. Não posso reformular nem traduzir um texto. `coscribe doctor` diz como configurar"
        " um modelo que o possa fazer.",
    ),
}


def in_language_of(message: str, line: str) -> str:
    """Return an English line in the language of the user's message. If the tables lack one of its sentences, the line
    stays in English.

    Only the text before the first line break is translated. The lines after it are quotations and titles, which must
    not change.
    """
    language = language_of_message(message) if line else ""
    if language not in LANGUAGES:
        return line
    said, end, shown = line.partition("\n")
    translated = _sentences(said, LANGUAGES.index(language))
    return line if translated is None else f"{translated}{end}{shown}"


@dataclass(frozen=True, slots=True)
class _Row:
    """A sentence or phrase with slots such as `{x}`: a pattern that matches the English text, and its translations.
    `literal` is the number of characters outside of slots.
    """

    english: re.Pattern[str]
    #: the same pattern, for the beginning of a text in which another sentence follows
    beginning: re.Pattern[str]
    others: Sequence[str]
    literal: int
    #: True if the phrase begins with a slot, like "{x} and {x}"
    joins: bool


def _sentences(text: str, column: int) -> str | None:
    """Return the translation of some sentences; None if the tables lack one. `column` is the index of the language."""
    if not text:
        return ""
    for row in _rows("sentences"):
        for found in (row.beginning.match(text), row.english.fullmatch(text)):
            if found is None or (row.literal < len("{x} has {x}.") and not _are_known(found.groups(), column)):
                continue
            rest = _sentences(text[found.end() :].lstrip(), column)
            if rest is not None:
                filled = row.others[column].format(*(_phrase(slot, column) for slot in found.groups()))
                filled = _contracted(filled, LANGUAGES[column])
                return f"{filled[:1].upper()}{filled[1:]} {rest}".rstrip()
    return None


def _contracted(text: str, language: str) -> str:
    """Join each preposition of a translation with the article after it, where the language requires this: "de le"
    becomes "du". Text in quotation marks does not change."""
    parts = _QUOTED.split(text)
    for apart, together in _CONTRACTIONS.get(language, ()):
        parts[::2] = [part.replace(apart, together) for part in parts[::2]]
    return "".join(parts)


def _are_known(slots: Sequence[str], column: int) -> bool:
    """Return True if each of the `slots` (words in place of `{x}`) is a number or a quoted name, or has a translation.
    This is required for a row with little text outside of its slots, such as "{x} has {x}.", because many sentences
    match it."""
    return all(not slot[:1].isalpha() or _phrase(slot, column) != slot for slot in slots)


def _phrase(slot: str, column: int) -> str:
    """Translate the words in a slot if the table has them. Names, titles and quotations stay as they are, except a
    quoted description of an earlier edit, such as “The edit deletes …”.
    """
    told = slot[1:-1] if slot.startswith(_EDIT) and slot.endswith("”") else ""
    if told and (translated := _sentences(f"{told}.", column)) is not None:
        return f"“{translated.removesuffix('.')}”"
    for row in _rows("phrases"):
        found = row.english.fullmatch(slot)
        if found is not None:
            return row.others[column].format(*(_phrase(inner, column) for inner in found.groups()))
    return slot


@cache
def _rows(kind: str) -> tuple[_Row, ...]:
    """Return the rows of a `kind` ("sentences" or "phrases") in the order in which they are tried: rows without slots,
    then phrases that begin with a slot, then the others, longest first.
    """
    table: dict[str, Sequence[str]] = json.loads(_WITH_SLOTS.read_text(encoding="utf-8"))[kind]
    rows = [_row(english, others) for english, others in table.items()]
    rows += [_row(english, others) for english, others in LINES.items() if kind == "sentences"]
    return tuple(
        sorted(rows, key=lambda row: (row.english.groups > 0, kind == "sentences" or not row.joins, -row.literal))
    )


def _row(english: str, others: Sequence[str]) -> _Row:
    parts = _SLOT.split(english)
    pattern = "".join({"{x}": _WORDS, "{n}": r"([\d,]+)"}.get(part) or re.escape(part) for part in parts)
    literal = sum(len(part) for part in parts if not _SLOT.fullmatch(part))
    return _Row(re.compile(pattern), re.compile(rf"{pattern}(?= )"), others, literal, english.startswith("{x}"))
