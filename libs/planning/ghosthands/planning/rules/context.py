"""Words by which a part of a form is not about the applicant: words for other people, and for things.

They are in the form that `signals.words` returns: small letters without accents or punctuation. The languages are
together, as a form has one of them and hardly any word means something else in another; words that do are anchored or
need an attribute beside them.
"""

from __future__ import annotations

import re

from ghosthands.planning.alternatives import Alternatives, gathered, joined
from ghosthands.planning.rules import field_words

#: Somebody else in any place: heading, label or name.
_OTHERS = (
    r"\bemergency (?:contact|name|phone|e ?mail|relation|address|number|person)|\bin (?:case of )?(?:an )?emergency\b"
    r"|\b(?:person|who|whom|someone) to (?:notify|contact|call|inform)\b"
    r"|^emergency$|\bnext of kin\b|\bspouses?\b|\bbeneficiar(?:y|ies)\b|\bdepend[ae]nts?\b(?! on\b)|\bguardians?\b"
    r"|\breferr(?:al|er|ed by|ing)\b|\bwho referred\b|\bco ?(?:applicant|signer|borrower)\b|\bjoint applicant\b"
    r"|^refer (?:an?|your|someone)\b|^(?:send|give)(?: \w+)? as a gift\b|^gift (?:details|info\w*)$"
    r"|^dedicate (?:your|this|my)\b|\bin (?:honou?r|memory) of\b"
    r"|\b(?:secondary|alternat(?:e|ive)|additional|second|2nd|backup) (?:contacts?|person)\b"
    r"(?! (?:number|no|info\w*|details|method|type))|\b(?:gift|e ?card) recipient\b|\bhousehold members?\b"
    r"|\bnotfall|\behe(?:partner|frau|mann|gatt)|\bangehorige|\berziehungsberechtigt"
    r"|^(?:(?:el|la|il|o|the) )?(?:representante legal|(?:legale )?rappresentante(?: legale)?|legal representative)$"
    r"|\bd ?urgence\b|\bconjoint|\bepou(?:x|se)\b|\bpersonnes? a (?:charge|prevenir)\b|\btut(?:eur|rice) legale?\b"
    r"|\bemergencias?\b|\bconyuge\b|\bespos[oa]\b|\btutor legal\b|\bemergenza\b|\bconiuge\b|\ba carico\b"
    r"|\bconjuge\b|\bresponsavel legal\b|\bnood(?:geval|contact|situatie|nummer)|\bechtgeno|\bvoogd\b"
    r"|\bnag[lł]ych wypadk|\bw razie wypadku\b|\bma[lł]zon(?:ek|ka)\b|\bopiekun"
    r"|\bn[oø]dkontakt|\bn[oø]dsituation|\bn[oø]dstilf|\banhorig|\bp[aå]r[oø]rende|\bvardnadshavare|\bægtefælle"
    r"|\bektefelle|\b(?:coopte|parraine|recommande)e? par\b|\besiniz(?:in)?\b|\bcocugunuz(?:un)?\b|\bditete\b"
    r"|\bgeboortedatum (?:van )?(?:je |uw |het )?kind(?:eren)?\b"
    r"|\bhata(?:yhte|tapau)|\blahiomai|\bpuoliso|\bnouzov|\bv pripade nouze|\bmanzelk?a?\b|\bacil durum"
    r"|экстренн|супруг|опекун|緊急連絡|緊急時|配偶者|保護者|紧急联系|緊急聯絡|配偶|监护人|비상 ?연락|긴급 ?연락"
    r"|배우자|보호자"
)
#: Somebody else where an attribute of a person is beside the words, or they are a heading.
_PEOPLE = (
    r"managers?|supervisors?|recruiters?|colleagues?|co ?workers?|friends?|boss(?:es|s)?|employees?|partners?|referees?"
    r"|references?|mothers?|fathers?|parents?|child(?:ren)?s?|sons?|daughters?|husbands?|wi(?:fe|ves)s?|siblings?"
    r"|brothers?|sisters?|relatives?|family members?|landlords?|physicians?|doctors?|witness(?:es)?|accountants?"
    r"|passenger [2-9]|guest [2-9]|travell?er [2-9]|attendee [2-9]"
    r"|vorgesetzten?r?|referenz(?:en|geber\w*|person\w*)?|kinder|kindes|mutter|vaters?|eltern|verwandten?"
    r"|freund(?:e|es|in)?|kolleg(?:e|en|in)"
    r"|referents?|enfants?|mere|pere|superieure?|responsable hierarchique|collegues?|amis?"
    r"|referencias?|hij[oa]s?|madre|padre|familiar(?:es)?|jefe|supervisora?|amig[oa]s?|companer[oa]s?"
    r"|referenz[ae]|referente|figli[oaie]?|genitor[ei]|parent[ei]|familiar[ei]|superiore|amic[oi]|collega"
    r"|filh[oa]s?|mae|pai|gestora?|chefe|referenties?|kinderen|moeder|vader|ouders?|familielid|leidinggevenden?"
    r"|vriend(?:in)?|referencj[ei]|dzieck[oa]|dzieci|matki?|ojca?|ojciec|rodzic[ea]?|prze[lł]ozon\w+|krewn\w+"
    r"|barns?|barnets?|referenser?|referansen?r?|referencer|foralder|foresatte?|sl[aæ]kt\w*|chefs|lapsen"
    r"|suosittelija\w*"
    r"|ditete|rodice|cocuk\w*"
)
_PEOPLE_UNSPACED = (
    r"子供|子女|父親|母親|父亲|母亲|推薦者|推荐人|证明人|紹介者"
    r"|介绍人|上司|자녀|추천인|어머니|아버지|ребен|матер|отца|рекомендател|руководител"
)
#: Attributes of a person.
_OF_A_PERSON = (
    r"(?:nick ?)?names?|phone|mobile|telephone|e ?mail|contacts?|title|position|company|employer|relation(?:ship)?"
    r"|address|age|dob|birth|birthday|occupation|number|first|last|surname|city|country|street|postcode|zip|gender|sex|school"
    r"|linked ?in|github"
    r"|vorname|nachname|telefon\w*|mail|anschrift|adresse|geburtsdatum|geburtstag|firma|beruf|alter|wohnort|wohnsitz|strasse"
    r"|nom|prenom|telephone|courriel|naissance|fonction|entreprise|metier"
    r"|nombres?|apellidos?|telefono|correo|nacimiento|cargo|empresa|parentesco|edad|direccion"
    r"|nome|cognome|nascita|indirizzo|azienda|ruolo|sobrenome|apelido|telefone|nascimento|idade"
    r"|naam|voornaam|achternaam|telefoon\w*|geboortedatum|adres|bedrijf|functie"
    r"|imie|nazwisko|urodzenia|stanowisko|firmy|navn|namn|fornamn|efternamn|etternavn|f[oø]dselsdato|fodelsedatum|epost"
    r"|nimi|puhelin\w*|syntymaaika|jmeno|prijmeni|adi|soyadi|telefonu"
)
_OF_A_PERSON_UNSPACED = (
    r"氏名|名前|电话|電話|姓名|生年月日|出生|이름|성명|전화|имя|фамили|телефон|рожден|メール|邮箱|住所|地址|連絡先"
)
_BESIDE = rf"(?:\b(?:{gathered(_OF_A_PERSON)})\b|{_OF_A_PERSON_UNSPACED})"
_SOMEBODY = rf"(?:\b(?:{gathered(_PEOPLE)})\b|{_PEOPLE_UNSPACED})"

