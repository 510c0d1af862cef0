"""The applicant's contact data: names, e-mail, phone, links, present job, and the address.

English first; words of other languages follow where they are unambiguous as the name of a field. The order matters: a
text that contains another field's words ("first and last name", "email address") comes before it.
"""

from __future__ import annotations

import re

from ghosthands.domain.page import FieldKind
from ghosthands.planning.alternatives import joined
from ghosthands.planning.rule import ANSWERABLE, DROPDOWNS, TEXTUAL, TYPED_AHEAD, FieldRule, profile_rule, rule, stop
from ghosthands.planning.rules import field_words
from ghosthands.planning.rules.address import ADDRESS

#: Words around an e-mail address or a number that is the applicant's. Any other word may say whose else it is.
_WORDS = re.findall(
    r"\S+",
    r"""
    your my the an? this these adresse indirizzo direccion endereco ihre votre su uw applicants? candidates?
    indicate different edit tu corporate currently team personal private home house work office business
    professional main primary preferred best current valid active contact daytime time evening day night mobile
    cell cellular smart telephone phone land line landline number numbers no nr address addresses id email
    confirm re reenter enter type retype repeat verify validate check again confirmation new please provide
    insert give write add what which is use at where we i can could may should will you reach reached to for us
    and or country code area city incl including create open register sign in up now get have send sent it that
    e mail so when because as include with of format required optional only digits? \d+ dash dashes hyphens spaces
    symbols account user username login log customer buyer shipping billing delivery payment student member
    membership guest visitor
    participant attendee registrant patient subscriber paypal adult secondary alternate alternative other
    additional example com whats app whatsapp text sms call by on if any available not be published shared kept
    never stay yours information info details electronic fax skype tel first last name mandatory permanent local
    direct complete full usa? uk international national domestic prefix me my here back reply respond answer g signup
    anytime during after before between easiest quickest way updates notifications receipts? news offers results
    well recovery backup verification one otp via through password
    """,
)
_AROUND = joined(dict.fromkeys((*_WORDS, *field_words.beside())))
#: Whose it is where that is not the applicant: "Phone number of the office".
_OF_ANOTHER = r"\bof the\b(?! (?:applicants?|candidates?|mobile|account)\b)"
#: What an e-mail address or a number is for, by those who read the label: it is theirs.
_PURPOSE = (
    r"(?: to (?:get|receive|subscribe|download|join|access|continue|start|be notified|unlock|see|view|stay|hear|learn"
    r"|sign up|signup|register|create|log ?in|track|read|watch)\b(?!.* (?:from|of|for|about|to)\b).*"
    r"| (?:where|(?:on|at) which|so(?: that)?) (?:we|our (?:\w+ ){1,2}?)(?:can|may|could|will|should) (?:\w+ )?you)?"
)


def _applicants(noun: str, kind: str) -> str:
    """Return the pattern of a label that is the noun, among words that leave it the applicant's.

    In other languages the noun is a phrase of that kind.
    """
    phrases = field_words.among_others(kind)
    begun = [phrase for phrase in phrases if not phrase.startswith(r"\w*")]
    nouns = joined((*noun.split("|"), *begun))
    inside = "|".join(sorted({phrase.removeprefix(r"\w*").removesuffix(r"\w*") for phrase in {*phrases} - {*begun}}))
    around = rf"(?: (?:{_AROUND}))*{_PURPOSE}$"
    return "|".join(
        (
            rf"^(?=.*\b(?:{nouns}))(?:(?:{_AROUND}) )*(?:{nouns}){around}",
            *([rf"^(?=.*(?:{inside}))(?:(?:{_AROUND}) )*\w*(?:{inside})\w*{around}"] if inside else []),
            rf"\byour (?:(?:{_AROUND}) )*(?:{noun})\b(?! of)",
            field_words.alone(kind),
        )
    )


_LINK = (FieldKind.TEXT, FieldKind.URL, FieldKind.TEXTAREA)

