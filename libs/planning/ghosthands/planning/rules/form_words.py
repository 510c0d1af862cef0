"""Words that tell the forms of a page apart: one that applies for the job, and those that are for something else.

They are in the form that `signals.words` returns. A heading has to begin with what its form is for: "Questions about
your application" is over no application.
"""

from __future__ import annotations

from ghosthands.planning.alternatives import Alternatives

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
    r"|^(?:job alerts?|newsletters?|subscribe|feedback)\b"
    r"|^(?:sign up (?:for|to)|join) .*\b(?:newsletter|alerts?|list)\b"
    r"|^(?:einen? )?(?:freund\w*|bekannten?) (?:werben|empfehlen|einladen)|^(?:jetzt |stelle )?weiterempfehlen$"
    r"|^kontaktformular$|^kontaktieren sie uns\b|^kontakt aufnehmen$|^(?:haben sie|noch) fragen\b|^fragen zur\b"
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