#: Recipients of mail, who are others; the recipient of a parcel may be the applicant.
_BY_MAIL = (
    r"\b(?:invitee|honoree|seller|host|recipient)s? e ?mail\b|^(?:to|cc|bcc) e ?mails?\b"
    r"|\btheir (?:e ?mail|phone|name|number"
    r"|address)\b|\bforward to e ?mail\b"
    r"|\bon behalf of (?:the |an? )?(?:applicant|candidate)"
    r"|\binvite (?:people|friends|others|colleagues|members|(?:your )?(?:team|friends|colleagues)|someone|a friend)\b"
    r"|^add e ?mail addresses\b|^notify by e ?mail$"
)

SOMEBODY = Alternatives(rf"{_OTHERS}|{_BY_MAIL}")
#: The same in a name or id, where a prefix says whose it is.
SOMEBODY_NAMED = Alternatives(
    r"\bemergency|\bspouse|\bnext ?of ?kin|\brefer(?:ee|rer|red)|\breferral(?! ?(?:source|code))|\bfriend\b"
    r"|\breference ?\d? ?(?:\w+ )?(?:name|e ?mail|phone|mobile|contact|company|first|last|title"
    r"|address|city|state|relationship)"
    r"|\b(?:supervisor|manager)s? ?(?:\w+ )?(?:name|e ?mail|phone|title)\b|\bbeneficiary|\bguardian|\bco ?applicant"
    r"|\b(?:mother|father|child|partner)s? ?(?:first |last |full )?(?:name|phone|e ?mail|birth|dob)"
    r"|\b(?:secondary|alternate|alternative) ?contact|\bnotfall|\bgift ?recipient"
    r"|\b(?:invitee?|honoree|tribute|seller|host|share|gift ?to)s? ?e ?mails?\b|^(?:to|cc|bcc) ?e ?mails?$"
    r"|\b(?:agent|physician|doctor|landlord)s? ?(?:first |last |full )?(?:name|phone|e ?mail|birth|dob)\b"
    r"|^ref(?:eree|erence)? ?\d (?:name|e ?mail|phone)\b"
)
_RELATED, _RELATED_UNSPACED = field_words.PEOPLE
_AT_WORK, _AT_WORK_UNSPACED = field_words.PROFESSIONS
#: Other people in a label that asks for contact data. Their professions are titles of jobs too, so headings need more.
PERSON = Alternatives(
    rf"\b(?:{_RELATED}|{_AT_WORK})\b|{_RELATED_UNSPACED}|{_AT_WORK_UNSPACED}"
    r"|\b(?:companions?|accompanying (?:person|guest|adult)s?|chaperones?|honou?rees?|nominees?|nominators?"
    r"|co ?signers?|guarantors?|sponsors?|solicitors?|attorneys?|dentists?|the deceased|other (?:driver|party|parent)s?"
    r"|property owners?|payees?)\b"
)
_NUMBERED = r"(?: \d{1,2})?"
#: Words before somebody in a heading: "Angaben zum Kind". Any other word makes it the title of a job, or a place.
_DATA_OF = (
    r"(?:angaben|daten|kontaktdaten|personliche|details?|info|informations?|informationen|particulars|data|contacts?"
    r"|donnees|coordonnees|renseignements|identite|datos|informacion|identificacion|dati|informazioni|dados|informacoes"
    r"|identificacao|personales|personali|pessoais|personnelles|gegevens|informatie|dane|kontaktowe|informacje|udaje"
    r"|informace|informacie|datele?|informatii|oplysninger|opplysninger|uppgifter|podaci|podatki|informasi|thong tin"
    r"|сведения|данные|информация|дані|відомості|інформація|данни|подаци|στοιχεια|פרטי|بيانات|معلومات|مشخصات|اطلاعات"
    r"|zu[mr]?|uber|des|der|die|das|dem|den|von|vom|of|about|on|the|an?|your|for|du|de|la|le|les|l|d|sur|votre|del|el"
    r"|los|las|su|tu|sobre|della|dello|dell|dei|degli|il|lo|sull?|do|da|dos|das|o|os|seu|van|het|een|uw|over|om|til|av|af"
    r"|pro|pre|ve|cua|о|об|про|за|του|της|ihre?|ihres|ihrer)"
)
#: Words behind somebody in a heading: "Vaiko duomenys".
_ITS_DATA = (
    r"adatai|adatok|tiedot|yhteystiedot|andmed|dati|informacija|duomenys|bilgileri|bilgisi|daten|data|details|info"
    r"|uppgifter|oplysninger|opplysninger|gegevens|정보|인적 ?사항|사항|연락처"
)
_ITS_DATA_UNSPACED = (
    r"(?:様|さま|の方)?(?:の|に関する)?(?:ご?情報|について|詳細|ご?連絡先|信息|资料|資料|資訊|详情"
    r"|联系方式|聯絡方式)?(?: ?\d{1,2})?"
)
#: A label or name of somebody's attribute: "Manager's phone", "Name of your supervisor", "Nom du référent".
SOMEBODYS = Alternatives(rf"^(?=.*{_BESIDE})(?=.*{_SOMEBODY})")
#: A heading that is about people and nothing else.
PEOPLE = Alternatives(
    rf"^(?:(?:your|my|professional|personal|business|work|character|employment|current|direct|list of|details of|hiring"
    rf"|line|previous|former|last|reporting"
    rf"|beruf\w*"
    rf"|personliche|vos|professionnelles?|personales?|laborales?|profesionales?) )*(?:{_PEOPLE})"
    r"(?: (?:and|und|et|y|e|en|i|och|og) \w+)?(?: (?:\d{1,2}|details?|info(?:rmation)?|contacts?|data|person"
    r"|professionnelles?|personales?|laborales?|profesionales?|professionali|profissionais|zawodowe))*$"
    rf"|^(?:{_PEOPLE_UNSPACED})\w*$|^(?:{_RELATED}){_NUMBERED}$"
    rf"|^(?:{_PEOPLE}) of (?:the |an? )?(?:applicants?|candidates?|minors?)\b"
    rf"|^(?:{_DATA_OF} ){{1,5}}(?:{_RELATED}|{_AT_WORK}){_NUMBERED}$"
    rf"|^(?:{_RELATED}|{_AT_WORK}) (?:{_ITS_DATA})$|^(?:{_AT_WORK}) \d$"
    rf"|^(?:第?[一二三1-3]|法定|您的|ご|お)?(?:{_RELATED_UNSPACED})(?:{_ITS_DATA_UNSPACED})?$"
    r"|^(?:companions?|accompanying (?:person|guest|adult)s?|honou?rees?|tribute|guarantors?"
    r"|(?:other|second) (?:driver|party|parent|guardian|carer)s?)\b"
)
#: Labels of whom to turn to: the customer of a shop, and somebody else where the applicant has given a name.
CONTACT_PERSON = Alternatives(
    r"^(?:primary |main )?contact (?:person|(?:full )?name)\b|^(?:primary|main) contact$"
    r"|^(?:name of )?(?:the |your )?contact person\b"
    r"|^(?:person|somebody|someone) (?:to|we (?:can|may|could)) contact\b"
    r"|^(?:name (?:der|des|ihre[rs]) )?(?:kontaktperson|ansprechpartner)\w*\b|^kontaktnam[en]\b"
    r"|^(?:nom (?:de la )?)?personne (?:a contacter|(?:de )?contact)\b|^nom du contact$|^interlocuteur\b"
    r"|^(?:nombre de (?:la )?)?persona de contact[oe]\b|^nombre (?:de|del) contacto$"
    r"|^(?:nome della )?persona (?:di|da) contatt(?:o|are)\b|^nome (?:del )?contatto$"
    r"|^(?:nome da )?pessoa (?:de|para|a) contac?ta?[ro]\b|^nome (?:de |do )?contac?to$"
    r"|^(?:naam )?contactpersoon\b|^osoba (?:kontaktowa|do kontaktu)\b|^kontaktn[ia] osoba\b|^kontaktn?avn\b"
    r"|^kontaktnamn\b"
    r"|^yhteyshenkilo\w*\b|^kapcsolattarto\b|^persoana de contact\b|^kontaktisik\b|^kontaktpersona\b"
    r"|^kontaktinis asmuo\b|^(?:ilgili|irtibat) kisi\w*\b|^nguoi lien he\b"
    r"|^контактное лицо|^контактна особа|^лице за контакт|^ατομο επικοινωνιας|^(?:ご)?担当者|^联系人|^聯絡人"
    r"|^담당자|^איש קשר"
)
#: Texts that look so and are about the applicant: the employee may be the one who applies.
NOT_SOMEBODY = Alternatives(
    r"\breferral (?:source|code)\b|\bhow did you (?:hear|find|learn)\b|\bveteran\b|\bparent (?:company|organi)"
    r"|^(?:ihr|dein|votre|su|tu|il tuo|seu|o seu|uw|je|ditt|dit|twoje) (?:vor|nach)?(?:name|nom|prenom|nombre|nome|naam"
    r"|namn|navn|imie)$|^(?:ihre|deine|votre|su|tu|la tua|seu|uw|je|din) (?:e ?mail|courriel|correo)\b"
    r"|\byour (?:\w+ )?(?:name|e ?mail|phone|date of birth)\b|\b(?:do|did|are|were|have|will|can|would) you\b"
    r"|\bare any\b|\bhow (?:many|old)\b|\bemergency (?:services?|medic\w*|room|department|management|response)\b"
    r"|\bemployee (?:id|number|no)\b|\breferences? (?:number|no|code|id)\b|\bpartner (?:code|id|number)\b"
    r"|\bnotfall(?:sanitat|pfleg|medizin|ambulan|zentr|rettung|management)\w*"
    r"|\bopiekun\w* (?:dzieciec|osob|medyczn|klient|senior|zwierz|pacjent|gosci|do |w )"
    r"|\b(?:tecnic[oa]|medic[oa]|enfermer[oa]|infermier[ea]) (?:de |en |d |di |in )?(?:emergencias?|emergenza)\b"
    r"|\bpunto de referencia\b|\bdoctor of\b|\b(?:project|product|account|office|sales|store|general) managers?\b"
)
#: What others than the applicant fill in, once the form has come, in a heading or a label.
OF_THE_OFFICE = Alternatives(
    r"\b(?:office|official|agency|internal|hr|company|employer|school|department|admin\w*|staff|recruiter)"
    r" use(?: only)?$"
    r"|\bfor (?:office|official|internal|company|employer|hr|admin\w*|staff|department) use\b"
    r"|\bto be (?:completed|filled (?:in|out)) by (?:the |your )?"
    r"(?:employer|office|company|hr|staff|agency|manager|recruiter)"
    r"|\b(?:interne[rn]?|dienstliche[rn]?|amtliche[rn]?) (?:gebrauch|vermerke?|zwecke?n?)\b|\bnicht vom bewerber\b"
    r"|\bvo[nm] (?:arbeitgeber|personalburo|personalabteilung|amt) auszufullen"
    r"|\breserve (?:a|au|aux) (?:l )?(?:administration|service|employeur|entreprise|rh|agence)|\bcadre reserve\b"
    r"|\busage interne\b|\buso (?:interno|exclusivo|oficial)\b|\briservato (?:a|al|alla|all) (?:ufficio|azienda|datore)"
    r"|\bvoor intern gebruik\b|\bpreenchimento (?:interno|pela)|\bwypelnia (?:pracodawca|urzad|firma|dzial)"
    r"|\bfylls i av (?:arbetsgivaren|foretaget)|\budfyldes af (?:arbejdsgiver|virksomhed)|\bfylles ut av arbeidsgiver"
    r"|\bfor internt? bruk\b|(?:事務|社内|会社)(?:使用|記入)欄|当社(?:使用|記入)|(?:公司|内部|人事)(?:填写|专用|使用)"
)
#: Words for somebody that are titles of jobs too, alone in a heading.
A_JOB = Alternatives(
    r"^(?:senior |junior |lead |head )?(?:managers?|supervisor[ae]?s?|recruiters?|accountants?|physicians?|doctors?"
    r"|jefe|gestora?|chefe|referente|leidinggevenden?)$"
)
#: Short headings over what is asked about an employer or a school: "Huidige werkgever".
OF_AN_INSTITUTION = Alternatives(
    r"^(?:\w+ ){0,2}(?:employer|school|university|college|arbeitgebers?|schule|hochschule|universitat|employeur|ecole"
    r"|universite|empleador|escuela|universidad|datore di lavoro|scuola|universita|empregador|escola|universidade"
    r"|werkgever|universiteit|pracodawca|szko[lł]a|uczelnia|arbetsgivare|arbejdsgiver|arbeidsgiver|tyonantaja"
    r"|zamestnavatel|isveren|okul|institution|onderwijsinstelling|bildungseinrichtung|etablissement|colegio|istituto"
    r"|instituicao de ensino|skola|skole|koulu|oppilaitos)(?: \d{1,2})?$"
    r"|^(?:雇主|学校|大学|勤務先|고용주|학교|работодатель)$"
)
#: Headings of those who buy: the address for the bill and the parcel, the payment, the first of several travellers.
OF_A_BUYER = Alternatives(
    r"\b(?:ticket|passenger|guest|travell?er|attendee|participant|adult) 1\b"
    r"|\b(?:billing|shipping|delivery|payment|checkout|invoice|recipient)\b|\brechnung|\blieferung|\blieferadresse|\bzahlung"
    r"|^(?:bill|ship|deliver|send)(?:ed)? to\b"
    r"|\bfacturation\b|\blivraison\b|\bpaiement\b|\bfactur(?:a|ac|ar)\w*|\benvio\b|\bentrega\b|\bpago\b|\bfatturazione\b"
    r"|\bspedizione\b|\bpagamento\b|\bfaturamento\b|\bfactuur|\bbezorg|\bbetal|\bdostaw|\bplatnosc|\bfaktur|\bleverans"
    r"|\blevering|\btoimitus|\bdoruceni\b|\bszallitas|\bfatura\b|\bteslimat\b|доставк|оплат|配送|支払|请求|送货|付款|배송|결제"
    r"|\blaskut|\btarne|\barve\b|\bpiegad|\brekin|\bpristatym|\bsaskait|\bdostav|\bracuna?\b|\bnaplat|\blivrar|\bszamlaz"
    r"|\bplateb|\bplatob|\bdoruceni|\bdodan|\bpengiriman|\bpenagihan|\bpembayaran|\bgiao hang|\bthanh toan|рахун"
    r"|αποστολ|παραδοσ|τιμολογ|χρεωσ|משלוח|חיוב|תשלום|الشحن|الفوترة|التوصيل|الدفع|ارسال|پرداخت|จัดส่ง|ชำระ|ใบกำกับ|請求"
    r"|账单|帳單|收货|收貨|運送|청구"
)
#: Headings under which people are asked for their own name once more: they sign, agree, or say who they are in law.
SIGNED = Alternatives(
    r"\b(?:sign(?:ed|ature)?s?|declar\w+|certif\w+|consent\w*|authori[sz]\w+|acknowledg\w+|agree\w*|attest\w*|affirm\w+"
    r"|legal\w*|self identif\w+|disabilit\w+|veterans?|equal|eeo|background|release|waiver|verif\w+|account|profile)\b"
    r"|\bunterschrift|\bunterzeichn|\berklarung|\beinverstandnis|\bsignature|\battestation|\bengagement|\bfirma\b|\bdeclaracion"
    r"|\bconsentimiento|\bdichiarazione|\bassinatura|\bdeclaracao|\bhandtekening|\bverklaring|\bpodpis|\boswiadczeni"
    r"|\bprohlaseni|\bvyhlaseni|\balairas|\bnyilatkozat|\bsemnatur|\bdeclaratie|\bunderskrift|\ballekirjoitus|\bimza|\bbeyan"
    r"|подпис|соглас|заявлени|署名|同意|誓約|签名|簽名|声明|聲明|承诺|서명|동의"
)
#: The person that a form is for, who may be named after somebody else.
SUBJECT = Alternatives(
    r"\b(?:applicant|candidate|student|patient|member|participant)s?\b|\bbewerber|\bkandidat|\bteilnehmer|\bcandidat|\belevee?\b"
    r"|\bpostulant|\bsolicitante\b|\baspirante\b|\bpartecipante\b|\bsollicitant|\bdeelnemer|\bsokande|\bansoger|\bsoker\b"
    r"|\bhakija|\buchazec|\baday\b|соискател|кандидат|заявител|応募者|申込者|申请人|应聘者|지원자|신청자"
)
#: A field that identifies the block around it: the name and number beside it are the other person's.
RELATIONSHIP = Alternatives(
    r"^(?:what is )?(?:your |the )?relation(?:ship)?(?: (?:to|with) (?:you|the applicant|applicant|candidate"
    r"|employee))?$"
    r"|^(?:how do you know|how are you related)\b|^verwandtschaft\w*$|^beziehung(?: zu\w* .*)?$"
    r"|^(?:lien(?: de parente)?|relation)(?: avec .*)?$|^parentesco$|^relacion(?: con .*)?$|^(?:grado di )?parentela$"
    r"|^relazione(?: con .*)?$|^relatie(?: tot .*)?$|^(?:stopien )?pokrewienstwa$|^relation till .*$|^続柄$|^关系$"
    r"|^관계$"
)

