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
    #: that one's data are processed
    data: str
    #: … for this application
    purpose: str
    #: what was filled in …
    given: str
    #: … is true
    true: str
    #: what joins these, and adds nothing
    around: str


_EN_DOES = r"(?:collection|use|usage|storage|retention|handling|processing|collecting|using|storing|retaining)"
_EN_FOR = (
    r"(?:(?:this|my|your|the|a|job|application|recruitment|recruiting|hiring|selection|process|purposes?|of|and) ?)"
)
_EN_WHOSE = r"(?:(?:you|we|us|(?:the |this |your |our )(?:company|employer|organi[sz]ation|firm)) )"
_EN_DATA = r"(?:(?:your|my|the) )?(?:personal |applicants? |candidates? |application )*(?:data|information|details)"
_EN_WORKS = r"(?:process|stor|us|collect|keep|kept|retain|handl)(?:es|ed|e|s|ing)?"
_EN_JOB = r"(?:application|candidacy|recruitment|recruiting|hiring|selection)"
_EN_PURPOSE = (
    rf"(?:for|during|as part of|in connection with|in relation to|in the context of|in order to|in support of"
    rf"|with regard to)"
    rf" (?:the purposes? of )?{_EN_FOR}*(?:{_EN_JOB}|purposes?|process)"
    rf"|(?:for|to|in order to)(?: the purposes? of)? (?:manag|assess|evaluat|review|handl|consider|process"
    rf"|administ)\w*"
    rf" {_EN_FOR}*{_EN_JOB}"
)
_DE_DATA = (
    r"(?:(?:meiner?|der|die|von|ihrer?|deiner?|personenbezogenen?|personlichen?|angegebenen|ubermittelten"
    r"|in meiner bewerbung"
    r"|enthaltenen) )*(?:daten|bewerberdaten|bewerbungsdaten|personendaten|angaben|bewerbungsunterlagen|unterlagen)"
)
_DE_DOES = r"(?:verarbeitung|speicherung|erhebung|nutzung|verwendung)"
_DE_DONE = r"(?:verarbeitet|gespeichert|erhoben|genutzt|verwendet)"
_DE_JOB = (
    r"(?:bewerbung|bewerbungsverfahrens?|bewerbungsprozess(?:es)?|bewerbungszwecken?|auswahlverfahrens?"
    r"|stellenbesetzung"
    r"|einstellungsverfahrens?|rekrutierungsprozess(?:es)?|personalauswahl)"
)
_DE_PURPOSE = (
    r"(?:(?:ausschliesslich|nur) )?(?:zum zwecke?(?: der)?|zu zwecken|im rahmen|im zusammenhang mit|fur|zur|zu"
    r"|wahrend)"
    r" (?:(?:den|der|dem|das|die|des|meiner|meine|dieser|diese|dieses|zwecke?|bearbeitung|prufung|durchfuhrung"
    r"|abwicklung"
    rf"|bewertung|auswahl) )*{_DE_JOB}"
)
_FR_DATA = (
    r"(?:mes |les |ces )?(?:donnees|informations)"
    r"(?: (?:a caractere personnel|personnelles?|de candidature|de candidat))*"
)
_FR_DOES = r"(?:traitement|utilisation|collecte|conservation|enregistrement|exploitation)"
_FR_DONE = r"(?:traitees|utilisees|collectees|conservees|enregistrees|exploitees)"
_FR_DO = r"(?:traiter|utiliser|collecter|conserver|enregistrer|traitiez|utilisiez|collectiez|traite|utilise|collecte)"
_FR_JOB = (
    r"(?:candidature|recrutement|dossier(?: de candidature)?|demande d emploi|processus de (?:recrutement|selection)"
    r"|procedure de (?:recrutement|selection))"
)
_FR_PURPOSE = (
    r"(?:dans le cadre|dans le but|pour|aux (?:seules )?fins|a des fins|en vue|afin|pour les besoins|au titre|lors"
    r"|lie|lies"
    r"|liees)(?: (?:l|la|le|les|de|du|d|des|a|etude|examen|gestion|traitement|evaluation|suivi|traiter|gerer"
    r"|etudier|examiner"
    rf"|evaluer|ma|mon|cette|ce|mes|sa))* {_FR_JOB}"
)
_ES_DATA = r"(?:mis |los |sus )?datos(?: (?:de caracter personal|personales|facilitados|aportados))*"
_ES_DOES = r"(?:tratamiento|uso|almacenamiento|recogida|recopilacion|utilizacion|procesamiento|conservacion)"
_ES_DONE = r"(?:tratados|utilizados|usados|procesados|almacenados|recogidos|traten|utilicen|usen|procesen|almacenen)"
_ES_JOB = (
    r"(?:candidatura|solicitud(?: de empleo)?|procesos?(?: de (?:seleccion|contratacion|reclutamiento))?|postulacion"
    r"|seleccion(?: de personal)?|reclutamiento|contratacion)"
)
_ES_PURPOSE = (
    r"(?:para|con el fin de|con la finalidad de|con fines de|a efectos de|en el marco de|en el ambito de"
    r"|con motivo de|a fin de"
    r"|en relacion con|durante|en)(?: (?:el|la|los|del|de|mi|esta|este|presente|fines|gestionar|gestion|tramitar"
    r"|valorar|evaluar"
    rf"|estudiar|procesar|participar|en))* {_ES_JOB}"
)
_IT_DATA = (
    r"(?:(?:dei|i|miei|di) )*dati"
    r"(?: (?:personali|forniti|da me forniti|contenuti nel (?:mio )?(?:cv|curriculum(?: vitae)?)))*"
)
_IT_DOES = r"(?:trattamento|utilizzo|uso|raccolta|elaborazione|conservazione)"
_IT_DONE = r"(?:trattati|utilizzati|raccolti|elaborati|conservati)"
_IT_JOB = (
    r"(?:candidatura|selezione(?: del personale)?|processo di selezione|ricerca e selezione(?: del personale)?"
    r"|recruiting"
    r"|reclutamento|domanda(?: di lavoro)?|assunzione)"
)
_IT_PURPOSE = (
    r"(?:per|ai(?: soli)? fini|ai sensi e per gli effetti|nell ambito|al fine|allo scopo|in relazione alla"
    r"|con finalita"
    r"|finalizzato alla)(?: (?:il|la|le|di|del|della|questa|questo|mia|presente|finalita|gestire|gestione|valutare"
    r"|valutazione"
    rf"|processo|procedura))* {_IT_JOB}"
)
_NL_DATA = r"(?:mijn |de )?(?:persoonlijke |ingevulde |verstrekte )*(?:gegevens|persoonsgegevens|sollicitatiegegevens)"
_NL_DOES = r"(?:verwerking|gebruik|opslag|verwerken|gebruiken|opslaan|verzamelen|bewaren)"
_NL_DONE = r"(?:verwerkt|gebruikt|opgeslagen|verzameld|bewaard)"
_NL_JOB = (
    r"(?:sollicitatie(?:procedure|proces|doeleinden)?|selectie(?:procedure|proces)?|wervings(?:procedure|proces"
    r"|doeleinden)"
    r"|werving(?: en selectie)?|recruitment(?:proces)?|vacature)"
)
_NL_PURPOSE = (
    r"(?:voor|in het kader van|ten behoeve van|in verband met|met het oog op|tijdens|om)"
    r"(?: (?:de|deze|mijn|het|dit|een|van|te|doel|doeleinden|behandeling|behandelen|beoordeling|beoordelen"
    r"|afhandeling))*"
    rf" {_NL_JOB}(?: te (?:behandelen|beoordelen|verwerken))?"
)
_PT_DATA = r"(?:(?:de|dos|os|meus) )*(?:meus )?dados(?: (?:pessoais|fornecidos))*"
_PT_DOES = r"(?:tratamento|uso|utilizacao|processamento|armazenamento|recolha|coleta)"
_PT_DONE = r"(?:tratados|utilizados|usados|processados|armazenados|recolhidos|coletados)"
_PT_JOB = (
    r"(?:candidaturas?|processo(?: (?:seletivo|de (?:selecao|recrutamento)))?|recrutamento|selecao|vaga|contratacao)"
)
_PT_PURPOSE = (
    r"(?:para|no ambito|para fins|com a finalidade|com o fim|para efeitos|no contexto|a fim|em relacao|durante)"
    r"(?: (?:a|o|as|os|de|da|do|deste|desta|esta|este|minha|meu|presente|fins|gestao|gerir|gerenciar|analise"
    r"|avaliacao|avaliar"
    rf"|analisar|processar))* {_PT_JOB}"
)
_SV_DATA = r"(?:mina |dina )?(?:person)?uppgifter(?:na)?"
_SV_DO = r"(?:behandla|hantera|lagra|spara|anvanda|samla in)(?:r|s|des)?"
_SV_PURPOSE = (
    r"(?:i samband med|for|inom ramen for|under|som en del av)(?: (?:min|denna|den har|mina|handlaggningen"
    r"|hanteringen|av))*"
    r" (?:ansokan|rekrytering(?:en|sprocessen|sandamal|sarbetet)?|anstallningsprocessen)|i rekryteringssyfte"
)
_DA_DATA = r"(?:mine |de )?(?:personlige )?(?:person)?(?:oplysninger|data)"
_DA_DO = r"(?:behandle|opbevare|bruge|anvende|indsamle|registrere)[rs]?"
_DA_PURPOSE = (
    r"(?:i forbindelse med|til brug for|for|under|som led i|til)(?: (?:min|denne|mine|at|behandle|behandling|af))*"
    r" (?:ansøgning(?:en)?|rekruttering(?:en|sprocessen|sforløbet|sformal)?|ansættelsesprocessen|jobansøgning)"
)
_NO_DATA = r"(?:mine |de )?(?:personlige )?(?:person)?opplysning(?:er|ene)(?: mine)?"
_NO_DO = r"(?:behandle|lagre|bruke|oppbevare|samle inn|registrere)[rs]?"
_NO_PURPOSE = (
    r"(?:i forbindelse med|for|til|under|som en del av)(?: (?:min|denne|mine|a|behandle|behandling|av))*"
    r" (?:(?:jobb)?søknad(?:en)?|rekruttering(?:en|sprosessen|sformal)?|ansettelsesprosessen)(?: min)?"
)
_EN_TRUE = r"(?:true|correct|complete|accurate|truthful|factual|up to date)"
LANGUAGES = {
    "en": Words(
        agrees=r"(?:yes )?(?:i )?(?:(?:hereby|have|also|fully|carefully) )*(?:read|reviewed|understand|understood"
        r"|agree"
        r"|agreed|accept|accepted|acknowledge|acknowledged|consent|certify|confirm|declare|attest|affirm"
        r"|authori[sz]e)"
        r"(?: (?:to|with|that))*"
        r"|do you (?:hereby )?(?:agree|accept|acknowledge|consent|certify|confirm)(?: (?:to|with|that))?"
        r"|(?:i )?(?:hereby )?(?:give|grant) (?:my |you )?(?:express )?(?:consent|permission)(?: (?:to|for|that))?"
        r"|by (?:checking|ticking|submitting|clicking|selecting|applying|continuing)"
        r"(?: (?:on|the|this|my|your|box|button|form|application|below|here|submit|apply))*|yes",
        terms=r"(?:(?:applicant|candidate|recruitment|recruiting|careers?|job|global|website|gdpr|ccpa) )*"
        r"(?:privacy|data (?:protection|privacy))(?: (?:and )?cookies?)?"
        r"(?: (?:policy|policies|notice|statement|terms|declaration|information))?"
        r"(?: for (?:job )?(?:applicants|candidates|applications))?"
        r"|gdpr(?: (?:policy|notice|statement))?"
        r"|terms(?: (?:and|of) (?:conditions|use|service|applying|application))*|conditions of use"
        r"|data processing",
        data=rf"(?:{_EN_DOES} (?:(?:and|or) )?)+(?:of )?{_EN_DATA}"
        rf"|{_EN_DATA} (?:is |are |being |may be |will be |to be |can be )?(?:{_EN_WORKS}(?: and | or )?)+"
        rf"(?: by {_EN_WHOSE})?"
        rf"|(?:(?:that )?{_EN_WHOSE}(?:may |can |will |to )?)?(?:{_EN_WORKS} (?:(?:and|or) )?)+{_EN_DATA}",
        purpose=_EN_PURPOSE,
        given=r"(?:(?:all|of|the|any|every|my|this|these) )*"
        r"(?:information|answers?|statements?|details|responses|facts?|application)"
        r"(?: (?:that |which )?(?:i |is |are )?(?:have |has been )?(?:provided|given|submitted|supplied|entered"
        r"|furnished|stated|contained|made|shared))?"
        r"(?: (?:above|below|here|herein|by me|with you|to you|(?:in|on|with) (?:this|the|my) (?:application|form)"
        r"|(?:in|on) (?:this|the|my) (?:job )?application form))*",
        true=rf"(?:is|are) (?:(?:both|and|{_EN_TRUE}) )*{_EN_TRUE}",
        around=r"to the best of my (?:knowledge|ability|belief)(?: and belief)?"
        r"|(?:in accordance|in line|in compliance) with|as (?:described|set out|set forth|outlined|stated"
        r"|explained) in"
        r"|under|(?:of|on|for) (?:this|the|our|your) (?:web)?site|hereby|above|below"
        r"|and|to|i|you|the|of|our|your|this|its|that|a|copy",
    ),
    "de": Words(
        agrees=r"(?:ja )?(?:(?:hiermit|hierdurch) )?(?:ich )?(?:(?:habe|bin|hiermit) )*(?:stimme|akzeptiere|bestatige"
        r"|erkenne|erklare|erteile|versichere|willige|gebe)(?: ich)?(?: (?:hiermit|ihnen|dem|der|den|mich|damit"
        r"|darin|meine))*"
        r"|(?:ja )?(?:ich )?(?:habe|bin)(?: ich)?|ja|ich|(?:gelesen|verstanden|einverstanden|akzeptiert|zugestimmt)"
        r"|zur kenntnis genommen|zur kenntnis|zu|ein|an|damit|zustimmung|einwilligung"
        r"|mit (?:dem absenden|(?:meiner|der|dem) bewerbung|absenden)(?: (?:ihrer|meiner|der) bewerbung)?"
        r"(?: (?:akzeptieren|stimmen) sie)?",
        terms=r"(?:hinweise (?:zum|zur) )?datenschutz(?:erklarung|hinweise?n?|bestimmungen|richtlinien?|bedingungen"
        r"|information(?:en)?)?"
        r"|(?:allgemeine[nr]? )?(?:nutzungs|geschafts|teilnahme|bewerbungs)?bedingungen|agb|dsgvo",
        data=rf"{_DE_DOES}(?: (?:und|sowie|der|{_DE_DOES}))*(?: {_DE_DATA})?"
        rf"|(?:dass )?{_DE_DATA}(?: (?:{_DE_PURPOSE}|von ihnen|vom unternehmen|durch (?:die|den|das"
        rf"|ihr unternehmen)|von der|elektronisch))*"
        rf"(?: (?:und )?{_DE_DONE})+(?: werden)?(?: durfen)?"
        rf"|{_DE_DATA}(?: {_DE_PURPOSE})? zu (?:verarbeiten|nutzen|verwenden)",
        purpose=_DE_PURPOSE,
        given=r"(?:(?:alle|die|meine|von|mir|samtliche|gemachten|oben|obigen) )*(?:angaben|informationen|daten)"
        r"(?: von mir)?",
        true=r"(?:(?:vollstandig|wahrheitsgemass?e?n?|wahrheitsgema|richtig|korrekt|wahr|und) )*"
        r"(?:vollstandig|wahrheitsgemass|wahrheitsgema|richtig|korrekt|wahr)(?: (?:sind|ist|gemacht habe))?",
        around=r"gemass(?: der)?|laut"
        r"|und|die|der|den|dem|das|dass|mit|in|ihre|ihrer|unsere|von|meine|meiner|es|ihnen|sie|hiermit",
    ),
    "fr": Words(
        agrees=r"(?:oui )?(?:en (?:cochant cette case|soumettant (?:ma candidature|ce formulaire)) )?"
        r"(?:j ?(?:ai (?:bien )?(?:lu|pris connaissance)|accepte|approuve|atteste|autorise)"
        r"|je (?:(?!ne )\w+ )?(?:certifie|confirme|consens|declare|reconnais|donne mon (?:accord|consentement)))"
        r"(?: (?:que|au|pour|a ce que|avoir (?:lu|pris connaissance)|avoir lu et accepte))?|oui|compris|approuve"
        r"|accepte",
        terms=r"(?:politique|charte|declaration|notice|regles)(?: (?:de|des|sur|la|relative|a|protection|gestion))* "
        r"(?:confidentialite|vie privee|donnees(?: (?:a caractere )?personnel(?:le)?s?)?)(?: des candidats)?"
        r"|conditions (?:generales )?(?:d ?)?utilisation|conditions(?: generales)?|cgu|rgpd|mentions legales",
        data=rf"(?:{_FR_DOES}(?: et(?: a)?(?: la| le| l)?)? )+(?:de |des )?{_FR_DATA}"
        rf"|{_FR_DATA}(?: {_FR_PURPOSE})? (?:soient|sont|seront|puissent etre)(?: (?:et )?{_FR_DONE})+"
        rf"|(?:(?:vous|l entreprise|la societe|l employeur)(?: a)? |a )?(?:{_FR_DO}(?: et)? )+{_FR_DATA}",
        purpose=_FR_PURPOSE,
        given=r"(?:(?:toutes|tous|les|ces|mes|des) )*(?:informations|renseignements|donnees|reponses)"
        r"(?: (?:(?:que j ai )?fournie?s|communiquee?s|transmise?s|ci dessus|dans (?:ce formulaire"
        r"|ma candidature)))*",
        true=r"(?:(?:sont|est) )?(?:(?:exacte?s|vraie?s|completes?|complets?|veridiques|sinceres|et) )*"
        r"(?:exacte?s|vraie?s|completes|complets|veridiques|exactitude|veracite)",
        around=r"sur l ?honneur|par la presente|conformement a(?: la| au)?"
        r"|et|la|le|les|l|de|des|du|d|a|au|aux|que|votre|vos|notre|ce|cette",
    ),
    "es": Words(
        agrees=r"(?:si )?(?:he leido|acepto|autorizo|certifico|confirmo|consiento|declaro|estoy de acuerdo"
        r"|doy mi (?:\w+ )?(?:autorizacion|conformidad|consentimiento))(?: (?:que(?: he leido)?|con"
        r"|haber leido))?|si|entiendo|comprendo",
        terms=r"(?:(?:la )?(?:politicas?|aviso|declaracion|informacion)(?: (?:de|sobre|la|y|proteccion))* "
        r"(?:privacidad|datos(?: (?:de caracter )?personal(?:es)?)?))"
        r"|proteccion de datos|terminos(?: y condiciones)?(?: de uso)?|condiciones(?: (?:generales|de uso"
        r"|y terminos))*"
        r"|bases legales|rgpd",
        data=rf"(?:{_ES_DOES}(?: y(?: el| la)?)? )+(?:de )?{_ES_DATA}"
        rf"|(?:a )?(?:que )?{_ES_DATA}(?: {_ES_PURPOSE})? (?:sean|seran|se)(?: (?:y )?{_ES_DONE})+"
        rf"|(?:(?:a )?(?:la empresa|la compania|ustedes) )?a (?:tratar|procesar|utilizar|usar) {_ES_DATA}"
        rf"|(?:que )?(?:la empresa|la compania|el empleador|ustedes) (?:trat|proces|utilic|us)en? {_ES_DATA}",
        purpose=_ES_PURPOSE,
        given=r"(?:(?:toda|todos|la|los|mis|las) )*(?:informacion|datos|respuestas)"
        r"(?: (?:proporcionad[ao]s?|facilitad[ao]s?|suministrad[ao]s?|aportad[ao]s?|anterior(?:es)?"
        r"|en (?:este formulario|esta solicitud)))*",
        true=r"(?:es|son) (?:(?:verdader[ao]s?|vera[zc](?:es)?|exact[ao]s?|complet[ao]s?|correct[ao]s?|y) )*"
        r"(?:verdader[ao]s?|vera[zc](?:es)?|exact[ao]s?|complet[ao]s?|correct[ao]s?)",
        around=r"de acuerdo con|conforme a|segun"
        r"|y|e|la|el|los|las|de|del|con|que|su|sus|a|mi|para el|para",
    ),
    "it": Words(
        agrees=r"(?:si )?(?:accetto|acconsento|autorizzo|certifico|confermo|ho letto|dichiaro"
        r"|(?:ho )?pres[ao] visione"
        r"|(?:do|esprimo|presto|rilascio) il (?:mio |proprio )?consenso)(?: (?:al|che|di (?:aver|avere) (?:letto"
        r"|preso"
        r" visione)))?|si|compreso|accettato|di aver letto",
        terms=r"(?:(?:dell ?|sull ?|l ?)?informativa|policy|normativa)(?: (?:sulla|sul|della|sui|privacy"
        r"|trattamento|dei|dati|personali))*"
        r"|privacy(?: policy)?|gdpr(?: regolamento ue 2016 679)?|regolamento ue 2016 679"
        r"|termini(?: e(?: le)? condizioni)?(?: (?:di|d) (?:uso|utilizzo|servizio))?|condizioni(?: d uso"
        r"| di utilizzo)?",
        data=rf"(?:{_IT_DOES}(?: e(?: al| all| l)?)? )+{_IT_DATA}"
        rf"|{_IT_DATA}(?: {_IT_PURPOSE})? (?:siano|vengano|saranno)(?: (?:e )?{_IT_DONE})+"
        rf"|(?:l azienda |la societa )?a (?:trattare|utilizzare) {_IT_DATA}",
        purpose=_IT_PURPOSE,
        given=r"(?:(?:tutte|le|i|miei|mie) )*(?:informazioni|dati|dichiarazioni|risposte)"
        r"(?: (?:fornit[ei]|inserit[ei]|riportat[ei]|sopra))*",
        true=r"(?:corrisponde|corrispondono) a verita"
        r"|sono (?:(?:ver[ei]|veritier[ei]|corrett[ei]|complet[ei]|esatt[ei]|e) )*(?:ver|veritier|corrett"
        r"|complet|esatt)[ei]",
        around=r"ai sensi (?:del|della|dell)"
        r"|e|i|il|la|le|l|lo|al|all|alla|di|del|della|dell|con|che|mio|miei",
    ),
    "nl": Words(
        agrees=r"(?:ja )?(?:hierbij )?(?:ik )?(?:ga (?:hiermee |ermee )?(?:akkoord)?|sta toe|accepteer|bevestig"
        r"|verklaar|stem"
        r"|heb|geef)(?: ik)?(?: (?:in|dat|toestemming|hiermee|ermee))*|ja|akkoord|gelezen|begrepen|ga|hierbij",
        terms=r"privacy(?:verklaring|beleid|statement|voorwaarden)?(?: (?:policy|statement|verklaring|beleid))?|avg"
        r"|(?:algemene |gebruiks?)?(?:gebruiks)?voorwaarden",
        data=rf"(?:{_NL_DOES}(?: en(?: de| het)?)? )+van {_NL_DATA}"
        rf"|(?:om |dat )?(?:jullie |het bedrijf |de werkgever )?{_NL_DATA}(?: {_NL_PURPOSE})?"
        rf"(?: (?:te|en|mogen|mag|worden|{_NL_DOES}|{_NL_DONE}))+(?: {_NL_PURPOSE})?(?: worden)?"
        rf"|(?:{_NL_DATA})(?: {_NL_PURPOSE})? {_NL_DONE} worden",
        purpose=_NL_PURPOSE,
        given=r"(?:(?:alle|de|mijn|het|dit|deze) )*(?:informatie|gegevens|antwoorden|formulier)"
        r"(?: (?:die ik heb )?(?:verstrekte?|ingevulde?))?",
        true=r"(?:naar waarheid|juist|volledig|correct)(?: (?:en|juist|volledig|correct|is|zijn))*"
        r"(?: (?:te hebben |heb )?ingevuld)?|(?:is|zijn) (?:juist|volledig|correct)(?: en (?:juist|volledig"
        r"|correct))?",
        around=r"volgens|conform|voor|tot"
        r"|en|de|het|met|van|in|ermee|hiermee|dat|uw|onze",
    ),
    "pt": Words(
        agrees=r"(?:sim )?(?:aceito|li(?: e)?|concordo|confirmo|consinto|certifico|autorizo|declaro"
        r"|estou (?:de acordo|ciente)"
        r"|tomei conhecimento|dou (?:o )?(?:meu )?consentimento)(?: (?:com|que(?: li)?|ter lido|para))?|sim|de acordo"
        r"|compreendi|entendi",
        terms=r"(?:politicas?|aviso|declaracao)(?: (?:de|da))? (?:privacidade|protecao de dados(?: pessoais)?)"
        r"|lgpd|rgpd"
        r"|termos(?: (?:e|de) (?:condicoes|uso|utilizacao|servico))*|condicoes(?: (?:gerais|de) ?(?:uso"
        r"|utilizacao)?)?",
        data=rf"(?:{_PT_DOES}(?: e(?: o| a)?)? )+{_PT_DATA}"
        rf"|(?:que )?{_PT_DATA}(?: {_PT_PURPOSE})? (?:sejam|serao)(?: (?:e )?{_PT_DONE})+"
        rf"|(?:a empresa )?a (?:tratar|utilizar|processar|usar) {_PT_DATA}",
        purpose=_PT_PURPOSE,
        given=r"(?:(?:todas|as|os|minhas|meus) )*(?:informacoes|dados|respostas)"
        r"(?: (?:fornecid[ao]s|prestad[ao]s|inserid[ao]s|acima|neste formulario))*",
        true=r"(?:sao|e) (?:(?:verdadeir[ao]s|veridic[ao]s|exat[ao]s|complet[ao]s|corret[ao]s|e) )*"
        r"(?:verdadeir[ao]s|veridic[ao]s|exat[ao]s|complet[ao]s|corret[ao]s)",
        around=r"de acordo com(?: a| o)?|nos termos da"
        r"|e|a|o|as|os|da|do|de|dos|das|com|que|para|ao|sua|nossa|meus?",
    ),
    "ja": Words(
        agrees=r"(?:同意|承諾|了承)(?:の上|(?:する|します|しました|いただける方は|いたします)?)|読み|確認(?:の上|し"
        r"|しました)|はい"
        r"|理解し",
        terms=r"個人情報(?:保護方針|の?取り?扱い?(?:について)?|保護)?|プライバシー ?ポリシー|(?:利用)?規約",
        data=r"(?:私の)?個人情報[のをが](?:(?:取得|収集|利用|使用|処理)(?:・|及び|および|と|または)?)+",
        purpose=r"(?:採用|選考|応募)(?:選考|活動|手続き?)?(?:のため(?:の|に)?|の目的で|にあたり|に際し(?:て)?"
        r"|に関する|目的で(?:の)?)"
        r"|本?応募にあたり",
        given=r"(?:応募|入力)(?:内容|情報)|(?:上記の)?記載内容",
        true=r"(?:は|に|が)?(?:事実と相違(?:ありません|ない)|正確です|虚偽はありません)",
        around=r"[をにへはの、]|すること|について|応募する|チェックしてください|ことに?",
    ),
    "sv": Words(
        agrees=r"(?:ja )?(?:(?:harmed )?jag )?(?:(?:har )?(?:last|forstatt|tagit del av)|godkanner|accepterar"
        r"|samtycker"
        r"|bekraftar|intygar|ger mitt (?:samtycke|godkannande))(?: (?:till|att|harmed))*|ja|jag",
        terms=r"(?:integritets|dataskydds|sekretess|personuppgifts)(?:policy|information|meddelande|villkor)(?:n|en"
        r"|et)?"
        r"|gdpr|dataskyddsforordningen",
        data=rf"(?:(?:behandling|hantering|lagring|anvandning)(?:en)?(?: och)? )+av {_SV_DATA}"
        rf"|{_SV_DATA}(?: {_SV_PURPOSE})?(?: (?:far|kommer att|och|{_SV_DO}))+"
        rf"|(?:ni|foretaget|arbetsgivaren) (?:far )?(?:{_SV_DO} (?:och )?)+{_SV_DATA}",
        purpose=_SV_PURPOSE,
        given=r"(?:alla |de |mina )*(?:uppgifter(?:na)?|svar(?:en)?)(?: (?:som|jag|har|lamnat|angett|angivit|ovan))*",
        true=r"ar (?:(?:sanna|korrekta|riktiga|fullstandiga|och) )*(?:sanna|korrekta|riktiga|fullstandiga)",
        around=r"enligt|i enlighet med|och|att|till|av|den|det|er|era|mina|min|med|om",
    ),
    "da": Words(
        agrees=r"(?:ja )?(?:(?:hermed )?jeg )?(?:(?:har )?(?:læst|forstaet)|accepterer|samtykker|bekræfter|erklærer"
        r"|godkender|giver (?:hermed )?(?:mit )?samtykke)(?: (?:til|i|at|hermed))*|ja|jeg",
        terms=r"(?:privatlivs|persondata|databeskyttelses)(?:politik(?:ken)?|erklæring(?:en)?|meddelelse(?:n)?)"
        r"|gdpr",
        data=rf"(?:(?:behandling|opbevaring|brug|indsamling)(?:en)?(?: og)? )+af {_DA_DATA}"
        rf"|{_DA_DATA}(?: {_DA_PURPOSE})?(?: (?:ma|kan|bliver|og|behandlet|{_DA_DO}))+"
        rf"|(?:(?:i|virksomheden|arbejdsgiveren) )?(?:ma |kan )?(?:{_DA_DO} (?:og )?)+{_DA_DATA}",
        purpose=_DA_PURPOSE,
        given=r"(?:alle |de |mine )*(?:oplysninger(?:ne)?|svar(?:ene)?)(?: (?:som|jeg|har|givet|afgivet|ovenfor))*",
        true=r"er (?:(?:sande|korrekte|rigtige|fuldstændige|og) )*(?:sande|korrekte|rigtige|fuldstændige)",
        around=r"ifølge|i henhold til|og|at|til|i|af|den|det|jeres|min|med|om",
    ),
    "no": Words(
        agrees=r"(?:ja )?(?:(?:herved )?jeg )?(?:(?:har )?(?:lest|forstatt)|godtar|aksepterer|samtykker|bekrefter"
        r"|erklærer|godkjenner|gir (?:herved )?(?:mitt )?samtykke)(?: (?:til|i|at|herved))*|ja|jeg",
        terms=r"personvern(?:erklæring(?:en)?|policy(?:en)?|reglene|vilkarene)",
        data=rf"(?:(?:behandling|lagring|oppbevaring|bruk|innsamling)(?:en)?(?: og)? )+av {_NO_DATA}"
        rf"|{_NO_DATA}(?: {_NO_PURPOSE})?(?: (?:kan|blir|og|behandlet|{_NO_DO}))+"
        rf"|(?:dere|bedriften|arbeidsgiver(?:en)?|selskapet) (?:kan )?(?:{_NO_DO} (?:og )?)+{_NO_DATA}",
        purpose=_NO_PURPOSE,
        given=r"(?:alle |de |mine )*(?:opplysning(?:er|ene)|svar(?:ene)?)(?: (?:som|jeg|har|gitt|oppgitt|ovenfor))*",
        true=r"er (?:(?:sanne|korrekte|riktige|fullstendige|og) )*(?:sanne|korrekte|riktige|fullstendige)",
        around=r"ifølge|i henhold til|og|at|til|i|av|den|det|deres|min|med|om",
    ),
    "fi": Words(
        agrees=r"(?:kylla )?(?:mina )?(?:annan (?:suostumukseni|suostumuksen|luvan)|suostun|hyvaksyn|vahvistan"
        r"|vakuutan"
        r"|olen lukenut)(?: ja (?:hyvaksyn|ymmartanyt))?(?: etta)?|kylla",
        terms=r"tieto(?:suoja|turva)(?:selosteen|kaytannon|lausekkeen|ilmoituksen|ehdot)"
        r"|gdpr",
        data=r"(?:antamieni )?(?:henkilo)?tieto(?:jeni|jen)(?: (?:ja|kasittelyyn|kasittelyn|kayttoon|kayton"
        r"|tallentamiseen"
        r"|tallentamisen))+"
        r"|(?:henkilo)?tieto(?:jani|ja)(?: (?:saa|voidaan|ja|kasitella|kasitellaan|kayttaa|kaytetaan))+",
        purpose=r"(?:taman |tata |tyo|avoimen )*(?:hakemukseni|hakemuksen|hakemusta|rekrytointia"
        r"|rekrytointiprosessia|tyonhakua"
        r"|rekrytoinnin|valintaprosessin)(?: kasittelya| kasittelyn)? (?:varten|yhteydessa|aikana|vuoksi)"
        r"|rekrytoin(?:tia|tiin|nissa|titarkoituksessa|tiprosessissa|titarkoituksiin)|hakuprosessissa",
        given=r"(?:kaikki |antamani )*(?:antamani )(?:tiedot|vastaukset)",
        true=r"(?:ovat|pitavat) (?:(?:oikeita|oikein|totta|paikkansa|taydellisia|ja) ?)+",
        around=r"ja|etta",
    ),
    "pl": Words(
        agrees=r"(?:tak )?(?:(?:niniejszym )?(?:wyrazam|udzielam) (?:dobrowolnie )?(?:zgod[ey]|zgody)(?: na)?"
        r"|zgadzam sie(?: na)?|akceptuje|potwierdzam|oswiadczam|przeczytał(?:em|am)(?: am)?|rozumiem"
        r"|(?:ze )?zapoznał(?:em|am)(?: am)? sie(?: z)?)(?: ze)?|tak",
        terms=r"(?:z )?polityk[aei] (?:prywatnosci|ochrony danych)"
        r"|informacj[aei] o przetwarzaniu (?:moich )?danych(?: osobowych)?"
        r"|klauzul[aei]? (?:informacyjn[aej]+|rodo)|rodo",
        data=r"przetwarzani[ea] (?:przez (?:pracodawce|firme|panstwa) )?(?:moich )?danych(?: osobowych)?"
        r"(?: (?:zawartych|podanych) w (?:mojej |moim |tym )?"
        r"(?:aplikacji|cv|formularzu|zgłoszeniu|ofercie pracy|dokumentach aplikacyjnych))?"
        r"|moje dane(?: osobowe)? (?:byly|były|beda) przetwarzane",
        purpose=r"(?:(?:w celu|w celach|w procesie|w trakcie|podczas|na potrzeby|dla potrzeb|w ramach|do celow"
        r"|niezbednych do|na cele|w zwiazku z) )+"
        r"(?:(?:niniejszej|tej|tego|ta|moja|mojej|prowadzenia|przeprowadzenia|realizacji|obecnej|procesu|biezacej"
        r"|rozpatrzenia) )*"
        r"(?:rekrutacji|rekrutacja|rekrutacyjnych|rekrutacyjnego|procesu|aplikacji|aplikacja|zgłoszenia)",
        given=r"(?:wszystkie |podane |moje )*(?:przeze mnie )?(?:podane )?(?:dane|informacje|odpowiedzi)(?: podane)?",
        true=r"sa (?:(?:prawdziwe|zgodne z prawda|poprawne|kompletne)(?: i )?)+",
        around=r"zgodnie z|i|oraz|z|na|ja|ich|ze",
    ),
    "cs": Words(
        agrees=r"(?:ano )?(?:(?:timto )?souhlasim|udeluji souhlas|potvrzuji|prohlasuji|beru na vedomi|akceptuji"
        r"|(?:pre)?cetl(?:a)?(?: a)? jsem|seznamil(?:a)?(?: a)? jsem se)(?: (?:se|s|ze))*|ano",
        terms=r"zasad(?:y|ami) (?:ochrany|zpracovani) (?:osobnich|soukromi)(?: udaju)?|ochran(?:a"
        r"|ou) osobnich udaju|gdpr",
        data=r"(?:se )?zpracovani[m]? (?:(?:mych|svych|poskytnutych|osobnich) )*udaju",
        purpose=r"(?:za ucelem|pro ucely|pro potreby|v ramci|v souvislosti s)"
        r" (?:(?:tohoto|teto|me|meho|mou|posouzeni|vyhodnoceni|s) )*(?:vyberoveho rizeni|vyberovym rizenim|naboru"
        r"|zadosti"
        r"|uchazeni o zamestnani|naboroveho procesu|prihlasky)",
        given=r"(?:vsechny |uvedene |mnou )*(?:uvedene )?(?:udaje|informace|odpovedi)",
        true=r"jsou (?:(?:pravdive|spravne|uplne|a) )*(?:pravdive|spravne|uplne)",
        around=r"podle|dle|a|s|se|ze|na",
    ),
    "zh": Words(
        agrees=r"(?:我|本人)?(?:(?:已经?|并|并且|仔细|充分)*"
        r"(?:阅读|知悉|了解|理解|知晓|同意|接受|确认|承诺|声明|授权)[并且和、]?)+|是的?",
        terms=r"[《“]?(?:隐私(?:政策|条款|声明|协议|保护政策)|个人信息(?:保护|处理|收集)(?:政策|声明|规则"
        r"|告知书)?)[》”]?",
        data=r"(?:(?:贵?公司|你们|贵方|雇主)(?:可以)?)?(?:(?:处理|使用|收集|存储|采集)[和及与、并]?)+(?:我"
        r"|本人)?(?:的)?个人(?:信息|资料|数据)"
        r"|(?:我|本人)?(?:的)?个人(?:信息|资料|数据)(?:的)?(?:(?:处理|使用|收集|采集)[和及与、]?)+",
        purpose=r"(?:(?:贵?公司|你们|贵方|雇主))?(?:为了?|用于|出于)(?:本次|此次)?(?:招聘|应聘|求职|录用"
        r"|申请)(?:目的|之目的|流程)?",
        given=r"(?:以上|上述|所|我|填写|提供|提交|的)*(?:信息|内容|资料)(?:均|都|全部)?",
        true=r"(?:是)?(?:真实|准确|完整|属实|有效)(?:[、和且与]?(?:真实|准确|完整|属实|有效))*",
        around=r"[的、，与和及并]|(?:目的)",
    ),
    "ko": Words(
        agrees=r"(?:위|아래|상기)?(?: ?내용)?(?:에|을|를)? ?(?:모두 )?(?:동의|승낙|확인|숙지)(?:합니다|함|하며|하고"
        r"|하였으며|하였고|하겠습니다"
        r"|했습니다|하였습니다)?|(?:읽고|읽었으며|읽었습니다)|예|네",
        terms=r"개인 ?정보 ?(?:처리 ?방침|보호 ?정책|취급 ?방침|보호 ?방침)|(?:서비스 ?)?이용 ?약관",
        data=r"(?:나의 |본인의 |제 )?개인 ?정보(?:의|를)? ?(?:(?:수집|이용|처리|활용|사용)(?: ?(?:및|과|·|,) ?| )?)+",
        purpose=r"(?:본 )?(?:채용|입사 ?지원|지원|전형|선발)(?: ?(?:전형|절차|과정|심사))?(?:을|를|의)? ?(?:위한"
        r"|위해|목적(?:으로|의)?|위하여)",
        given=r"(?:위|모든|제출한|입력한|기재한| )*(?:내용|정보|사항)(?:은|이|는)?",
        true=r"(?:사실과 (?:다름|틀림)(?:이)? 없(?:음을|습니다)|사실(?:임을|입니다)|정확합니다)",
        around=r"[에을를의과와은는이]|및|에 대해|에 대하여|대해|대하여",
    ),
}
#: Words, in all languages, of keeping data, which needs this application for its term …
KEEPS = (
    r"\b(?:keep\w*|retain\w*|retention|aufbewahr\w*|conserv\w*|bewar\w*|spara[srt]?|oppbevar\w*|opbevar\w*)\b"
    r"|存储"
)
#: … of storing, which is part of processing where that is said …
STORES = (
    r"\b(?:stor(?:e|es|ed|ing|age)|speicher\w*|gespeichert|enregistr\w*|almacen\w*|armazen\w*|opslag|opslaan"
    r"|opgeslagen"
    r"|lagr(?:ing|as|es|a|e)\w*|tallent\w*)\b"
)
#: … and of processing.
WORKS_ON = (
    r"\b(?:process\w*|us(?:e|es|ed|ing|age)|handl\w*|collect\w*|verarbeit\w*|erheb\w*|erhoben|nutz\w*|genutzt"
    r"|verwend\w*"
    r"|trait\w*|utilis\w*|collect\w*|tratamiento|trat\w+|proces\w*|uso|trattament\w*|verwerk\w*|gebruik\w*|behandl\w*"
    r"|hanter\w*|kasitte\w*)\b"
)
