"""Sensitive subjects, which only the applicant answers, and secrets: no model is asked about them, or shown them.

A field counts by the subject of its words, in any of these languages; rather one too many, as that costs only a
question to the applicant. In the form that `signals.words` returns: small letters without accents or punctuation.
"""

from __future__ import annotations

import re

from ghosthands.planning.rules.questions import SENSITIVE
from ghosthands.planning.signals import Signals, uncached_words

_CLASSES: dict[str, str] = {
    "diversity": r"\bgender|\bsex\b|\bsexual|\btransgender|\bcisgender|\bpronouns?\b|\brac(?:e|ial)\b|\bethnic"
    r"|\bhispanic\b"
    r"|\blatin[oax]\b|\bindigenous\b|\baboriginal\b|\bminorit|\bveteran|\bmilitary\b|\barmed forces\b|\bdisab|\blgbt"
    r"|\breligio|\bmarital\b|\bmarried\b|\bpregnan|\bchildren\b|\bpolitical\b|\btrade union\b|\bdiversity\b"
    r"|\bself identif|\bidentify as\b|\b(?:your|applicants?) age\b|\bhow old\b|\b(?:date|year|place) of birth\b|\bbirth"
    r"|geschlecht|behindert|behinderung|\bethnie|\bherkunft\b|\bkonfession|\bfamilienstand|\bgeburts"
    r"|\bschwanger|\benceinte\b|\bembaraz"
    r"|\bwehrdienst|\bsexe\b|\bgenre\b|\bhandicap|\bnaissance\b|\bsituation (?:de famille|familiale)\b"
    r"|\bsexo\b|\bgenero\b|\bdiscapacidad|\bminusvalia|\braza\b|\betnia|\bestado civil\b|\bnacimiento\b|\bhijos\b"
    r"|\bsesso\b|\bgenere\b|\bdisabilita|\bcategori[ae] protett|\bnascita\b|\bstato civile\b|\bdeficien|\braca\b"
    r"|\bnascimento\b|\bgeslacht|\barbeidsbeperking|\bgeboorte|\bburgerlijke staat|\bplec\b|\bniepelnosprawn"
    r"|\burodzenia\b"
    r"|\bkon\b|\bkjonn\b|\bfunktionsned|\bfunksjonsned|\bfodelse|\bfodsels"
    r"|性別|性别|人種|种族|民族|障害|障がい|残疾|生年月日|出生|婚姻|配偶者|宗教|国籍|籍贯|政治面貌|성별|장애"
    r"|생년월일|병역|혼인|결혼",
    "visa": r"\bvisas?\b|\bvisum|\bsponsor|\bimmigra|\bcitizen|\bnationalit|\bh ?1 ?b\b|\bgreen card\b"
    r"|\b(?:work|residence|residency) (?:permit|authori[sz]ation|status|eligibility)|\bauthori[sz]ed to\b"
    r"|\b(?:eligible|entitled|permitted|allowed|legally able) to (?:\w+ )?work\b|\bright to work\b|\bpassports?\b"
    r"|\bwork legally\b|\blegally work\b|\bexport control|\bitar\b|\bu ?s person\b|\bsecurity clearance\b"
    r"|\barbeitserlaubnis|\baufenthalts|\bstaatsangehorig|\bstaatsburger|\bberechtigt\b|\bpermis de travail\b"
    r"|\btitre de sejour\b|\bautorise\w* a travailler|\bpermiso de (?:trabajo|residencia)|\bautorizad\w+ para trabajar"
    r"|\bnacionalidad|\bciudadan|\bpermesso di (?:lavoro|soggiorno)|\bcittadinanza|\bnazionalita|\bvisto\b"
    r"|\bnacionalidade"
    r"|\bcidadania|\bautorizacao de trabalho|\bwerkvergunning|\bverblijf|\bnationaliteit|\bpozwoleni\w+ na prace"
    r"|\bobywatelst|\barbetstillstand|\barbeidstillatelse|\barbejdstilladelse|\bstatsborger|\bmedborgar"
    r"|就労|ビザ|在留|签证|工作许可|비자|취업 ?허가"
    r"|\barbeitsgenehmigung|\bdroit de travailler|\bderecho a trabajar|\bautorizzat\w+ a lavorare|\bgerechtigd om\b"
    r"|\bpermissao (?:de|para) trabalh|\bautorizad\w+ a trabalhar|\bparrainage|\bpatrocin",
    "pay": r"\bsalar|\bsalai|\beinkommen|\bgagne[rz]?\b|\bgana[rs]?\b|\bvencimento"
    r"|\bcompensation\b|\bremunerat|\bwages?\b|\bpay\b|\bpaid\b|\bctc\b|\bbonus\b|\bequity\b"
    r"|\bearn(?:ings|ed)?\b"
    r"|\b(?:hourly|daily|day) rate\b|\bgehalt|\bverdien|\bvergutung|\blohn|\bremuneration|\bpretentions?\b|\bsueldo"
    r"|\bremuneracion|\bpretension|\bstipendio|\bretribuzione|\bral\b|\bremuneracao|\bsalaris|\bwynagrodz|\bfinansow"
    r"|\bloneansprak|\blonn\b|\blon\b|年収|給与|薪资|薪水|工资|연봉|급여"
    r"|wunschgehalt|\bretributiv|\baspiracion\w* economica|\bexpectativ\w* economica|希望年収|希望月収",
    "criminal_record": r"\bconvict|\bfelon|\bmisdemeanou?r|\bcriminal|\bcrimes?\b|\boffen[cs]es?\b|\barrest"
    r"|\bprobation\b"
    r"|\bcharged with\b|\bpending charges\b|\bbackground (?:check|screening|investigation)|\bdrug\b|\bdui\b"
    r"|\bindictment"
    r"|\bvorbestraft|\bvorstrafe|\bfuhrungszeugnis|\bstraf(?:tat|verfahren|register|bar)|\bcasier\b|\bcondamn|\bpenal"
    r"|\bdelito|\bcondenad|\bcondann|\bcarichi pendenti|\bcriminais\b|\bstrafblad|\bveroordeel|\bvog\b|\bkaraln"
    r"|\bskazan"
    r"|\bbelastningsregist|\bstraffeattest|犯罪|前科|刑事|범죄|전과",
    "health": r"\bmedical|\bmedication|\billness|\bdiseases?\b|\bdiagnos|\bsick(?:ness)?\b|\bpregnan|\bvaccin|\bsmok"
    r"|\bhealth (?:conditions?|issues?|problems?|status|history|restrictions?)\b|\byour health\b|\baccommodations?\b"
    r"|\b(?:physical|mental)(?:ly)? (?:condition|health|limitation|impairment|able|capable)|\bimpairment|\ballerg"
    r"|\bgesundheit|\bkrankheit|\berkrank|\bsante\b|\bmaladi|\bsalud\b|\benfermedad|\bsalute\b|\bmalatti"
    r"|\bsaude\b|\bdoenca"
    r"|\bgezondheid|\bziekte|\bzdrowi|\bchorob|\bhalsa|\bhelse|\bhelbred|\bsygdom|\bsjukdom|健康|病|건강|질병",
    "secret": r"\bpass(?:words?|codes?|phrases?)\b|\bpin\b|\bpasswor[td]|\bkennwort|\bmots? de passe\b|\bcontrasena"
    r"|\bsenha\b|\bwachtwoord|\bhaslo\b|\blosenord|\bsecurity (?:question|answer)|\bmaiden name\b"
    r"|\bsocial (?:security|insurance)\b|\bssn\b|\bnational (?:insurance|id|identity|identification)\b"
    r"|\btax(?:payer)? (?:id|identification|file|number)|\bdrivers? licen[sc]e (?:no|number)"
    r"|\b(?:id|identity) (?:card )?number|\bsozialversicherung|\bsteuer ?(?:nummer|id)|\bausweis ?n|\bpersonalausweis"
    r"|\bsecurite sociale\b|\bseguridad social\b|\bdni\b|\bcurp\b|\bcodice fiscale\b|\bcpf\b|\bbsn\b|\bpesel\b"
    r"|\bpersonnummer|\biban\b|\bbank account|\baccount number|\brouting number|\bsort code\b|\b(?:credit|debit) card"
    r"|\bcvv\b|\bbankverbindung|\bkontonummer|\bkreditkarte|密码|身份证|マイナンバー|暗証|비밀번호|주민등록",
}
_WORDS = {name: re.compile(pattern) for name, pattern in _CLASSES.items()}


def sensitivity(signals: Signals) -> str | None:
    """Return the field's sensitive subject; None where it has none."""
    said = " . ".join((signals.label, signals.placeholder, signals.section, *signals.identifiers, *signals.options))
    return next((name for name, pattern in _WORDS.items() if pattern.search(said)), None)


def is_sensitive_text(text: str) -> bool:
    """Whether the text mentions a sensitive subject."""
    said = uncached_words(text)
    return any(pattern.search(said) for pattern in _WORDS.values())


def is_sensitive_key(key: str) -> bool:
    """Whether the key's value is sensitive."""
    return key.startswith(SENSITIVE)
