"""Words that tell the forms of a page apart: one that applies for the job, and those that are for something else.

They are in the form that `signals.words` returns. A heading has to begin with what its form is for: "Questions about
your application" is over no application.
"""

from __future__ import annotations

from collections.abc import Iterable

from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.rules import address_words

#: What a heading or a button says of a form that applies: "Apply for this job", "Your application".
APPLIES = Alternatives(
    r"^(?:(?:easy|quick) )?apply\b"
    r"|^(?:(?:submit|send|start|complete|your|the|an|my|job|online|employment) )*application(?: form| for .*)?$"
    r"|^(?:jetzt |hier |online )?bewerb(?:en|ung|ungsformular)(?: absenden| (?:als|fur) .*)?$"
    r"|^(?:ihre |deine |meine |zur )bewerbung$|^(?:bewirb dich|bewerben sie sich)\b"
    r"|^postule[rz]\b|^(?:votre |ma |formulaire de |(?:deposer|envoyer) (?:votre |ma )?)?candidature$"
    r"|^postul(?:ate|arse|ar|acion)\b|^(?:tu |su |formulario de |enviar )?(?:solicitud|candidatura)(?: de empleo)?$"
    r"|^candidati\b|^(?:la tua |modulo di |invia (?:la )?)?candidatura$"
    r"|^candidat(?:e se|ar se|ar)\b|^(?:sua |a sua |formulario de |enviar )candidatura$"
    r"|^sollicite(?:er|ren)\b|^(?:jouw |je |uw )?sollicitatie(?:formulier)?$"
    r"|^aplikuj\b|^formularz (?:aplikacyjny|rekrutacyjny|zgloszeniowy)$"
    r"|^ansok\b|^(?:din )?ansokan$|^ansokningsformular$|^ansog\b|^(?:din )?ansogning(?:sskema)?$"
    r"|^s[oø]k (?:p[aå] )?(?:jobb|stilling)\w*|^(?:din )?s[oø]knad(?:sskjema)?$|^hae (?:paikkaa|tyopaikkaa)|^hakemus$"
    r"|^откликнуться\b|^отклик на\b|^(?:この求人に|求人に)?応募|^(?:申请职位|应聘|投递简历)|^(?:지원하기|지원서)"
)