#: Things with a place, a number and a website of their own.
_THINGS = (
    r"employers?|schools?|universit(?:y|ies)|colleges?|institutions?|academ(?:y|ies)|faculty|banks?|insurers?|insurance"
    r"|embassy|consulate|garage|clinic|hospital|accident|incident|passport|visa|licen[sc]e|incorporation|registration|issue|issuance|issuing|graduation|agency"
    r"|arbeitgebers?|(?:hoch)?schule|universitat|bank|ausstellung"
    r"|employeur|ecole|universite|etablissement|banque|delivrance"
    r"|empleador|escuela|universidad|centro educativo|banco|expedicion|emision"
    r"|datore(?: di lavoro)?|scuola|universita|banca|rilascio"
    r"|empregador|escola|universidade|emissao|werkgever|universiteit|afgifte"
    r"|pracodawcy?|szko[lł][ya]|uczelni|wydania|arbetsgivar\w+|arbejdsgiver\w*|arbeidsgiver\w*|skolans?"
    r"|skole[nr]?s?"
    r"|tyonantaja\w*|koulun?|yliopiston?|zamestnavatel\w*|isveren\w*|okulu?n?|universitenin"
)
_THINGS_UNSPACED = r"勤務先|学校|大学|雇主|发证|고용주|학교|работодател|учебн\w* заведен|университет"
#: A business may be the applicant's own; its seat and its registration are still a thing's.
_COMPANYS = (
    r"^(?:current |previous |last |your )*(?:company|organi[sz]ation|business|firm) "
    r"(?:location|website|url|web ?site|home ?page|city|country|state|size|registration|industry|head ?quarters?)\b"
    r"|\b(?:location|website|url|city|country|state|industry) of (?:the |your )*(?:\w+ )?(?:company|organi[sz]ation)\b"
    r"|\boffice address\b"
    r"|\bregistered (?:office|address)\b|\bdomicilio social\b|\bsede (?:legale|social)\b"
    r"|\bfirmensitz\b|\bfirmenwebs|\bsiege (?:social|de l entreprise)\b|\b(?:ville|pays) de l (?:entreprise"
    r"|employeur)\b"
    r"|\b(?:direccion|telefono|ciudad|pais) de la empresa\b|\b(?:endereco|telefone|cidade) da empresa\b"
    r"|\b(?:indirizzo|telefono|citta) dell azienda\b|\b(?:adresse|telephone|ville) de l entreprise\b"
    r"|\bsitio web de la empresa\b|\bsede (?:de la empresa|dell azienda)\b|\bsito (?:web )?(?:dell azienda|aziendale)\b"
    r"|\bsite da empresa\b|\bbedrijfswebsite\b|\bstrona (?:www )?firmy\b"
)
#: Places of an event or a card; that of a project or a property may be where the applicant lives.
_OCCASIONS = (
    r"\b(?:address|city|zip(?: code)?|post ?code|postal code) of (?:the |your |my )*(?:event|venue|wedding|party"
    r"|card)\b"
    r"|\b(?:departure|arrival|destination|pick ?up|drop ?off) (?:address|city|town|airport|country|state|zip)\b"
    r"|\b(?:event|venue|wedding|party) (?:address|city|zip(?: code)?|post ?code|postal code|location|state|country)\b"
)
_OF_A_THING = (
    r"location|address|street|city|town|state|province|region|county|country|zip|postal|postcode|place|phone|telephone"
    r"|strasse|plz|mesto|mjesto|kraj|место|endereco|telefone"
    r"|website|web|url|district"
    r"|ort|adresse|anschrift|stadt|standort|bundesland|plz|telefon|webseite|sitz"
    r"|ville|commune|localite|departement|pays|rue|lieu|region|telephone|site|localidad|municipio|ciudad|pais|direccion|lugar|provincia|estado|telefono|sitio"
    r"|citta|paese|indirizzo|luogo|comune|sede|sito|cidade|endereco|morada"
    r"|plaats|stad|adres|gemeente|miasto|kraj|miejsce|miejscowosc|ulica|sted|postnummer"
    r"|paikka|kaupunki|maa|osoite|misto|mesto|zeme|adresa|sehir|ulke\w*|adresi|yeri"
)
_PLACE_UNSPACED = r"地|国|市|所在|住所|都道府県|城市|国家|주소|국가|도시|지역|место|город|страна|адрес"
_THING = rf"(?:\b(?:{gathered(_THINGS)})\b|{_THINGS_UNSPACED})"
_ITS = rf"(?:\b(?:{gathered(_OF_A_THING)})\b|{_PLACE_UNSPACED})"