#: Words behind "First" or "Last" that leave it a part of the name: "First job" is none.
_OF_A_NAME = (
    r"(?: (?:names?|legal|middle|given|family|sur ?names?|and|or|initials?|m ?i|required|optional|only|as .*))*"
)
FIRST_NAME = profile_rule(
    "first_name",
    rf"\b(?:first|given|fore|christian) ?names?\b|^(?:legal )?first{_OF_A_NAME}$"
    rf"|{field_words.FIRST_NAME}",
    identifier=rf"first ?name|\bf ?name\b|fname$|given ?name|forename|^(?:\w+ )?first$|\bprenom|vorname|voornaam"
    rf"|{field_words.named('first_name')}|^(?:first|given) nm$",
    unless=r"\blast|surname|family|company|school|manager",
    kinds=TYPED_AHEAD,
    source="Chromium kFirstNameRe",
)
LAST_NAME = profile_rule(
    "last_name",
    rf"\b(?:last|family|sur) ?names?\b|^(?:legal )?last{_OF_A_NAME}$"
    rf"|{field_words.LAST_NAME}",
    identifier=rf"last ?name|\bl ?name\b|(?<!ful)(?<!rea)lname$|surname|family ?name|^(?:\w+ )?last$|nachname"
    rf"|apellido|cognome|achternaam|{field_words.named('last_name')}|^(?:last|family) nm$",
    unless=r"maiden|mother|company|birth",
    kinds=TYPED_AHEAD,
    source="Chromium kLastNameRe",
)

_A_NAME = (
    r"(?:(?:last|family|first|full|legal) ?)?(?:sur)?names?|(?:nach|familien)?namen?|noms?(?: de famille)?|nombres?"
    r"|apellidos?|nom[ei]|cognom[ei]|(?:achter|familie)?na(?:am|men)|(?:sobre)?nomes?|apelidos?|nazwisk\w*|(?:efter|etter)?na[mv]n"
)

#: The name of the stop for what may be a form of address, a degree or a job: a list's options tell it.
TITLE = "honorific"
NAMES: tuple[FieldRule, ...] = (
    profile_rule(
        "salutation",
        rf"^(?:salutation|honorific|form of address|{field_words.SALUTATION})$",
        kinds=ANSWERABLE,
        source="Chromium kHonorificPrefixRe",
    ),
    stop(
        TITLE,
        rf"^(?:title|(?:name )?(?:prefix|suffix))$|{field_words.HONORIFIC}",
        source="Chromium kNameIgnoredRe, kHonorificPrefixRe",
    ),
    stop(
        "name_of_something",
        r"\b(?:school|university|college|file|event|project|product|pet|maiden|birth)"
        r"s? ?name\b|\bname of (?!(?:the |your )?"
        r"(?:applicant|candidate|recipient|addressee|(?:current )?(?:company|employer|organi[sz]ation|business))$)",
        identifier=r"\b(?:school|university|college|file|event|project|product|pet|maiden) ?name",
        source="DuckDuckGo forceUnknown of name",
    ),
    stop(
        "name_at_birth",
        r"^second (?:last|family|sur) ?names?$|\bbefore marriage\b|\bvor der (?:ehe|heirat)\b|\bavant (?:le )?mariage\b"
        rf"|\bprima del matrimonio\b|\bantes del? (?:matrimonio|casamento)\b|{field_words.BIRTH_NAME}",
        identifier=rf"{field_words.named('birth_name')}",
        source="the profile has one last name: neither the one at birth nor a second",
    ),
    stop(
        "former_name",
        rf"^(?:any |your )?(?:{field_words.FORMER}) (?:{_A_NAME})(?: used| if any)?$"
        rf"|^(?:{_A_NAME}) (?:{field_words.FORMER})$",
        source="the profile has today's name",
    ),
    stop(
        "phonetic_name",
        r"\bin (?:chinese|kanji|arabic|cyrillic|hebrew|korean|japanese|thai|greek|russian|native)\b"
        r"|\bphonetic\b|\bfurigana\b|\b(?:kata)?kana\b|フリガナ|ふりがな|カナ|^セイ|^メイ|よみ",
        identifier=r"\bphonetic\b|furigana|\b(?:kata)?kana\b",
        source="Firefox phonetic-given-name: the profile has no readings",
    ),
    rule(
        "full_name_of_both",
        "profile.full_name",
        rf"\b(?:first|given|fore) ?(?:name )?(?:and )?(?:last|family|sur) ?(?:name)?"
        rf"|\bname and (?:last ?|family ?|sur)name|{field_words.BOTH_NAMES}",
        kinds=TEXTUAL,
        source="Chromium kFullNameRe; ATS lever",
    ),
    profile_rule(
        "preferred_name",
        r"\bprefer(?:red)? ?(?:first )?name|\bnick ?name|\bknown as\b|\bname you (?:go by|prefer)|\bgoes by\b"
        r"|rufname",
        kinds=TEXTUAL,
        source="ATS greenhouse",
    ),
    profile_rule(
        "middle_initial",
        r"^(?:your )?(?:middle ?initial|m ?i)$",
        identifier=r"middle ?init|^m ?i$",
        kinds=TEXTUAL,
        source="Chromium kMiddleInitialRe",
    ),
    profile_rule(
        "middle_name",
        rf"\bmiddle ?(?:name|initial)|^additional names?$|^middle$|{field_words.MIDDLE_NAME}",
        identifier=r"middle ?name|^middle$|\bmname\b|additional ?name"
        rf"|{field_words.named('middle_name')}",
        unless=r"\bfirst\b",
        kinds=TEXTUAL,
        source="Chromium kMiddleNameRe",
    ),
    FIRST_NAME,
    LAST_NAME,
)

