"""List the words of each class (actions, objects, places …) that order_words.py recognizes in orders."""

from __future__ import annotations

#: Words before something that may not exist yet: indefinite articles, "another" and "new". Numbers are left out,
#: because in "section one table 2" the number belongs to the section.
INDEFINITE = frozenset(
    """
    a an another new
    ein eine einen einem einer neue neuen neuer neues
    un une nouveau nouvel nouvelle
    una uno nuevo nueva nuovo nuova
    um uma novo nova
    een nieuw nieuwe
    """.split()
)
#: Words for a direction. A name before such a word is a common noun ("the reference to the pilot" is not the section
#: "References"), because an order to delete something has no destination.
DIRECTIONS = frozenset("to towards auf an à au aux a al alla allo ao aos naar aan".split())
#: Words for the side of a part on which another part is or goes: "after Table 2", "the paragraph before Table 2".
AFTER = frozenset(
    """
    after behind below beneath following follow
    nach hinter unter
    après derrière sous
    después detrás debajo tras
    dopo dietro sotto
    depois após atrás abaixo
    na achter onder
    之后 后面
    """.split()
)
BEFORE = frozenset(
    """
    before above ahead preceding
    vor über
    avant devant
    antes delante encima
    prima davanti sopra
    acima
    voor boven
    之前 前面
    """.split()
)
#: "Make": the verb between a text and what the text becomes: a form ("make it shorter") or a place ("make it the last
#: paragraph").
_MAKING = "make let mach mache rends rendre haz hacer rendi rendere torna tornar maak сделай"
MAKING = frozenset(_MAKING.split())
#: The words of each class. A line has one language: English, German, French, Spanish, Italian, Portuguese, Dutch, and
#: for the most common classes Russian and Chinese with Japanese. `x*` stands for all words that begin with x.
CLASSES: dict[str, str] = {
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
        добав* встав* помест* размест* припиш*
        添加 加入 插入 加上 放到 放在 追加 挿入 加え 入れ 置い
    """,
    "writing": """
        write
        schreib schreibe schreiben
        écris écrire écrivez
        escribe escribir escriba
        scrivi scrivere scriva
        escreve escrever escreva
        schrijf schrijven
        напиши* написать
        撰写 撰寫 写一 書い 書き
    """,
    "moving": """
        move shift relocate transfer bring take
        verschieb* versetz* verleg* rück rücke rücken umstell* schieb schiebe schieben zieh ziehe ziehen hol hole
        déplac* transf* passe passer passez fais remont* descend*
        muev* mueve mover muévelo traslad* pasa pasar pase lleva llevar lleve
        spost* trasfer* porta portare passa
        move mova desloca* desloque passa passe leva levar leve
        verplaats* verschuif verschuiven breng haal
        перемест* перенес* передвин*
        移动 移動 移到 移至 移し
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
        удал* убери убрать вычеркн* сотри
        删除 刪除 删掉 去掉 削除 消し
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
        undo revert restore reinstate cancel reverse
        rückgängig wiederherstell* wiederherzustell* zurücknehm* zurückzunehm* zurücksetz*
        annul* rétabli* restaur* défais défaire
        deshaz deshacer deshaga reviert* revertir devuelv* devolver
        annull* ripristin* disfa
        desfaz* desfaça revert* repõe repor
        ongedaan herstel herstellen terugdraaien
        отмен* откат* верни вернуть
    """,
    "redoing": """
        redo wiederhol* refais refaire refaites rehaz rehacer rehaga rifai rifare refaz refazer overdoen
    """,
    "restoring": """
        restore reinstate wiederherstell* wiederherzustell* rétabli* restaur* remets remettez
        ripristin* repõe repor herstel herstellen
    """,
    "keeping": """
        keep keeping keeps retain preserve
        behalt behalte behalten bewahr bewahre bewahren
        garde gardez garder conserve conserver conservez
        conserva conservar conserve mantén mantener mantenga
        mantieni mantenere tieni tenere
        mantém manter mantenha
        behoud behouden bewaar bewaren houd hou
        保留 残して
    """,
    "leaving": """
        leave lass lasse lassen laisse laissez laisser deja dejar deje lascia lasciare deixa deixar deixe laat laten
    """,
    "excepting": """
        except excepting excluding besides but unless without
        außer ausser ausgenommen ohne
        sauf excepté hormis sans
        salvo excepto menos sin
        tranne eccetto senza
        exceto sem
        behalve zonder
    """,
    "shortening": """
        shorten condense tighten trim abridge compress halve reduce shrink prune slim streamline shorter briefer concise
        tighter leaner
        kürz* gekürzt straff* verkürz* halbier* reduzier* verschlank* knapper kompakter
        raccourci* abrège* abrége* condense* resserre* rédui* allège* allége* élagu* court courte concis concise
        brièvement bref
        acort* abrevi* reduc* reduz* aliger* recorta recortar resume resumir corto corta breve conciso concisa
        brevemente
        accorcia* abbrevi* riduc* ridurre dimezz* riassumi snelli* sfoltisci sfoltire corto corta breve conciso concisa
        encurt* abrevia* resume curto curta
        inkort* verkort* halveer* kort korter bondiger
        сократи* укороти* сжать сожми
        缩短 縮短 精简 短く 短縮
    """,
    "reworking": """
        rewrite rework rephrase reword paraphrase translate polish proofread correct improve fix edit revise clarify
        simplify summarise summarize expand elaborate adapt change convert explain comment critique check review alter
        modify
        formulier* umformulier* umschreib* übersetz* überarbeite* verbesser* korrigier* vereinfach* glätt* erklär*
        zusammenfass* fass prüf prüfe prüfen ändern ändere änder verändern verändere
        réécris réécrire réécrivez reformul* tradui* corrige* améliore* simplifie* explique* résume* résumer vérifie*
        modifie*
        reescrib* reformul* tradu* corrig* corrij* mejor* simplific* explic* revisa* revise modific* modifiq*
        riscriv* riformul* tradu* corregg* miglior* semplific* spieg* riassum* rived* modific* modifich*
        reescrev* melhor* revê reveja
        herschrij* herformul* vertaal verta* verbeter* vereenvoudig* leg
        перепиши* переписать перевед* исправ* улучши*
        改写 改寫 重写 重寫 翻译 翻譯 修改 書き直 翻訳 修正
    """,
    "converting": """
        turn convert transform recast wandle wandeln umwandeln umzuwandeln verwandle*
        transforme* transforma* convertis* converti* convierte trasforma* converte* transformeer omzetten
        преврати преобразуй 转换 轉換 变成 変換
    """,
    "changing": """
        change correct fix alter amend modify
        änder ändere ändern ändre korrigier* berichtig* verbesser*
        change changer changez corrige* modifi* rectifi*
        cambia cambiar cambie corrig* corrij* modific*
        cambi cambiare correggi correggere corregga modificare
        muda mudar mude altera alterar altere troca trocar troque
        verander* wijzig* corrigeer*
        исправ* измени*
        改为 改成 修正 訂正
    """,
    "rewording": """
        rewrite rework rephrase reword paraphrase translate simplify polish improve
        formulier* umformulier* umschreib* übersetz* vereinfach* glätt* verbesser*
        réécri* récri* reformul* tradui* simplifie* améliore*
        reescrib* reformul* tradu* simplific* mejora mejorar mejore
        riscriv* riformul* tradu* semplific* miglior*
        reescrev* reformul* traduz* melhora melhorar melhore
        herschrij* herformul* vertaal verta* vereenvoudig* verbeter*
        перепиши* перефразир* перевед* улучши*
        改写 改寫 重写 翻译 翻譯 書き直 言い換え 翻訳
    """,
    "manner": """
        language wording style prose grammar phrasing tone spelling flow readability punctuation diction english
        sprache stil wortwahl ausdruck grammatik tonfall rechtschreibung lesbarkeit zeichensetzung
        langue style formulation grammaire ton orthographe lisibilité ponctuation
        lenguaje estilo redacción gramática tono ortografía
        linguaggio lingua stile grammatica tono ortografia
        linguagem estilo redação gramática tom ortografia
        taal stijl grammatica toon spelling
    """,
    "language": """
        english german french spanish italian portuguese dutch russian chinese japanese
        englisch englische deutsch deutsche französisch* spanisch* italienisch* portugiesisch* russisch* chinesisch*
        anglais allemand français espagnol italien portugais néerlandais russe chinois japonais
        inglés alemán francés español italiano portugués holandés ruso chino japonés
        inglese tedesco francese spagnolo portoghese olandese russo cinese giapponese
        inglês alemão francês espanhol português
        engels duits frans spaans italiaans portugees nederlands
    """,
    "replacing": """
        replace substitute swap exchange overwrite
        ersetz ersetze ersetzen austauschen tausch tausche überschreib überschreibe
        remplace remplacer remplacez substitue
        reemplaza reemplazar reemplace sustituye sustituir sustituya
        sostituisci sostituire sostituisca rimpiazza
        substitui substituir substitua
        vervang vervangen
        замени* заменить
        替换 替換 换成 換成 置き換え 差し替え
    """,
    "swapping": """
        swap exchange switch
        tausch* vertausch*
        échange* inverti* permut*
        intercambi*
        scambi*
        troca trocar troque
        wissel* verwissel*
        поменя*
        交换 交換 对调 互换 調換 入れ替え
    """,
    "joining": """
        merge join combine unite fuse fold
        verbinde verbinden vereinige vereinigen zusammenführen zusammenlegen verschmelze verschmelzen zusammenfügen
        fusionne fusionner fusionnez réunis réunir réunissez joins joindre
        junta juntar junte fusiona fusionar unir combina combinar
        unisci unire unisca fondi fondere accorpa accorpare
        junta juntar junte unir funde fundir
        combineer samenvoegen verenig
        слей слить слейте объедин* соедин*
        合并 合併 結合
    """,
    "splitting": """
        split divide break separate cut
        teil teile teilen aufteilen aufzuteilen unterteil* trenn trenne trennen spalte aufspalten
        divise diviser divisez scinde scinder sépare séparer coupe couper
        divide dividir divida parte partir separa separar
        dividi dividere suddividi suddividere separa separare
        divide dividir separa separar
        splits splitsen verdeel
        拆分 分割 分成
    """,
    "making": _MAKING,
    "promoting": """
        promote outdent
        hochstuf* heraufstuf* hochrück* befördere
        promeus promouvoir promouvez remonte remonter
        promueve promover asciende ascender sube subir
        promuovi promuovere
        promove promover
        promoveer
        升级 升一级
    """,
    "demoting": """
        demote
        herabstuf* herunterstuf* runterstuf* zurückstuf* einrück*
        rétrograde rétrograder descends descendre
        degrada degradar baja bajar
        degrada degradare
        rebaixa rebaixar
        degradeer
        降级 降一级
    """,
    "subsection": """
        subsection subsections subchapter unterabschnitt unterabschnitts unterkapitel unterpunkt soussection
        sous-section subsección subapartado sottosezione subseção subsecção subsectie deelparagraaf 小节 子节
    """,
    "section noun": """
        section sections chapter abschnitt abschnitts kapitel chapitre sección apartado capítulo sezione capitolo seção
        secção sectie hoofdstuk hauptabschnitt hauptkapitel
    """,
    "heading": """
        heading subheading sub-heading headline subheadline title header
        überschrift zwischenüberschrift unterüberschrift titel zwischentitel
        titre intertitre soustitre
        título subtítulo encabezado
        titolo sottotitolo intestazione
        título subtítulo cabeçalho
        kop tussenkop koptekst
        标题 小标题
    """,
    "subheading": """
        subheading sub-heading subheadline zwischenüberschrift unterüberschrift zwischentitel intertitre soustitre
        subtítulo sottotitolo tussenkop 小标题
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
        это этот эту его её их
        这个 這個 これ それ
    """,
    "following": """
        following follows followed gefolgt suivi suivie seguido seguida seguito seguita gevolgd así ainsi così assim
        folgende folgenden folgendes folgender folgt folgen
        suivant suivante suivants suivantes suit suivre
        siguiente siguientes sigue seguir
        seguente seguenti segue seguire
        seguinte seguintes segue
        volgende volgt volgen
        следующ*
        以下 下面 下列 次の
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
    "piece": """
        sentence* bullet* row* item*
        satz sätze* stichpunkt* zeile* spiegelstrich*
        phrase* puce* ligne* frase* oración oraciones viñeta* fila* riga righe linha* zin zinnen rij rijen
    """,
    "draft": """
        draft
        entwurf entwurfs
        brouillon
        borrador
        bozza
        rascunho
        concept
        черновик*
        草稿 下書き
    """,
    "place": """
        at to into in after before behind below above ahead beneath under between following next
        an ans am in ins im nach hinter vor unter zu zum zur zwischen
        à au aux dans après avant derrière sous
        a al en después detrás tras antes debajo bajo
        a al alla allo nel nella in dopo prima dietro sotto
        ao à em no na depois após atrás antes abaixo
        aan naar in na achter voor onder tussen
        в во на после перед за под между к
    """,
    "edge": """
        end ends beginning start starts top bottom open opens close closes finish finishes conclude concludes
        ende endet enden anfang beginn* schluss vorn vorne hinten schließ schließe schließt schließen abschließen
        fin finit finir finisse début ouverture commenc* termine terminer conclus conclure concluez clos clore
        final fin principio comienz* empiez* inicio termina termine terminar concluye concluir cierra cerrar
        fine inizi* fondo coda finisce finire termini terminare concludi concludere chiudi chiudere
        fim final início começo conclui fecha fechar
        einde eind begin eindig eindigt sluit afsluiten
        конец конце конца концу начало начале начала
        末尾 结尾 結尾 最后 最後 开头 開頭 先頭 冒頭
    """,
    "negation": """
        not don't dont never
        nicht kein keine
        pas ne n'
        nunca
        non
        não
        niet geen
        не нельзя
        不要 不能 别再 ないで
    """,
}