#: Headings of forms that send something else than an application: to the employer, to a friend, to a list of readers.
SENDS_ELSE = Alternatives(
    r"^(?:refer|recommend|invite|tell|share with|send to|e ?mail)(?: \w+)? (?:friend|colleague|someone)s?\b"
    r"|^(?:contact|write to|e ?mail|message|call) us\b|^contact (?:form|the (?:team|recruiter|company))\b"
    r"|^(?:get|keep|stay) in touch\b|^(?:ask (?:us )?(?:a|your)|any|got a|have a|send us a) (?:question|message)s?\b"
    r"|^questions? about .*|^request a call ?back\b|^(?:leave|write|post) a (?:comment|reply|review)\b"
    r"|^(?:job alerts?|newsletters?|subscribe|feedback)\b|^(?:get|receive) (?:\w+ )*(?:jobs|vacancies|openings)\b"
    r"|\b(?:leave|enter) (?:your|an) .*\bto be (?:told|notified|informed|alerted)\b|^(?:notify|tell|remind) me\b"
    r"|^(?:sign up (?:for|to)|join) .*\b(?:newsletter|alerts?|list)\b"
    r"|\b(?:newsletter|nieuwsbrief|nyhetsbrev|nyhedsbrev|uutiskirje|infolettre|boletin de noticias)\b"
    r"|^(?:einen? )?(?:freund\w*|bekannten?) (?:werben|empfehlen|einladen)|^(?:jetzt |stelle )?weiterempfehlen$"
    r"|^kontaktformular$|^kontaktieren sie uns\b|^kontakt aufnehmen$|^(?:haben sie|noch) fragen\b"
    r"|^fragen zur (?:stelle|ausschreibung|position|vakanz|anzeige)\b"
    r"|^(?:jobalarm|job alarm|jobabo|jobnewsletter)\b|^ruckruf"
    r"|^(?:recommander|parrainer) (?:un|a un)\b|^(?:contactez nous|nous contacter|formulaire de contact)\b"
    r"|^(?:alertes? emploi|infolettre|abonnez vous|une question)\b"
    r"|^(?:recomienda|refiere|recomendar|invita) (?:a )?un\b|^contact[ae] con\b"
    r"|^contactanos\b|^formulario de contacto\b|^(?:alertas? de empleo|boletin|suscribete)\b"
    r"|^(?:segnala|invita|consiglia) (?:a )?un amico\b|^(?:contattaci|modulo di contatto)\b|^iscriviti alla\b"
    r"|^(?:indique|indica|convide) (?:a )?um amig\w+|^(?:fale conosco|contacte nos|entre em contat?o)\b"
    r"|^(?:contactformulier|neem contact op|nieuwsbrief|vacature ?alert|tip een vriend\w*)\b"
    r"|^polec (?:znajom\w+|prace|przyjaciel\w+)|^(?:skontaktuj sie|formularz kontaktowy|napisz do nas)\b"
    r"|^tips?a? en (?:van|ven|venn)\b|^kontakta? oss\b|^kontakt os\b|^(?:nyhetsbrev|nyhedsbrev|jobbevakning)\b"
    r"|^(?:ota yhteytta|yhteydenotto\w*|uutiskirje|suosittele)\b|^(?:kontaktujte nas|napiste nam)\b"
    r"|^(?:свяжитесь|обратная связь|подпи|порекоменд|пригласи)"
    r"|^お問い合わせ|^友達に|^(?:联系我们|推荐朋友|订阅)|^문의|^친구"
)

#: Headings of forms that take back or delete what was sent; nothing else that stands over them tells otherwise.
TAKES_BACK = Alternatives(
    r"^(?:withdraw|cancel|retract)(?:al of)? (?:your |my |an |the )?(?:job )?application\b"
    r"|^(?:job )?application (?:withdrawal|cancell?ation|deletion|removal)\b"
    r"|^(?:delete|erase|remove|close|deactivate) (?:your |my |the |this )?(?:\w+ )?(?:account|profile|application)$"
    r"|^(?:delete|erase|remove) (?:your|my) (?:\w+ )?(?:data|account|profile|application|information)\b"
    r"|^(?:(?:personal )?data|account|profile) (?:deletion|erasure|access|removal)(?: requests?| form)*$"
    r"|^(?:request (?:the |for )?)?(?:deletion|erasure|removal) of (?:your|my|personal)\b|^right to be forgotten\b"
    r"|^unsubscribe\b|^opt out\b|^(?:cancel|reschedule) (?:your|an|my|the) (?:interview|appointment|visit|call)\b"
    r"|^(?:decline|reject) (?:your|the|this|an) offer\b"
    r"|^bewerbung (?:zuruckziehen|widerrufen|loschen)|^(?:daten|konto|profil|account) loschen"
    r"|^(?:rucknahme|ruckzug|widerruf) (?:der|einer|ihrer|deiner|meiner) bewerbung\b"
    r"|^loschung (?:meiner|ihrer)\b|^angebot ablehnen\b|^(?:vom )?newsletter abbestellen\b"
    r"|^(?:retirer|annuler) (?:votre|ma|la) candidature\b|^retrait de (?:votre |ma |la )?candidature\b"
    r"|^supprimer (?:mes|vos|mon|votre) (?:donnees|compte|profil)\b|^se desabonner\b"
    r"|^(?:retirar|anular|cancelar) (?:tu |su |mi |la )?(?:candidatura|solicitud|postulacion)\b"
    r"|^(?:eliminar|borrar) (?:tus|sus|mis|tu|su|mi) (?:datos|cuenta|perfil)\b"
    r"|^ritira(?:re)? (?:la |tua )*candidatura\b|^(?:elimina|cancella) (?:i (?:tuoi|miei) dati|il (?:tuo|mio))\b"
    r"|^(?:retirar|cancelar) (?:a )?(?:sua |minha )?candidatura\b|^(?:excluir|apagar) (?:meus|seus|minha|sua)\b"
    r"|^sollicitatie intrekken\b|^(?:verwijder|wis) (?:mijn|je|uw) (?:gegevens|account|profiel)\b"
    r"|^(?:mijn|je|uw) (?:gegevens|account|profiel) verwijderen\b"
    r"|^(?:wycofaj|anuluj) (?:swoja )?(?:aplikacje|zgloszenie)\b|^usun (?:moje|swoje|konto)\b"
    r"|^aterkalla (?:din |min )?ansokan\b"
    r"|^(?:dra|ta) tillbaka (?:din |min )?ansokan\b|^(?:radera|ta bort) (?:mina|dina|mitt|ditt)\b"
    r"|^traek (?:din |min )?ansogning tilbage\b|^slet (?:mine|dine|min|din)\b|^trekk (?:din )?soknad\b"
    r"|^peru(?:uta)? hakemus\b|^poista (?:tietoni|tili)\b"
)

