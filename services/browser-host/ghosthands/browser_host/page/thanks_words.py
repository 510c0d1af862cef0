"""The words of a site that has an application: thanks for it, or that it came, by the grammar of each language.

Sources of regular expressions as in `words`. A sentence is put together from its parts: thanks, *for* something, and
what was sent; or what was sent, and that it arrived. Thanks for something that need be no application (a message, some
interest) count only where an answer is promised beside them. Nothing counts where the words right after it say that
something is left to do.
"""

from __future__ import annotations

from dataclasses import dataclass

#: so many words may stand between the thanks and what they are for: "Thank you, Jordan, so much for …"
_ASIDE = r"(?:,? [^\s.!?]{1,24}){0,4}?,? "
#: so much of a text is read beyond the thanks
_BESIDE = r"[\s\S]{0,160}?"


@dataclass(frozen=True, slots=True)
class _Tongue:
    """The parts of one language's sentences; each an alternation, empty where there is none."""

    #: thanks with *for*, up to the space before what they are for
    thanks: str
    #: what only an applicant sends, in the forms that follow thanks
    applied: str
    #: whole sentences that an application came, or went out
    came: str
    #: what others are thanked for too
    spoke: str
    #: what whoever has received something promises
    promise: str


_EN = _Tongue(
    thanks=rf"(?:thank(?:s| you)|we appreciate you)(?:{_ASIDE}| )for",
    applied=r"(?:(?:submitting|sending|completing|lodging|filing|filling|handing|making|sharing|submission"
    r"|taking time to"
    r"|the time to|taking|deciding to|choosing to|wanting to|having|your|the|an|this|us|in|out|over|of|for|with|me"
    r"|completed|recent|online|job|candidate|employment) )*"
    r"(?:appl(?:y|ying|ied)\b(?! (?:the|a|an|your) (?:\w+ )?(?:coupon|code|discount|filter|voucher|change))"
    r"|application|candidacy|candidature"
    r"|cv|r[eé]sum[eé])(?! (?:fee|tips|builder|support)\b)",
    came=r"(?:your|the) (?:job |online )?(?:submission|response|message|form|candidacy|candidature|details) "
    r"(?:has|have|was|were|is) (?:now )?(?:been )?(?:successfully )?(?:sent|received|recorded|submitted|successful)"
    r"(?: successfully)?(?! (?:by|before|after|through|via|to|if|when|once)\b)"
    r"|(?:we(?:’|')?(?:ve| have)?|our (?:\w+ )?team has|has been|was) (?:now |successfully |safely )*(?:got|received) "
    r"(?:your|the) (?:\w+ )?(?:application|submission|candidacy|cv|r[eé]sum[eé])\b"
    r"|your application(?: (?:for|to|as) [^.!?]{1,60}?)? (?:is|was|has been"
    r"|has) (?:now )?(?:successfully )?(?:with (?:us|our [^.!?]{0,40})|on its way|in|arrived|been "
    r"(?:sent|lodged|recorded|logged)|recorded|lodged|registered|made it)(?: to us)?(?=[\s]*(?:[.!,–—-]|$|and\b))",
    spoke=r"(?:(?:your|the|us|in|with|to|our|this|a|an|for|out|up) )*"
    r"(?:contact(?:ing)?|interest|message|submission|enquiry|inquiry|details|time|form|getting in touch"
    r"|reaching out)\b",
    promise=r"(?:we|team|recruiters?|someone|somebody|colleagues?|manager|hr|you)(?:(?:’|')ll| will| shall| aim to"
    r"| may)"
    r"[^.!?]{0,60}?(?:in touch|back to you|contact|reach out|review|hear from|respond|reply|let you know|look at)",
)
_DE = _Tongue(
    thanks=rf"(?:dank(?:e|eschön)?|wir (?:be)?danken (?:dir|ihnen|euch)(?: herzlich| sehr)?)(?:{_ASIDE}| )(?:für|dass)",
    applied=r"(?:(?:deiner?|ihrer?|eurer?|die|den|das|der|einreichen|einsenden|zusenden|absenden|senden|schicken"
    r"|zusendung|übermittlung|einsendung|einreichung|eingang|des|du|sie|dich"
    r"|uns|sich|online|bei|vollständigen|interessante|aussagekräftige) )*"
    r"(?:(?:online-?|initiativ)?bewerbung(?:en|sunterlagen)?|beworben|bewerbt|lebenslauf|bewerben)\b",
    came=r"(?:(?:deine|ihre|eure|die) (?:online-?)?(?:bewerbung(?:sunterlagen)?|nachricht|unterlagen|angaben)) "
    r"(?:ist|sind|wurden?|haben wir) "
    r"(?:nun |jetzt |soeben |hiermit )?(?:erfolgreich |sicher |gut )?(?:bei uns |an uns )?(?:erfolgreich )?"
    r"(?:eingegangen|angekommen|gesendet|versendet|verschickt|abgeschickt|übermittelt|eingereicht|erhalten|empfangen)"
    r"|wir haben (?:deine|ihre|eure) (?:bewerbungs?unterlagen|unterlagen"
    r"|(?:online-?)?bewerbung) (?:erfolgreich )?erhalten",
    spoke=r"(?:(?:deine|ihre|eure|dein|ihr|euer|das|die) )*(?:interesse|nachricht|anfrage|kontaktaufnahme|angaben"
    r"|zeit)",
    promise=r"(?:wir|team|ansprechpartner\w*|recruiter\w*|jemand)[^.!?]{0,60}?(?:melden|melde|meldet|kontaktieren"
    r"|prüfen"
    r"|in verbindung|in kontakt|antworten|zurückkommen)",
)
_FR = _Tongue(
    thanks=rf"(?:merci|nous (?:vous|te) remercions)(?:{_ASIDE}| )(?:pour|d(?:’|')avoir|de)",
    applied=r"(?:(?:votre|ta|la|l(?:’|')envoi|le|dépôt|transmis|envoyé|soumis|déposé|adressé|nous|de|du|avoir|bien|"
    r"l(?:’|')intérêt|pris|temps) )*(?:candidature|postul(?:é|er)|cv)\b",
    came=r"(?:votre|ta) (?:candidature|message|réponse|dossier(?: de candidature)?|cv) (?:a|est|nous est) (?:bien )?"
    r"(?:(?:été )?(?:envoyée?|reçue?|transmise?|enregistrée?|soumise?|déposée?|prise? en compte)|parvenue?|arrivée?)"
    r"|(?:accusons|accuse) (?:bonne )?réception de (?:votre|ta) (?:candidature|dossier|cv)"
    r"|(?<!que )(?<!si )(?<!quand )(?:nous avons|on a) bien (?:reçu|enregistré) (?:votre|ta|ton) (?:candidature"
    r"|dossier|cv)",
    spoke=r"(?:(?:votre|ton|ta|l(?:’|')|nous|de|avoir) ?)*(?:intérêt|message|contactés?|demande|temps)",
    promise=r"(?:nous|équipe|recruteurs?|on)[^.!?]{0,60}?(?:recontact|contact|répond|reviend|étudi|examin)",
)
_ES = _Tongue(
    thanks=rf"(?:gracias|(?:te|le|les) agradecemos)(?:{_ASIDE}| )(?:por|el|que)",
    applied=r"(?:(?:(?:enviar|mandar|presentar|completar|remitir|hacer|haber)(?:nos|te|se)?|te|se|hayas?|has|ha"
    r"|enviado|presentado|completado|envío"
    r"|de|del|tu|su|la|una|el|nos|proceso) )*(?:candidatura|solicitud(?! de información)|postulaci[oó]n|postular\w*"
    r"|postulado|aplicar\b|aplicado|inscrib\w+|inscrit[oa]|inscripción|curr[ií]culum|cv\b)",
    came=r"(?:tu|su) (?:candidatura|solicitud|postulación|inscripción|mensaje|currículum|cv) "
    r"(?:ha sido|fue|se ha|se|ha) (?:enviad|recibid|registrad|envi|recib|registr|llegad)\w*(?! (?:a|por|antes"
    r"|después)\b)"
    r"|(?<!que )(?<!si )(?<!vez )(?<!cuando )(?:hemos (?:recibido|registrado)|recibimos)(?: correctamente)? "
    r"(?:tu|su) (?:candidatura|solicitud|postulación|inscripción|currículum|cv)",
    spoke=r"(?:(?:tu|su|el|contactar|ponerte|ponerse|en) )*(?:interés|mensaje|contacto|contactar\w*|tiempo|consulta)",
    promise=r"(?:(?:nos|te|le|se) )+[^.!?]{0,30}?(?:contactaremos|pondremos|responderemos|contactará|pondrá"
    r"|contestaremos"
    r"|informaremos|comunicaremos)|(?:revisaremos|estudiaremos|valoraremos)",
)
_IT = _Tongue(
    thanks=rf"(?:grazie|(?:ti|la|vi) ringraziamo)(?:{_ASIDE}| )(?:per|dell(?:’|')|di|della)",
    applied=r"(?:(?:aver|averci|la|tua|sua|il|tuo|suo|l(?:’|')invio|di|della|del|inviato|presentato|mandato"
    r"|trasmesso) )*"
    r"(?:candidatura|candidat[oa]|essert?[iy]? candidat[oa]|essersi candidat[oa]|cv|curriculum)\b",
    came=r"(?:la )?(?:tua|sua) (?:candidatura|domanda) (?:è|è stata|ci è) (?:correttamente |già )?"
    r"(?:inviata|inoltrata|ricevuta|registrata|trasmessa|arrivata|pervenuta|andata a buon fine)"
    r"|(?<!che )(?<!se )(?<!quando )abbiamo (?:ricevuto|registrato)(?: correttamente)? (?:la |il )?(?:tua|sua|tuo|suo) "
    r"(?:candidatura|domanda|curriculum|cv)",
    spoke=r"(?:(?:il|tuo|suo|l(?:’|')|la|averci|aver) ?)*(?:interesse|messaggio|contattat[oi]|tempo|interessamento)",
    promise=r"(?:ti |la |vi )?(?:contatteremo|ricontatteremo|risponderemo|valuteremo|esamineremo)"
    r"|ci metteremo in contatto",
)
_PT = _Tongue(
    thanks=rf"(?:obrigad[oa]|agradecemos)(?:{_ASIDE}| )(?:por|pel[oa]|a|o)",
    applied=r"(?:(?:ter|enviar|enviado|submeter|submetido|nos|a|o|sua|tua|seu|teu|se|te|envio|da|do|de) )*"
    r"(?:candidatura|candidatar\w*|candidatado|inscrição|inscrever\w*|currículo|curriculum|cv)\b",
    came=r"(?:(?:a )?(?:sua|tua) (?:candidatura|inscrição|mensagem)) (?:já )?(?:foi|chegou)(?: (?:enviada|recebida"
    r"|submetida|"
    r"concluída|registrada|registada))?(?: com sucesso)?"
    r"|(?<!que )(?<!se )(?<!quando )recebemos(?: com sucesso)? (?:a |o )?(?:sua|tua|seu|teu) "
    r"(?:candidatura|inscrição|currículo|cv)",
    spoke=r"(?:(?:o|ao|seu|teu|sua|tua|a|nos) )*(?:interesse|mensagem|contat\w+|contact\w+|tempo)",
    promise=r"(?:entraremos|entrará) em contat?c?to|(?:contat|contact)aremos|responderemos|analisaremos|retornaremos",
)
_NL = _Tongue(
    thanks=rf"(?:bedankt|dank(?: je| u)?(?: wel)?|dankjewel|dankuwel|(?:we|wij) danken (?:je|u)|leuk|fijn"
    rf"|goed)(?:{_ASIDE}| )"
    r"(?:voor|dat)",
    applied=r"(?:(?:je|jouw|uw|het|de|een|versturen|verzenden|insturen|indienen|opsturen|toesturen|van|u|online|hebt"
    r"|heeft"
    r"|inzenden) )*(?:sollicitatie|solliciteren|gesolliciteerd|solliciteert|cv|motivatie)\b",
    came=r"(?:je|jouw|uw) (?:sollicitatie|bericht|cv|inzending|gegevens) (?:is|zijn|werd) "
    r"(?:nu |met succes |succesvol |goed |correct |in goede orde )*(?:bij ons |door ons |naar ons )?"
    r"(?:verzonden|verstuurd|ontvangen|ingediend|binnen(?:gekomen)?|aangekomen)"
    r"|(?:we|wij) hebben (?:je|jouw|uw) (?:cv|gegevens|inzending) (?:goed |in goede orde )?ontvangen",
    spoke=r"(?:(?:je|jouw|uw|het|de|contact) )*(?:interesse|bericht|opnemen|aanvraag|belangstelling|tijd)",
    promise=r"(?:we|wij|team|recruiter|iemand)[^.!?]{0,60}?(?:contact (?:met|op)|reageren|laten[^.!?]{0,20}weten"
    r"|bekijken"
    r"|antwoorden|terug)",
)
_SV = _Tongue(
    thanks=rf"tack(?:{_ASIDE}| )(?:för|att)",
    applied=r"(?:(?:din|er|att|du|har|skickat|in|sökt|visat|ditt|intresse|och) )*"
    r"(?:(?:jobb)?ansökan|ansökt|sökt (?:jobbet|tjänsten)|sökte|söker|cv)\b",
    came=r"(?:din|er) (?:ansökan|intresseanmälan) (?:är|har) (?:nu )?(?:blivit )?(?:skickad|skickats|mottagen|mottagits"
    r"|tagits emot|inskickad|registrerad|registrerats|kommit (?:in|fram))"
    r"|(?<!när )(?<!att )(?<!om )(?<!innan )(?<!snart )vi har (?:nu )?(?:mottagit|tagit emot|fått) (?:din|er) "
    r"(?:jobb)?(?:ansökan|intresseanmälan)",
    spoke=r"(?:(?:ditt|din|du|kontaktar) )*(?:intresse|meddelande|kontaktade|kontaktar|förfrågan)",
    promise=r"(?:vi|någon)[^.!?]{0,50}?(?:återkommer|kontaktar|hör av oss|hör av sig|svarar|går igenom)",
)
_DA = _Tongue(
    thanks=rf"tak(?:{_ASIDE}| )(?:for|fordi)",
    applied=r"(?:(?:din|jeres|du|at|har|sendt|indsendt|os|dit|en) )*(?:(?:job)?ansøgning|ansøgt|søgte|søgt|cv)\b",
    came=r"(?:din|jeres) (?:job)?ansøgning er (?:nu )?(?:blevet )?(?:sendt|modtaget|indsendt|registreret|kommet frem)"
    r"|(?<!når )(?<!at )(?<!hvis )(?<!snart )vi har (?:nu )?modtaget din (?:job)?ansøgning",
    spoke=r"(?:(?:din|dit|du|at) )*(?:interesse|besked|henvendelse|kontaktede)",
    promise=r"(?:vi|nogen)[^.!?]{0,50}?(?:vender tilbage|kontakter|hører fra|svarer|læser|gennemgår)|du hører fra os",
)
_NO = _Tongue(
    thanks=rf"takk(?:{_ASIDE}| )(?:for|at)",
    applied=r"(?:(?:din|du|at|har|sendt|inn|oss|en) )*(?:(?:jobb)?søknad(?:en)?|søkt|søkte|cv)\b",
    came=r"(?:søknaden din|din søknad|søknaden) (?:er|har blitt|har) (?:nå )?(?:blitt )?(?:sendt|mottatt|levert"
    r"|registrert"
    r"|kommet frem)"
    r"|(?<!når )(?<!at )(?<!hvis )(?<!snart )vi har (?:nå )?mottatt (?:søknaden din|din søknad|søknaden)",
    spoke=r"(?:(?:din|du|at) )*(?:interessen?|meldingen?|henvendelsen?|kontaktet)",
    promise=r"(?:vi|noen)[^.!?]{0,50}?(?:tar kontakt|kontakter|kommer tilbake|svarer|leser|gjennomgår)"
    r"|du hører fra oss",
)
_FI = _Tongue(
    thanks=r"kiitos(?:,? [^\s.!?]{1,24}){0,3}?",
    applied=r"(?:työ)?hakemuks\w*|että hait|kun hait",
    came=r"(?:työ)?hakemu(?:s|ksesi|ksenne) on (?:nyt )?(?:onnistuneesti )?(?:lähetetty|vastaanotettu|tallennettu"
    r"|saapunut|perillä)|(?<!kun )(?<!jos )olemme (?:nyt )?(?:vastaanottaneet|saaneet) (?:työ)?hakemuk\w+",
    spoke=r"kiinnostukse\w*|viesti\w*|yhteydenoto\w*",
    promise=r"(?:otamme|palaamme|vastaamme|käymme|olemme)[^.!?]{0,50}?(?:yhteyt|asiaan|sinu|hakemu|viesti)",
)
_PL = _Tongue(
    thanks=rf"(?:dziękujemy|dzięki|dziękuję)(?:{_ASIDE}| )(?:za|że)",
    applied=r"(?:(?:twoj[ąe]|twój|pan[ai]|państwa|przesłanie|wysłanie|złożenie|nadesłanie|swojej|swoje|nam|online"
    r"|udział w)"
    r" )*(?:aplikacj[ęi]|aplikowanie|aplikujesz|zgłoszeni[ea]|kandydatur[ęy]|cv|podania?)\b",
    came=r"(?:twoja|twoje|pana|pani|państwa) (?:aplikacja|zgłoszenie|kandydatura|cv|wiadomość) "
    r"(?:została?o?|zostało|została) (?:pomyślnie |już )?(?:wysłan|przesłan|przyjęt|złożon|zapisan|dostarczon"
    r"|zarejestrowan)"
    r"|(?<!gdy )(?<!kiedy )(?<!jeśli )(?<!jeżeli )(?<!że )otrzymaliśmy (?:już )?(?:twoj[ąe] |państwa )?"
    r"(?:aplikację|zgłoszenie|cv|kandydaturę)",
    spoke=r"(?:(?:twoj[ąe]|za|z) )*(?:zainteresowanie|wiadomość|kontakt|czas)",
    promise=r"(?:skontaktujemy|odezwiemy|odpowiemy|wrócimy|przejrzymy|odpiszemy)",
)
_CS = _Tongue(
    thanks=rf"(?:děkujeme|díky|děkuji)(?:{_ASIDE}| )(?:za|že jste)",
    applied=r"(?:(?:vaši|váš|vaše|tvou|tvůj|zaslání|odeslání|vaší|svého|svůj|zaslaný|se|nám) )*"
    r"(?:žádost(?:i)?|přihlášk[uy]|životopisu?|reakc[ei] na (?:nabídku|inzerát)|přihlásili|odpověď na (?:nabídku"
    r"|inzerát))",
    came=r"(?:vaše|tvoje|vaší|váš) (?:žádost|přihláška|odpověď|životopis|zpráva) (?:byla?|nám byla?) (?:úspěšně "
    r"|v pořádku )?"
    r"(?:odeslána?|přijata?|doručena?|uložena?)"
    r"|(?<!až )(?<!jakmile )(?<!že )(?:obdrželi|přijali) jsme (?:vaši|vaše|tvou|tvůj|váš) (?:žádost|přihlášku"
    r"|životopis)",
    spoke=r"(?:(?:váš|vaši|vaše|tvůj) )*(?:zájem|zprávu|kontaktování|čas)",
    promise=r"(?:ozveme|kontaktovat|odpovíme|ozve)",
)
_HU = _Tongue(
    thanks=r"köszönjük(?:,? [^\s.!?]{1,24}){0,2}?,?(?: hogy)?",
    applied=r"(?:(?:a|az|elküldött|beküldött) )*(?:(?:állás)?(?:jelentkezés|pályázat)\w*|jelentkezett|jelentkeztél"
    r"|önéletrajz\w*)",
    came=r"(?:jelentkezés|pályázat)(?:ét|edet|e|ed|át|a)? (?:sikeresen )?(?:megkaptuk|elküld(?:ve|tük|ésre került)"
    r"|beérkezett"
    r"|megérkezett|rögzítettük)|megkaptuk (?:a )?(?:jelentkezés|pályázat)\w*",
    spoke=r"(?:(?:az|a) )*(?:érdeklődés\w*|üzenet\w*|megkeresés\w*)",
    promise=r"(?:felvesszük|jelentkezünk|keresni fog|válaszolunk|megkeres)",
)
_RO = _Tongue(
    thanks=rf"(?:mulțumim|îți mulțumim|vă mulțumim)(?:{_ASIDE}| )(?:pentru|că)",
    applied=r"(?:(?:ați|ai|trimiterea|depunerea|că) )*(?:candidatur\w*|aplica(?:rea|ție|ția|t)\w*|cv-?\w*)",
    came=r"(?:aplicația|candidatura|cererea) (?:ta|dumneavoastră|dvs\.?|a fost)(?: a fost)?(?: cu succes)? "
    r"(?:trimis|primit|înregistrat|transmis)ă|am primit (?:candidatura|aplicația)",
    spoke=r"(?:interesul|mesajul|contactat|timpul)\w*",
    promise=r"(?:te|vă|vom|îți)[^.!?]{0,30}?(?:contact|reveni|răspun)\w*",
)
_TR = _Tongue(
    thanks=r"",
    applied=r"",
    came=r"başvuru(?:nuz|n|ndan|nuzdan|nuzu|nu|nuz için|duğunuz|yaptığınız)(?: için| dolayı)? (?:çok )?teşekkür"
    r"|başvuru(?:nuz|n)(?: bize)? (?:başarıyla )?(?:alındı|alınmıştır|gönderildi|gönderilmiştir|iletildi|iletilmiştir"
    r"|ulaştı|ulaşmıştır|kaydedildi|tamamlandı)|başvuru(?:nuzu|nu) aldık",
    spoke=r"",
    promise=r"",
)
_RU = _Tongue(
    thanks=rf"(?:спасибо|благодарим(?: вас)?|благодарю)(?:{_ASIDE}| )за",
    applied=r"(?:(?:ваше|ваш|вашу|то|что|вы|отправку|отправленн\S+|присланн\S+|свою|ваше|интерес и) )*"
    r"(?:отклик\w*|заявк\w+|анкет\w+|резюме)",
    came=r"(?:ваша?е? )?(?:заявка|анкета|отклик|резюме|кандидатура) (?:успешно )?(?:отправлен|получен|принят|доставлен"
    r"|зарегистрирован)|(?<!когда )(?<!если )(?<!что )мы (?:уже |успешно )?получили (?:ваш[уе]? )?"
    r"(?:заявку|анкету|отклик|резюме)",
    spoke=r"(?:(?:ваш|ваше|проявленный) )*(?:интерес|сообщение|обращение|внимание)",
    promise=r"(?:свяжемся|свяжется|ответим|рассмотрим|перезвоним)",
)
_UK = _Tongue(
    thanks=rf"(?:дякуємо|дякую)(?:{_ASIDE}| )за",
    applied=r"(?:(?:ваш|вашу|ваше|надсилання|подання|надіслан\S+) )*(?:відгук\w*|заявк\w+|анкет\w+|резюме)",
    came=r"(?:ваша?е? )?(?:заявку|заявка|анкету|анкета|відгук|резюме) (?:успішно )?(?:надіслан|отриман|прийнят)"
    r"|(?<!коли )(?<!якщо )ми (?:вже )?отримали (?:ваш[уе]? )?(?:заявку|анкету|відгук|резюме)",
    spoke=r"(?:(?:ваш|ваше) )*(?:інтерес|повідомлення|звернення)",
    promise=r"(?:зв(?:’|')яжемося|зв(?:’|')яжеться|відповімо|розглянемо)",
)
_EL = _Tongue(
    thanks=rf"(?:ευχαριστούμε|σας ευχαριστούμε)(?:{_ASIDE}| )(?:για|που)",
    applied=r"(?:(?:την|τη|σας|υποβολή|της|το|του|αποστολή) )*(?:αίτησ\S*|αιτήσ\S*|υποψηφιότητ\S*|βιογραφικ\S*)",
    came=r"(?:η )?(?:αίτησή|αίτηση|υποψηφιότητά) σας (?:έχει |)(?:υποβλήθηκε|υποβληθεί|στάλθηκε|σταλεί|ελήφθη"
    r"|παραλήφθηκε)"
    r"|(?:λάβαμε|παραλάβαμε) την (?:αίτησή|αίτηση|υποψηφιότητά) σας",
    spoke=r"(?:(?:το|τη|σας) )*(?:ενδιαφέρον|μήνυμα|επικοινωνία|επικοινωνήσατε)\S*",
    promise=r"(?:θα )[^.!?]{0,30}?(?:επικοινωνήσ|απαντήσ|εξετάσ)\S*",
)
#: the plainest words that an application has arrived; the rest is put together below
_TOLD = "|".join(
    (
        r"thank(?:s| you) for (?:applying(?! (?:the|a|an|your) (?:\w+ )?(?:coupon|code|discount|filter|voucher"
        r"|change))|your (?:job |online )?application|submitting (?:your|an|the) application)",
        r"application (?:has been |was |is )?(?:successfully )?(?:submitted|received|sent)"
        r"(?! (?:by|before|after|through|via|to)\b)",
        r"application already received",
        r"received your application",
        r"successfully applied",
        r"you(?:’|')?(?:ve| have) (?:successfully )?applied",
        r"your application is complete(?!d)",
        r"bewerbung (?:wurde )?(?:erfolgreich )?(?:gesendet|übermittelt|eingegangen)",
        r"bewerbung ist (?:erfolgreich )?(?:bei uns )?eingegangen",
        r"(?:votre|ta) candidature a (?:bien )?été (?:envoyée|transmise|reçue|enregistrée)",
        r"(?:solicitud|candidatura|postulación) (?:ha sido |fue |se ha )?(?:enviada|recibida|registrada)",
        # not "once we have received …": that stands on the form too
        r"(?<!que )(?<!si )(?<!vez )(?<!cuando )hemos recibido (?:correctamente )?(?:tu|su) "
        r"(?:solicitud|candidatura|postulación)",
        r"(?:solicitud|candidatura|postulación) se ha (?:enviado|recibido|registrado)",
        r"(?<!que )(?<!si )(?<!quand )nous avons (?:bien )?reçu (?:votre|ta) candidature",
        r"(?<!che )(?<!se )(?<!quando )(?<!volta )abbiamo ricevuto (?:correttamente )?la (?:tua|sua) candidatura",
        r"(?<!que )(?<!se )(?<!quando )recebemos (?:a )?(?:sua|tua) (?:candidatura|inscrição)",
        r"(?:we|wij) hebben (?:je|jouw|uw) sollicitatie (?:goed |in goede orde )?ontvangen",
        r"(?<!gdy )(?<!kiedy )(?<!jeśli )(?<!jeżeli )otrzymaliśmy (?:twoją |twoje |państwa )?(?:aplikację|zgłoszenie)",
        r"(?<!när )(?<!att )(?<!om )(?<!innan )(?<!snart )vi har (?:nu )?(?:tagit emot|mottagit|fått) din ansökan",
        r"candidatura (?:è stata )?(?:inviata|ricevuta|registrata)(?: con successo)?",
        r"(?:candidatura|inscrição) (?:foi )?(?:enviada|recebida|submetida|concluída|registrada)",
        r"sollicitatie (?:is )?(?:goed )?(?:verzonden|verstuurd|ontvangen|ingediend)",
        r"ansökan (?:är |har blivit |har )?(?:skickad|skickats|mottagen|mottagits|inskickad)",
        r"ansøgning(?:en)? er (?:nu )?(?:sendt|modtaget|indsendt)",
        r"takk for (?:din )?søknad|søknaden (?:din )?er (?:nå )?(?:sendt|mottatt|levert)",
        r"(?:aplikacja|zgłoszenie) został[ao] (?:wysłan|przesłan|przyjęt|złożon)",
        r"děkujeme za (?:vaši |váš |tvou )?(?:žádost|přihlášku|odpověď|zájem o pozici)",
        r"(?:žádost|přihláška|odpověď) byla (?:úspěšně )?(?:odeslána|přijata)",
        r"başvurunuz (?:başarıyla )?(?:alındı|alınmıştır|gönderildi|iletildi|ulaştı)|başvurunuz için teşekkür",
        r"(?:заявка|анкета|отклик|резюме) (?:была? |было )?(?:успешно )?(?:отправлен|получен|принят)",
        r"(?:ご応募|エントリー)(?:いただき|頂き|を受け付け|ありがとう)|応募(?:が|を)?(?:完了しました|受け付けました"
        r"|送信しました)",
        r"(?:申请|申請|简历|履歷|投递|應徵)(?:已|已经|已經)?(?:成功)?(?:提交成功|投递成功|送出成功|提交完成)",
        r"(?:已成功|已经成功|已經成功)(?:提交|投递|申请|申請|送出|應徵)|感谢您的(?:申请|应聘|投递)|感謝您的(?:申請"
        r"|應徵)",
        r"지원(?:서)?(?:가|이)? ?(?:정상적으로 )?(?:제출|접수|완료)되었습니다|지원해 ?주셔서 감사",
    )
)
#: these languages put the thanks last
_JA = (
    r"(?:ご?応募|エントリー|ご?応募書類|履歴書)[^。！!?？\n]{0,20}?(?:いただき|頂き|くださり|下さり|して(?:いただき"
    r"|くださり))?"
    r"[^。！!?？\n]{0,8}?ありがとうござい(?:ます|ました)"
    r"|(?:ご?応募|エントリー|ご?応募内容|ご?応募情報)(?:が|を|は|は正常に|が正常に)?[^。！!?？\n]{0,6}?"
    r"(?:完了(?:いた)?しました|受け付け(?:いた|ま)しました|受け付けました|受付(?:いた|完了)?(?:いた)?しました"
    r"|送信(?:され|いた)?(?:し)?ました"
    r"|受領(?:いた)?しました)"
    r"|(?:お問い合わせ|ご連絡|送信)[^。！!?？\n]{0,12}?ありがとうございま(?:す|した)[\s\S]{0,80}?(?:担当者|追って"
    r"|後日|改めて)[^。]{0,30}?(?:連絡|回答)"
)
_ZH = (
    r"(?:感[谢謝]|多[谢謝]|[谢謝]{2})(?:您|你)?(?:的|对[^。！!\n]{0,12}的|對[^。！!\n]{0,12}的)?(?:[^。！!\n]{0,8}?)"
    r"(?:申[请請](?!退款)|投[递遞]|[应應]聘|[应應][徵征]|求[职職]|投[递遞]?[简簡履][历歷])"
    r"|(?:(?:您|你)的)?(?:申[请請]|[简簡履][历歷]|[应應][徵征聘](?:申[请請])?|求职申请)(?:已经|已經|已)(?:成功)?"
    r"(?:提交|投递|投遞|收到|送出|发送|發送|接收|送达|送達)"
    r"|(?:我们|我們)(?:已经|已經|已)(?:成功)?(?:收到)(?:了)?(?:您|你)的(?:[职職]位)?(?:申[请請]|[简簡履][历歷]"
    r"|[应應][徵征聘])"
)
_KO = (
    r"(?:지원|입사 ?지원|지원서)(?:해|을|를|서를|에)? ?(?:제출해|보내|접수해)?[^.!?\n]{0,8}?(?:주셔서|주신 데"
    r"|해주셔서|에) "
    r"(?:대단히 |진심으로 )?감사(?:합니다|드립니다)"
    r"|(?:입사 ?)?지원서?(?:가|이|를|을)? ?(?:성공적으로 |정상적으로 )?(?:제출|접수|완료|전송)(?:이 )?(?:완료)?"
    r"(?:되었습니다|됐습니다|하였습니다|했습니다)"
    r"|지원서를 (?:잘 )?(?:받았습니다|접수했습니다|접수하였습니다)"
)
_TONGUES = (_EN, _DE, _FR, _ES, _IT, _PT, _NL, _SV, _DA, _NO, _FI, _PL, _CS, _HU, _RO, _TR, _RU, _UK, _EL)
#: that something is left to do: what stands right after the words tells that nothing has come yet, or not all
_UNFINISHED = (
    r"almost (?:done|there|finished)|one (?:more|last|final) (?:step|thing)|to (?:complete|finish|finali[sz]e"
    r"|continue|submit) "
    r"(?:your|the) application|please (?:complete|continue|proceed|finish|go (?:on|to))[^.!?]{0,40}(?:step"
    r"|application|form|"
    r"page|part|below)|still (?:need"
    r"|incomplete)"
    r"|before (?:we can|submitting|you submit)|fast (?:geschafft|fertig)|noch ein(?:en)? schritt|(?:bitte )?(?:füllen|"
    r"vervollständigen|schließen) sie [^.!?]{0,60}(?:aus|ab|bewerbung)|nächsten schritt|presque (?:fini|terminé)"
    r"|dernière étape"
    r"|veuillez (?:compléter|remplir|terminer|continuer)|pour (?:finaliser|terminer|compléter)|casi (?:hemos |has )?"
    r"(?:terminad|list)|(?:último|siguiente) paso|(?:completa|complete|rellena|rellene) (?:el|los|la|las) "
    r"|para (?:completar|"
    r"finalizar|concluir)|quasi (?:finito|fatto)|ultimo passo|passaggio successivo|(?:completa|compila) (?:il|i|la"
    r"|le) |per "
    r"completare|quase (?:lá|pronto|concluíd)|(?:última|próxima) etapa|preencha|bijna klaar|(?:laatste"
    r"|volgende) stap|vul "
    r"(?:de|het|nog)|nästan klar|nästa steg|fyll i|næsten færdig|næste trin|udfyld|nesten ferdig|neste steg|fyll ut"
    r"|melkein "
    r"valmis|seuraava vaihe|täytä|prawie gotowe|ostatni krok|następnego kroku|wypełnij|skoro hotovo|poslední krok"
    r"|vyplňte|"
    r"neredeyse bitti|son adım|lütfen [^.!?]{0,40}(?:doldurun|tamamlayın)|почти готово|последний шаг|следующ\w+ шаг"
    r"|заполните"
    r"|заполнить|まだ完了|次のステップ|最後のステップ|入力してください|未完了|下一步|最后一步|最後一步|请填写|請填寫"
    r"|请完成|請完成|다음 단계|마지막 단계|"
    r"작성해 ?주(?:세요|십시오)|완료해 ?주"
)
_OFFERED = r"(?:apply (?:now|below|today|here)|form below|once you|when you apply|if you apply|jetzt bewerben|postulez)"


