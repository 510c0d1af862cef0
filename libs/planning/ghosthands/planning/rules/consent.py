"""Consent: the agreements that GhostHands gives by itself, a closed list.

Only two things are agreed to: the terms of applying (a privacy notice, terms of use, the processing of one's data for
this application), and that what was filled in is true. A label counts only if *all* of it is made of phrases listed
here, because what stands beside them is a statement about the applicant: "… and I am at least 18" is theirs to make.
The headings over it count too: "the terms" are those of what the heading names, so it has to be made of listed words;
and under an agreement of another kind (arbitration, a waiver, a background check) nothing is agreed to.

The words are in the form that `signals.words` returns. A language that is not listed is not agreed in.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.planning.signals import words


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
        r"|je (?:\w+ )?(?:certifie|confirme|consens|declare|reconnais|donne mon (?:accord|consentement)))"
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
#: Languages without a space between words.
_UNSPACED = ("ja", "zh")


class _Patterns(NamedTuple):
    agrees: re.Pattern[str]
    terms: re.Pattern[str]
    given: re.Pattern[str]
    true: re.Pattern[str]
    around: re.Pattern[str]


def _compile(code: str) -> _Patterns:
    end = "" if code in _UNSPACED else r"(?!\w)"
    return _Patterns(*(re.compile(rf"(?:{phrases}){end}") for phrases in LANGUAGES[code]))


_PATTERNS = tuple(map(_compile, LANGUAGES))

#: Terms that say by themselves nothing of what they are about.
_UNNAMED_TERMS = re.compile(
    r"terms.*|conditions.*|(?:(?:allgemeine[nr]? )?(?:nutzungs|geschafts|teilnahme|bewerbungs)?bedingungen)|agb|cgu"
    r"|mentions legales|terminos.*|condiciones.*|bases legales|termini.*|condizioni.*|policy|normativa"
    r"|(?:algemene |gebruiks?)?(?:gebruiks)?voorwaarden|termos.*|condicoes.*|(?:利用)?規約"
)
#: An agreement other than that of applying, where a heading has more than listed words.
_OTHER_AGREEMENT = re.compile(
    r"\b(?:agreements?|waivers?|waiv\w+|arbitrat\w+|arbitraje|arbitragem|arbitrage|jury|class actions?|nda|release of"
    r"|non ?(?:compet\w*|disclosure|solicit\w*)|confidentiality|liabilit\w+|indemni\w+|covenants?|authori[sz]ations?"
    r"|background (?:check|screen|investigat|verif)\w*|drug (?:test|screen)\w*|at will|schieds\w*|vereinbarung\w*"
    r"|\w*verzicht\w*|wettbewerbs\w*|verschwiegenheit\w*"
    r"|geheimhaltung\w*|haftung\w*|sammelklage\w*|vollmacht\w*|accord|convention|renonciation|concurrence|decharge"
    r"|responsabilit\w+|recours collectif|autorisation|acuerdo|convenio|renuncia|competencia|confidencialidad\w*"
    r"|exencion|responsabilidad\w*|demandas? colectivas?|autorizacion|accordo|patto|rinuncia|concorrenza|riservatezza"
    r"|manleva|liberatoria|clausola|\w*overeenkomst|afstand|\w*concurrentiebeding|geheimhouding\w*|aansprakelijkheid|vrijwaring"
    r"|machtiging|acordo|concorrencia|isencao|autorizacao)\b"
    r"|仲裁|放棄|競業|秘密保持|誓約|合意書|免責|委任"
)
#: Words of headings over any part of an application, or over the terms of applying.
_PLAIN_HEADING = re.compile(
    r"(?:privacy|terms|conditions|consents?|agreements?|applications?|apply|forms?|submit|submission|additional|further"
    r"|other|information|info|personal|details|data|contact|about|your|yourself|you|my|me|profile|account|create|sign"
    r"|up|in|register|registration|login|final|last|step|review|questions?|general|job|candidates?|applicants?|legal"
    r"|notices?|polic(?:y|ies)|statements?|declarations?|acknowledge?ments?|confirm(?:ation)?|certification|signature"
    r"|and|of|an?|the|for|to|use|service|website|site|this|please|now|resume|cv|documents|attachments|upload|finish"
    r"|complete|almost|done|required|user|cookies|gdpr|acceptance|here|with|us|new|lets?|get|started|begin|start|welcome"
    r"|datenschutz\w*|\w*bedingungen|agb|einwilligung(?:en)?|zustimmung|einverstandnis(?:erklarung)?|bewerbung\w*"
    r"|bewerben|bewerberdaten|jetzt|ihre?|deine?|meine?|daten|angaben|personliche|kontakt(?:daten)?|weitere|zusatzliche"
    r"|informationen|abschluss|absenden|senden|formular|konto|erstellen|registrier(?:en|ung)|anmelden|erklarung|hinweise"
    r"|rechtliche[s]?|und|zu[rm]?|de[rs]|die|das|allgemeine?s?|fragen|unterlagen|lebenslauf|profil|uber|sich|mich|online"
    r"|schritt|letzter|bestatigung"
    r"|confidentialite|politique|vie|privee|donnees|personnelles|generales|utilisation|d|consentement|candidature"
    r"|postuler|votre|vos|ma|mes|mon|informations|coordonnees|complementaires|formulaire|envoyer|soumettre|compte|creer"
    r"|inscription|mentions|legales|protection|de|des|la|le|les|et|a|au|propos|vous|derniere|etape|rgpd|validation"
    r"|privacidad|politica|proteccion|datos|personales|terminos|condiciones|uso|consentimiento|solicitud|candidatura"
    r"|postulacion|tu|su|mis|informacion|adicional|contacto|formulario|enviar|cuenta|crear|registro|aviso|declaracion"
    r"|y|el|los|del|preguntas|documentos|perfil|sobre|ti|ultimo|paso|confirmacion|inscripcion"
    r"|informativa|dati|personali|termini|condizioni|utilizzo|consens[oi]|candidati|tua|tue|informazioni|aggiuntive"
    r"|contatt[oi]|modulo|invi[ao]|crea|registrazione|note|legali|dichiarazione|di|e|il|domande|documenti|profilo"
    r"|ulteriori|generali|trattamento|dei"
    r"|privacy(?:verklaring|beleid)|(?:gebruiks)?voorwaarden|algemene|toestemming|akkoord|sollicit\w+|jouw|uw|je"
    r"|gegevens|persoonlijke|persoonsgegevens|informatie|aanvullende|contactgegevens|formulier|versturen|verzenden"
    r"|aanmaken|registreren|verklaring|en|het|van|vragen|documenten|profiel|over|laatste|stap|bevestiging"
    r"|privacidade|protecao|dados|pessoais|termos|condicoes|utilizacao|consentimento|candidatar|inscricao|sua|seu|meus"
    r"|informacoes|adicionais|contato|conta|criar|declaracao|da|do|os|perguntas|curriculo|voce|lgpd|gerais|confirmacao"
    r"|\d+)(?: |$)"
    r"|(?:プライバシー|ポリシー|個人情報|保護|方針|利用|規約|同意|応募|情報|入力|内容|確認|送信|フォーム|について|[のとへご]"
    r"|取り?扱い|登録|会員|基本|事項|必須|エントリー)(?: |)"
)
#: Offers, which are refused as marketing: to be written to, or to be kept for other jobs.
OFFERS = re.compile(
    "|".join(
        (
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
    )
)
#: Somebody agrees to something, whatever it is.
AGREES = re.compile(
    r"\b(?:i|by (?:checking|ticking|submitting|clicking|selecting|applying)\b.*\bi?)\b.*\b(?:agree|accept"
    r"|certify|acknowledge|confirm|consent|understand|declare|attest|have read|authori[sz]e)\b"
    r"|^(?:agree|accept|consent|acknowledge)\b|\bdo you (?:agree|accept|acknowledge|consent|certify)\b"
    r"|\bich (?:\w+ )*(?:stimme|akzeptiere|bestatige|erkenne|erklare|erteile|versichere|willige"
    r"|habe .* (?:gelesen|zur kenntnis genommen))\b"
    r"|\b(?:akzeptiere|bestatige|erklare|erteile|stimme|versichere|willige) ich\b"
    r"|\bhabe ich (?:\w+ )*gelesen\b|\beinverstanden\b|\bmit dem absenden .*\b(?:akzeptieren|stimmen) sie\b"
    r"|^(?:zustimmung|einwilligung)\b"
    r"|\bj ?(?:accepte|ai lu|ai pris connaissance|approuve|atteste|autorise)\b"
    r"|\bje (?:\w+ )?(?:certifie|confirme|consens|declare|reconnais|donne mon (?:accord|consentement))\b"
    r"|\b(?:acepto|he leido|autorizo|certifico|confirmo|consiento|declaro)\b|\bestoy de acuerdo\b"
    r"|\bdoy mi (?:\w+ )?(?:autorizacion|conformidad|consentimiento)\b"
    r"|\b(?:accetto|acconsento|autorizzo|certifico|confermo|ho letto|dichiaro)\b|\bpres[ao] visione\b"
    r"|\b(?:do|esprimo|presto|rilascio) il (?:mio |proprio )?consenso\b"
    r"|\bik (?:ga (?:\w+ )*akkoord|accepteer|bevestig|verklaar|stem (?:\w+ )*in|heb .* gelezen)\b|\bakkoord\b"
    r"|\b(?:ik geef|geef ik) (?:\w+ )?toestemming|\b(?:bevestig|verklaar) ik\b"
    r"|\b(?:aceito|li e|que li|li [ao]s?|concordo|confirmo|consinto|certifico|autorizo|declaro)\b"
    r"|\btomei conhecimento\b|\bestou (?:de acordo|ciente)\b|\bdou (?:\w+ )*consentimento\b"
    r"|(?:同意|承諾)(?:する|し|の上|いた)|[をにへ](?:同意|承諾)"
)
_NAME = r"(?:[A-ZÀ-Ý][\w&.-]*[ ]){0,3}[A-ZÀ-Ý][\w&.-]*"
#: An employer's name before its notice, or before what it does with data.
_EMPLOYER = re.compile(
    rf"(?<=[a-zà-ÿ] )(?:{_NAME}['’]s?[ ]|{_NAME}[ ](?=(?:(?:[Cc]andidate|[Aa]pplicant)[ ])?[Pp]rivacy\b"
    r"|(?:process|stor|us|collect)ing\b))"
)


#: A heading that states something of the applicant: whoever says under it that it is true has said it.
_IS_STATED = re.compile(r"^(?:i|ich|je|j|yo|io|ik|eu) (?!agree\b|accept\b|consent\b)")


def speaks_of_agreeing(label: str) -> bool:
    """Whether the words agree to something, of whatever kind."""
    return bool(AGREES.search(label))


@lru_cache(maxsize=CACHED_TEXTS)
def asks_for_consent(written: str, headings: tuple[str, ...] = ()) -> bool:
    """Whether a label, as it is written, asks for consent to the terms of applying and for nothing else.

    `headings` stand over it, nearest first.
    """
    readings = [
        said
        for said in _list_readings(written)
        if "agrees" in said and ("terms" in said or "given" in said) and ("given" in said) is ("true" in said)
    ]
    if not readings or any(_OTHER_AGREEMENT.search(words(one)) and not _is_plain(one) for one in headings):
        return False
    over = [one for one in headings if words(one)]
    if any(_IS_STATED.match(words(one)) for one in over):
        return False
    # the outermost may be the posting's title
    return all(map(_is_plain, (*over[:1], *over[1:-1]))) or any("unnamed" not in said for said in readings)


def _is_plain(heading: str) -> bool:
    """Whether a heading names a part of an application, or the terms of applying, and nothing else."""
    said, at = words(heading), 0
    while hit := _PLAIN_HEADING.match(said, at):
        at = hit.end()
    return at == len(said) or any("terms" in one or "given" in one for one in _list_readings(heading))


def agrees_outright(option: str) -> bool:
    """Whether an option is a bare yes, or agrees to the terms of applying and to nothing else."""
    return any("agrees" in said for said in _list_readings(option))


def _list_readings(written: str) -> list[frozenset[str]]:
    """Return the kinds of phrases that the whole text is made of, in each language in which it is."""
    said = words(_EMPLOYER.sub("", written))
    return [kinds for patterns in _PATTERNS if (kinds := _tile(said, patterns))]


def _tile(said: str, patterns: _Patterns) -> frozenset[str]:
    """Return the kinds of the phrases that the text is made of; empty where something else is in it.

    The longest phrase counts at each place.
    """
    at, found = 0, set[str]()
    while at < len(said):
        hits = (
            (hit.end(), kind)
            for kind, one in zip(_Patterns._fields, patterns, strict=True)
            if (hit := one.match(said, at))
        )
        end, kind = max(hits, default=(at, ""))
        if end == at:
            return frozenset()
        found.add(kind)
        if kind == "terms" and _UNNAMED_TERMS.fullmatch(said[at:end]):
            found.add("unnamed")
        at = end + (said[end : end + 1] == " ")
    return frozenset(found)