#: Headings of forms that name somebody else, or complain, whatever they ask for and take. A site may have one in its
#: banner: a heading below it that applies outweighs it.
NAMES_OTHERS = Alternatives(
    r"^(?:refer|recommend|nominate|suggest) (?:a|an|your|someone|somebody)\b"
    r"|^(?:(?:employee|candidate|friend|staff|talent|job) )*referrals?(?: (?:forms?|programm?e?|submission|bonus))*$"
    r"|^(?:tell|invite|e ?mail|send to) a (?:friend|colleague)\b"
    r"|^(?:send|e ?mail|share|forward) this (?:job|page|vacancy|posting|role|position)\b"
    r"|^report (?:a|an|this) (?:problem|issue|error|bug|job|ad|advert|posting|abuse|fraud)\b"
    r"|^(?:make|file) a complaint\b|^(?:reference request|request for (?:a )?reference)\b"
    r"|^(?:apply for|get an?) (?:insurance|loan|quote|mortgage|credit)$"
    r"|^(?:employers |hiring )?post (?:a|your) (?:job|vacancy)\b"
    r"|^for (?:employers|agencies|recruiters|companies|businesses)\b"
    r"|^apply as (?:an? )?(?:employer|agency|recruiter|company|business)\b"
    r"|^(?:need|hire) (?:\w+ )?(?:staff|workers|employees)\b"
    r"|^reference form\b|\bcompleted by (?:the |your |a )?(?:referee|referrer|employer)\b"
    r"|^(?:do you )?know (?:someone|somebody|anyone)\b"
    r"|^(?:submit|send) (?:a |the |your |this )?(?:referral|report|complaint)$"
    r"|^something wrong\b|\breport it$"
    r"|^(?:einen? )?(?:freund\w*|bekannten?|kandidat\w*|mitarbeiter) (?:werben|empfehlen|einladen|vorschlagen)"
    r"|^(?:problem|fehler|anzeige|stelle) melden\b"
    r"|^(?:recommander|parrainer|coopter) (?:un|une|quelqu un|a un)\b|^signaler (?:un|une|cette)\b"
    r"|^(?:recomienda|refiere|recomendar) (?:a )?un\b|^(?:segnala|consiglia) (?:un|una|a un)\b"
    r"|^(?:indique|indica) (?:a )?um\b|^(?:tip|draag) een\b|^stuur (?:deze vacature )?door\b"
    r"|^polec (?:znajom\w+|kandydat\w*)|^tipsa en\b"
)

