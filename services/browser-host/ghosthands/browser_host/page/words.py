"""The words by which a page is understood: buttons, phrases, complaints; English first, the commonest others beside it.

All are regular expression sources in the common part of Python's and JavaScript's syntax, matched without regard to
case, because the same ones are used inside the page.
"""

from __future__ import annotations

from ghosthands.browser_host.page import thanks_words


def _any(*alternatives: str) -> str:
    return "|".join(alternatives)


def _whole(*alternatives: str) -> str:
    return rf"^(?:{_any(*alternatives)})[\s>»→!]*$"


#: an option that stands for "nothing chosen yet"
PLACEHOLDER = _whole(
    r"",
    r"[-–—.\s*_]+",
    r"(?:[-–—]+\s*)?(?:please )?(?:select|choose)(?: one| an? .*| your .*| from .*| option)?[\s.…:\-–—]*",
    r"please (?:select|choose).*",
    r"[-–—]+\s*(?:select|choose|please).*",
    r"none selected",
    r"(?:bitte )?(?:aus)?wählen.*",
    r"sélectionne[rz]?.*",
    r"choisi[rs].*",
    r"seleccion[ae].*",
    r"selezion[ai].*",
    r"selecione.*",
)

_OPTIONALLY = _any(
    r"optional(?:ly)?",
    r"freiwillig",
    r"facultati[fv]e?",
    r"optionn?el(?:le)?",
    r"opcional(?:mente)?",
    r"op[zț]ionale?",
    r"facoltativ[oa]",
    r"valfri(?:tt)?",
    r"frivilligt?",
    r"valgfri(?:tt)?",
    r"vapaaehtoinen",
    r"opcjonaln(?:ie|y|e)",
    r"nieobowiązkowe",
    r"nepovinn[éýě]",
    r"isteğe bağlı",
    r"необязательно",
    r"任意",
    r"选填",
    r"選填",
    r"선택",
)
#: what a label says of a question that may stay open
OPTIONAL = _any(rf"[(\[（【]\s*(?:{_OPTIONALLY})\b", rf"[-–—:,*]\s*(?:{_OPTIONALLY})\s*$", r"\boptional$")

_REQUIRED = (
    r"(?:required|mandatory|compulsory|pflicht\w*|erforderlich|auszufüllen|obligatoires?|requise?s?"
    r"|obligatori[oae]s?|requerid[oa]s?"
    r"|obbligatori\w?|obrigatóri[oa]s?|verplichte?|wymagan[aey]|obowiązkow[aey]|obligatoriska?|obligatoriske?"
    r"|påkrævet|påkrevd"
    r"|pakollis\w+|pakolli\w+|povinn[áéý]|kötelező|obligatorii|zorunlu\w*|обязательн\w*|обов['’]язков\w*|必須|必填"
    r"|필수)"
)
#: a note on what a form requires
REQUIRES = _any(
    _REQUIRED, r"must be (?:completed|filled)", r"ausgefüllt werden", r"udfyldes", r"fyllas i", r"fylles ut", r"remplis"
)
#: … that it requires everything, without an exception
REQUIRES_ALL = _any(
    rf"\ball (?:of the |these )?(?:fields|questions)(?: below| on this (?:form|page)| in this form)? (?:are"
    rf"|must be) (?:{_REQUIRED}|completed|filled)"
    r"(?!.{0,20}\b(?:except|but|other than))",
    r"\balle (?:felder|angaben|fragen) (?:sind|müssen) (?:pflicht\w*|erforderlich|verpflichtend|auszufüllen"
    r"|ausgefüllt werden)(?!.{0,20}(?:außer|ausgenommen))",
    r"\btous les champs (?:sont|doivent être) (?:obligatoires|requis|remplis)(?!.{0,20}sauf)",
    r"\btodos los campos son (?:obligatorios|requeridos|necesarios)(?!.{0,20}(?:salvo|excepto))",
    r"\btutti i campi sono (?:obbligatori|richiesti)(?!.{0,20}(?:tranne|eccetto))",
    r"\btodos os campos são (?:obrigatórios|requeridos)(?!.{0,20}(?:exceto|exceção))",
    r"\balle velden (?:zijn|moeten) (?:verplicht|worden ingevuld|ingevuld worden)(?!.{0,20}behalve)",
    r"\bwszystkie pola są (?:wymagane|obowiązkowe)(?!.{0,20}oprócz)",
    r"\balla fält (?:är obligatoriska|måste fyllas i)",
    r"\balle felt(?:er|ene)? (?:er (?:obligatoriske|påkrævede|påkrevd)|skal udfyldes|må fylles ut)",
    r"\bvšechna pole jsou povinná",
    r"\bkaikki kentät ovat pakollisia",
    r"все поля обязательн",
)
#: … that it marks it by a sign
MARKS = (
    r"\bmark(?:ed|iert\w*)\b|\b(?:indicat|denot|identifi)ed\b|\bgekennzeichnet\w*|\b(?:marqu|indiqu|signal)és?\b"
    r"|\b(?:marc|indic|señal)ad[oa]s\b"
    r"|\b(?:contrassegnat|indicat)[ie]\b|\b(?:assinalad|marcad)[oa]s\b|\bgemarkeerd\b|\baangeduid\b|\boznaczon\w+"
    r"|\bmärkta\b|\bmarkerede\b|\bmerket\b"
    r"|\boznačen\w+|\bmerkit\w+|отмечен"
)