#: A label or name that asks for the place, number or website of a thing; German and Dutch make one word of it.
THINGS = Alternatives(
    rf"^(?=.*{_ITS})(?=.*{_THING})|{_COMPANYS}|{_OCCASIONS}"
    r"|\b(?:arbeitgeber|schul|hochschul|werkgevers?)(?:ort|adresse|land|stadt|telefon|webseite"
    r"|plaats|adres)\b"
    r"|\b(?:where|what|which|in (?:what|which)) (?:(?:city|country|state|place|town) )?(?:were|was) (?:you|it|this) "
    r"(?:born|issued|registered|incorporated)\b|\bwhere did you (?:study|graduate|go to school)\b"
    r"|\bwo wurden sie geboren\b|\bou etes vous nee?\b"
)
#: The same in a name or id, where the site itself may be the "company".
THINGS_NAMED = Alternatives(
    r"\b(?:employer|school|university|college|education|birth|institution|issuing|passport|event|venue|property|project"
    r"|insurance|depart(?:ure)?|arrival)s? ?(?:\d+ )?"
    r"(?:location|address|street|city|town|state|province|region|county|country|zip|postal|phone|email|website|url)\b"
    r"|^(?:from|to|job) (?:city|town|state|zip|postal|country|address)\b|\binsurance (?:company|provider|carrier)\b"
)
#: The address of a person or a thing, which its city and country may follow.
ADDRESS = Alternatives(
    r"(?<!mail )\b(?:address|street|adresse|anschrift|strasse|direccion|indirizzo|endereco|morada|adres|adress|ulica)\b"
    r"|住所|地址|주소|адрес"
)
#: A company's in a name or id, where the page asks the same of the applicant elsewhere.
COMPANYS_NAMED = Alternatives(
    r"^(?:current |previous )?(?:company|office|business|work|firm) ?(?:location|address|street|city|town"
    r"|state|province|region|county|country|zip|pin|postal|postcode|phone|e ?mail)\b"
)
NOT_A_THING = Alternatives(
    r"\b(?:residence|reside|live|living)\b|\bdate of birth\b|\bbirth ?date\b|\bwhere (?:do|are) you\b|\bpreferred\b"
    r"|\b(?:do|did|are|have|will|can|would) you (?!study|graduate|go)\b|\bwork authori[sz]ation\b|\bdate\b|\bdatum\b"
    r"|\be ?mail (?:address )?(?:for|to)\b|\bcountry code\b"
)
#: Words for a birth, in any form and place of a label, a heading or a name.
_BORN = (
    r"\b(?:birth|born\b|home ?town\b|gebor|geburt|geboor|naissance|ne e\b|nee? a\b|nacimiento|nacemento|naixement"
    r"|nascita|nascimento|naturalidade|(?:ciudad|cidade|pais|localidad) natal\b|urodz|naro[dz]en|rodisk|rodist"
    r"|ro[dđ]en|rodjen|rodn|rojst|rojen|szulet|szul\b|naster|nascut|sunni|sundi|dzims|dzimt|gimim|gimus|gimt|syntym|synny"
    r"|fodel|fodd|f[oø]d(?:els|sel|es|t|eland|eby|ested)|fæding|fædd|dogum|dogdu|lahir\b|kelahiran\b"
    r"|(?:noi|thanh pho|quoc gia|tinh) sinh\b|que quan\b|nguyen quan\b|lindj|vendlindj|twelid|b(?:h)?reithe)"
    r"|народж|рожд|рожден|родил|родн|ражда|рођ|рагањ|нарадж|γεννησ|γεννηθ|γενετειρ|לידה|الميلاد|الولادة|تولد|जन्म|เกิด"
    r"|出生|出身|生まれ|籍贯|籍貫|출생"
)
BORN = Alternatives(_BORN)
#: The same, and words for an origin or a nationality, and for what was before, in a label that asks for a place.
FROM_ELSEWHERE = Alternatives(
    rf"{_BORN}|\b(?:{field_words.FORMER})\b"
    r"|\b(?:d )?(?:origin|origen|origine|origem|herkunft|herkomst|pochodz|puvod|povod|szarmaz|podrijetl|porekl|asal\b"
    r"|izcelsm|kilmes|paritolu|alkupera|mense\b|ursprung|oprindelse|opprinnelse|staatsangehor|nationalit|nacionalid"
    r"|cittadinanz|ciudadan|cidadan|allampolgar|obywatel|obcanstv|statni prislusn|statna prislusn|drzavljan|cetateni"
    r"|kewarganegara|kodakond|pilsonib|pilietyb|kansalais|medborgar|statsborger|vatandas|uyruk)"
    r"|происхожд|походж|произход|порекл|καταγωγ|προελευσ|υπηκοοτ|гражданств|громадянств|држављан|предыдущ|прежн|попередн"
    r"|предишн|претходн|προηγουμ|原籍|国籍|國籍|以前の|이전|국적|출신"
)
#: Words for what was before, and for where one lives: together they head a place where one lives no more.
FORMERLY = Alternatives(rf"\b(?:{field_words.FORMER})\b")
A_HOME = Alternatives(
    r"\b(?:address(?:es)?|residences?|adresser?|adressen?|anschrift(?:en)?|wohnorte?|wohnsitze?|domiciles?|residencias?"
    r"|direccion(?:es)?|domicilios?|indirizz[oi]|residenz[ae]|enderecos?|moradas?|adres(?:y|sen)?|adress|woonplaats(?:en)?)\b"
)
#: Words for a name, which head one that is borne no more beside those for what was before.
A_NAME = Alternatives(
    r"\b(?:(?:last |sur|family )?names?|namen?|noms?|nombres?|apellidos?|nomi|nomes?|cognomi?|naam)\b"
)
#: Headings over another name of the applicant's.
OTHER_NAME = Alternatives(
    r"\b(?:maiden|birth|other|alternate) (?:last |family )?names?\b(?! of)|\bnames? at birth\b|\balias(?:es)?\b"
    r"|\balso known as\b|\bgeburtsnamen?\b|\bmadchennamen?\b|\bnoms? de (?:naissance|jeune fille)\b"
)
#: Nouns for a place, and one word for a place and a birth.
A_PLACE = Alternatives(
    r"\b(?:place|city|town|country|state|province|county|location|lieu|ville|commune|pays|departement|lugar|ciudad|pais"
    r"|localidad|municipio|provincia|luogo|comune|paese|citta|local\b|lloc\b|cidade|plaats|miejsc|miasto|kraj|hely|varos"
    r"|orszag|loc\b|locul|localitat|oras|tara\b|judet|vieta|viete|pilset|valst|miest|salis|tempat|kota\b|negara|provinsi"
    r"|mest|mjest|misto|grad\b|drzav|zem[eil]|stat\b|obec|obcin|opstin|opcin|okres|krajin|yeri|sehir|ulke|hvilken by\b"
    r"|noi\b|thanh pho|quoc gia|tinh\b|vendi\b|(?:ort|land|stadt|stad|sted|koht|linn|riik|maa|paikka|kaupunki)\b"
    r"|geburts(?:ort|land|stadt)|geboorte(?:plaats|land|stad)|fodelse(?:ort|land|stad|plats)|f[oø]de(?:sted|land|by)"
    r"|sunni(?:koht|koha|linn|riik|maa)|syntyma(?:paikka|maa|kaupunki|kunta)|synnyin|birth ?place|home ?town|rodisk"
    r"|rodist|que quan|nguyen quan|naturalidade|vendlindj)"
    r"|місц|місто|країн|област|мяст|месторожд|град|държав|држав|општин|мест|город|стран|τοπο|πολη|χωρα|νομο|מקום|מדינ"
    r"|مكان|محل|مدين|بلد|स्थान|สถานที่|ประเทศ|จังหวัด|地|国|城市|都道府県|籍贯|籍貫|지|국가|도시"
)
#: What a place may be of and still be where the applicant lives: a residence, a bill, a parcel, letters, a part of an
#: address, or the applicant by any name.
OF_APPLICANTS = joined(
    re.findall(
        r"\S+",
        r"""
    resid\w* wohn\w* domicil\w* casa hogar habita\w* vivienda moradia meld\w* verblijf\w* woon\w* bostad\w*
    bosted bopæl permanen\w* actu\w* attual\w* atual fact?ura\w* fatura\w* fattura\w* faktur\w* rechnung\w*
    livraison livrare liefer\w* versand\w* zustell\w* envio entrega consegna spedizione cobranca cobro pago
    pagamento paiement zahlung\w* betaling bezorging aflever\w* levering leverans corr?esp\w* corrisp\w*
    conta[ct]\w* kontakt\w* correo\w* email\w* mail\w* messag\w* post\w* elec?tr\w* elettr\w* notific\w*
    comunica\w* recapit\w* recebimento votre vos ton ta ihr\w* dein\w* su sus tu tus suo sua tuo tua seu teu uw
    you i we based located home house current present hauptwohn\w* je jouw mijn mi din ditt? your my
    applicant\w* candidat\w* kandida\w* bewerber\w* antragsteller\w* postul\w*
    aspirant\w* solicit\w* demandeu\w* requer\w* richied\w* sollicitant\w* aanvrager\w* sok\w* ansok\w* ansog\w*
    client\w* kund\w* klant\w* usuari\w* utilis\w* utente interess\w* declarant\w* assure\w* asegurad\w*
    inscri\w* alumn\w* alun\w* estudiante\w* etudiant\w* eleve\w* schuler\w* student\w* pacient\w* patient\w*
    soci[oa]s? miembro\w* membr\w* trabajador\w* salarie\w* emplead[oa]s? empregad[oa]s? dipendent\w*
    lavorator\w* werknemer\w* mitarbeiter\w* teilnehmer\w* part[ei]cipant\w* titular\w* destinat\w* empfanger\w*
    ontvanger\w* villes? ciudad cidade citta communes? comuna comune pays pais paese adress\w* direccion
    indirizzo endereco stad stadt orts? munici\w* locali[dt]\w* provin\w* regi\w* depart[ae]ment\w* calle rue
    rua via stra\w+ linea ligne linha riga zeile regel \d+
    """,
    )
)
_ARTICLE = (
    "(?:the|an|this|l|la|le|les|el|los|las|lo|il|i|gli|o|a|os|as|de|het|den|der|dem|das|die|un|une|una|um|uma|een)"
)
#: A place of something that no word of these makes the applicant's: "Adresse du chantier", "Ciudad del local".
OF_ANOTHER = Alternatives(
    r"\b(?:adresse|anschrift|adress|adres|adreca|direccion|domicilio|indirizzo|endereco|morada|adresa|ville|ciudad|cidade"
    r"|citta|ciutat|stadt|stad|ort|plaats|gemeente|commune|comune|comuna|localite|localidad|municipio|poblacion|pays|pais"
    r"|paese|land|provincia|province|departement|code postal|codigo postal|codice postale|postleitzahl|postcode"
    r"|wohnort|strasse|plz|postnummer|street|zip(?: code)?|city|town|address)"
    r" (?:d|de|du|des|del|do|da|dos|das|di|della|dello|dei|delle|degli|der|vom|von|van|til|till|fur|para|pour|per|voor"
    r"|of|vor|before|where)"
    rf" (?!(?:{_ARTICLE} )*(?!{_ARTICLE}\b)(?:{OF_APPLICANTS})\b)\w"
    r"|\b(?:indirizzo|citta|comune|paese|provincia) dell (?!interess|utent|assicurat|alunn|abita|intestat)[aeiou]\w+"
)
#: English headings over a place of birth that name no place: a date under it is the applicant's own.
BIRTH = Alternatives(r"^(?:your )?birth(?: (?:information|details))?$")
#: Headings over an employer, a school or a company that are no history.
A_THING = Alternatives(
    r"^(?:current |previous |your )*(?:employer|company|organi[sz]ation|school|university|college) "
    r"(?:information|details|info|address|location|contact(?: information| details)?)$"
    r"|^(?:passport|visa|driving licen[sc]e|company registration|bank)(?: (?:information|details|data))?$"
    r"|^(?:event|venue) (?:information|details|info|address|location)$"
    r"|^(?:insurance(?: company)?|insurer|(?:trade |labou?r )?union|vendor|supplier"
    r"|(?:(?:recruit(?:ment|ing)|staffing|employment|temp(?:ing)?) )?agency)(?: (?:information|details|info|contact))?$"
    r"|^(?:versicherung|gewerkschaft|personaldienstleister|(?:personal|zeitarbeits)agentur"
    r"|assureur|syndicat|agence(?: (?:de recrutement|d interim))?|aseguradora|sindicato|assicurazione|sindacato"
    r"|verzekering|vakbond|uitzendbureau)$"
    r"|^(?:angaben zum )?arbeitgeber$|^employeur$|^empleador$|^datore di lavoro$|^werkgever$|^pracodawca$"
    r"|^arbetsgivare$"
)

