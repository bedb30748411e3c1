"""List words in seven languages: for the targets of cross-references ("Figure 3", "Theorem 2"), for the titles of boxes
("Note", "Warning"), and for the heading of the list of references.
"""

from __future__ import annotations

from collections.abc import Mapping

#: The targets of cross-references, pictures, and the list of references. The words below are in this order.
_KINDS = ("fig", "tbl", "eq", "sec", "lst", "picture", "refs")
_BY_LANGUAGE = {
    "en": ("Figure", "Table", "Equation", "Section", "Listing", "Picture", "References"),
    "de": ("Abbildung", "Tabelle", "Gleichung", "Abschnitt", "Listing", "Bild", "Literatur"),
    "fr": ("Figure", "Tableau", "Équation", "Section", "Listing", "Image", "Références"),
    "es": ("Figura", "Tabla", "Ecuación", "Sección", "Listado", "Imagen", "Referencias"),
    "pt": ("Figura", "Tabela", "Equação", "Seção", "Listagem", "Imagem", "Referências"),
    "it": ("Figura", "Tabella", "Equazione", "Sezione", "Listato", "Immagine", "Riferimenti bibliografici"),
    "nl": ("Figuur", "Tabel", "Vergelijking", "Paragraaf", "Listing", "Afbeelding", "Referenties"),
}
#: Quarto's prefixes of the identifiers of theorems and similar blocks.
THEOREMS = ("thm", "lem", "cor", "prp", "cnj", "def", "exm", "exr", "rem")
_THEOREM_WORDS = {
    "en": "Theorem Lemma Corollary Proposition Conjecture Definition Example Exercise Remark Proof",
    "de": "Satz Lemma Korollar Proposition Vermutung Definition Beispiel Übung Bemerkung Beweis",
    "fr": "Théorème Lemme Corollaire Proposition Conjecture Définition Exemple Exercice Remarque Preuve",
    "es": "Teorema Lema Corolario Proposición Conjetura Definición Ejemplo Ejercicio Observación Demostración",
    "pt": "Teorema Lema Corolário Proposição Conjetura Definição Exemplo Exercício Observação Demonstração",
    "it": "Teorema Lemma Corollario Proposizione Congettura Definizione Esempio Esercizio Osservazione Dimostrazione",
    "nl": "Stelling Lemma Gevolg Propositie Vermoeden Definitie Voorbeeld Oefening Opmerking Bewijs",
}
#: The kinds of boxes. The titles below are in this order; "cell" is the text in place of a figure that code would
#: create.
_BOXES = ("note", "tip", "warning", "caution", "important", "cell")
_BOX_WORDS = {
    "en": ("Note", "Tip", "Warning", "Caution", "Important", "made by code"),
    "de": ("Hinweis", "Tipp", "Warnung", "Vorsicht", "Wichtig", "entsteht durch Code"),
    "fr": ("Note", "Astuce", "Avertissement", "Attention", "Important", "produit par du code"),
    "es": ("Nota", "Consejo", "Advertencia", "Precaución", "Importante", "generado por código"),
    "pt": ("Nota", "Dica", "Aviso", "Cuidado", "Importante", "gerado por código"),
    "it": ("Nota", "Suggerimento", "Avvertenza", "Attenzione", "Importante", "prodotto dal codice"),
    "nl": ("Opmerking", "Tip", "Waarschuwing", "Let op", "Belangrijk", "gemaakt door code"),
}
#: Headings of reference lists in lower case.
LIST_HEADINGS = frozenset(
    """references|bibliography|works cited|literature|literature cited|reference list|literatur|
    literaturverzeichnis|quellen|quellenverzeichnis|références|références bibliographiques|bibliographie|
    referencias|bibliografía|referências|referências bibliográficas|bibliografia|riferimenti bibliografici|
    riferimenti|referenties|literatuur|literatuurlijst|参考文献|参考資料|литература|список литературы|
    참고문헌""".replace("\n    ", "").split("|")
)


def reference_words(language: str) -> Mapping[str, str]:
    """Return the words for everything that a cross-reference can name (figure, theorem, proof and so on), for boxes
    (note, warning and so on), and for the list of references. The keys are short names such as "fig".

    `language` is a tag such as `de-CH`. For an unknown language, the words are English.
    """
    primary = language.replace("_", "-").partition("-")[0].lower()
    language = primary if primary in _BY_LANGUAGE else "en"
    kinds = (*_KINDS, *THEOREMS, "proof", *_BOXES)
    words = (*_BY_LANGUAGE[language], *_THEOREM_WORDS[language].split(), *_BOX_WORDS[language])
    return dict(zip(kinds, words, strict=True))