#: What links say that may be pressed like buttons, to the letter; of buttons, whose words are free, see `way_words`.
APPLY = _whole(
    r"(?:easy |quick )?apply",
    r"apply (?:now|online|here|today|manually)",
    r"apply (?:for|to) (?:this|the) .*",
    r"start (?:your |my )?application",
    r"i(?:’|')m interested",
    r"(?:jetzt )?bewerben",
    r"postuler.*",
    r"candidarsi|candidati(?: ora)?",
    r"candidatar-se",
    r"inscribirme.*",
    r"solliciteren|solliciteer(?: nu| direct| hier)?",
    r"ansök(?: nu| här)?|ansøg(?: nu| her)?|søk (?:på )?stillingen|hae (?:työ)?paikkaa",
    r"aplikuj(?: teraz)?",
    r"応募する|今すぐ応募(?:する)?|エントリーする",
    r"立即(?:申请|申請|投递|應徵|应聘)|申请职位|投递简历|我要(?:應徵|应聘)",
    r"지원하기|입사 ?지원|즉시 ?지원",
)
NEXT = _whole(
    r"(?:go to )?next(?: (?:step|page|section))?",
    r"continue(?: to .*| application)?",
    r"proceed(?: to .*)?",
    r"save (?:and|&) (?:continue|next|proceed)",
    r"save (?:and|&) go to next.*",
    r"review(?: (?:your|my|the))?(?: application)?",
    r"weiter|speichern und (?:weiter|fortfahren)",
    r"suivant|continuer|siguiente|continuar|avanti|continua|próximo|volgende",
    r"nästa|fortsätt|næste|fortsæt|neste|fortsett|seuraava|jatka|dalej|kontynuuj",
    r"次へ(?:進む)?|続ける|下一步|下一[页頁]|继续|繼續|다음|계속",
)
SUBMIT = _whole(
    r"(?:1|one)-click apply",
    r"submit(?: (?:my|your|the|this))?(?: (?:application|form|now|resume|cv))?",
    r"submit (?:and|&) .*",
    r"send(?: (?:my|your|the))?(?: application)?",
    r"finish(?: (?:and|&) submit| application)?",
    r"(?:complete|confirm)(?: (?:my|your|the))? application",
    r"confirm (?:and|&) submit",
    r"(?:bewerbung )?(?:absenden|abschicken|einreichen)",
    r"envoyer(?: ma candidature)?|soumettre",
    r"enviar(?: (?:solicitud|candidatura))?",
    r"invia(?: candidatura)?|verzenden",
)
_FORM = r"(?:the |your |my |this |an )?(?:job )?application(?: form)?"
#: What the only button of a page says that leads to the form behind it.
READY = _whole(
    r"(?:yes,? )?i(?:’|')m ready(?:[,!.:]* (?:to )?(?:apply|start|begin)(?: now)?)?",
    r"yes,? i(?:’|')d like to apply|yes,? i want to apply",
    r"(?:ok(?:ay)?,? |ready\? )?let(?:’|')s (?:go|begin|start|get started|do (?:this|it))",
    r"get started(?: now| here)?",
    rf"(?:start|begin|open|go to|fill (?:in|out)|proceed to|take me to) (?:{_FORM}|(?:the )?form)",
    r"(?:online |job )?application(?: form)?|(?:online-?)?bewerbung|candidature|solicitud|candidatura",
    r"sollicitatie(?:formulier)?|ansökan|ansøgning|søknad|hakemus|formularz aplikacyjny|応募フォーム|申请表|지원서",
    r"los geht(?:’|')?s|auf geht(?:’|')?s|jetzt (?:starten|loslegen)|ich bin bereit",
    r"bewerbung (?:jetzt )?starten|(?:zum )?bewerbungsformular(?: öffnen)?|(?:zum )?formular(?: ausfüllen)?",
    r"c(?:’|')est parti|je suis prête?|(?:accéder au|remplir le|ouvrir le) formulaire|commencer ma candidature",
    r"¡?vamos|estoy list[oa]|(?:ir al|rellenar el|abrir el) formulario|empecemos|comencemos",
    r"iniziamo|cominciamo|sono pront[oa]|(?:vai al|compila il|apri il) modulo",
    r"vamos lá|vamos começar|estou pront[oa]|(?:ir para o|preencher o|abrir o) formulário",
    r"aan de slag|ik ben er klaar voor|laten we beginnen|naar het (?:sollicitatie)?formulier",
    r"kom igång|sätt igång|nu kör vi|jag är redo|till (?:ansöknings)?formuläret",
    r"kom i ?gang|lad os komme i gang|la oss (?:starte|begynne)|jeg er klar",
    r"til (?:ansøgnings|søknads)?(?:skemaet|skjemaet)",
    r"aloitetaan|olen valmis|(?:siirry )?lomakkeeseen|zaczynamy|jestem gotow[ya]|(?:przejdź do|wypełnij) formularza?",
    r"начн[её]м|поехали|я готова?|(?:перейти к|заполнить) анкет[еу]|başlayalım|hazırım|forma git",
    r"さあ、?始めましょう|応募フォームへ(?:進む)?|フォームへ",
    r"填写(?:申请)?表|填寫(?:申請)?表|填写申请|填寫申請|(?:지원서|신청서) 작성(?:하기)?",
)
BACK = r"^(?:[<«←]\s*)?(?:back|previous|go back|return|zurück|précédent|retour|atrás|anterior|indietro)\b"
_FILE = r"(?:a )?(?:files?|resume|cv|attachments?|documents?)"
UPLOAD = _any(
    rf"^(?:upload|attach|browse|(?:choose|select|add|replace) {_FILE}|drop|hochladen|durchsuchen)\b",
    r"^(?:enter manually|dropbox|google drive|autofill (?:from|with) (?:my )?resume)",
)
#: what makes an account, opens one, or has a code sent: no engine may press it
COMMITS = _any(
    r"\b(?:create|register|open|activate)\b.*\b(?:account|profile)\b",
    r"\b(?:sign|log) ?(?:in|up|on)\b|^(?:register|join)\b",
    r"\b(?:re-?send|send|get|request|text|e-?mail)\b.*\b(?:code|otp|pin|passcode|link)\b",
    r"^(?:verify|confirm|i agree|accept and)\b",
    r"konto (?:erstellen|anlegen)|registrieren|^anmelden|einloggen|code (?:senden|anfordern)",
    r"créer (?:un|mon) compte|s(?:’|')inscrire|se connecter|(?:envoyer|recevoir) (?:le|un) code",
    r"crear (?:una |mi )?cuenta|registrarse|iniciar sesión|enviar (?:el )?código",
    r"crea(?:re)? (?:un |il mio )?account|registrati|^accedi|invia (?:il )?codice",
    r"criar (?:uma |minha )?conta|cadastrar|^entrar|enviar (?:o )?código",
    r"account (?:aan)?maken|registreren|inloggen|code (?:verzenden|sturen)",
    r"アカウントを?作成|登録|ログイン|コードを?送信",
)
#: a link that may be pressed like a button
BUTTON_LIKE = _any(APPLY, NEXT, SUBMIT, BACK, READY)

