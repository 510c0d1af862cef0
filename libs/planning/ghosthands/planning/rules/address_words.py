"""Words for an address besides the applicant's own: one that is given only if it differs, or that of who gets a bill.

They are in the form that `signals.words` returns, as those of a form's parts are.
"""

from __future__ import annotations

from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.rules.context import OF_APPLICANTS

#: What stands before a noun.
_A = "(?:the|your|an?|my|this)"
#: at most four words between "if" and "different": "if your postal address is different"
_FEW = r"(?:\w+ ){0,4}"
#: What is wanted only where it is another than what was asked before: the applicant's own value says nothing of it.
IF_DIFFERENT = Alternatives(
    rf"\b(?:if|where|when) {_FEW}(?:differ\w*|another|other than|not (?:as above|(?:the )?(?:same|identical)))\b"
    rf"|\bunless {_FEW}(?:same|identical)\b"
    rf"|\b(?:falls|wenn|sofern|soweit) {_FEW}(?:abweich\w+|anders\w*|ander[en]\w*|verschieden\w*|unterschied\w*"
    r"|nicht (?:identisch|gleich))\b"
    r"|\babweichend\w* (?:\w+ ){0,2}\w*(?:adresse|anschrift|wohnsitz|wohnort)\b"
    rf"|\bsi {_FEW}(?:diff?er\w*|autre|distint[oa]s?|otr[oa])\b"
    rf"|\b(?:en|em) caso de (?:ser )?{_FEW}(?:difer\w+|distint[oa]s?|divers[oa]s?)\b"
    rf"|\b(?:se|caso|qualora) {_FEW}(?:divers\w+|differ\w+|difer\w+|distint[oa]s?|outr[oa])\b"
    rf"|\b(?:indien|als|wanneer) {_FEW}(?:ander[se]?|afwijk\w*|verschil\w*)\b|\bafwijkende? (?:\w+ ){{0,2}}\w*adres\b"
    rf"|\b(?:jesli|jezeli|o ile|gdy) {_FEW}(?:inn\w+|rozni\w*|rozn\w+)\b"
    rf"|\b(?:om|hvis|dersom) {_FEW}(?:ann[ae][nt]|anden|andet|ann?orlunda|ann?erledes|and?erledes|avvik\w*|afvig\w*"
    r"|forskellig\w*|forskjellig\w*|skiljer)\b"
    rf"|\bjos {_FEW}(?:eri|muu|poikkea\w*)\b|\bkui {_FEW}(?:erine\w*|muu)\b"
    rf"|\b(?:pokud|jestlize|ak|je li) {_FEW}(?:jin[aye]\w*|in[aye]|lisi|odlisn\w*|rozdiln\w*)\b|\blisi li\b"
    rf"|\bha {_FEW}(?:elter\w*|kulonbo\w*|mas)\b|\bdaca {_FEW}(?:difer\w*|alta|altul)\b"
    rf"|\b(?:ako|ce) {_FEW}(?:razlik\w*|razlic\w*|drugac\w*|drug[aeio])\b|\bfarkl[iı](?: ?ysa| ise)\b"
    rf"|\b(?:jika|bila|kalau) {_FEW}berbeda\b|\bja {_FEW}atskir\w*|\bjei {_FEW}(?:skir\w*|kit\w+)|\bneu {_FEW}khac\b"
    rf"|если {_FEW}(?:отлич|друг|ин(?:ои|ая|ое)|не совпад)|якщо {_FEW}(?:відрізн|інш|не збіга)"
    rf"|ако {_FEW}(?:е )?(?:различ|друг)|αν {_FEW}(?:διαφορ|διαφερ|αλλη)|אם (?:\w+ )?שונ|اذا (?:\w+ )?(?:مختلف|يختلف)"
    r"|異なる(?:場合|とき|時)|違う(?:場合|とき|時)|如.{0,10}(?:不同|不一致|不一样)|若.{0,10}(?:不同|不一致|不一样)"
    r"|다른 ?경우|다를 ?(?:경우|때)"
)
#: The heading of another's address in English, whose "of" the other languages have in `OF_ANOTHER`.
OF_SOMEBODY = Alternatives(
    rf"\baddress(?:es)? of (?!(?:{_A} )*(?!{_A}\b)(?:{OF_APPLICANTS}|home|record|stay|living)\b)\w"
)
#: Who gets the bill for something, in a heading or a label that says whose a thing is: somebody whom others pay.
OF_A_DEBTOR = Alternatives(
    r"\bof (?:the |an? )?(?:invoice|bill|billing) (?:recipient|addressee|payer|payee|party)\b"
    r"|\b(?:des|der|vom) (?:abweichenden )?(?:rechnungs|zahlungs)(?:empfanger|adressat|pflichtig)\w*"
    r"|\bdu (?:destinataire|payeur) de (?:la |l )?factur\w+"
    r"|\bdel? (?:destinatari[oa]|receptor|pagador) de (?:la )?factura\b"
    r"|\bdel(?:l a|l)? ?(?:destinatario|intestatario) (?:della )?fattura\b"
    r"|\bd[oa] (?:destinatari[oa]|pagador) d?a? ?(?:fatura|factura)\b"
    r"|\bvan (?:de |het )?(?:factuurontvanger|ontvanger van de factuur)\b|\b(?:odbiorcy|platnika) faktury\b"
    r"|\bfaktura ?(?:mottaga|modtage|mottake)r\w*s\b|\blaskun (?:saaja|maksaja)n\b|\bprijemce faktury\b"
    r"|получател\w+ счета|одержувача рахунку|請求書(?:の)?(?:宛先|受取人)の|发票(?:收件人|抬头)的"
)

#: Headings over what is asked about who pays: "Invoice details", "Billing address".
OF_A_BILL = Alternatives(
    r"\b(?:billing|payment|checkout|invoice|invoicing|payer)\b|^bill(?:ed)? to\b|\brechnung|\bzahlung"
    r"|\bfacturation\b|\bpaiement\b|\bfactur(?:a|ac|ar)\w*|\bpago\b|\bfatturazione\b|\bpagamento\b|\bfaturamento\b"
    r"|\bfactuur|\bbetal|\bplatnosc|\bfaktur|\bfatura\b|\blaskut|\barve\b|\brekin|\bsaskait|\bracuna?\b|\bnaplat"
    r"|\bszamlaz|\bplateb|\bplatob|\bpenagihan|\bpembayaran|\bthanh toan|оплат|рахун|τιμολογ|χρεωσ|חיוב|תשלום|الفوترة"
    r"|الدفع|پرداخت|ชำระ|ใบกำกับ|支払|请求|付款|결제|請求|账单|帳單|청구"
)
#: What a button says that sends an application: "Submit application", "Bewerbung absenden".
OF_AN_APPLICATION = Alternatives(
    r"\bapplication\b|\bbewerb\w*|\bcandidatur[ae]?s?\b|\bpostul\w+|\bsolicitud\b"
    r"|\bsollicit\w+|\baplik\w+|\bansok\w*|\bansog\w*|\bsoknad\w*|\bhakemu\w*|応募|应聘|申请职位|지원하기|지원서|отклик"
)
