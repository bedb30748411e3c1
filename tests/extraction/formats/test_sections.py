from __future__ import annotations

import pytest

from backend.extraction.formats.sections import is_part


@pytest.mark.parametrize(
    "heading",
    ["Authors", "ABSTRACT", "Abstract.", "1. Introduction", "2 Materials & Methods", "III. Results and Discussion",
     "Auteur", "Résumé", "Introduction générale", "Zusammenfassung", "Material und Methoden", "Palabras clave",
     "Conclusões", "Samenvatting", "摘 要", "参考文献", "はじめに", "Experiment 1", "Chapter 1: Background",
     "Tip 4: Know your data", "第一章 绪论", "一、引言", "Kapitel 2", "", "---"],
)  # fmt: skip
def test_parts_of_works(heading: str) -> None:
    assert is_part(heading)


@pytest.mark.parametrize(
    "heading",
    ["Coral reefs under stress", "Methods: a paper about traps", "Experimental evidence of ageing", "The author",
     "Introduction to deep learning", "CommonMark Spec", "影响城市居民身体健康的因素分析", "Results that last",
     "Experiments in ethics", "システム設計入門", "Notes on glacier ice"],
)  # fmt: skip
def test_titles_of_works(heading: str) -> None:
    assert not is_part(heading)