#: Headings of forms that order, give, rent or arrange something. An application may stand under one, if it shows that
#: it is one.
ARRANGES_ELSE = Alternatives(
    r"^(?:place (?:your|an) )?order(?: form| now| here)?$|^register your (?:warranty|product)\b"
    r"|^donat(?:e|ion)(?: form| now| here)?$|^support (?:us|our (?:work|cause|mission))$"
    r"|^(?:e ?mail|notification) preferences$|^request a (?:demo|quote)\b"
    r"|^(?:book|schedule|choose|request|arrange|make) (?:your|an|a) (?:\w+ ){0,2}"
    r"(?:slot|time|visit|viewing|appointment)$"
    r"|^(?:book|reserve|get) (?:your|a) (?:place|seat|spot|ticket)s?\b|^(?:book|reserve)(?: now)?$"
    r"|^(?:spenden|jetzt spenden)\b|^(?:demo|angebot) anfordern\b|^bestell(?:ung|formular|en)$"
    r"|^(?:termin|besichtigung) (?:vereinbaren|buchen|anfragen)\b|^(?:prendre|demander) (?:un )?rendez vous\b"
    r"|^(?:pedir|solicitar|reservar) (?:una )?cita\b|^(?:faire|passer) (?:un don|(?:une )?commande)$"
)

#: What no employer asks, but who sells, lets or arranges something.
NEVER_ASKED = Alternatives(
    r"^(?:preferred |desired |earliest )?move in date$|^(?:order )?quantity$"
    r"|^(?:order|invoice|booking|tracking) number$"
    r"|^(?:number|no) of (?:\w+ )?(?:persons|people|guests|adults|tickets|rooms|nights|items|tenants)$"
    r"|^(?:preferred |desired )?(?:appointment|visit|viewing|booking|check ?in|check ?out|delivery|reservation)"
    r" (?:date|time|day|slot)(?: and time)?$|^date of (?:your )?(?:appointment|visit|viewing|delivery)$"
    r"|^party size$|^(?:donation|gift) amount$|^reason for (?:your )?(?:appointment|visit)$"
    r"|^(?:gewunschte[rs]? )?einzugs(?:datum|termin)$|^(?:bestell)?menge$|^stuckzahl$|^(?:anzahl|zahl) (?:der )?"
    r"(?:personen|gaste|erwachsenen?|zimmer|karten|tickets|nachte)$|^(?:personen|gaste)(?:an)?zahl$"
    r"|^(?:wunsch|besichtigungs|liefer|reservierungs)(?:termin|datum)$|^(?:bestell|kunden|rechnungs)nummer$"
    r"|^date d (?:emmenagement|entree dans les lieux)$|^quantite$|^date (?:du|de) (?:rendez vous|visite|livraison)$"
    r"|^nombre de (?:personnes|convives|adultes|billets|chambres|nuits)$"
    r"|^cantidad$|^(?:numero|cantidad) de (?:personas|huespedes|adultos|entradas|habitaciones|noches)$"
    r"|^fecha de (?:(?:la )?cita|mudanza|visita|entrega)$|^quantita$|^numero (?:di )?(?:persone|ospiti|camere|notti)$"
    r"|^data (?:dell )?(?:appuntamento|visita|consegna)$|^quantidade$|^numero de (?:pessoas|hospedes|quartos)$"
    r"|^aantal (?:personen|gasten|kamers|kaarten|stuks)$|^(?:gewenste )?(?:intrek|afspraak|bezorg)datum$"
    r"|^(?:liczba|ilosc) (?:osob|gosci|pokoi|sztuk)$|^ilosc$|^antal (?:personer|gaster|rum|biljetter)$"
)


def tell_of_applying(headings: Iterable[str], buttons: Iterable[str]) -> bool:
    """Whether a form's headings or the buttons that send it say that it is an application."""
    said = list(buttons)
    is_told = any(map(APPLIES.search, (*headings, *said)))
    return is_told or any(map(address_words.OF_AN_APPLICATION.search, said))