#: Words before a whole name in a name or id, about the form or the person who fills it in.
_AROUND_A_NAME = (
    r"(?:txt|text ?box|form|fields?|input|your|my|applicant|candidate|customer|contact|legal|real|person|buyer|guest"
    r"|lead|member|profile|payment|billing|ship(?:ping)?(?: to)?|delivery|sender|entry|(?:job )?application)"
)

FULL_NAME: tuple[FieldRule, ...] = (
    rule(
        "lone_name",
        "profile.full_name",
        rf"^(?:your )?name$|{field_words.NAME}",
        identifier=r"(?!)",
        kinds=TEXTUAL,
        source="a half of the name as well, where the other half is asked for beside it",
    ),
    profile_rule(
        "full_name",
        rf"^(?:(?:your|full|legal|complete|applicants?|candidates?|customer|contact|primary contact"
        r"|ship(?:ping)?(?: to)?|delivery|attendee|participant|registrant|guest|print(?:ed)?)(?: legal| full)? )?name$"
        r"|\bfull (?:legal )?name\b|^(?:please )?(?:enter|type|write|add) (?:your )?name$|^what is your name$"
        r"|^sign(?:ed|ature)(?: by)? (?:please )?(?:type|print) (?:your )?(?:full |legal )*name$"
        rf"|^name as (?:it appears|shown)|{field_words.FULL_NAME}"
        r"|^contact (?:person|with)$|^(?:receiver|recipient)s?(?: full)?(?: name)?$"
        r"|^name of (?:the )?(?:applicant|candidate|recipient|addressee)$|^(?:deliver to|addressee)$"
        r"|^(?:attention|attn)(?: to| line)?$",
        identifier=rf"full ?name|^contact ?(?:person|with)$|\b(?:receiver|recipient)(?: ?name)?$"
        r"|\b(?:attention|attn)(?: line)?$|\baddressee$"
        rf"|^(?:{_AROUND_A_NAME} ?)*name(?: \d| field| input| delivery)?$"
        rf"|{field_words.named('full_name')}|{field_words.named('both_names')}",
        unless=r"user|company|school|card|\bfile",
        kinds=TEXTUAL,
        source="Chromium kFullNameRe",
    ),
)

#: A whole name whose label names its halves the other way round, as `joint_labels` reads it.
LAST_NAME_FIRST = rule(
    "full_name_last_first",
    "profile.full_name_last_first",
    r"(?!)",
    kinds=TEXTUAL,
    source="paper forms: Name (last, first)",
)

