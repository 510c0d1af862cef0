"""The words of offers beyond an application, by language; `offers.py` puts them together.

They are in the form that `signals.words` returns, as the beginnings of words (`\\b` ends one).
"""

from __future__ import annotations

from typing import NamedTuple


class OfferWords(NamedTuple):
    """The words of one language by which a box offers or asks for more than the application."""

    #: what is an offer wherever it is named
    alone: str
    #: somebody passes data on …
    gives: str
    #: … to others than the employer
    others: str
    #: somebody writes, or is written to …
    sends: str
    #: … with offers and news
    news: str
    #: somebody keeps …
    keeps: str
    #: … what was sent …
    kept: str
    #: … for longer than the application
    later: str


OFFER_WORDS = {
    "en": OfferWords(
        alone=r"profiling\b|personali[sz]ed (?:ads|advert|offer|recommend)|job (?:recommend|suggest|notification"
        r"|tips)",
        gives=r"see\b|visible|access|shar(?:e|ed|es|ing)\b|pass(?:ed|ing)? (?:\w+ ){0,3}(?:on|to)\b|forward|disclos"
        r"|transfer|transmi"
        r"|sell\b|sold\b"
        r"|(?:provided|given|available) to\b",
        others=r"partners\b|(?:\w+ )?partner (?:compan|organi|firm|business)|third part|affiliat|subsidiar"
        r"|sister compan"
        r"|group compan|(?:compan\w+|members|entities|firms) (?:of|in|within) (?:the|our|its|your) (?:\w+ )?group\b"
        r"|sponsors\b|advertisers\b|clients\b|customers\b|other (?:compan|employer|organi|recruiter|agenc|firm)"
        r"|parent compan",
        sends=r"send\b|text me|e ?mail me|receiv|hear (?:from|about)|get\b|contact|call me|notif|inform me|informed\b"
        r"|updated?\b|tell me|let me know",
        news=r"offers\b|news\b|jobs\b|promo|surveys\b|alerts\b|recommendations\b|events\b|vacancies\b|opportunities\b"
        r"|(?:similar|other|new|matching|future|suitable|relevant|related|more) (?:job|role|position|vacanc"
        r"|opportunit"
        r"|opening|career)",
        keeps=r"keep|kept\b|retain|retention|stor(?:e|ed|ing|age)\b|sav(?:e|ed|ing)\b|hold\b|add(?:ed)?\b",
        kept=r"(?:my|your|the) (?:\w+ ){0,2}(?:data|cv|resume|application|details|information|profile)\b",
        later=r"future|later\b|pool\b|on (?:file|record)|database|months?\b|years?\b|indefinite|longer\b"
        r"|other (?:job|role|position|vacanc|opportunit|opening)",
    ),
    "de": OfferWords(
        alone=r"profiling\b|profilbildung|newsletter|jobvorschlag|stellenvorschlag|jobempfehlung",
        gives=r"sehen\b|einsehen|sichtbar|zugang|weiterge|weiterzu|weiterleit|ubermitt|ubertrag|teilen\b|teilt\b"
        r"|geteilt|uberlass|verkauf"
        r"|zur verfugung"
        r"|bereitge|bereitzu|offenge|offenzu",
        others=r"\w*partner|dritte|kunden\b|verbundene|\w*konzern|gruppen?(?:unternehmen|gesellschaft)"
        r"|unternehmensgruppe"
        r"|schwester"
        r"|tochter(?:unternehmen|gesellschaft|firm)|andere\w* (?:unternehmen|firmen|arbeitgeber)",
        sends=r"schick|send|zusend|zuge|erhalt|bekomm|informier|kontaktier|benachrichtig|anruf|halten|gehalten"
        r"|mochte",
        news=r"angebote|stellenangebote|jobangebote|neuigkeiten|jobs\b|vakanzen|aktionen\b|rabatt|gutschein"
        r"|veranstaltung"
        r"|(?:passende|neue|ahnliche|weitere|andere|kunftige|zukunftige)\w* (?:job|stelle|vakanz|position|karriere"
        r"|moglich|angebot|chance)",
        keeps=r"speicher|gespeichert|aufbewahr|aufnehm|aufgenommen|vorgehalten|behalt|verbleib|bleib|aufzu",
        kept=r"daten\b|bewerbung|unterlagen|lebenslauf|profil|bewerberdaten",
        later=r"kunftig|zukunft|zukunftig|spater|\w*pool|monat|jahr|datenbank|unbefristet|hinaus\b"
        r"|(?:weitere|andere)\w* (?:stelle|job|vakanz|position)",
    ),
    "fr": OfferWords(
        alone=r"profilage|newsletter|publipostage|demarchage",
        gives=r"visible|acces|partag|transm|communiqu|ceder|cede|cession|divulg|transfer|vendre|vendu",
        others=r"partenaire|tiers\b|clients\b|filiale|affili|(?:societes?|entreprises?|entites?) (?:\w+ ){0,2}(?:du"
        r"|de (?:notre|votre"
        r"|son)) groupe|autres (?:societes|entreprises|recruteurs|employeurs)",
        sends=r"recevoir|recev|envoy|envoi|contact|m? ?inform(?:e|er|ez|ee)\b|tenir|tenez|alert|souhaite",
        news=r"offres\b|opportunites\b|emplois\b|nouveautes|actualites|promotions|bons plans|conseils|evenements"
        r"|propositions|annonces",
        keeps=r"conserv|gard(?:er|ez|e|ees?)\b|stock|enregistr|archiv",
        kept=r"donnees|cv\b|candidature|dossier|profil|informations|coordonnees",
        later=r"futur|ulterieur|prochain|autres\b|vivier|base\b|cvtheque|ans\b|an\b|annee|mois\b|apres\b|au dela",
    ),
    "es": OfferWords(
        alone=r"perfilado|elaboracion de perfiles|newsletter",
        gives=r"visible|acceder|acceso|compart|ceder|cedan|cedid|cesion|transm|transfier|transferi|transferenc"
        r"|comuni(?:car|quen|cacion|cad)"
        r"|facilit(?:ar|en)\b|divulg|suministr",
        others=r"tercer[oa]s|clientes\b|socios\b|partner|colaborador|asociad|afiliad|filial|otras (?:empresas"
        r"|companias"
        r"|entidades)"
        r"|(?:empresas|companias|sociedades|entidades) (?:\w+ )?(?:del|de su|de nuestro|de) (?:mismo )?grupo"
        r"|grupo (?:empresarial|de empresas)",
        sends=r"recib|envi|mand(?:ar|en|adme|enme)|contact|inform(?:ar|e|en|ad)|notif|avis(?:ar|adme|enme)",
        news=r"ofertas|promocion|novedades|noticias|alertas|vacantes|empleos|oportunidades|consejos|eventos"
        r"|(?:otros|nuevos|futuros) (?:puestos|trabajos|procesos)",
        keeps=r"conserv|guard|almacen|mante|archiv|inclu",
        kept=r"datos\b|curriculum|cv\b|candidatura|perfil|solicitud|informacion",
        later=r"futur|posterior|proxim|otr[oa]s\b|bolsa|base de datos|anos?\b|meses\b|mas adelante",
    ),
    "it": OfferWords(
        alone=r"profilazion|newsletter",
        gives=r"visibil|acced|condivi|comunica|comunich|ceder|cedut|cession|trasm|trasfer|diffu|inoltr",
        others=r"terz[ieo]\b|clienti\b|partner|affiliat|consociat|altre (?:aziende|societa|imprese)|(?:societa"
        r"|aziende|imprese)"
        r" (?:\w+ ){0,2}(?:del|al|di|dello stesso) (?:\w+ )?gruppo|(?:societa|aziende) (?:collegate|controllate"
        r"|terze)",
        sends=r"ricev|invi(?:at|ar|o|i)|mandat|contatta|informat|avvis|aggiornat|segnal",
        news=r"offerte|promozion|novita|notizie|opportunita|annunci|eventi|proposte|posizioni|consigli",
        keeps=r"conserv|mantener|mantenut|archivi|memorizz|inser|tenere|tenete",
        kept=r"dati\b|curriculum|cv\b|candidatura|profilo|domanda",
        later=r"futur|successiv|prossim|altr[ei]\b|database|banca dati|ann[oi]\b|mesi\b",
    ),
    "nl": OfferWords(
        alone=r"profilering|nieuwsbrie|direct ?mail|vacatureservice",
        gives=r"zichtbaar|inzien|zien\b|toegang|deel\b|delen\b|deelt\b|gedeeld|doorge|doorstu|verstrek|overdra"
        r"|overge|verkop|beschikbaar",
        others=r"\w*partner|derden?\b|klanten\b|opdrachtgevers\b|(?:groep|groeps)(?:maatschappij|bedrij|onderneming"
        r"|vennootschap)|zuster|dochter"
        r"|gelieerde|verbonden|concern|andere (?:bedrijven|werkgevers|organisaties)|(?:binnen|van) de groep",
        sends=r"stuur|sturen|gestuurd|ontvang|zend|toegestuurd|mail|bel\b|bellen|contact|benader|informeer"
        r"|geinformeerd"
        r"|hoogte\b|attend|houd",
        news=r"aanbieding|\w*vacatures|banen\b|baantips|nieuws|acties\b|korting|updates|tips\b|evenement|jobs\b"
        r"|(?:andere|nieuwe|toekomstige|passende|soortgelijke|vergelijkbare) (?:vacature|functie|baan|job|kans"
        r"|mogelijk"
        r"|opdracht|rol)",
        keeps=r"bewa|opsla|opgeslagen|sla\b|behoud|houd|opnem|opgenomen",
        kept=r"gegevens\b|persoonsgegevens|cv\b|sollicitatie|profiel|curriculum",
        later=r"toekomst|later|ander|talent|\w*pool|database|bestand|portefeuille|jaar\b|jaren\b|maand",
    ),
    "pt": OfferWords(
        alone=r"definicao de perfis|perfilamento|newsletter",
        gives=r"visivel|acess|partilh|compartilh|ceder|cedid|cessao|transm|transfer|comunica|divulg|fornecer"
        r"|fornecidos a|repass",
        others=r"terceir[oa]s|clientes\b|parceir|afiliad|filia(?:l|is)\b|subsidiari|coligad|outras (?:empresas"
        r"|entidades)"
        r"|(?:empresas|sociedades|entidades) (?:\w+ ){0,2}(?:do|de|ao) (?:\w+ )?grupo|grupo empresarial",
        sends=r"receb|envi|mandem|contat|contact|inform(?:ar|em|ad)|avis(?:ar|em|ad)|notif",
        news=r"ofertas|promoc|novidades|noticias|alertas|vagas|empregos|oportunidades|dicas|eventos",
        keeps=r"conserv|guard|armazen|mant|arquiv(?:ar|em|ad)|inclu",
        kept=r"dados\b|curriculo|cv\b|candidatura|perfil|informacoes",
        later=r"futur|posterior|proxim|outr[oa]s\b|banco\b|base de dados|anos?\b|meses\b|mais tarde",
    ),
    "sv": OfferWords(
        alone=r"nyhetsbrev|marknadsforing|reklam|erbjudande|jobb(?:bevakning|tips|mejl|mail|agent|notis)|kampanj"
        r"|profilering|prenumer|kandidatbank",
        gives=r"dela\b|delas\b|delar\b|lamna|overfor|vidarebefordra|formedla|salj",
        others=r"\w*partner|kunder\b|samarbetspart|tredje ?part|dotterbolag|systerbolag|koncern|andra (?:bolag"
        r"|foretag"
        r"|arbetsgivare)"
        r"|(?:bolag|foretag) (?:inom|i) (?:\w+ )?(?:koncern|grupp)",
        sends=r"skicka|fa\b|far\b|ta emot|kontakta|informera|meddela|hora av",
        news=r"nyhet|tips\b|lediga|event|inbjud|(?:andra|nya|framtida|liknande|kommande|passande) (?:jobb|tjanst|roll"
        r"|uppdrag|befattning|mojlig|rekryt)|tjanster\b",
        keeps=r"spar|lagra|behall|bevara",
        kept=r"uppgift|personuppgift|cv\b|ansok|profil|data\b",
        later=r"framtid|kommande|andra\b|senare|\w*(?:databas|bank|pool)|(?:ett|tva|tre|\d+) ar\b|manad",
    ),
    "da": OfferWords(
        alone=r"nyhedsbrev|markedsføring|reklame|jobagent|jobmail|profilering|abonner|kampagne|kandidatbank",
        gives=r"del\b|dele[sr]?\b|delt\b|videregiv|overdrag|overfør|sælg|udlever",
        others=r"\w*partner|tredjepart|tredjemand|tredjemænd|koncern|datterselskab|søsterselskab"
        r"|andre (?:selskab|virksomhed|arbejdsgiver)",
        sends=r"send|modtag|fa\b|far\b|kontakt|informer|høre\b|orienter",
        news=r"nyheder|tilbud|stillingsopslag|jobopslag|ledige|tips\b|arrangement"
        r"|(?:andre|nye|fremtidige|lignende|relevante) (?:job|stilling|mulighed|rolle)",
        keeps=r"gem\b|gemme|gemt\b|opbevar|behold|lagr",
        kept=r"\w*oplysning|ansøgning|cv\b|data\b|profil",
        later=r"fremtid|senere|andre\b|\w*(?:database|bank|pool)|ar\b|maneder",
    ),
    "no": OfferWords(
        alone=r"nyhetsbrev|markedsføring|reklame|(?:jobb|stillings)(?:varsel|varsler|tips|agent)|kampanje|profilering"
        r"|abonner|kandidatbank",
        gives=r"del\b|dele[sr]?\b|delt\b|utlever|overfør|videreform|gis videre|selg",
        others=r"\w*partner|tredjepart|konsern|datterselskap|søsterselskap|andre (?:selskap|virksomhet|bedrift"
        r"|arbeidsgiver)",
        sends=r"send|motta|fa\b|far\b|kontakt|informer|høre\b|varsl",
        news=r"nyheter|tilbud|ledige|tips\b|arrangement"
        r"|(?:andre|nye|fremtidige|framtidige|lignende|relevante) (?:jobb|stilling|mulighet|rolle)",
        keeps=r"behold|lagr|oppbevar|spar|ta vare",
        kept=r"\w*opplysning|søknad|cv\b|data\b|profil",
        later=r"fremtid|framtid|senere|andre\b|\w*(?:database|bank|pool)|ar\b|maneder",
    ),
    "fi": OfferWords(
        alone=r"uutiskirje|markkinoin|mainon|mainos|tyopaikkavahti|profiloin|kampanj|tarjouks",
        gives=r"luovut|jaka|jaeta|siirt|valitt(?:aa|ami)|valitet",
        others=r"\w*kumppan|kolman|konserni|tytaryhtio|sisaryhtio|muille (?:yrityks|yhtio|tyonantaj)",
        sends=r"lahet|vastaanot|haluan\b|saada\b|saan\b|yhteytta|yhteydess|ilmoit|tiedott",
        news=r"uutis|vinkk|tapahtum|tyopaikoista|tyopaikkoja|(?:avoimista|avoimia|uusista|muista|tulevista|sopivista"
        r"|vastaavista) (?:tyo|paik|tehtav|rekry)",
        keeps=r"sailyt|tallen|arkisto",
        kept=r"hakemu|tieto|tiedo|henkilotie|cv|ansioluettelo|profiil",
        later=r"tulev|myohem|muita\b|muihin\b|\w*pank|\w*tietokan|vuode|vuosi|vuotta|kuukau|\w*pooli",
    ),
    "pl": OfferWords(
        alone=r"newsletter|marketing|reklam(?:y|e|a|ow\w*)?\b|promocj|alert|profilowan|subskryb|biuletyn"
        r"|(?:informacj|ofert)\w+ handlow",
        gives=r"udostepn|przekaz|powierz|ujawn|sprzeda",
        others=r"partner|klient|(?:podmiot|osob|stron)\w* trzeci|spo[łl]k\w* (?:z|nalez|powiaz|zalez)"
        r"|grup\w* kapita[łl]ow"
        r"|inn\w+ (?:podmiot|firm|pracodawc|spo[łl]k)|podmiot\w* (?:z|powiaz)",
        sends=r"otrzym|wysy[łl]|przesy[łl]|wysl|przysy[łl]|kontakt|inform(?:uj|owa)|powiadami",
        news=r"ofert(?:y|ach|ami)?\b|nowosci|aktualnosci|wydarzen"
        r"|(?:innych|nowych|podobnych|przysz[łl]ych|kolejnych) (?:stanowisk|rekrutac|proces|mozliwos|prac)",
        keeps=r"zachow|przechow|pozostaw|archiwiz|przetwarza|wykorzyst",
        kept=r"dan(?:e|ych|ymi)\b|cv\b|aplikacj|dokument|zg[łl]oszen|profil",
        later=r"przysz[łl]|kolejn|inn\w+ (?:rekrutac|proces|stanowisk)|baz\w* (?:danych|kandydat|cv)|pozniej"
        r"|(?:przez|na) (?:okres )?(?:\w+ )?(?:rok|lat|miesi)",
    ),
    "cs": OfferWords(
        alone=r"newsletter|marketing|reklamni|obchodni\w* sdelen|propagac|profilovan|odber\w* novin|hlidac",
        gives=r"preda|sdilen|sdilet|sdilej|poskyt|zpristupn",
        others=r"partner|treti(?:m|ch|mi)?\b|skupin|koncern|(?:spriznen|dcerin|sestersk|propojen|jin)\w* (?:spolecn"
        r"|firm"
        r"|subjekt)",
        sends=r"dostav|zasil|posil|posle|poslat|kontakt|inform(?:ova|uj)|upozorn|prijimat",
        news=r"nabid|novink|prilezitost|akcni|udalost|tip[uy]\b"
        r"|(?:dalsich|novych|podobnych|budoucich|jinych) (?:pozic|volnych|mist|prac)",
        keeps=r"uchov|ulozen|ulozit|ulozte|archiv|ponech|zarad|evidov",
        kept=r"udaj|zivotopis|cv\b|data\b|profil",
        later=r"budouc|dalsi|jin\w+ (?:pozic|vyber)|databaz|rok|let\b|mesic|pozdej",
    ),
    "zh": OfferWords(
        alone=r"[订訂][阅閱]|[营營行][销銷]|推广|推廣|广告|廣告|(?:职位|職位|岗位)(?:推荐|推薦|推送|提醒|通知)"
        r"|促[销銷]|优惠|優惠"
        r"|个性化推荐|人才[库庫]|用户画像",
        gives=r"共享|分享|提供[给給予]|转让|轉讓|披露|转交|轉交|发送给",
        others=r"第三方|合作(?:伙伴|夥伴|方|公司|企业|企業)|[关關][联聯](?:公司|企业|方)|關係企業|集团|集團|子公司"
        r"|其他(?:公司|企业|企業|雇主)",
        sends=r"接收|收到|[发發]送|推送|通知|[联聯][系繫]",
        news=r"招聘(?:信息|资讯)|(?:其他|类似|新|更多)的?(?:职位|岗位|机会)|职位(?:信息|机会)|活动|资讯|資訊",
        keeps=r"保留|保存|存[储儲]|储存|纳入|納入|加入",
        kept=r"简历|履歷|信息|资料|資料|数据",
        later=r"人才|将来|將來|未来|未來|今后|其他|后续|以后|年|[个個]月",
    ),
    "ja": OfferWords(
        alone=r"プロファイリング|人材(?:バンク|プール)",
        gives=r"提供|共有|開示|譲渡",
        others=r"第三者|提携|パートナー|グループ(?:会社|企業|各社)|関連会社|関係会社|他社|協力会社|子会社",
        sends=r"受け?取|受信|配信|お?届け|送って",
        news=r"新着|求人|お知らせ|セール|クーポン|イベント|最新情報|おすすめ",
        keeps=r"保管|保存|保持",
        kept=r"履歴書|個人情報|応募|データ|情報",
        later=r"今後|将来|次回|他の|別の|人材|年間|[ヶかカケ]月",
    ),
    "ko": OfferWords(
        alone=r"뉴스레터|마케팅|광고|홍보|채용 ?알림|구독|맞춤 ?(?:광고|추천)|프로파일링|인재 ?(?:풀|데이터베이스"
        r"|뱅크)",
        gives=r"제공|공유|이전|양도|전달",
        others=r"제 ?3 ?자|제삼자|제휴|협력사|파트너|계열사|그룹사|관계사|자회사|타사",
        sends=r"받|수신|보내|알려|발송|안내",
        news=r"소식|혜택|이벤트|프로모션|채용 ?(?:정보|공고)|다른 (?:포지션|채용|직무)",
        keeps=r"보관|보유|저장|보존|등록",
        kept=r"이력서|개인 ?정보|지원서|정보|데이터",
        later=r"향후|추후|미래|다른|인재|\d ?년|개월|상시",
    ),
}
#: Phrases that are offers by themselves.
PHRASES = (
    r"\bnews ?letters?\b|\bmarketing\b|\bpromotion(?:s|al)?\b|\bjob ?alerts?\b"
    r"|\btalent ?(?:pool|community|network)\b|\bsubscribe\b"
    r"|\b(?:future|other|similar) (?:job |career |employment )?(?:opportunit|opening|position|role|job)"
    r"|\bshare (?:my|your) (?:\w+ ){1,4}with (?:\w+ ){0,3}(?:partner|third part|affiliate|sponsor)"
    r"|\b(?:keep|stay|be) (?:me |my .*|in |up )?(?:informed|updated|touch|notified|to date|on file)\b"
    r"|\bspecial offers?\b|\bfollow (?:\w+ ){1,6}(?:to stay|for updates|page)"
    r"|\breceiv(?:e|ing) (?:\w+ ){0,5}(?:communications?|e ?mails|updates|news|messages|offers)\b",
    r"\bwerb(?:ung|e\w+)|\bwerblich|\bjob ?(?:mail|agent|benachrichtigung)|\b(?:bewerber|kandidaten) ?pool"
    r"|\bnach (?:\w+ )?(?:abschluss|ende)\b|\buber d(?:as|en|ie) (?:\w+ )*hinaus\b"
    r"|\b(?:weitere|andere|kunftige|zukunftige|ahnliche|passende)[nr]? (?:\w+ )?"
    r"(?:stelle|job|karriere|vakanz|position|chance|moglichkeit|angebot)"
    r"|\b(?:auf dem laufenden|informiert) (?:\w+ )?(?:gehalten|halten|bleiben|werden)"
    r"|\b(?:sonder)?angebote (?:per|zu|von|und)\b|\babonnier",
    r"\bpublicit|\bpromotion|\bprospection|\binfolettre|\blettres? d information"
    r"|\b(?:offres?|communications?|opportunites?|postes?|recrutements?)"
    r" (?:commercial|special|similaire|futur|par\b)"
    r"|\balertes? (?:e ?mail|emploi|offre)|\bvivier\b|\bcv ?theque"
    r"|\bconserv\w+ (?:\w+ )*(?:apres|au dela|pendant|ulterieur\w*)\b"
    r"|\b(?:autres?|futur\w*|prochaine?s?) (?:opportunite|offre|poste|emploi)"
    r"|\b(?:reste\w*|etre|tenue?|tenir) (?:\w+ )?(?:informe|au courant|contacte)"
    r"|\brecevoir (?:des|les|vos|par|d|la|une?)\b|\babonne",
    r"\bpublicidad|\bpublicitari|\bpromocion|\bmercadotecnia|\bboletin|\bcomunicaciones\b"
    r"|\b(?:comunicacion|fines) comercial"
    r"|\b(?:futur|posterior|proxim)[ao]?e?s (?:proceso|seleccion|candidatura)"
    r"|\b(?:ofertas?|vacantes?|oportunidades|posiciones) (?:comercial|especial|similar|futur)"
    r"|\balertas? de empleo|\bbolsa de (?:talento|trabajo|empleo)"
    r"|\b(?:otr|futur|proxim)[ao]s (?:oportunidad|vacante|oferta|posicion)"
    r"|\bmantener\w* (?:\w+ )?(?:informad|al (?:dia|tanto|corriente))|\brecibir\b|\bsuscri",
    r"\bpubblicit|\bpromozion|\b(?:offerte|opportunita|posizioni) (?:commercial|special|simil|futur)"
    r"|\bcomunicazioni (?:commercial|promozional|di|via)|\bricevere\b|\biscriv"
    r"|\b(?:altre|future|simili|successive|ulteriori) (?:opportunita|offerte|posizioni|ricerche|selezioni)"
    r"|\b(?:tenut|rimanere|restare|essere|tener)\w* (?:al corrente|aggiornat|informat|contattat)",
    r"\breclame|\baanbieding|\bnieuwsbrie|\bpromotione|\bontvangen\b|\bvacature ?(?:alert|mail)"
    r"|\btalenten ?pool"
    r"|\b(?:andere|toekomstige|vergelijkbare|soortgelijke) (?:vacature|functie|baan|banen|mogelijkhe|kans)"
    r"|\bnieuwe vacatures\b|\bportefeuille\b|\bbewa\w+ .*\b(?:jaar|maanden)\b|\b(?:jaar|maanden) .*\bbewa"
    r"|\bop de hoogte (?:\w+ )?(?:blijven|gehouden|houden|gebracht|brengen)|\babonne",
    r"\bpublicidade|\bpublicitari|\bpromoc|\bcomunicacoes\b|\bcomunicacao comercial"
    r"|\breceber\b|\bboleti|\binscrev|\bassinar\b"
    r"|\b(?:ofertas?|vagas|oportunidades|posicoes) (?:comercia|especia|semelhante|similare|futura)"
    r"|\balertas? de (?:emprego|vaga)|\bbanco de talentos"
    r"|\b(?:outr[ao]s|futur[ao]s|nov[ao]s|similares|semelhantes)"
    r" (?:oportunidade|vaga|posicoes|oferta|processo|selec)"
    r"|\b(?:manter|ficar|ser|mantenha)\w* (?:\w+ )?(?:informad|atualizad|contatad)",
    r"メルマガ|メール ?マガジン|ニュースレター|広告|宣伝|マーケティング|キャンペーン|お得な|配信|購読"
    r"|(?:求人|新着|お知らせ|ご?案内|情報)(?:の|を|メール)*(?:受け取|受信|希望)|(?:今後|他|別|類似)の(?:求人"
    r"|採用|募集|ポジション)"
    r"|タレント ?プール|スカウト",
)
#: Ways to write to somebody beside e-mail, which nobody consents to for the applicant.
CHANNELS = (
    r"\b(?:sms|whats ?app|telegram|viber|we ?chat|text messages?|tekstbericht\w*|textnachricht\w*|textmeddelande\w*"
    r"|tekstbesked\w*|tekstmelding\w*|tekstiviest\w*|mensajes? de texto|messaggi di testo|mensagens? de texto)\b"
    r"|短信|微信|简讯|簡訊|ショートメッセージ|문자|카카오톡"
)
#: What says that somebody does without an offer, beside the usual words of denying.
OPTS_OUT = (
    r"\bopt(?:ing)? out\b|\b(?:do|would|rather) not\b|\bdont\b|\bobject\b|\bdecline\b|\bwiderspr\w+|\bverzicht\w+"
    r"|\bkeine?n?\b"
    r"|\bnicht\b|\bne \w+ (?:pas|plus)\b|\brefuse\b|\bm ?oppose\b|\bno (?:deseo|quiero|acepto|autorizo|me)\b"
    r"|\brechazo\b"
    r"|\bnon (?:desidero|voglio|acconsento|autorizzo)\b|\brifiuto\b|\bgeen\b|\bniet\b|\bnao\b|\brecuso\b|\binte\b"
    r"|\bikke\b"
    r"|\bavmeld\w*|\bafmeld\w*|\ben (?:halua|hyvaksy|salli)\b|\bnie\b|\bnechci\b|\bnesouhlasim\b|\bnepreji\b"
    r"|不(?:希望|接收|接受|同意|想|愿|要)|拒[绝絕]|しない|不要|停止|않|거부"
)
