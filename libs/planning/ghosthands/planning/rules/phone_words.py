"""Words for the kind of a telephone number: which of several numbers of one person a box asks for.

They are in the form that `signals.words` returns; the languages are together, as those of a form's parts are.
"""

from __future__ import annotations

from ghosthands.planning.alternatives import Alternatives

#: One that is carried along.
MOBILE = Alternatives(
    r"\b(?:mobile?s?|cell(?:ular|ulare|phone)?|celular(?:es)?|handy\w*|mobil\w*|portables?|movil(?:es)?|telemovel"
    r"|telemoveis"
    r"|komork\w*|komorkow\w*|gsm|smart ?phone|matkapuhelin\w*|kannykka|mobiel\w*|mobiil\w*|mobitel\w*|mobiln\w*"
    r"|ponsel"
    r"|handphone|cep|di dong)\b"
    r"|мобильн|мобільн|мобилен|мобилн|сотов|κινητ|携帯|手机|手機|移动电话|行動電話|휴대|핸드폰|נייד|סלולרי|جوال"
    r"|موبايل|มือถือ"
)
#: One at home, which does not move.
AT_HOME = Alternatives(
    r"\b(?:home|house|residen\w+|land ?lines?|fixed(?: line)?|privat(?:e[nrs]?|nummer)?|festnetz\w*|zu ?hause|fixe"
    r"|domicile"
    r"|fijo|casa|domicilio|fisso|abitazione|fixo|residencial|vaste?|thuis\w*|prive|stacjonarn\w+|domow\w+"
    r"|pevn\w+ lin\w+"
    r"|pevna|domu|vezetekes|otthoni|fix|acasa|fast ?telefon\w*|fasttelefon\w*|hemtelefon\w*|hjemme\w*|hjem|hem"
    r"|lanka\w*"
    r"|kotipuhelin\w*|koti\w*|kucni|fiksni|sabit|ev|rumah|nha)\b"
    r"|домашн|стационарн|стаціонарн|σταθερ|οικιασ|自宅|固定電話|固定电话|座机|座機|家庭电话|住宅电话|집 ?전화|자택"
    r"|유선|בית|המنزل|منزل|บ้าน"
)
#: One at work.
AT_WORK = Alternatives(
    r"\b(?:work|office|business|company|geschaft\w*|dienst\w*|buro\w*|arbeit\w*|firma|firmen\w*|beruflich\w*"
    r"|professionnel(?:le)?|travail|bureau|trabajo|oficina|laboral|empresa|lavoro|ufficio|aziendale|trabalho"
    r"|escritorio"
    r"|comercial|werk|werktelefoon\w*|zakelijk\w*|kantoor|s[lł]uzbow\w+|prac[aye]|do pracy|prace|pracovn\w+"
    r"|munkahelyi|serviciu"
    r"|arbete\w*|arbets\w*|jobb\w*|arbejds?\w*|arbeids?\w*|tyo\w*|posao|poslovni|sluzben\w+|isyeri|kantor|cong ty)\b"
    r"|^is telefon"
    r"|рабоч|служебн|робоч|служебен|εργασια|勤務先|会社|職場|公司|单位|單位|办公|辦公|직장|회사|사무실|עבודה|العمل"
    r"|ที่ทำงาน"
)
#: One more than the first, whatever kind it is.
ANOTHER = Alternatives(
    r"\b(?:alternat(?:e|ive)|secondary|second|2nd|other|another|additional|back ?up|spare|extra|evening|night"
    r"|alternativ\w*|weitere[rs]?|zweit\w*|andere[rs]?|zusatzlich\w*|abends|autre|secondaire|deuxieme|second[oa]"
    r"|supplementaire|soir|otr[oa]|secundari[oa]|adicional|segund[oa]|noche|altr[oa]|secondari[oa]|aggiuntiv[oa]|sera"
    r"|outr[oa]|noite|ander|tweede|alternatief|avond|inny|drugi|dodatkow\w+|alternatywn\w+|dalsi|druhy|masik|masodik"
    r"|alternativni|andra|annat|ekstra|anden|andet|annet|toinen|muu|vaihtoehtoinen|ikinci|diger|lain|khac)\b"
    r"|\d (?:phone|telephone|mobile)$|\b(?:phone|telephone|mobile|telefon|telefono|telephone)(?: (?:number"
    r"|no))? [2-9]$"
    r"|дополнительн|другой|запасн|інший|додатков|друг|εναλλακτικ|αλλο|予備|その他|别的|备用|備用|其他|다른|추가"
    r"|보조|אחר|נוסף"
    r"|آخر|بديل|สำรอง"
)
