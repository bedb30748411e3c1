"""Name the target of a cross-reference ("Figure 3") in the document's language."""

from __future__ import annotations

from collections.abc import Mapping

_KINDS = ("fig", "tbl", "eq", "sec", "lst", "picture")
_BY_LANGUAGE = {
    "en": ("Figure", "Table", "Equation", "Section", "Listing", "Picture"),
    "de": ("Abbildung", "Tabelle", "Gleichung", "Abschnitt", "Listing", "Bild"),
    "fr": ("Figure", "Tableau", "Équation", "Section", "Listing", "Image"),
    "es": ("Figura", "Tabla", "Ecuación", "Sección", "Listado", "Imagen"),
    "pt": ("Figura", "Tabela", "Equação", "Seção", "Listagem", "Imagem"),
    "it": ("Figura", "Tabella", "Equazione", "Sezione", "Listato", "Immagine"),
    "nl": ("Figuur", "Tabel", "Vergelijking", "Paragraaf", "Listing", "Afbeelding"),
}


def reference_words(language: str) -> Mapping[str, str]:
    """Return the words by kind of target, for a language tag such as `de-CH`; English for unknown languages."""
    primary = language.replace("_", "-").partition("-")[0].lower()
    return dict(zip(_KINDS, _BY_LANGUAGE.get(primary, _BY_LANGUAGE["en"]), strict=True))
