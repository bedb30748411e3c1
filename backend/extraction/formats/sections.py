"""Recognize headings that name a part of a work, and not the work itself: "Abstract", "3. Materials and Methods",
"Experiment 1".
"""

from __future__ import annotations

import re
import unicodedata

#: Names of parts in English, German, French, Spanish, Italian, Portuguese, Dutch, Estonian, Chinese and Japanese.
_PARTS = frozenset(
    """
    abstract|summary|plain language summary|author summary|executive summary|in brief|highlights|key points
    key messages|graphical abstract|overview|outline|introduction|general introduction|background|motivation|purpose
    aim|aims|objective|objectives|goal|goals|hypothesis|hypotheses|related work|prior work|previous work
    literature review|literature|theory|preliminaries|notation|problem statement|statement of need
    statement of the problem|statement|definitions|terminology|material|materials|method|methods|methodology
    approach|design|study design|procedure|procedures|participants|sample|measures|data|dataset|datasets
    data collection|setup|experiment|experiments|experimental|implementation|model|models|analysis|analyses
    statistical analysis|evaluation|result|results|finding|findings|discussion|general discussion|conclusion
    conclusions|concluding remarks|closing remarks|implications|limitations|perspectives|outlook|future work
    future directions|recommendations|author|authors|author information|author notes|author contributions
    contributors|contributions|affiliation|affiliations|correspondence|contact|contact information|contacts|keyword
    keywords|key words|abbreviations|glossary|symbols|acknowledgement|acknowledgements|acknowledgment
    acknowledgments|funding|financial support|competing interests|conflict of interest|conflicts of interest
    declaration of interests|declarations|ethics|ethics statement|data availability|data availability statement
    availability|code availability|availability of data|reference|references|bibliography|literature cited
    works cited|appendix|appendices|annex|supplement|supplementary|supplementary material|supplementary materials
    supporting information|supplementary information|additional information|figure|figures|table|tables
    figure legends|figure captions|list of figures|list of tables|contents|table of contents|toc|index|preface
    foreword|dedication|epigraph|copyright|copyright notice|license|licence|disclaimer|document log|changelog
    version|version history|revision history|notes|note|remarks|abstract and keywords|title|title page|cover letter
    cover|installation|usage|getting started|features|requirements|examples|example|documentation|todo|readme|draft
    untitled|zusammenfassung|kurzfassung|überblick|einleitung|einführung|hintergrund|fragestellung|zielsetzung|ziele
    ziel|stand der forschung|stand der technik|grundlagen|theorie|material und methoden|methode|methoden|methodik
    vorgehen|durchführung|versuchsaufbau|daten|auswertung|ergebnis|ergebnisse|resultate|befunde|diskussion|fazit
    schluss|schlussfolgerung|schlussfolgerungen|schlussbetrachtung|ausblick|autor|autoren|autorin|autorinnen
    verfasser|schlagwörter|schlüsselwörter|stichwörter|abkürzungen|abkürzungsverzeichnis|danksagung|finanzierung
    interessenkonflikte|literaturverzeichnis|quellen|quellenverzeichnis|anhang|anlagen|abbildungen
    abbildungsverzeichnis|tabellen|tabellenverzeichnis|inhalt|inhaltsverzeichnis|vorwort|widmung|inhaltsübersicht
    titel|résumé|introduction générale|contexte|objectif|objectifs|état de l'art|problématique|matériel|matériels
    matériaux|méthode|méthodes|méthodologie|données|résultat|résultats|conclusion générale|conclusions générales
    auteur|auteurs|auteure|mots clés|mots-clés|remerciements|financement|conflits d'intérêts|références
    références bibliographiques|bibliographie|annexe|annexes|sommaire|table des matières|avant-propos|préface
    liste des figures|liste des tableaux|perspectives et conclusions|titre|resumen|introducción|antecedentes
    marco teórico|estado del arte|objetivo|objetivos|materiales|método|métodos|metodología|datos|resultado
    resultados|discusión|conclusión|conclusiones|autores|autora|palabras clave|agradecimientos|financiación
    conflicto de intereses|referencias|bibliografía|anexo|anexos|apéndice|índice|contenido|prólogo|título|riassunto
    sommario|introduzione|contesto|obiettivo|obiettivi|stato dell'arte|materiali|metodo|metodi|metodologia|dati
    risultato|risultati|discussione|conclusione|conclusioni|autore|autori|parole chiave|ringraziamenti|finanziamento
    riferimenti|riferimenti bibliografici|bibliografia|appendice|appendici|allegati|indice|prefazione|titolo|resumo
    introdução|contexto|materiais|dados|discussão|conclusão|conclusões|palavras-chave|palavras chave|agradecimentos
    financiamento|referências|referências bibliográficas|apêndice|sumário|prefácio|samenvatting|inleiding
    achtergrond|doel|doelstelling|doelstellingen|materialen|gegevens|resultaten|discussie|conclusie|conclusies
    trefwoorden|sleutelwoorden|dankwoord|financiering|referenties|literatuur|literatuurlijst|bijlage|bijlagen
    inhoudsopgave|inhoud|voorwoord|kokkuvõte|sissejuhatus|taust|eesmärk|meetodid|metoodika|materjal|materjalid
    andmed|tulemused|arutelu|järeldused|autorid|märksõnad|võtmesõnad|tänuavaldused|kirjandus|kasutatud kirjandus
    lisa|lisad|sisukord|eessõna|摘要|摘 要|引言|前言|绪论|緒論|背景|研究背景|问题重述|问题分析|材料与方法|方法
    研究方法|数据|结果|結果|结果与分析|讨论|討論|结论|結論|总结|作者|关键词|關鍵詞|致谢|致謝|参考文献|參考文獻|附录
    附錄|目录|目錄|要旨|概要|要約|はじめに|序論|緒言|目的|手法|研究手法|実験|考察|おわりに|まとめ|著者|キーワード
    謝辞|付録|目次
    """.replace("\n", "|").split("|")
)
_NAMES = frozenset(" ".join(part.split()) for part in _PARTS if part.strip())
_AND = re.compile(r"\s+(?:and|und|et|y|e|en|ja|with|of the|of)\s+|\s*[&/,+]\s*|和|与|及|と")
_NUMBERED = re.compile(
    r"(?:(?:\d{1,3}|[ivxlc]{1,5}|[a-z])(?:\.\d{1,3})*(?:[.):]|\s)\s*|[一二三四五六七八九十]+、\s*)(?=\S)"
)
#: A kind of part with its number; text after a colon names that part only.
_COUNTED = re.compile(
    r"(?:experiment|study|chapter|part|section|tip|rule|step|appendix|figure|table|lesson|lecture|week|day|unit|module"
    r"|example|exercise|version|volume|kapitel|teil|abschnitt|anhang|versuch|studie|chapitre|partie|étape|expérience|étude"
    r"|annexe|capítulo|parte|sección|experimento|estudio|capitolo|sezione|esperimento|studio|secção|seção|estudo|hoofdstuk"
    r"|deel|proef|peatükk|osa|katse)\s+(?:n[o°º]\.?\s*)?(?:\d[\d.]*|[ivxlc]+|one|two|three|four|five)\b(?:\s*[:.–—-].*)?"
    r"|第\s*[\d一二三四五六七八九十]+\s*[章节節部回编編].*"
)


def is_part(heading: str) -> bool:
    """Return True if a heading is one that many works have, such as "Abstract" or "Chapter 2". It cannot be the title
    of a work.
    """
    name = " ".join(unicodedata.normalize("NFC", heading).casefold().replace("’", "'").split())
    if _COUNTED.fullmatch(name):
        return True
    name = _NUMBERED.sub("", name, count=1) if _NUMBERED.match(name) else name
    name = name.strip(" .:;,-–—*_#()[]")
    return not name or name in _NAMES or all(part.strip() in _NAMES for part in _AND.split(name) if part is not None)