#: A heading over a list's filter, and over an employer's description of a job; not a job's own title,
#: which may begin with such a word: "Search Engine Marketing Manager", "Filter Technician", 搜索算法工程师.
SEARCHING = Alternatives(
    r"^(?:advanced |quick |job |site |new |refine )*search(?:$| (?:by|in|near|here|again|results?|filters?|criteria"
    r"|options?|form|terms?|keywords?)\b)"
    r"|\b(?:jobs?|store|shop|branch|dealer|location|vacancy|career) (?:search|finder|locator)\b"
    r"(?! (?:preferences?|status|profile|experience))"
    r"|^(?:find|search|browse|explore|discover) (?:for )?(?:an? |your |the |our |all |more |open )*(?:\w+ )?(?:jobs?"
    r"|stores?|shops?|branch(?:es)?|dealers?|locations?|vacanc(?:y|ies)|openings?|positions?|roles?|offices?|careers?"
    r"|opportunit(?:y|ies))\b"
    r"|^(?:filters?$|filters? (?:by|results?|jobs?)\b|refine (?:by|results?|your search)\b|narrow (?:by|results?)\b)"
    r"|\bjob alerts?\b|^(?:post|advertise) (?:an? |your )?(?:job|vacancy|position|opening)\b"
    r"|^(?:job|stellen|filial|handler)(?:suche|finder)\b|^suche\b|^suche verfeinern\b|^filter (?:nach|setzen)\b"
    r"|^recherche[rz]?\b(?! (?:d |une |votre )?adresse)|\balertes? emploi\b|^filtre[rs]?\b"
    r"|^trouve[rz] (?:un|une|votre|le) (?:emploi|offre|poste|magasin|agence|point de vente)\b"
    r"|^busca(?:r|dor)? (?:de )?(?:un |una )?(?:empleos?|trabajos?|ofertas?|vacantes?|tiendas?)\b"
    r"|\balertas? de empleo\b"
    r"|^filtr(?:ar|os)\b|^cerca (?:un )?(?:lavoro|negozio|offerte)\b|^ricerca\b|^filtri\b"
    r"|^(?:buscar|pesquisar|procurar) (?:vagas?|empregos?|lojas?)\b|^(?:zoek|zoeken)\b(?! adres)|\bvacatures? zoeken\b"
    r"|^(?:szukaj|wyszukaj|wyszukiwarka|filtruj)\b|^(?:jobbsok|hitta jobb|hitta butik|filtrera)\b"
    r"|^(?:jobsogning|find job|find butik|filtrer)\b|(?:検索|搜索|筛选)$"
    r"|^(?:検索|搜索|筛选)(?:条件|結果|结果|する|方式|范围|职位|岗位|工作|门店|公司|城市|地点)|^絞り込|^求人を探|^查找职位"
)