#: The box before a number, under the same label.
PHONE_PREFIX = rule(
    "phone_prefix",
    "profile.phone_country_code",
    r"^(?:phone |tel(?:ephone)? )?(?:prefix|country code|dial(?:ling)? code)$",
    identifier=r"\bprefix$|country ?code$|dial(?:ling)? ?code$",
    source="Chromium phone parser: country code and number under one label",
)

#: The country of a number: its label says country, its name says that it is the number's.
PHONE_COUNTRY = rule(
    "phone_country",
    "profile.phone_country_code",
    r"(?!)",
    identifier=r"\b(?:phone|mobile|tel)\b(?: \w+)*? country|country(?: \w+)*? (?:phone|mobile|tel)\b",
    kinds=TYPED_AHEAD | DROPDOWNS,
    source="phone widgets: a search among countries before the number",
)

#: The label of a list of what kind of phone it is.
PHONE_KIND = re.compile(
    r"^(?:primary |preferred )?(?:phone|telephone)(?: number| device)? (?:type|kind)$|^type of (?:phone|number)"
    rf"|{field_words.PHONE_KIND}"
)

PHONE = profile_rule(
    "phone",
    _applicants(
        r"phone|telephone|mobile|cell(?:ular)?|contact number|contact no|whats ?app (?:number|no)|telef\w*", "phone"
    )
    + r"|^(?:ph|mob)(?: no)?$|^whats ?app$|^tel(?: (?:no|nr|number|mobile|privat|prive))?$",
    identifier=r"phone|mobile|\bcell(?:ular)?\b|\btel\b|telefon|telephone|contact ?(?:number|no\b)"
    r"|^mob(?: no)?$|\bcelular\b|\bhandy\b|\bgsm\b|\btel ?nr\b|^ph(?: ?no)?$"
    rf"|{field_words.named('phone')}",
    unless=rf"{_OF_ANOTHER}|\bext\b|extension|mobile (?:app|develop)|headphone|microphone|type|carrier|operator"
    r"|phone time|^(?:best )?time to phone|^(?:\w+ )?(?:area ?|country )code\b(?!.*\b(?:and|number|no|phone)\b)",
    kinds=TEXTUAL,
    source="Chromium kPhoneRe",
)

EMAIL = profile_rule(
    "email",
    rf"{_applicants('e ?mail|e ?mail ?addresse?', 'email')}|^mail(?: address)?$",
    identifier=r"e ?mail(?!(?: \w+)* number)|mail ?add?r?ess|courriel|correo|^mail$|^eml$"
    rf"|{field_words.named('email')}",
    unless=rf"{_OF_ANOTHER}|password|passwort|search|subject|newsletter|employer|company(?! e ?mail(?: address)?$)",
    kinds=TYPED_AHEAD,
    source="Chromium kEmailRe; DuckDuckGo email skip",
)

