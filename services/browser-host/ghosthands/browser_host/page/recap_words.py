"""What a page says that shows an application before it is sent, and its button; as `plain` makes it, in 17 languages.

Sources of regular expressions. The words of a button and of a heading are all that it says; those of an unfinished
application may stand anywhere. Source: how career sites word their last page.
"""

from __future__ import annotations

_APPLICATION = r"(?: (?:my|your|the|this))?(?: job)? application"

#: all that a button may say which sends an application
SENDS = (
    rf"(?:(?:confirm|accept|finish) and )?(?:submit|send)(?: now)?(?:{_APPLICATION})?(?: now)?"
    r"|(?:meine |ihre )?bewerbung (?:jetzt |verbindlich )?(?:absenden|abschicken|einreichen|senden)"
    r"|(?:jetzt |verbindlich )?(?:absenden|abschicken|einreichen|bewerben)"
    r"|(?:envoyer|soumettre|transmettre)(?: (?:ma|votre|la) candidature)?"
    r"|enviar(?: (?:(?:mi|su|la) )?(?:solicitud|candidatura))?|enviar (?:a minha |a sua |minha )?candidatura"
    r"|invia(?: (?:la )?(?:mia |tua )?candidatura)?|(?:sollicitatie )?(?:verzenden|versturen|indienen)"
    r"|(?:wyślij|prześlij|złóż)(?: (?:moje |swoje |moją |swoją )?(?:zgłoszenie|aplikację|podanie|kandydaturę))?"
    r"|skicka(?: in)?(?: (?:min |din )?ansökan)?"
    r"|(?:send|indsend|send inn)(?: (?:min |din )?(?:ansøgning|søknad)(?:en)?)?"
    r"|odeslat(?: (?:svou |moji )?(?:žádost|přihlášku))?|lähetä(?: hakemus)?|(?:başvuru(?:yu|mu) )?gönder"
    r"|(?:この内容で)?(?:応募(?:を|書類を)?)?(?:送信|提出|確定)(?:する)?|(?:この内容で)?応募する"
    r"|(?:确认|確認)?(?:提交|递交|遞交|发送|送出)(?:申请|申請|应聘|應徵)?|(?:지원서 ?)?(?:제출|보내기)(?:하기)?"
)
#: all that a heading may say which tells the applicant to look at the answers before they are sent
TO_REVIEW = (
    r"(?:please )?(?:review|check|verify)(?: and (?:submit|send|confirm))?"
    r" (?:your|the)(?: job)? (?:application|answers|details|information|entries)"
    r"(?: (?:and|before) (?:you )?(?:submi|send)\w*)?"
    r"|(?:bitte )?(?:prüfen|überprüfen|kontrollieren) sie (?:ihre|die) (?:bewerbung|angaben|eingaben|daten)"
    r"|(?:bitte )?(?:ihre|deine) (?:bewerbung|angaben|eingaben|daten) (?:prüfen|überprüfen|kontrollieren)"
    r"|(?:veuillez )?(?:vérifier|vérifiez|relisez|relire|contrôlez) (?:votre|vos|la|les)"
    r" (?:candidature|réponses|informations|données)"
    r"|(?:por favor )?(?:revisa|revise|comprueba|compruebe|verifica|verifique|confira|reveja)"
    r" (?:(?:a|os|as) )?(?:tu|tus|su|sus|sua|seus|suas|la|los)"
    r" (?:solicitud|candidatura|datos|dados|respuestas|respostas)"
    r"|(?:verifica|controlla|rivedi) (?:la|i|le)(?: (?:tua|tuoi|tue))? (?:candidatura|dati|risposte)"
    r"|controleer (?:je|jouw|uw) (?:sollicitatie|gegevens|antwoorden)"
    r"|sprawdź (?:swoje |swoją )?(?:zgłoszenie|aplikację|dane|odpowiedzi)"
    r"|(?:granska|kontrollera) (?:din|dina) (?:ansökan|uppgifter|svar)"
    r"|(?:gennemse|kontroll?er|se gjennom) (?:din|dine) (?:ansøgning|søknad|oplysninger|opplysninger|svar)"
    r"|zkontrolujte (?:své|svou|vaše) (?:údaje|přihlášku|žádost)|tarkista (?:hakemuksesi|tietosi|vastauksesi)"
    r"|(?:başvurunuzu|bilgilerinizi) kontrol edin"
    r"|(?:ご?入力|ご?応募)内容(?:の|を)?ご?確認(?:ください|して(?:ください|下さい))?"
    r"|请?(?:检查|确认|核对)(?:您的|你的)?(?:申请|信息|资料)|(?:지원서|입력) ?(?:내용을? ?)?확인(?:하세요|해 ?주세요)?"
)
#: what a page says of an application that is filled in and not sent yet
UNSENT = (
    r"\b(?:almost|nearly) (?:done|there|finished|complete)\b|\b(?:one|1) (?:last|final|more) step\b"
    r"|\bnot yet (?:been )?(?:submitted|sent|complete)|\bready to (?:submit|send|be (?:submitted|sent))\b"
    r"|\bbefore (?:you )?(?:submit|send)(?:ting|ing)?\b"
    r"|\bfast (?:fertig|geschafft|am ziel)\b"
    r"|\bnoch nicht (?:ab|über)?(?:gesendet|geschickt|gesandt|mittelt|eingereicht)"
    r"|\bnoch ein(?:en)? (?:letzter? )?schritt|\bvor dem ab(?:senden|schicken)\b"
    r"|\bpresque (?:fini|terminé|prêt)|\bpas encore (?:été )?(?:envoyé|soumis|transmis)|\bdernière étape\b"
    r"|\bavant (?:de l |de |l )(?:envoyer|envoi|soumettre)\b"
    r"|\bcasi (?:list|has terminado|ha terminado|hemos terminado)"
    r"|\b(?:aún|todavía) no (?:se )?ha (?:sido )?enviad|\bantes de enviar\b"
    r"|\bquasi (?:finito|fatto|pronto)\b|\bnon (?:è |ancora |stata )+inviata|\bprima (?:di inviar|dell invio)"
    r"|\bbijna (?:klaar|gereed)\b|\bnog niet (?:verzonden|verstuurd|ingediend)\b|\blaatste stap\b"
    r"|\bquase (?:pronto|lá)\b|\bainda não foi enviad"
    r"|\bprawie gotowe\b|\bnie została jeszcze wysłan|\bprzed wysłaniem\b"
    r"|\bnästan (?:klar|färdig)|\binte skickad|\binnan du skickar\b|\bnæsten færdig|\bnesten ferdig"
    r"|\b(?:endnu ikke|ikke endnu|ennå ikke|ikke ennå) (?:ind)?sendt|\b(?:før|inden) du sender\b"
    r"|\bskoro hotovo\b|\bještě nebyla odeslána\b|\bpřed odesláním\b|\bmelkein valmis\b|\bei ole vielä lähetetty\b"
    r"|\bhenüz gönderilmedi\b|\bgöndermeden önce\b|まだ(?:送信|応募)は?(?:されて|完了して)い|送信(?:する)?前に"
    r"|以下の内容で(?:応募|送信)|(?:尚未|还未|還未)(?:提交|递交|遞交|发送|送出)|提交前|아직 제출되지|제출하기 전에"
)
