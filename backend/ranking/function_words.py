"""List function words ("the", "of") of many languages. They reveal the language of a text. They do not show that a
passage answers a question, even if both contain them.
"""

from __future__ import annotations

#: Function words of the languages that have both a stemmer and instructions for the models. Users write to Coscribe
#: mostly in these.
STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.casefold().split())
    for language, words in {
        "english": """
            a about after all also am an and any are as at be because been before being between both but by can
            could did do does doing during each for from further had has have having he her here hers him his
            how i if in into is it its itself just me more most my no nor not of off on once only or other our
            out over own she should so some such than that the their them then there these they this those
            through to too under until up very was we were what when where which while who whom why will with
            would you your s t
        """,
        "german": """
            aber als am an auch auf aus bei bin bis da das dass dem den der des die doch du durch ein eine einem
            einen einer eines er es für hat ich ihr im in ist ja kann man mit nach nicht noch nur oder sein sich
            sie sind so über um und uns vom von vor war was welche wenn werden wie wir wird zu zum zur
        """,
        "french": """
            au aux avec ce ces cette comme dans de des du elle en est et été être il ils je la le les leur lui
            mais ne nous on ou où par pas plus pour qu que quel quelle qui sa se ses son sont sur un une vous
        """,
        "spanish": """
            al como con cual de del el ella en entre era es esta este fue ha la las le lo los más no o para pero
            por que qué se según ser si sin sobre son su sus también un una y ya
        """,
        "italian": """
            al alla anche che chi come con da dal dalla dei del della delle di e è gli ha i il in la le lo ma
            nel nella non o per più quale se si sono su tra un una
        """,
        "portuguese": """
            ao aos as com como da das de do dos e é ela ele em entre era essa foi mais mas na nas não no nos o
            os ou para pela pelo por qual que se sem ser seu são sua também um uma
        """,
        "dutch": """
            aan als bij dat de deze die dit door een en er haar het hij hoe ik in is je kan maar met naar niet
            nog of om ook op over te tot uit van voor waar wat we wel wordt worden zijn zij zo
        """,
        "swedish": """
            att av de den det detta efter eller en ett från för ha han har hur i inte kan med men mot när och om
            på sig som till under vad var vi är
        """,
    }.items()
}
#: The commonest words of further languages, enough to recognize a language so that its passages can be stemmed.
MORE_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.casefold().split())
    for language, words in {
        "danish": """
            af at blev de den der det du eller en er et for fra har hun hvor ikke jeg kan med men når og om på sig
            som til ud ved vil være
        """,
        "norwegian": """
            av at ble de den der det du eller en er et for fra har hun hvor ikke jeg kan med men når og om på seg
            som til ut ved vil være også etter
        """,
        "finnish": """
            ei että hän he ja jos joka jotka kun kuin mutta myös niin olla oli on ovat se sekä sen tai tämä tämän
            voi voit vain
        """,
        "hungarian": """
            a az azt egy ez ezt és hogy ha is csak de el meg nem mint vagy van volt lehet után ki még majd minden
            által
        """,
        "turkish": """
            bir bu çok da daha de değil en gibi göre her ile için ise kadar olan olarak olduğu o sonra ve veya ya
        """,
        "romanian": """
            a al ale ca care ce cu cum că de din este fi fost în între la mai nu o pe pentru prin sau se și sunt un
            unei va
        """,
        "polish": """
            a aby ale być co dla do i ich jak jest jego już który która które lub na nie o od oraz po przez się są
            tak to w z za że
        """,
        "czech": """
            a aby ale být co do i jak je jeho jejich jen jsou k které který na nebo o od po pro při s se ve z za že
            byl bylo tak
        """,
        "indonesian": """
            adalah akan anda atau bahwa dalam dan dapat dari dengan di ini itu juga ke oleh pada saat sebagai telah
            tidak untuk yang
        """,
        "catalan": """
            amb als de del dels el els en és entre és està ha i la les més no o per però que se seva són un una va
            aquest aquesta
        """,
        "russian": """
            а без бы был была были было в вы для до его ее если же за и из или их как к когда который которые ли мы
            на не но о об он она они от по при с со так также то только у что это
        """,
        "ukrainian": """
            а або але був була були було в вона вони він для до з за і із її його та й як який які коли ми на не
            об од по при про та так також то у ця це цього що щоб
        """,
        "greek": """
            αν από για δεν είναι ένα ένας έχει η ή θα και κατά με μια να ο οι όπως όταν που πως σας σε στα στη στην
            στις στο στον στους τα τη την της τις το τον του τους των ως
        """,
        "arabic": """
            أن أو إلى إن التي الذي الذين بين ثم عن على في قد كان كانت كل كما لا لم ما مع من هذا هذه هو هي و
        """,
        "persian": """
            آن آنها از است اگر این با باید بر برای به تا در را شد شده شود شما که می نیز و هر های یا یک
        """,
        "hebrew": """
            או אל אם אך אין את אשר גם היא הוא היו היה הם זה זו זאת יש כי כל כן לא מה מן עד על עם של
        """,
        "hindi": """
            और इस एक का कि की के को कर गया जा जो तक तथा था थी थे ने पर भी में यह या वह से हुआ हैं है हो
        """,
    }.items()
}
ALL_WORDS: dict[str, frozenset[str]] = STOP_WORDS | MORE_WORDS
#: The words of all languages together.
EVERY_WORD: frozenset[str] = frozenset().union(*ALL_WORDS.values())
#: Question words in the languages in which Coscribe answers. They are not the subject of a question.
QUESTION_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "english": "how what what's when where which who who's whom whose why",
        "german": """
            wann warum was weshalb welche welchem welchen welcher welches wem wen wer wessen wie wieso wieviel wieviele
            wo woher wohin wodurch wofür womit woran worauf wovon wozu
        """,
        "french": "combien comment lesquels où pourquoi quand quel quelle quelles quels qui quoi",
        "spanish": """
            adónde cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo dónde hay qué quién quiénes
        """,
        "italian": """
            c'è chi come cosa cos'è dov'è dove perché qual quale quali quando quanta quante quanti quanto
        """,
        "portuguese": "aonde como há onde porque porquê quais qual quando quanta quantas quanto quantos quem quê",
    }.items()
}
#: Articles and pronouns that stand before an apostrophe, without the apostrophe.
ELIDED: dict[str, frozenset[str]] = {
    "french": frozenset("c d j l n qu s".split()),
    "italian": frozenset("all c ch dall dell l nell sull".split()),
}
