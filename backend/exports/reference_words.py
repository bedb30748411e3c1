"""Name the target of a cross-reference ("Figure 3"), and the list of references, in the document's language."""

from __future__ import annotations

from collections.abc import Mapping

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
#: Headings below which authors have their list of references, in lower case.
LIST_HEADINGS = frozenset(
    """references|bibliography|works cited|literature|literature cited|reference list|literatur|
    literaturverzeichnis|quellen|quellenverzeichnis|références|références bibliographiques|bibliographie|
    referencias|bibliografía|referências|referências bibliográficas|bibliografia|riferimenti bibliografici|
    riferimenti|referenties|literatuur|literatuurlijst|参考文献|参考資料|литература|список литературы|
    참고문헌""".replace("\n    ", "").split("|")
)


def reference_words(language: str) -> Mapping[str, str]:
    """Return the words by kind of target, for a language tag such as `de-CH`; English for unknown languages."""
    primary = language.replace("_", "-").partition("-")[0].lower()
    return dict(zip(_KINDS, _BY_LANGUAGE.get(primary, _BY_LANGUAGE["en"]), strict=True))