REACH: tuple[FieldRule, ...] = (
    stop(
        "email_habits",
        r"\be ?mail (?:me(?! (?:at|on|here|back)$)|updates?|list|preferences?|format|frequency)\b|^subject$|^message$",
        source="DuckDuckGo email skip",
    ),
    EMAIL,
    stop("somebodys_email", rf"\be ?mail\b(?!.*\bnewsletters?\b)|{field_words.EMAIL}", source="other words say whose"),
    stop(
        "coupon",
        r"\b(?:promo(?:tion(?:al)?)?|discount|coupon|voucher|gift(?: card)?|referral|invit(?:e|ation)) code\b"
        rf"|^(?:coupon|voucher|discount|promo)$|\bgift (?:card|certificate)\b|{field_words.COUPON}",
        source="shops: a code beside the address",
    ),
    stop("phone_extension", r"^ext(?:ension)?$|\bphone ext(?:ension)?\b", source="Chromium kPhoneExtensionRe"),
    stop("fax", r"\bfax\b|telefax", identifier=r"\bfax\b", source="DuckDuckGo phone skip"),
    profile_rule(
        "phone_device_type",
        r"\bphone (?:device )?type\b|\btype of phone\b",
        identifier=r"phone (?:device )?type",
        kinds=ANSWERABLE,
        source="ATS workday phoneDeviceType",
    ),
    profile_rule(
        "phone_country_code",
        r"\b(?:country|dial(?:l?ing)?|phone|international) (?:phone |calling |dial(?:ling|ing)? )?code\b"
        rf"|{field_words.DIALLING_CODE}",
        identifier=r"country ?(?:phone|calling|dial(?:ling|ing)?) ?code|(?:phone|tel) ?(?:country|code)"
        rf"|phone (?:\w+ )?prefix|dial ?(?:ling|ing)? ?code|{field_words.named('dialling_code')}",
        unless=r"postal|zip|number|\bof (?:the |your )?(?:employer|company|school)\b|\b(?:with|incl\w*|and|plus) ",
        source="Chromium kCountryCodeRe; ATS workday countryPhoneCode",
    ),
    rule(
        "phone_country_list",
        "profile.phone_country_code",
        rf"\b(?:tele)?phone\b|\bmobile\b|^tel(?: (?:no|nr|number|mobile|privat|prive))?$|telefon|{field_words.PHONE}",
        identifier=r"phone|mobile|\btel\b",
        unless=r"type|device|carrier|operator|\bdo you\b|\bcan we\b|\bmay we\b",
        kinds=DROPDOWNS,
        source="Chromium phone parser: a list beside the number holds country codes",
    ),
    PHONE,
    stop(
        "somebodys_phone",
        rf"\b(?:tele)?phone\b|\b(?:mobile|cell|contact) (?:number|no)\b|telefon|\btelef|{field_words.PHONE}",
        source="other words say whose",
    ),
)

#: What makes of a link's word another thing: "GitHub stars".
_OF_LINKS_ELSE = (
    rf"{field_words.OF_SOMETHING_ELSE}|\b(?:followers?|stars)\b|\b(?:connections|repositories|repos|commits)$"
)
LINKS: tuple[FieldRule, ...] = (
    profile_rule(
        "linkedin_url",
        r"\blinked ?in\b",
        unless=rf"{_OF_LINKS_ELSE}|how did|hear about|^company\b|company page|^if\b|experience"
        r"|recruiter|advert|campaign|marketing",
        kinds=_LINK,
        question=True,
        source="ATS greenhouse, lever",
    ),
    profile_rule(
        "github_url",
        r"\bgit ?hub\b",
        unless=rf"{_OF_LINKS_ELSE}|actions|describe",
        kinds=_LINK,
        question=True,
        source="ATS lever urls[GitHub]",
    ),
    profile_rule(
        "twitter_url",
        r"\btwitter\b|^x(?: com)?(?: profile| handle| url)$",
        kinds=_LINK,
        source="ATS lever urls[Twitter]",
    ),
    profile_rule(
        "portfolio_url",
        r"\bportfolio\b",
        unless=rf"{_OF_LINKS_ELSE}|\bclients\b|password|manag|describe",
        kinds=_LINK,
        source="ATS lever urls[Portfolio]",
    ),
    profile_rule(
        "website_url",
        r"\b(?:personal |your |other )?(?:web ?site|home ?page|blog|web page)\b|^url$|^personal (?:site|url)$"
        rf"|^web ?(?:site )?address$|^your url$|{field_words.WEBSITE}",
        identifier=r"web ?(?:site|page)|^web$|home ?page|\bblog\b|^url$|personal ?(?:site|url)",
        unless=r"company|employer|how did|hear",
        kinds=_LINK,
        source="ATS greenhouse, Workable",
    ),
)

#: Words before what a present job has.
_PRESENT = (
    r"(?:your )?(?:current|present|most recent|latest)(?: (?:or|and) (?:current|most recent|previous|last|latest))? "
)

