"""Consent: the agreements that an application requires, and nothing beyond them.

Only a required control with a strict "I agree / certify / acknowledge" as its label is ticked; offers of mail are
refused as marketing, and a required box that mixes both goes to a human.

A language has all four patterns or none: to read an agreement one must be able to read what else it agrees to. The
words are in the form that `signals.words` returns.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Words(NamedTuple):
    """The words of one language for consent."""

    #: the applicant says it in the first person …
    agrees: str
    #: … of the terms of applying
    terms: str
    #: agreeing to more than the terms of applying: to be examined, asked about, called or passed on, to give up a right
    beyond: str
    #: an offer to be written to
    offers: str


LANGUAGES = {
    "en": Words(
        agrees=r"\b(?:i|by (?:checking|ticking|submitting|clicking|selecting|applying)\b.*\bi?)\b.*\b(?:agree|accept"
        r"|certify|acknowledge|confirm|consent|understand|declare|attest|have read|authori[sz]e)\b"
        r"|^(?:agree|accept|consent|acknowledge)\b|\bdo you (?:agree|accept|acknowledge|consent|certify)\b",
        terms=r"\bterms\b|\bprivacy\b|\bpolic(?:y|ies)\b|\baccura(?:te|cy)\b|\btrue\b|\bcomplete\b|\bcorrect\b"
        r"|\btruthful\b|\bnotice\b|\bconditions\b|\bdata (?:protection|processing)\b"
        r"|\bprocess(?:ing)? (?:of )?my (?:personal )?(?:data|information)\b|\bgdpr\b"
        r"|\bpersonal (?:data|information)\b|\bagreement\b|\bstatement\b|\bcertif",
        beyond=r"\barbitrat|\bnon ?compete\b|\bbackground (?:check|screening|investigation)|\bcriminal\b"
        r"|\bcredit (?:check|report|history)|\bdrugs?\b|\bmedical\b|\bwaive|\bsms\b|\btext messag|\bwhats ?app\b"
        r"|\b(?:phone|telephone) calls?\b|\b(?:my|all|any) (?:\w+ )*(?:employers|references)\b"
        r"|\bshar(?:e|ed|ing) (?:\w+ ){0,6}with (?:\w+ ){0,3}(?:third|partners?|affiliates?|other|compan(?:y|ies))\b"
        r"|\bautomated technology\b|\bdata rates\b",
        offers=r"\bnews ?letters?\b|\bmarketing\b|\bpromotion(?:s|al)?\b|\bjob ?alerts?\b"
        r"|\btalent ?(?:pool|community|network)\b|\bsubscribe\b"
        r"|\b(?:future|other|similar) (?:job |career |employment )?(?:opportunit|opening|position|role|job)"
        r"|\b(?:keep|stay|be) (?:me |my .*|in |up )?(?:informed|updated|touch|notified|to date|on file)\b"
        r"|\bspecial offers?\b|\bfollow (?:\w+ ){1,6}(?:to stay|for updates|page)"
        r"|\breceiv(?:e|ing) (?:\w+ ){0,5}(?:communications?|e ?mails|updates|news|messages|offers)\b",
    ),
    "de": Words(
        agrees=r"\bich (?:\w+ )*(?:stimme|akzeptiere|bestatige|erkenne|erklare|erteile|versichere|willige"
        r"|habe .* (?:gelesen|zur kenntnis genommen))\b"
        r"|\b(?:akzeptiere|bestatige|erklare|erteile|stimme|versichere|willige) ich\b"
        r"|\bhabe ich (?:\w+ )*gelesen\b|\beinverstanden\b|\bmit dem absenden .*\b(?:akzeptieren|stimmen) sie\b"
        r"|^(?:zustimmung|einwilligung)\b",
        terms=r"\bdatenschutz|\bdsgvo\b|\bagb\b|bedingung|\brichtig(?:keit)?\b|\bwahrheitsgem"
        r"|\bmeiner (?:\w+ )*daten\b",
        beyond=r"\bschieds|\bwettbewerbsverbot|\b(?:hintergrund|zuverlassigkeits|sicherheits)\w*(?:pruf|check)"
        r"|\bfuhrungszeugnis|\bvorstrafen|\bschufa\b|\bbonitat|\bkredit|\bdrogen|\barztlich|\bmedizinisch|\bgesundheit"
        r"|\bverzicht|\btextnachricht|\banrufe?n?\b|\btelefonisch|\breferenzen\b|\barbeitgebern?\b.*\bauskunft"
        r"|\bweiter(?:ge|zu)?(?:leite|gabe|geb)|\bdritte[nr]?\b"
        r"|\b(?:andere|verbundene)[nr]? (?:\w+ )?(?:unternehmen|gesellschaft)",
        offers=r"\bwerb(?:ung|e\w+)|\bwerblich|\bjob ?(?:mail|agent|benachrichtigung)|\b(?:bewerber|kandidaten) ?pool"
        r"|\bnach (?:\w+ )?(?:abschluss|ende)\b|\buber d(?:as|en|ie) (?:\w+ )*hinaus\b"
        r"|\b(?:weitere|andere|kunftige|zukunftige|ahnliche|passende)[nr]? (?:\w+ )?"
        r"(?:stelle|job|karriere|vakanz|position|chance|moglichkeit|angebot)"
        r"|\b(?:auf dem laufenden|informiert) (?:\w+ )?(?:gehalten|halten|bleiben|werden)"
        r"|\b(?:sonder)?angebote (?:per|zu|von|und)\b|\babonnier",
    ),
    "fr": Words(
        agrees=r"\bj ?(?:accepte|ai lu|ai pris connaissance|approuve|atteste|autorise)\b"
        r"|\bje (?:\w+ )?(?:certifie|confirme|consens|declare|reconnais|donne mon (?:accord|consentement))\b",
        terms=r"\bconfidentialite|\bdonnees (?:a caractere )?personnel|\bprotection des donnees|\bmes donnees\b"
        r"|\brgpd\b|\bconditions\b|\bcgu\b|\bexact|\bveridique",
        beyond=r"\barbitrage\b|\bnon concurrence\b|\bantecedents?\b|\bcasier judiciaire|\bsolvabilite|\bcredit\b"
        r"|\bdrogue|\bstupefiant|\bdepistage|\bmedica\w+|\brenonce|\bmessages? texte|\btextos?\b"
        r"|\bappels? telephonique|\bpar telephone\b|\bmes (?:anciens )?(?:employeurs|references)\b"
        r"|\bpartag|\bpartenaires\b|\btiers\b|\bcession\b|\btransmi\w+ (?:a|aux)\b",
        offers=r"\bpublicit|\bpromotion|\bprospection|\binfolettre|\blettres? d information"
        r"|\b(?:offres?|communications?|opportunites?|postes?|recrutements?)"
        r" (?:commercial|special|similaire|futur|par\b)"
        r"|\balertes? (?:e ?mail|emploi|offre)|\bvivier\b|\bcv ?theque"
        r"|\bconserv\w+ (?:\w+ )*(?:apres|au dela|pendant|ulterieur\w*)\b"
        r"|\b(?:autres?|futur\w*|prochaine?s?) (?:opportunite|offre|poste|emploi)"
        r"|\b(?:reste\w*|etre|tenue?|tenir) (?:\w+ )?(?:informe|au courant|contacte)"
        r"|\brecevoir (?:des|les|vos|par|d|la|une?)\b|\babonne",
    ),
    "es": Words(
        agrees=r"\b(?:acepto|he leido|autorizo|certifico|confirmo|consiento|declaro)\b|\bestoy de acuerdo\b"
        r"|\bdoy mi (?:\w+ )?(?:autorizacion|conformidad|consentimiento)\b",
        terms=r"\bprivacidad|\bdatos (?:de caracter )?personal|\bproteccion de datos|\bmis datos\b|\bcondiciones\b"
        r"|\bterminos\b|\bbases legales\b|\bverdader|\bvera[zc]|\bexact",
        beyond=r"\barbitraje|\bno (?:competencia|concurrencia)|\bantecedentes\b|\bcrediticio?a?\b|\bcredito\b"
        r"|\bdrogas?\b|\btoxicologic|\bestupefaciente|\bmedic[oa]s?\b|\brenunci|\bmensajes? de texto|\bllamadas?\b"
        r"|\btelefonica|\bpor telefono\b|\bmis (?:\w+ )?(?:empleadores|referencias)\b"
        r"|\bterceros\b|\bcesion\b|\bceder\b|\bcompart|\bempresas del grupo|\bbase de datos",
        offers=r"\bpublicidad|\bpublicitari|\bpromocion|\bmercadotecnia|\bboletin|\bcomunicaciones\b"
        r"|\b(?:comunicacion|fines) comercial"
        r"|\b(?:futur|posterior|proxim)[ao]?e?s (?:proceso|seleccion|candidatura)"
        r"|\b(?:ofertas?|vacantes?|oportunidades|posiciones) (?:comercial|especial|similar|futur)"
        r"|\balertas? de empleo|\bbolsa de (?:talento|trabajo|empleo)"
        r"|\b(?:otr|futur|proxim)[ao]s (?:oportunidad|vacante|oferta|posicion)"
        r"|\bmantener\w* (?:\w+ )?(?:informad|al (?:dia|tanto|corriente))|\brecibir\b|\bsuscri",
    ),
    "it": Words(
        agrees=r"\b(?:accetto|acconsento|autorizzo|certifico|confermo|ho letto|dichiaro)\b|\bpres[ao] visione\b"
        r"|\b(?:do|esprimo|presto|rilascio) il (?:mio |proprio )?consenso\b",
        terms=r"\bprivacy\b|\bgdpr\b|\binformativa\b|\bdati personali|\bmiei dati\b|\btrattamento dei dati\b"
        r"|\btermini\b|\bcondizioni\b|\bverit|\bcorrett",
        beyond=r"\barbitra|\bnon concorrenza|\bcasellario|\bprecedenti penali|\bcarichi pendenti|\bcreditizi|\bdrog"
        r"|\bstupefacent|\bmedic[oahi]|\bsanitari|\brinunci|\bmessaggi di testo|\bchiamate\b|\btelefon(?:ate|ic)"
        r"|\bmie (?:\w+ )?referenze\b|\bdatori di lavoro\b"
        r"|\bterz[ie]\b|\bcession|\bceder|\bcondivi|\bsocieta del gruppo|\bbanca dati\b|\bnel (?:\w+ )?database\b",
        offers=r"\bpubblicit|\bpromozion|\b(?:offerte|opportunita|posizioni) (?:commercial|special|simil|futur)"
        r"|\bcomunicazioni (?:commercial|promozional|di|via)|\bricevere\b|\biscriv"
        r"|\b(?:altre|future|simili|successive|ulteriori) (?:opportunita|offerte|posizioni|ricerche|selezioni)"
        r"|\b(?:tenut|rimanere|restare|essere|tener)\w* (?:al corrente|aggiornat|informat|contattat)",
    ),
    "nl": Words(
        agrees=r"\bik (?:ga (?:\w+ )*akkoord|accepteer|bevestig|verklaar|stem (?:\w+ )*in|heb .* gelezen)\b|\bakkoord\b"
        r"|\b(?:ik geef|geef ik) (?:\w+ )?toestemming|\b(?:bevestig|verklaar) ik\b",
        terms=r"\bprivacy\w*|\bvoorwaarden\b|\bpersoonsgegevens|\bpersoonlijke gegevens|\bmijn gegevens\b|\bavg\b"
        r"|\bnaar waarheid\b|\bjuist",
        beyond=r"\barbitrage|\bconcurrentiebeding|\b(?:achtergrond|antecedenten)\w*|\bstrafblad"
        r"|\bomtrent (?:het )?gedrag|\bvog\b|\bkrediet|\bdrugs|\bmedisch|\bkeuring|\bafstand (?:doe|van)"
        r"|\bdoe (?:ik )?afstand|\btekstbericht"
        r"|\btelefonisch|\bbellen\b|\bgebeld\b|\breferenties\b|\bwerkgevers\b"
        r"|\bderden\b|\b(?:delen|gedeeld) met\b|\bdoor(?:ge)?(?:geven|stu)",
        offers=r"\breclame|\baanbieding|\bnieuwsbrie|\bpromotione|\bontvangen\b|\bvacature ?(?:alert|mail)"
        r"|\btalenten ?pool"
        r"|\b(?:andere|toekomstige|vergelijkbare|soortgelijke) (?:vacature|functie|baan|banen|mogelijkhe|kans)"
        r"|\bnieuwe vacatures\b|\bportefeuille\b|\bbewa\w+ .*\b(?:jaar|maanden)\b|\b(?:jaar|maanden) .*\bbewa"
        r"|\bop de hoogte (?:\w+ )?(?:blijven|gehouden|houden|gebracht|brengen)|\babonne",
    ),
    "pt": Words(
        agrees=r"\b(?:aceito|li e|que li|li [ao]s?|concordo|confirmo|consinto|certifico|autorizo|declaro)\b"
        r"|\btomei conhecimento\b|\bestou (?:de acordo|ciente)\b|\bdou (?:\w+ )*consentimento\b",
        terms=r"\bprivacidade|\bdados pessoais|\bmeus dados\b|\bprotecao de dados|\blgpd\b|\btermos\b|\bcondicoes\b"
        r"|\bverdadeir|\bveridic|\bexat",
        beyond=r"\barbitra|\bnao concorrencia|\bantecedentes\b|\bcredito\b|\bdrogas?\b|\btoxicologic|\bmedic[oa]s?\b"
        r"|\brenunci|\bmensage(?:m|ns) de texto|\bligacoes\b|\bchamadas?\b|\btelefon(?:ica|emas)"
        r"|\bpor telefone\b|\bminhas (?:\w+ )?referencias\b|\bempregadores\b"
        r"|\bterceiros\b|\b(?:com)?partilh|\bparceir|\bempresas do grupo",
        offers=r"\bpublicidade|\bpublicitari|\bpromoc|\bcomunicacoes\b|\bcomunicacao comercial"
        r"|\breceber\b|\bboleti|\binscrev|\bassinar\b"
        r"|\b(?:ofertas?|vagas|oportunidades|posicoes) (?:comercia|especia|semelhante|similare|futura)"
        r"|\balertas? de (?:emprego|vaga)|\bbanco de talentos"
        r"|\b(?:outr[ao]s|futur[ao]s|nov[ao]s|similares|semelhantes)"
        r" (?:oportunidade|vaga|posicoes|oferta|processo|selec)"
        r"|\b(?:manter|ficar|ser|mantenha)\w* (?:\w+ )?(?:informad|atualizad|contatad)",
    ),
    "ja": Words(
        agrees=r"(?:同意|承諾)(?:する|し|の上|いた)|[をにへ](?:同意|承諾)",
        terms=r"個人情報|プライバシー|規約",
        beyond=r"仲裁|競業|身元|身辺|経歴(?:調査|照会|確認)|バックグラウンド|リファレンス|前職|信用(?:調査|情報)|犯罪|前科|薬物"
        r"|健康|医療|病歴|放棄|sms|ショートメッセージ|電話|第三者|グループ(?:会社|企業)|共有",
        offers=r"メルマガ|メール ?マガジン|ニュースレター|広告|宣伝|マーケティング|キャンペーン|お得な|配信|購読"
        r"|(?:求人|新着|お知らせ|ご?案内|情報)(?:の|を|メール)*(?:受け取|受信|希望)|(?:今後|他|別|類似)の(?:求人"
        r"|採用|募集|ポジション)"
        r"|タレント ?プール|スカウト",
    ),
}


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


AGREES = _any([words.agrees for words in LANGUAGES.values()])
TERMS = _any([words.terms for words in LANGUAGES.values()])
BEYOND = _any([words.beyond for words in LANGUAGES.values()])
OFFERS = _any([words.offers for words in LANGUAGES.values()])

#: An option that agrees, where the question is not a single box.
AFFIRMATIVE = re.compile(
    r"^(?:yes|i (?:agree|accept|acknowledge|consent|certify|confirm|understand)|agree|accept|acknowledge|confirm"
    r"|(?:ja|oui|si|sim)\b)"
)


def asks_for_consent(label: str) -> bool:
    """Whether the words ask for consent to the terms of applying and to nothing else."""
    agreed = AGREES.search(label) and TERMS.search(label)
    return bool(agreed) and not BEYOND.search(label) and not OFFERS.search(label)
