"""The phrases of which a consent to the terms of applying is made, by language; `consent.py` puts them together.

They are in the form that `signals.words` returns. A language that is not listed is not agreed in.
"""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The phrases of one language of which a consent is made."""

    #: that one agrees, or has read
    agrees: str
    #: the terms of applying
    terms: str
    #: what was filled in …
    given: str
    #: … is true
    true: str
    #: what joins these, and adds nothing
    around: str


_EN_DATA = r"(?:(?:your|my|the) )?(?:personal )?(?:data|information)"
_EN_DOES = r"(?:collection|use|usage|storage|retention|handling|processing|collecting|using|storing|retaining)"
_EN_FOR = (
    r"(?:(?:this|my|your|the|a|job|application|recruitment|recruiting|hiring|selection|process|purposes?|of|and) ?)"
)
_EN_TRUE = r"(?:true|correct|complete|accurate|truthful|factual|up to date)"
LANGUAGES = {
    "en": Words(
        agrees=r"(?:yes )?(?:i )?(?:(?:hereby|have|also|fully|carefully) )*(?:read|reviewed|understand|understood|agree"
        r"|agreed|accept|accepted|acknowledge|acknowledged|consent|certify|confirm|declare|attest|affirm|authori[sz]e)"
        r"(?: (?:to|with|that))*"
        r"|do you (?:hereby )?(?:agree|accept|acknowledge|consent|certify|confirm)(?: (?:to|with|that))?"
        r"|by (?:checking|ticking|submitting|clicking|selecting|applying|continuing)"
        r"(?: (?:on|the|this|my|your|box|button|form|application|below|here|submit|apply))*|yes",
        terms=r"(?:(?:applicant|candidate|recruitment|recruiting|careers?|job|global|website|gdpr|ccpa) )*"
        r"(?:privacy|data (?:protection|privacy))(?: (?:and )?cookies?)?"
        r"(?: (?:policy|policies|notice|statement|terms|declaration|information))?"
        r"(?: for (?:job )?(?:applicants|candidates|applications))?"
        r"|gdpr(?: (?:policy|notice|statement))?"
        r"|terms(?: (?:and|of) (?:conditions|use|service|applying|application))*|conditions of use"
        rf"|(?:{_EN_DOES} (?:(?:and|or) )?)+(?:of )?{_EN_DATA}|data processing"
        rf"|{_EN_DATA} (?:is |are |being |may be |will be |to be |can be )?(?:(?:processed|stored|used|collected)"
        r"(?: and | or )?)+"
        rf"|(?:(?:you|we|us) (?:may |can )?)?(?:(?:process|store|use|collect|keep)(?:ing)? (?:(?:and"
        rf"|or) )?)+{_EN_DATA}",
        given=r"(?:(?:all|of|the|any|every|my|this|these) )*"
        r"(?:information|answers?|statements?|details|responses|facts?|application)"
        r"(?: (?:that |which )?(?:i |is |are )?(?:have |has been )?(?:provided|given|submitted|supplied|entered"
        r"|furnished|stated|contained|made|shared))?"
        r"(?: (?:above|below|here|herein|by me|with you|to you|(?:in|on|with) (?:this|the|my) (?:application|form)"
        r"|(?:in|on) (?:this|the|my) (?:job )?application form))*",
        true=rf"(?:is|are) (?:(?:both|and|{_EN_TRUE}) )*{_EN_TRUE}",
        around=r"to the best of my (?:knowledge|ability|belief)(?: and belief)?"
        rf"|(?:for|during|as part of) {_EN_FOR}*(?:application|recruitment|recruiting|hiring|selection"
        rf"|purposes?|process)"
        r"|(?:in accordance|in line|in compliance) with|as (?:described|set out|set forth|outlined|stated|explained) in"
        r"|under|(?:of|on|for) (?:this|the|our|your) (?:web)?site|hereby|above|below"
        r"|and|to|i|you|the|of|our|your|this|its|that|a|copy",
    ),
    "de": Words(
        agrees=r"(?:ja )?(?:(?:hiermit|hierdurch) )?(?:ich )?(?:(?:habe|bin|hiermit) )*(?:stimme|akzeptiere|bestatige"
        r"|erkenne|erklare|erteile|versichere|willige)(?: ich)?(?: (?:hiermit|ihnen|dem|der|den|mich))*"
        r"|(?:ja )?(?:ich )?(?:habe|bin)(?: ich)?|ja|ich|(?:gelesen|verstanden|einverstanden|akzeptiert|zugestimmt)"
        r"|zur kenntnis genommen|zur kenntnis|zu|ein|an|zustimmung|einwilligung"
        r"|mit (?:dem absenden|(?:meiner|der|dem) bewerbung|absenden)(?: (?:ihrer|meiner|der) bewerbung)?"
        r"(?: (?:akzeptieren|stimmen) sie)?",
        terms=r"datenschutz(?:erklarung|hinweise?n?|bestimmungen|richtlinien?|bedingungen|information(?:en)?)?"
        r"|(?:allgemeine[nr]? )?(?:nutzungs|geschafts|teilnahme|bewerbungs)?bedingungen|agb|dsgvo"
        r"|(?:verarbeitung|speicherung|erhebung|nutzung)(?: (?:und|verarbeitung|speicherung|erhebung|nutzung))*"
        r"(?: (?:der|meiner|von|personenbezogenen|personlichen|daten|angaben))*",
        given=r"(?:(?:alle|die|meine|von|mir|samtliche|gemachten|oben|obigen) )*(?:angaben|informationen|daten)"
        r"(?: von mir)?",
        true=r"(?:(?:vollstandig|wahrheitsgemass?e?n?|wahrheitsgema|richtig|korrekt|wahr|und) )*"
        r"(?:vollstandig|wahrheitsgemass|wahrheitsgema|richtig|korrekt|wahr)(?: (?:sind|ist|gemacht habe))?",
        around=r"(?:zum zweck|zu zwecken|im rahmen|fur|zur|fur die) (?:der |meiner |dieser |die |des )*"
        r"(?:bewerbung|bewerbungsverfahrens?|bewerbungsprozess(?:es)?|bearbeitung meiner bewerbung)"
        r"|gemass(?: der)?|laut"
        r"|und|die|der|den|dem|das|dass|mit|in|ihre|ihrer|unsere|von|meine|meiner|es|ihnen|sie|hiermit",
    ),
    "fr": Words(
        agrees=r"(?:oui )?(?:en (?:cochant cette case|soumettant (?:ma candidature|ce formulaire)) )?"
        r"(?:j ?(?:ai (?:bien )?(?:lu|pris connaissance)|accepte|approuve|atteste|autorise)"
        r"|je (?:(?!ne )\w+ )?(?:certifie|confirme|consens|declare|reconnais|donne mon (?:accord|consentement)))"
        r"(?: (?:que|au|avoir (?:lu|pris connaissance)|avoir lu et accepte))?|oui|compris|approuve|accepte",
        terms=r"(?:politique|charte|declaration|notice|regles)(?: (?:de|des|sur|la|relative|a|protection|gestion))* "
        r"(?:confidentialite|vie privee|donnees(?: (?:a caractere )?personnel(?:le)?s?)?)(?: des candidats)?"
        r"|conditions (?:generales )?(?:d ?)?utilisation|conditions(?: generales)?|cgu|rgpd|mentions legales"
        r"|(?:(?:traitement|utilisation|collecte|conservation)(?: et(?: la| le| l)?)? )+(?:de |des )?(?:mes )?"
        r"donnees(?: (?:a caractere )?personnel(?:le)?s?)?"
        r"|mes donnees(?: (?:a caractere )?personnel(?:le)?s?)? (?:soient|sont)"
        r"(?: (?:et )?(?:traitees|utilisees|collectees))+",
        given=r"(?:(?:toutes|tous|les|ces|mes|des) )*(?:informations|renseignements|donnees|reponses)"
        r"(?: (?:(?:que j ai )?fournie?s|communiquee?s|transmise?s|ci dessus|dans (?:ce formulaire|ma candidature)))*",
        true=r"(?:(?:sont|est) )?(?:(?:exacte?s|vraie?s|completes?|complets?|veridiques|sinceres|et) )*"
        r"(?:exacte?s|vraie?s|completes|complets|veridiques|exactitude|veracite)",
        around=r"sur l ?honneur|par la presente|conformement a(?: la| au)?|dans le cadre de (?:ma candidature"
        r"|mon dossier|ce recrutement|cette candidature)"
        r"|(?:aux|a des) fins (?:de|du) (?:recrutement|traitement de ma candidature|ma candidature)"
        r"|pour (?:ma candidature|cette candidature|le recrutement|ce recrutement)"
        r"|et|la|le|les|l|de|des|du|d|a|au|aux|que|votre|vos|notre|ce|cette",
    ),
    "es": Words(
        agrees=r"(?:si )?(?:he leido|acepto|autorizo|certifico|confirmo|consiento|declaro|estoy de acuerdo"
        r"|doy mi (?:\w+ )?(?:autorizacion|conformidad|consentimiento))(?: (?:que(?: he leido)?|con"
        r"|haber leido))?|si|entiendo|comprendo",
        terms=r"(?:(?:la )?(?:politicas?|aviso|declaracion|informacion)(?: (?:de|sobre|la|y|proteccion))* "
        r"(?:privacidad|datos(?: (?:de caracter )?personal(?:es)?)?))"
        r"|proteccion de datos|terminos(?: y condiciones)?(?: de uso)?|condiciones(?: (?:generales|de uso|y terminos))*"
        r"|bases legales|rgpd|(?:(?:tratamiento|uso|almacenamiento|recogida)(?: y(?: el)?)? )+(?:de )?(?:mis |los )?"
        r"datos(?: (?:de caracter )?personal(?:es)?)?",
        given=r"(?:(?:toda|todos|la|los|mis|las) )*(?:informacion|datos|respuestas)"
        r"(?: (?:proporcionad[ao]s?|facilitad[ao]s?|suministrad[ao]s?|aportad[ao]s?|anterior(?:es)?"
        r"|en (?:este formulario|esta solicitud)))*",
        true=r"(?:es|son) (?:(?:verdader[ao]s?|vera[zc](?:es)?|exact[ao]s?|complet[ao]s?|correct[ao]s?|y) )*"
        r"(?:verdader[ao]s?|vera[zc](?:es)?|exact[ao]s?|complet[ao]s?|correct[ao]s?)",
        around=r"para (?:esta candidatura|este proceso(?: de seleccion)?"
        r"|mi candidatura|fines de seleccion)|de acuerdo con|conforme a|segun"
        r"|y|e|la|el|los|las|de|del|con|que|su|sus|a|mi|para el|para",
    ),
    "it": Words(
        agrees=r"(?:si )?(?:accetto|acconsento|autorizzo|certifico|confermo|ho letto|dichiaro|pres[ao] visione"
        r"|(?:do|esprimo|presto|rilascio) il (?:mio |proprio )?consenso)(?: (?:al|che|di (?:aver|avere) (?:letto|preso"
        r" visione)))?|si|compreso|accettato|di aver letto",
        terms=r"(?:(?:dell ?|sull ?|l ?)?informativa|policy|normativa)(?: (?:sulla|sul|della|sui|privacy"
        r"|trattamento|dei|dati|personali))*"
        r"|privacy(?: policy)?|gdpr(?: regolamento ue 2016 679)?|regolamento ue 2016 679"
        r"|termini(?: e(?: le)? condizioni)?(?: (?:di|d) (?:uso|utilizzo|servizio))?|condizioni(?: d uso| di utilizzo)?"
        r"|trattamento (?:dei )?(?:miei )?dati(?: personali)?",
        given=r"(?:(?:tutte|le|i|miei|mie) )*(?:informazioni|dati|dichiarazioni|risposte)"
        r"(?: (?:fornit[ei]|inserit[ei]|riportat[ei]|sopra))*",
        true=r"(?:corrisponde|corrispondono) a verita"
        r"|sono (?:(?:ver[ei]|veritier[ei]|corrett[ei]|complet[ei]|esatt[ei]|e) )*(?:ver|veritier|corrett"
        r"|complet|esatt)[ei]",
        around=r"ai sensi (?:del|della|dell)|(?:per|ai fini (?:di|della)) (?:la |questa |mia )*(?:candidatura"
        r"|selezione)"
        r"|e|i|il|la|le|l|lo|al|di|del|della|dell|con|che|mio|miei",
    ),
    "nl": Words(
        agrees=r"(?:ja )?(?:hierbij )?(?:ik )?(?:ga (?:hiermee |ermee )?(?:akkoord)?|accepteer|bevestig|verklaar|stem"
        r"|heb|geef)(?: ik)?(?: (?:in|dat|toestemming|hiermee|ermee))*|ja|akkoord|gelezen|begrepen|ga|hierbij",
        terms=r"privacy(?:verklaring|beleid|statement|voorwaarden)?(?: (?:policy|statement|verklaring|beleid))?|avg"
        r"|(?:algemene |gebruiks?)?(?:gebruiks)?voorwaarden"
        r"|(?:(?:verwerking|gebruik|opslag)(?: en(?: de| het)?)? )+van (?:mijn )?(?:persoonlijke gegevens"
        r"|persoonsgegevens"
        r"|gegevens)|(?:om |dat )?mijn (?:persoonlijke |persoons)?gegevens(?: te)? (?:verwerken|worden verwerkt)",
        given=r"(?:(?:alle|de|mijn|het|dit|deze) )*(?:informatie|gegevens|antwoorden|formulier)"
        r"(?: (?:die ik heb )?(?:verstrekte?|ingevulde?))?",
        true=r"(?:naar waarheid|juist|volledig|correct)(?: (?:en|juist|volledig|correct|is|zijn))*"
        r"(?: (?:te hebben |heb )?ingevuld)?|(?:is|zijn) (?:juist|volledig|correct)(?: en (?:juist|volledig|correct))?",
        around=r"voor (?:de|deze|mijn|het) "
        r"(?:sollicitatie(?:procedure)?|sollicitatieproces)|volgens|conform"
        r"|en|de|het|met|van|in|ermee|hiermee|dat|uw|onze",
    ),
    "pt": Words(
        agrees=r"(?:sim )?(?:aceito|li(?: e)?|concordo|confirmo|consinto|certifico|autorizo|declaro"
        r"|estou (?:de acordo|ciente)"
        r"|tomei conhecimento|dou (?:o )?(?:meu )?consentimento)(?: (?:com|que(?: li)?|ter lido|para))?|sim|de acordo"
        r"|compreendi|entendi",
        terms=r"(?:politicas?|aviso|declaracao)(?: (?:de|da))? (?:privacidade|protecao de dados(?: pessoais)?)"
        r"|lgpd|rgpd"
        r"|termos(?: (?:e|de) (?:condicoes|uso|utilizacao|servico))*|condicoes(?: (?:gerais|de) ?(?:uso|utilizacao)?)?"
        r"|(?:(?:tratamento|uso|utilizacao|processamento|armazenamento)(?: e(?: o)?)? )+(?:de |d?os )?(?:meus )?"
        r"dados(?: pessoais)?",
        given=r"(?:(?:todas|as|os|minhas|meus) )*(?:informacoes|dados|respostas)"
        r"(?: (?:fornecid[ao]s|prestad[ao]s|inserid[ao]s|acima|neste formulario))*",
        true=r"(?:sao|e) (?:(?:verdadeir[ao]s|veridic[ao]s|exat[ao]s|complet[ao]s|corret[ao]s|e) )*"
        r"(?:verdadeir[ao]s|veridic[ao]s|exat[ao]s|complet[ao]s|corret[ao]s)",
        around=r"de acordo com(?: a| o)?|nos termos da"
        r"|para (?:esta candidatura|este processo(?: seletivo)?|fins de recrutamento)"
        r"|e|a|o|as|os|da|do|de|dos|das|com|que|para|ao|sua|nossa|meus?",
    ),
    "ja": Words(
        agrees=r"(?:同意|承諾|了承)(?:の上|(?:する|します|しました|いただける方は|いたします)?)|読み|確認の上|はい|理解し",
        terms=r"個人情報(?:保護方針|の?取り?扱い?(?:について)?|保護)?|プライバシー ?ポリシー|(?:利用)?規約",
        given=r"(?:応募|入力)(?:内容|情報)|(?:上記の)?記載内容",
        true=r"(?:は|に|が)?(?:事実と相違(?:ありません|ない)|正確です|虚偽はありません)",
        around=r"[をにへはの、]|について|応募する|チェックしてください|ことに?",
    ),
    "sv": Words(
        agrees=r"(?:ja )?(?:(?:harmed )?jag )?(?:(?:har )?(?:last|forstatt|tagit del av)|godkanner|accepterar|samtycker"
        r"|bekraftar|intygar|ger mitt (?:samtycke|godkannande))(?: (?:till|att|harmed))*|ja|jag",
        terms=r"(?:integritets|dataskydds|sekretess|personuppgifts)(?:policy|information|meddelande|villkor)(?:n|en|et)?"
        r"|(?:(?:behandling|hantering|lagring)(?:en)?(?: och)? )+av (?:mina |dina )?(?:person)?uppgifter"
        r"|(?:mina |dina )?(?:person)?uppgifter (?:(?:behandlas|lagras|hanteras)(?: och )?)+"
        r"|gdpr|dataskyddsforordningen",
        given=r"(?:alla |de |mina )*(?:uppgifter(?:na)?|svar(?:en)?)(?: (?:som|jag|har|lamnat|angett|angivit|ovan))*",
        true=r"ar (?:(?:sanna|korrekta|riktiga|fullstandiga|och) )*(?:sanna|korrekta|riktiga|fullstandiga)",
        around=r"(?:i samband med|for|inom ramen for) (?:min |denna |mina )?(?:ansokan|rekrytering(?:en|sprocessen)?)"
        r"|enligt|i enlighet med|och|att|till|av|den|det|er|era|mina|min|med|om",
    ),
    "da": Words(
        agrees=r"(?:ja )?(?:(?:hermed )?jeg )?(?:(?:har )?(?:læst|forstaet)|accepterer|samtykker|bekræfter|erklærer"
        r"|godkender|giver (?:hermed )?(?:mit )?samtykke)(?: (?:til|i|at|hermed))*|ja|jeg",
        terms=r"(?:privatlivs|persondata|databeskyttelses)(?:politik(?:ken)?|erklæring(?:en)?|meddelelse(?:n)?)"
        r"|(?:(?:behandling|opbevaring)(?:en)?(?: og)? )+af mine (?:personlige )?(?:person)?(?:oplysninger|data)"
        r"|mine (?:personlige )?(?:person)?(?:oplysninger|data) (?:(?:ma )?(?:behandles|opbevares)(?: og )?)+|gdpr",
        given=r"(?:alle |de |mine )*(?:oplysninger(?:ne)?|svar(?:ene)?)(?: (?:som|jeg|har|givet|afgivet|ovenfor))*",
        true=r"er (?:(?:sande|korrekte|rigtige|fuldstændige|og) )*(?:sande|korrekte|rigtige|fuldstændige)",
        around=r"(?:i forbindelse med|til brug for|for) (?:min |denne |mine )?"
        r"(?:ansøgning|rekruttering(?:en|sprocessen)?)"
        r"|ifølge|i henhold til|og|at|til|i|af|den|det|jeres|min|med|om",
    ),
    "no": Words(
        agrees=r"(?:ja )?(?:(?:herved )?jeg )?(?:(?:har )?(?:lest|forstatt)|godtar|aksepterer|samtykker|bekrefter"
        r"|erklærer|godkjenner|gir (?:herved )?(?:mitt )?samtykke)(?: (?:til|i|at|herved))*|ja|jeg",
        terms=r"personvern(?:erklæring(?:en)?|policy(?:en)?|reglene|vilkarene)"
        r"|(?:(?:behandling|lagring|oppbevaring)(?:en)?(?: og)? )+av (?:mine )?"
        r"(?:person)?opplysning(?:er|ene)(?: mine)?"
        r"|(?:mine )?(?:person)?opplysning(?:er|ene)(?: mine)? (?:(?:kan )?(?:behandles|lagres)(?: og )?)+",
        given=r"(?:alle |de |mine )*(?:opplysning(?:er|ene)|svar(?:ene)?)(?: (?:som|jeg|har|gitt|oppgitt|ovenfor))*",
        true=r"er (?:(?:sanne|korrekte|riktige|fullstendige|og) )*(?:sanne|korrekte|riktige|fullstendige)",
        around=r"(?:i forbindelse med|for|til) (?:min |denne |mine )?(?:søknad(?:en)?|rekruttering(?:en|sprosessen)?)"
        r"|ifølge|i henhold til|og|at|til|i|av|den|det|deres|min|med|om",
    ),
    "fi": Words(
        agrees=r"(?:kylla )?(?:mina )?(?:annan suostumukseni|suostun|hyvaksyn|vahvistan|vakuutan|olen lukenut)"
        r"(?: ja (?:hyvaksyn|ymmartanyt))?(?: etta)?|kylla",
        terms=r"tieto(?:suoja|turva)(?:selosteen|kaytannon|lausekkeen|ilmoituksen|ehdot)"
        r"|(?:henkilo)?tieto(?:jeni|jen) (?:kasittelyyn|kasittelyn|tallentamiseen)|gdpr",
        given=r"(?:kaikki |antamani )*(?:antamani )(?:tiedot|vastaukset)",
        true=r"(?:ovat|pitavat) (?:(?:oikeita|oikein|totta|paikkansa|taydellisia|ja) ?)+",
        around=r"(?:taman |tata )?(?:hakemukseni|hakemusta|rekrytointia|rekrytointiprosessia) varten"
        r"|rekrytointi(?:a|tarkoituksessa|prosessissa)|ja|etta",
    ),
    "pl": Words(
        agrees=r"(?:tak )?(?:(?:niniejszym )?(?:wyrazam|udzielam) (?:dobrowolnie )?(?:zgod[ey]|zgody)(?: na)?"
        r"|zgadzam sie(?: na)?|akceptuje|potwierdzam|oswiadczam|przeczytał(?:em|am)(?: am)?|rozumiem"
        r"|(?:ze )?zapoznał(?:em|am)(?: am)? sie(?: z)?)(?: ze)?|tak",
        terms=r"(?:z )?polityk[aei] (?:prywatnosci|ochrony danych)"
        r"|informacj[aei] o przetwarzaniu (?:moich )?danych(?: osobowych)?"
        r"|klauzul[aei] (?:informacyjn[aej]+|rodo)|rodo"
        r"|przetwarzanie (?:moich )?danych(?: osobowych)?(?: (?:zawartych|podanych) w (?:mojej |moim |tym )?"
        r"(?:aplikacji|cv|formularzu|zgłoszeniu|ofercie pracy|dokumentach aplikacyjnych))?",
        given=r"(?:wszystkie |podane |moje )*(?:przeze mnie )?(?:podane )?(?:dane|informacje|odpowiedzi)(?: podane)?",
        true=r"sa (?:(?:prawdziwe|zgodne z prawda|poprawne|kompletne)(?: i )?)+",
        around=r"(?:(?:w celu|w celach|na potrzeby|dla potrzeb|w ramach|do celow|niezbednych do) )+"
        r"(?:(?:niniejszej|tej|tego|prowadzenia|przeprowadzenia|realizacji|obecnej|procesu|biezacej) )*"
        r"(?:rekrutacji|rekrutacyjnych|procesu|aplikacji)|zgodnie z|i|oraz|z|na|ja|ich|ze",
    ),
    "cs": Words(
        agrees=r"(?:ano )?(?:(?:timto )?souhlasim|udeluji souhlas|potvrzuji|prohlasuji|beru na vedomi|akceptuji"
        r"|(?:pre)?cetl(?:a)?(?: a)? jsem|seznamil(?:a)?(?: a)? jsem se)(?: (?:se|s|ze))*|ano",
        terms=r"zasad(?:y|ami) (?:ochrany|zpracovani) (?:osobnich|soukromi)(?: udaju)?|ochran(?:a|ou) osobnich udaju"
        r"|(?:se )?zpracovani[m]? (?:mych |svych )?osobnich udaju|gdpr",
        given=r"(?:vsechny |uvedene |mnou )*(?:uvedene )?(?:udaje|informace|odpovedi)",
        true=r"jsou (?:(?:pravdive|spravne|uplne|a) )*(?:pravdive|spravne|uplne)",
        around=r"(?:za ucelem|pro ucely|v ramci) (?:tohoto )?(?:vyberoveho rizeni|naboru)|podle|dle|a|s|se|ze|na",
    ),
    "zh": Words(
        agrees=r"(?:我|本人)?(?:(?:已经?|并|并且|仔细|充分)*"
        r"(?:阅读|知悉|了解|理解|知晓|同意|接受|确认|承诺|声明|授权)[并且和、]?)+|是的?",
        terms=r"[《“]?(?:隐私(?:政策|条款|声明|协议|保护政策)|个人信息(?:保护|处理|收集)(?:政策|声明|规则|告知书)?)[》”]?"
        r"|(?:处理|使用|收集|存储)(?:我的)?个人信息|个人信息(?:的)?(?:处理|使用|收集)",
        given=r"(?:以上|上述|所|我|填写|提供|提交|的)*(?:信息|内容|资料)(?:均|都|全部)?",
        true=r"(?:是)?(?:真实|准确|完整|属实|有效)(?:[、和且与]?(?:真实|准确|完整|属实|有效))*",
        around=r"[的、，与和及并]|为了?(?:本次)?(?:招聘|应聘)|用于(?:本次)?(?:招聘|应聘)|(?:目的)",
    ),
}