def _said_in(tongue: _Tongue) -> str:
    """Return what tells in that language that the site has an application."""
    said = [tongue.came]
    if tongue.thanks:
        rest = rf"(?![\s\S]{{0,240}}?{_OFFERED}){_BESIDE}(?:{tongue.promise})"
        said += [rf"(?:{tongue.thanks}) (?:{tongue.applied})", rf"(?:{tongue.thanks}) (?:{tongue.spoke}){rest}"]
    return "|".join(said)


#: to stand after words that would tell so: nothing is left to do
_FINISHED = rf"(?![\s\S]{{0,120}}?(?:{_UNFINISHED}))"
#: That the site has what was sent, in any of the languages. In parts, since engines optimise no pattern of over 20 KB.
CONFIRMED = tuple(
    f"(?:{'|'.join(part)}){_FINISHED}"
    for part in (
        [_TOLD],
        *([*map(_said_in, _TONGUES[at : at + 5])] for at in range(0, len(_TONGUES), 5)),
        [_JA, _ZH, _KO],
    )
)
#: to stand before words that would tell so, in one sentence with them: it is told of what may be
CONDITION = (
    r"(?:^|[\s,;:(])(?:once|after|when|if|in case|whether|until|before|while|unless|as soon as|sobald|wenn|nachdem"
    r"|falls"
    r"|sofern|bevor|dès (?:que|réception)|lorsque|quand|une fois|après|avant|cuando|una vez|después|siempre que"
    r"|appena|quando|una volta|dopo|assim que|depois|sempre que|zodra|wanneer|nadat|voordat|när|efter|innan"
    r"|når|hvis|etter|inden|før|kunhan|jos|ennen|gdy|kiedy|jeśli|jeżeli|po tym|zanim|jakmile|pokud|když|poté|dříve"
    r"|amikor"
    r"|miután|dacă|când|după ce|когда|если|после|прежде|коли|якщо|після|όταν|μόλις|αφού)(?=\s)[^.!?。！？]*$"
)
#: all that the heading of a list of applications says
OVERVIEW = (
    r"^\W*(?:(?:my|your|all|recent|current|active|submitted|open|past|other|previous|job) )*applications\b[^a-z]*$"
    r"|^\W*(?:applications? (?:status|history|overview)|applied jobs|jobs you(?:’|')?(?:ve| have)? applied (?:to"
    r"|for))\W*$"
    r"|^\W*(?:(?:meine|ihre|deine|aktuelle|alle|laufende) )*bewerbungen\W*$|^\W*bewerbungs(?:übersicht|status)\W*$"
    r"|^\W*(?:(?:mes|vos|tes|toutes les) )*candidatures\b[^a-z]*$|^\W*suivi (?:de|des) (?:mes |vos )?candidatures?\W*$"
    r"|^\W*(?:(?:mis|tus|sus|todas las) )*(?:candidaturas|postulaciones|solicitudes|inscripciones)\b[^a-z]*$"
    r"|^\W*(?:(?:le|mie|tue|tutte|sue) )*candidature\W*$|^\W*(?:(?:as|minhas|suas) )*(?:candidaturas|inscrições)\W*$"
    r"|^\W*(?:(?:mijn|jouw|uw|alle|je) )*sollicitaties\W*$|^\W*(?:(?:mina|dina|alla) )*ansökningar\W*$"
    r"|^\W*(?:(?:mine|dine|alle) )*(?:ansøgninger|søknader)\W*$|^\W*(?:(?:omat|kaikki) )*hakemukse(?:t|ni|si)\W*$"
    r"|^\W*(?:(?:moje|twoje|wszystkie) )*(?:aplikacje|zgłoszenia)\W*$|^\W*(?:(?:moje|vaše) )*(?:žádosti|přihlášky)\W*$"
    r"|^\W*(?:(?:мои|ваши|все) )*(?:отклики|заявки)\s*$|^\W*başvurular(?:ım|ınız)?\W*$"
    r"|^\s*(?:マイ)?応募(?:履歴|一覧|状況)\s*$|^\s*(?:我的)?(?:申请|申請|投递|應徵)(?:记录|紀錄|列表|进度)?\s*$"
    r"|^\s*(?:내 )?지원 ?(?:내역|현황)\s*$"
)
