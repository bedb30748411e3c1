r"""List the TeX commands whose first letter is also a JSON escape, so that `\nabla` is not decoded to a line break and
`abla`.

In JSON `\b \f \n \r \t` are control characters. If a model forgets to double its backslashes, such a command is valid
JSON with another meaning. Only these five letters matter: any other letter after a single backslash is invalid JSON, so
it must be TeX. The names come from the LaTeX kernel, amsmath, amssymb, booktabs and natbib.
"""

from __future__ import annotations

_B = """
backepsilon backprime backsim backsimeq backslash bar barwedge baselineskip because begin begingroup belowcaptionskip
beta beth between bf bfseries bibitem bibliography bibliographystyle big bigcap bigcirc bigcup bigg biggl biggm biggr
bigl bigm bigodot bigoplus bigotimes bigr bigsqcup bigstar bigskip bigtriangledown bigtriangleup biguplus bigvee
bigwedge binom blacklozenge blacksquare blacktriangle blacktriangledown bm bmod boldmath boldsymbol bot bottomrule
bowtie box boxed boxdot boxminus boxplus boxtimes bra braket breve bullet bumpeq
"""
_F = """
fallingdotseq fancyhead fbox fboxrule fboxsep fcolorbox figurename fill flat flushbottom flushleft flushright fnsymbol
fontfamily fontsize footcite footnote footnotemark footnotesize footnotetext forall foreach frac frak frame framebox
frametitle framesubtitle frown fullcite
"""
_N = """
nabla natural nbsp ncong ne nearrow neg neq newcommand newcounter newenvironment newlength newline newpage newtheorem
nexists ngeq ngeqslant ngtr ni nleftarrow nleftrightarrow nleq nleqslant nless nmid nobreak nocite noindent nolimits
nolinebreak nonumber nopagebreak norm normalfont normalsize not notag notin nparallel nprec npreceq nrightarrow nsim
nsubset nsubseteq nsucc nsucceq nsupseteq ntriangleleft ntriangleright nu num nvdash nwarrow
"""
_R = """
raggedleft raggedright raisebox rangle rbrace rbrack rceil rcases ref refname refstepcounter relax renewcommand
renewenvironment resizebox restriction rfloor rgroup rhd rho right rightarrow rightarrowtail rightharpoondown
rightharpoonup rightleftarrows rightleftharpoons rightrightarrows rightsquigarrow rightthreetimes risingdotseq rm
rmfamily rmoustache root rotatebox rowcolor rtimes rule rVert rvert
"""
_T = """
tabcolsep table tableofcontents tabular tabularnewline tag tan tanh tau tbinom text textbf textbackslash textbullet
textcite textcolor textdegree textemdash textendash textgreater textit textless textmd textnormal textquotedblleft
textquotedblright textregistered textrm textsc textsf textsl textstyle textsubscript textsuperscript texttrademark
texttt textup textwidth tfrac thanks theequation thefootnote therefore theta thickapprox thicksim thickspace thinspace
tikz tilde times tiny title to today toprule top triangle triangledown triangleleft trianglelefteq triangleq
triangleright trianglerighteq tt ttfamily twoheadleftarrow twoheadrightarrow
"""

#: all names, including their first letter
COMMANDS = frozenset((_B + _F + _N + _R + _T).split())

#: names that without their first letter are an ordinary word or identifier. A line break or tab before that word is as
#: likely as the command (`\\nu` or "u is the velocity", `\\to` or "o := 1"), so the context must decide
AMBIGUOUS = frozenset(
    [
        "ne",
        "neg",
        "neq",
        "nexists",
        "ngtr",
        "ni",
        "nless",
        "nmid",
        "norm",
        "not",
        "nparallel",
        "nprec",
        "nsim",
        "nsubset",
        "nsucc",
        "nu",
        "num",
        "ncong",
        "nobreak",
        "table",
        "tabular",
        "tag",
        "tan",
        "tau",
        "text",
        "thanks",
        "tiny",
        "title",
        "to",
        "today",
        "top",
        "tt",
    ]
)

assert all(name[0] in "bfnrt" for name in COMMANDS), "only JSON's own escape letters belong here"