_NOT = r"(?:could|can|was|were|has|have|is|did)(?: ?not|n(?:’|')t)(?: yet)?"
_DONE = (
    r"(?:be |been |successfully )*"
    r"(?:sent|submitted|saved|received|processed|completed|recorded|delivered|stored|accepted|submit|send|go through)"
)
_NOT_ABLE = r"(?:could|can|did)(?: ?not|n(?:’|')t)|(?:unable|not able) to"

#: A form beside a closed posting: for those who would like to hear of others.
INSTEAD = _any(
    r"\btalent[ -]?(?:community|network|pool)\b|\bjob (?:alerts?|mail)\b",
    r"\b(?:future|similar|related) (?:openings|opportunities|roles|jobs|vacancies|positions)\b",
    r"\b(?:spontaneous|speculative|unsolicited|open) application\b|\bkeep (?:your|my) [\w ]+ on file\b",
    r"\binitiativbewerbung|\bcandidatures? spontanées?\b|\bcandidatura (?:espontánea|spontanea|espontânea)\b",
    r"\bopen sollicitatie\b|\bspontanansökan\b|\buopfordret ansøgning\b|\båpen søknad\b|\bavoin hakemus\b",
    r"\bnotif(?:y|ied) (?:me )?(?:about|of|when)\b|\bstay (?:in touch|connected|informed)\b",
    r"\bkeep me (?:posted|informed)\b",
    r"\btalente?n?[ -]?(?:netzwerk|gemeinschaft|pool)\b|\bjob-?(?:abo|alarm|newsletter)\b",
    r"\bvivier\b|\balertes? emploi|communauté de talents",
    r"\balertas? de (?:empleo|emprego|vagas?)",
    r"(?:comunidad|red|bolsa) de (?:talento|empleo)|(?:banco|comunidade) de talentos",
    r"\bcommunity di talenti|\bavvisi di lavoro|\btalentenpool|\bvacature-?alert|人才库|タレントプール|인재풀",
)
PHRASES = {
    "confirmed": _any(*thanks_words.CONFIRMED),
    "closed": _any(
        r"no longer accepting applications",
        r"position has been filled",
        r"(?:requisition|position|job|posting|vacancy|role) (?:is|has been|was) (?:(?:now|already|sadly) )*closed",
        r"(?:job|position|posting|role|opening|vacancy|advert) (?:is )?no longer (?:available|open|active)",
        r"(?:job|position|posting|role|opening|vacancy|advert) has expired",
        r"job (?:you are looking for|posting)? ?(?:does not exist|could not be found|was not found)",
        r"applications (?:for this (?:job|role|position) )?(?:are|have been|have) (?:now )?closed",
        r"(?:job|posting|vacancy|role) has (?:now |already |since |unfortunately )*(?:closed|been (?:filled|closed))",
        r"diese stelle ist nicht mehr",
        r"stelle (?:ist|wurde) (?:bereits |inzwischen |leider |schon )*(?:besetzt|vergeben)",
        r"(?:poste|offre) (?:est|a été) (?:déjà )?pourvue?\b|offre n(?:’|')est plus (?:disponible|en ligne|active)",
        r"(?:vacante|oferta|puesto) (?:ya )?(?:no está disponible|ha sido cubiert[oa]|está cubiert[oa])",
        r"ya no (?:se aceptan|aceptamos) (?:solicitudes|candidaturas)",
        r"(?:posizione|offerta) (?:non è più (?:disponibile|attiva)|è (?:già )?stata (?:coperta|chiusa))",
        r"(?:vacature|functie) is (?:inmiddels |reeds |al )*(?:vervuld|gesloten|niet meer beschikbaar)",
        r"(?:vaga|posição) (?:já )?(?:foi preenchida|não está mais disponível|foi encerrada)",
    ),
    "broken": _any(
        r"session (?:has )?expired",
        r"something went wrong",
        r"internal server error",
        r"service (?:is )?(?:temporarily )?unavailable",
        r"page (?:not found|could not be found|cannot be displayed)",
        r"error occurred while",
        r"bad gateway",
    ),
    "spam": _any(r"flagged as (?:possible )?spam", r"error verifying your application"),
    # that the sending failed: it outweighs any thanks beside it
    "unsent": _any(
        rf"(?:application|submission|form|résumé|resume) {_NOT} {_DONE}(?! to (?:any|other|third)\b)",
        # not "we cannot accept applications by e-mail", nor "résumés from agencies"
        rf"(?:{_NOT_ABLE}) (?:accept|process|receive) (?:your|the|this) application\b",
        rf"(?:{_NOT_ABLE}) (?:submit|send|save|record|complete|deliver|store) "
        r"(?:your |the |this )?(?:application|submission|form|information|details|data|résumé|resume)\b",
        r"(?:failed to (?:submit|send)|(?:error|problem) (?:occurred )?(?:while |when )?(?:submitting|sending"
        r"|saving)) "
        r"(?:your |the )?(?:application|form)",
        r"(?:application|submission|upload) (?:has )?failed",
        # thanks may stand above it, and name what "it" is
        rf"(?<!if )\b(?:it|this) {_NOT} (?:be |been |successfully )*(?:sent|submitted|received|delivered)\b",
        r"\bnothing (?:was|has been|could be) (?:sent|submitted|received|saved)\b",
        r"(?:application|submission) is (?:still |not (?:yet )?)?(?:incomplete|complete yet)\b",
        r"bewerbung (?:konnte|kann) (?:leider )?nicht (?:erfolgreich )?"
        r"(?:gesendet|übermittelt|gespeichert|verarbeitet|abgeschickt|eingereicht|entgegengenommen) werden",
        r"(?:(?:konnte|wurde) (?:sie|diese)|sie (?:konnte|wurde)) (?:leider )?nicht (?:erfolgreich )?"
        r"(?:gesendet|übermittelt|gespeichert|verarbeitet|abgeschickt|eingereicht|entgegengenommen|zugestellt)",
        r"(?:sonst|andernfalls) wird (?:sie|(?:ihre|deine|die) bewerbung) nicht |bewerbung ist (?:noch )?unvollständig",
        r"beim (?:senden|übermitteln|absenden|abschicken|speichern) (?:ihrer|deiner|der) bewerbung ist ein",
        r"(?<!si )(?:votre|ta) candidature n(?:’|')a (?:pas (?:pu (?:être )?|été )|pu être )"
        r"(?:envoyée|transmise|enregistrée|reçue|traitée)",
        r"\belle n(?:’|')a (?:pas (?:pu (?:être )?|été )|pu être )(?:envoyée|transmise|enregistrée|reçue|traitée)",
        r"candidature est incomplète",
        r"n(?:’|')avons (?:pas )?pu (?:envoyer|enregistrer|transmettre|traiter) (?:votre|ta) candidature",
        r"erreur (?:est survenue )?lors de l(?:’|')(?:envoi|enregistrement) de (?:votre|ta) candidature",
        r"(?<!si )(?<!si la )(?<!si tu )(?<!si su )(?:solicitud|candidatura|postulación) no (?:se )?"
        r"(?:ha podido|pudo|ha sido|fue|ha) (?:ser )?(?:envia|registra|guarda|procesa|recib)",
        r"no (?:se ha podido|se pudo|hemos podido|pudimos) (?:enviar|registrar|guardar|procesar) "
        r"(?:tu|su|la) (?:solicitud|candidatura|postulación)",
        r"(?:solicitud|candidatura|postulación|inscrição) está incompleta",
        r"\by no (?:se )?ha (?:sido )?(?:envia|recibi)d",
        r"candidatura non (?:è stata|può essere) (?:inviat|ricevut|registrat|salvat)",
        r"(?:impossibile|non è stato possibile) (?:inviare|registrare|salvare) la (?:tua |sua )?candidatura",
        r"(?:candidatura|inscrição) não (?:foi|pôde ser) (?:enviad|recebid|registrad|salv|submetid)",
        r"não foi possível (?:enviar|registrar|salvar|processar) (?:a )?(?:sua |tua )?(?:candidatura|inscrição)",
        r"sollicitatie (?:kon|is) (?:helaas )?niet (?:worden )?(?:verzonden|verstuurd|opgeslagen|ontvangen|verwerkt)",
        r"\b(?:deze|die|hij) (?:is|kon) (?:helaas )?niet (?:worden )?"
        r"(?:verzonden|verstuurd|opgeslagen|ontvangen|aangekomen)",
        r"sollicitatie is (?:nog )?(?:onvolledig|niet (?:compleet|volledig|aangekomen))",
        r"ansökan (?:kunde (?:tyvärr )?inte (?:skickas|sparas|tas emot)|(?:har|är) inte (?:skicka|mottag))",
        r"ansøgning(?:en)? (?:kunne|blev) (?:desværre )?ikke (?:sendes|sendt|gemmes|gemt|modtages|modtaget)",
        r"søknaden (?:din )?(?:kunne|ble) (?:dessverre )?ikke (?:sendes|sendt|lagres|lagret|mottas|mottatt)",
        r"hakemus(?:ta|tasi) ei (?:voitu|voida) (?:lähettää|tallentaa|vastaanottaa)",
        r"nie udało się (?:wysłać|przesłać|zapisać) (?:twojej |twojego |państwa )?(?:aplikacji|zgłoszenia)",
        r"nepodařilo se (?:odeslat|uložit) (?:vaši |tvou )?(?:žádost|přihlášku|odpověď)",
        r"(?:žádost|přihlášku|odpověď) se nepodařilo (?:odeslat|uložit)",
        r"başvurunuz (?:gönderilemedi|alınamadı|kaydedilemedi|iletilemedi)",
        r"не удалось (?:отправить|сохранить|обработать) (?:ваш[уе]? )?(?:отклик|заявку|анкету|резюме)",
        r"(?:заявка|анкета|отклик|резюме) не (?:была? |было )?(?:отправлен|получен|принят|сохран)",
        r"(?:応募|エントリー|送信)(?:を|に|が|内容を)?(?:送信|完了|保存)?(?:できませんでした|失敗しました)",
        r"(?:応募|エントリー|送信)は?(?:まだ)?(?:送信|完了|受付|受け付け)(?:が|られ|され)?(?:て)?(?:いません|ませんでした|できません)",
        r"(?:送信|受信|受付)(?:は|が)?(?:され|でき)(?:ていません|ませんでした)",
        r"(?:申请|申請|简历|履歷|投递|應徵|提交|送出)(?:失败|失敗|未成功)",
        r"(?:申请|申請|简历|履歷|应聘|應徵|投递|投遞)(?:暂时|尚|还|還|并|並)?(?:未能?|没有|沒有|无法|無法|不能)(?:成功|被)*"
        r"(?:提交|发送|發送|送出|送达|收到|接收|保存|受理|投递|投遞)",
        r"(?:未能|无法|無法|没有|沒有)(?:成功)?(?:提交|发送|發送|送出|收到|接收|保存|受理)(?:您|你)?(?:的)?(?:申请|申請|简历|履歷)",
        r"지원(?:서)?(?:를|을|가|이)? ?(?:제출|접수|전송|저장)"
        r"(?:하지 못했습니다|되지 않았습니다|할 수 없습니다|에 실패)",
    ),
    "already": _any(
        r"you(?:’|')?(?:ve| have) already (?:applied|submitted (?:an|your) application)",
        r"application already (?:exists|submitted)",
        r"(?:bereits|schon) (?:auf diese stelle |für diese (?:stelle|position) |hier )?beworben",
        r"(?:avez|as) déjà (?:postulé|envoyé (?:votre|ta) candidature)",
        r"ya (?:te has |se ha |has |ha )(?:aplicado|postulado|inscrito|enviado (?:tu|su))",
        r"(?:hai|ha) già (?:inviato|presentato) (?:la|una)|(?:ti sei|si è) già candidat",
        r"já (?:se candidatou|enviou (?:a )?sua candidatura|te candidataste)",
        r"(?:al|reeds) (?:op deze vacature )?gesolliciteerd",
        r"har redan (?:sökt|ansökt|skickat)",
        r"har allerede (?:søgt|søkt|ansøgt|sendt)",
        r"olet jo hakenut",
        r"już (?:aplikowa|złożył)",
        r"již jste (?:se přihlásil|odpověděl|reagoval)",
        r"zaten (?:başvurdunuz|başvuru yaptınız)",
        r"уже (?:откликались|откликнулись|подавали|подали)",
        r"(?:すでに|既に)応募(?:済み|しています|されています)|応募済みです",
        r"已经?(?:申请|投递)过|已經?(?:申請|應徵)過",
        r"이미 지원(?:하셨|했|한)",
    ),
}
LIMITED = _any(
    r"reached today.s easy apply limit",
    r"exceeded the daily application limit",
)
#: phrases that a posting may contain, too
TOO_MANY = _any(r"too many requests")
CHECKING = _any(
    r"just a moment",
    r"attention required",
    r"checking your browser",
    r"verify you are human",
    r"pardon our interruption",
    r"access to this page has been denied",
)
ACCOUNT = _any(
    r"sign[\s_-]?in",
    r"log[\s_-]?in",
    r"create[\s_-]?(?:(?:an?|your|my|new)[\s_-]?)*account",
    r"users/sign_",
    r"authwall",
    r"register",
    r"anmelden",
    r"connexion",
    r"iniciar sesión",
)
STEP = r"(?:step|page|section|part|schritt|étape|paso)\s*(\d{1,2})\s*(?:of|/|out of|von|sur|de)\s*(\d{1,2})(?!\d)"

#: in this order: the first that matches a complaint decides
REFUSALS = {
    "missing": _any(
        r"required|missing",
        r"(?:not|n.t) be (?:left )?(?:blank|empty)",
        r"is (?:blank|empty)",
        r"pflichtfeld|erforderlich|obligatoire|obligatorio",
    ),
    "range": _any(
        r"at least|at most|minimum|maximum|between|exceed|fewer",
        r"(?:greater|less|no more|longer|shorter) than",
        r"too (?:long|short|big|small|large|high|low|many|few)",
        r"\d+ characters",
        r"in the (?:future|past)",
    ),
    "format": _any(
        r"valid|format|incorrect|match|digits|recogni[sz]ed",
        r"must (?:be an?|contain|start|include|look)",
        r"only (?:letters|numbers)",
        r"ungültig|incorrecto",
    ),
    "demanded": _any(
        r"please (?:enter|select|choose|fill|provide|complete|answer|upload|attach|tick|check|pick|add|tell)",
        r"\bselect an?\b",
        r"\benter your\b",
    ),
}