PRESENT_JOB: tuple[FieldRule, ...] = (
    profile_rule(
        "current_company",
        rf"^{_PRESENT}(?:company|employer|organi[sz]ation|workplace)(?: or organi[sz]ation)?(?: name)?$"
        r"|^(?:your )?(?:company|employer|organi[sz]ation|business)"
        r"(?: (?:name|or|organi[sz]ation|institution))*$|^institution (?:or )?company$|^affiliation$|^work ?place$"
        r"|^name of (?:the |your )?(?:current |present )?(?:company|employer|organi[sz]ation|business)$"
        r"|^where do you (?:currently )?work$|^who do you (?:currently )?work for$"
        r"|^(?:company|employer|organi[sz]ation) (?:that )?you (?:currently )?work (?:for|at)$"
        rf"|^firm(?: name)?$|{field_words.COMPANY}",
        identifier=r"^(?:\w+ )?(?:company|employer|organi[sz]ation|firma)(?: name)?$|company ?name|^org(?: name)?$"
        r"|\b(?:address|billing|shipping|your|contact|customer|user) (?:company|organi[sz]ation|azienda|empresa|firma)$"
        r"|\bbusiness ?name$|^(?:empresa|societe|societa|azienda|bedrijf|bedrijfsnaam)$|ragione ?sociale"
        rf"|^(?:company|org) nm$|{field_words.named('company')}",
        unless=rf"\b(?:{field_words.FORMER})\b|past|size|website|url|type|experience|^(?:job )?title\b"
        r"|supplier|地址|住所|电话|電話",
        kinds=TEXTUAL,
        source="Chromium kCompanyRe; ATS lever org",
    ),
    profile_rule(
        "current_title",
        rf"^{_PRESENT}(?:job )?(?:title|position|role)(?: (?:or )?(?:title|position|role|held|name))*$"
        r"|^(?:your )?job ?(?:title|position|role|function)(?: (?:or )?(?:role|position|function|level))?$"
        r"|^(?:your )?(?:position|occupation|profession)$|^your role$"
        rf"|^(?:current |present )?designation$"
        r"|^(?:job )?title at (?:your )?(?:current |present )?(?:company|employer)$"
        rf"|^title (?:or )?position$|^position (?:or )?title$|{field_words.JOB_TITLE}",
        identifier=r"job ?(?:title|role|function)|organi[sz]ation ?title|current ?(?:title|position)|^occupation$"
        r"|^(?:your )?position$|^profession$"
        rf"|{field_words.named('job_title')}",
        unless=rf"\b(?:{field_words.FORMER})\b|desired|applying|applied|sought",
        kinds=TEXTUAL,
        source="Hand-X; autocomplete organization-title",
    ),
    profile_rule("headline", r"^(?:professional )?headline$", kinds=TEXTUAL, source="ATS Workable"),
    profile_rule(
        "summary",
        r"^(?:professional |career |profile )?summary$",
        kinds=TEXTUAL,
        source="JSON Resume basics.summary; ATS Workable",
    ),
    profile_rule(
        "cover_letter",
        r"\bcover(?:ing)? letter\b|\bmotivation(?:al)? letter\b|anschreiben|lettre de motivation"
        r"|carta de presentacion",
        kinds=(FieldKind.TEXTAREA, FieldKind.CONTENTEDITABLE),
        source="ATS greenhouse #cover_letter_text",
    ),
    profile_rule(
        "skills",
        r"^(?:type to add |add |your |key |technical |core )?skills?$",
        kinds=TEXTUAL | {FieldKind.MULTI_SELECT, FieldKind.COMBOBOX},
        source="ATS workday skillsPrompt",
    ),
    profile_rule(
        "spoken_languages",
        r"^(?:spoken )?languages?(?: spoken| you speak)?$|\bwhat languages do you speak",
        unless=r"programming|preferred",
        kinds=TEXTUAL,
        question=True,
        source="Hand-X spoken_languages",
    ),
)

CONTACT: tuple[FieldRule, ...] = (*NAMES, *LINKS, *REACH, *ADDRESS, *PRESENT_JOB, *FULL_NAME)