#: A code that was sent, by any way.
CODE = Alternatives(
    r"\b(?:verification|confirmation|activation|validation|authentication|authenticator|security|access|sms"
    r"|invite) ?code\b"
    r"|\bcode (?:we |that we |that was )?(?:just )?(?:sent|emailed|texted|received)\b|\bcode (?:from|in) (?:your "
    r"|the )?(?:e ?mail|sms|text|message|app)\b"
    r"|^enter (?:the |your )?code$|\bone ?time (?:code"
    r"|pass(?:word|code)?|pin)\b|\b(?:digit|otp) code\b|\botp\b|\b2fa\b|\btwo factor\b"
    r"|\b(?:bestatigungs|verifizierungs|sicherheits|aktivierungs|freischalt|einmal)code\b"
    r"|\bcode (?:de )?(?:verification|confirmation|validation|securite|d activation)\b"
    r"|\bcodigo (?:de )?(?:verificacion|confirmacion|seguridad|activacion|verificacao|confirmacao|seguranca)\b"
    r"|\bcodice (?:di )?(?:verifica|conferma|sicurezza|attivazione)\b|\b(?:verificatie|bevestigings|activerings)code\b"
    r"|\bkod (?:weryfikacyjny|potwierdzajacy|aktywacyjny|sms)\b|\b(?:verifierings|bekraftelse|aktiverings)kod\b"
    r"|\b(?:bekræftelses|bekreftelses|verifiserings)kode\b|\bvahvistuskoodi\b|\b(?:aktivacni|overovaci"
    r"|potvrzovaci) kod\b"
    r"|\b(?:dogrulama|onay|aktivasyon) kodu\b|код (?:подтверждения|из смс|активации)|認証コード|確認コード|验证码"
    r"|驗證碼|인증 ?번호|인증 ?코드"
)
#: Texts that mention a code and want something else: its address, or a password that may be a code.
NO_CODE = Alternatives(
    r"^(?:your |the )?(?:mobile|phone|cell|e ?mail)\b(?!(?: \w+){0,2} code$)|^password (?:or )?(?:otp|code)\b"
    r"|\bpromo|\bdiscount"
    r"|\b(?:zip|post(?:al)?|country|area|dial(?:l?ing)?|gift) ?code\b|\bcvv|\bcard\b"
)
#: A name or id that says so, where no label does.
CODE_NAMED = Alternatives(
    r"\botp|one ?time|(?:verif(?:ication|y)|e ?mail|sms|activation|confirm(?:ation)?) ?code\b|2 ?fa\b|security ?code"
)
