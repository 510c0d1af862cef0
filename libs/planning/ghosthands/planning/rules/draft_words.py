"""The words a draft is checked by, in the languages that drafts are written in.

`PLAIN` words say nothing of a person that could be wrong: they join words and express wishes. Any other word has to be
in the sources. Words that make a claim bigger (several, senior, fluent, led, award) are left out of `PLAIN`.
They are in the form that `signals.words` returns: small letters without accents or punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_EN = """
    a about above across after again against all alone along already also although always am among an and
    another any anyone anything apart are around as ask asked at away back be became because become been
    before began begin behind being believe below best better between both bring brings broad build but by
    came can cannot care career carefully challenge challenges chance change choose clear clearly close come
    comes could daily day days deal deep did different do does doing done each easy either else end enjoy
    enjoyed enough even ever every everyone everything excited experience experienced explain far feel few
    field find first fit follow for forward found from further gave get getting give given gives glad go goal
    goals going gone good got great grow growing had happy hard has have hold having heard help helped helping
    helps her here high him his hope how however i idea ideas if important improve in instead interest
    interested interesting into is it its job join just keen keep kept kind knew know knowledge known last
    later latest learn learned learning learnt least less let life like liked likes listen little live long look
    looking looks lot love made mainly make makes making matter matters may me mean means might mine more most
    motivated motivates much must my myself near need needs never new next no nor not nothing now of off often
    on once one ones only open opportunity or other others our out over own part parts people perhaps person
    place play please position possible present problem problems put question questions quickly quite rather
    reach read ready really reason reasons right role same saw say see seen serve share she should show shown
    side simple since skill skills small so solve speak some someone something sometimes soon spend spent
    start started still stay strong such suits sure take taken takes taking task tasks taught team teams tell
    than thank that the their them themselves then there these they thing things think this those thought
    through time times to today together told too took toward towards tried try trying turn under understand
    until up us use used useful uses using value very want wanted wants was way ways we well went were what
    whatever when where whether which while who whole whose why will willing wish with within without wonder
    word words work worked working works would write writing yes yet you your yours yourself ve ll re don
    doesn didn isn wasn can t s m d
"""
_DE = """
    aber ab alle allem allen aller alles als also am an andere anderen anderer anderes arbeit arbeite arbeiten
    arbeitet arbeitete auch auf aufgabe aufgaben aus bei beim bereits besonders bin bis bitte bringe bringen
    da dabei dadurch dafur daher damit danach daran darauf daraus darin das dass dazu dein dem den denn der
    deren des dessen die dies diese diesem diesen dieser dieses dir doch dort durch eben ein eine einem einen
    einer eines einfach einmal einsetzen erfahrung erfahrungen erste ersten es etwas euch euer fand fragen
    freude freue freut fur gab ganz geben gefallt gegen gehe gehen gehort gelernt gemacht gern gerne gesehen
    gibt gut gute guten guter habe haben hat hatte hatten helfe helfen hier hinter ich idee ideen ihm ihn
    ihnen ihr ihre ihrem ihren ihrer ihres im immer in ins interesse interessiert ist ja jede jedem jeden
    jeder jedes jetzt kann kennen kenne kenntnisse konnen konnte kollegen komme kommen lange lernen lerne
    leben lebe liegt losen losung losungen machen macht man mehr mein meine meinem meinen meiner meines mensch
    menschen mich mir mit mochte motiviert nach nachste nahe nehmen neu neue neuen neuer neues nicht nichts
    nie noch nun nur ob oder ohne person probleme problem projekt projekte reizt rolle schon schreiben sehe
    sehen sehr sei sein seine seinem seinen seiner seit selbst sich sie sind so sogar solche soll sondern
    sowie spater spreche stelle stellen suche suchen tag tage team teams teil teilen uber um und uns unser unsere
    unter verstehe verstehen viel viele vom von vor war waren warum was weg wege weil weiter weitere
    weiterentwickeln welche wenn wer werde werden wesentlich wichtig wie wieder will wir wird wissen wo wofur
    woran worin wurde wurden wunsche zeit ziel ziele zu zuletzt zum zur zusammen zusammenarbeit zwischen
    zuhoren beitragen beitrag erklaren erwarte fahigkeiten grund grunde herausforderung herausforderungen
    leisten lernte mitarbeiten moglichkeit motivation sorgfaltig sinnvoll tatigkeit begeistert unternehmen
    ihres spannend bewerbe bewerbung liebe
"""
_FR = """
    a afin ai aide aider aime aimerais ainsi alors apporter apprendre appris apprends apres as au aucun aussi
    autre autres aux avait avais avant avec avoir beaucoup besoin bien bon bonne c ca car ce cela celle celles
    celui ces cet cette ceux chaque chercher cherche chez chose choses comme comment comprendre connais
    connaissances contre contribuer d dans de defi defis deja depuis des deux? devenir dire dois donc donner
    donne du elle elles en encore enfin enjeux ensemble entre envie equipe equipes es est et etaient etait
    etais ete etre eu eux evoluer experience experiences fait faire fais fois font gens grace heureux heureuse
    idee idees il ils important interesse interessee interet j jamais je jour jours jusqu l la le lequel les
    leur leurs lors lui ma mais me meme mes met mettre mieux mis moi moins mon monde motivation motive motivee
    n ne nom? non nos notre nous nouveau nouveaux nouvelle nouvelles on ont ou par parce pas passion pendant
    permet personne personnes peu peut peux plaisir plus plutot poste pour pourquoi pouvoir premier premiere
    prendre pres probleme problemes projet projets puis qu quand que quel quelle quelles quels qui quoi raison
    raisons rejoindre resoudre rien role s sa sais sans savoir se sens ses si simple soigneusement son sont
    sous souhaite souvent suis sur t ta te temps toi ton toujours tous tout toute toutes travail travaille
    travailler travaillais tres trouve trouver un une utile utiliser va vais vers veux vie voir vos votre
    voudrais vous vrai vraiment y mission missions entreprise competences aupres ecoute ecouter expliquer
    partager moment candidature
"""
_ES = """
    a al algo alguien algun alguna algunas algunos ahi ahora alli ante antes aprender aprendi aprendido aquel
    aqui aporta aportar asi aun aunque ayuda ayudar bajo bien buen buena buenas bueno buenos busco buscar cada
    casi colaborar comparto compartir como comprender con conmigo conocimientos conocer contribuir cosa cosas
    creo crecer cual cuales cuando cuanto cuidado da dar de debe decir del demas dentro desafio desafios desde
    despues dia dias donde durante e el ella ellas ellos empresa en encanta encuentro enfrente entender
    entiendo entonces entre equipo equipos era eran eres es esa esas escuchar ese eso esos espero esta estaba
    estado estan estar estas este esto estos estoy experiencia experiencias explicar fue fueron fui fuera
    gente gracias gran grande grandes gusta gustaria ha haber hace hacer hacia hago han hasta hay he hemos
    hice idea ideas ilusion importante interes interesa interesado interesada ir jamas junto juntos la las le
    les lo los lugar mas me medio mejor mejorar menos mi mia mientras mio mis misma mismo modo momento motiva
    motivacion motivado motivada mucha muchas? mucho mundo muy nada nadie ni ninguna ninguno no nos nosotros
    nuestra nuestras nuestro nuestros nueva nuevas nuevo nuevos nunca o oportunidad otra otras otro otros para
    parte pero persona personas poco poder por porque posible posicion primer primera problema problemas
    proyecto proyectos pude puede puedo puesto pues que quien quiere quiero razon razones realmente resolver
    saber se sea seguir ser si siempre sido siento sin sino sobre sola solo solucion soluciones son soy su sus
    tal tambien tan tanto te tener tengo tenia tiempo tiene toda todas todavia todo todos trabaja trabajado
    trabajar trabaje trabajo tu tus un una unas uno unos usar util va valor varias? veo ver vez vida voy y ya
    yo habilidades tarea tareas candidatura
"""
PLAIN: Mapping[str, frozenset[str]] = {
    language: frozenset(word for word in listed.split() if not word.endswith("?"))
    for language, listed in (("en", _EN), ("de", _DE), ("fr", _FR), ("es", _ES))
}

#: Words that refer to the employer or school that was named before.
THERE = re.compile(
    r"\b(?:there|that (?:role|job|position|time|company|team)|dort|damals|la bas|ce poste|alli|ese puesto)\b"
)

#: Endings that a plain word may also have.
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("s",),
    "de": ("n", "en", "s", "es", "e", "er", "em"),
    "fr": ("s", "e", "es"),
    "es": ("s", "es"),
}

#: The commonest words of each language, which identify it.
_COMMON = {
    "en": "the and you your to of do is are what why how have with for this in that our we describe tell i my",
    "de": "der die das und sie ihr ihre ihnen ist zu wie warum was haben mit fur uns ein eine sich bei ich habe mein",
    "fr": "le la les des vous votre est et pour pourquoi quel quelle avez une dans nous un decrivez que je j ai mon",
    "es": "el los las usted su por para que cual cuales como en con nos es una tu describa y del he mi mis soy",
    "it": "il lo gli di che per perche una con sono come quali hai della nel ho mio",
    "pt": "o os as voce para por que uma com em como quais seu sua nao do da eu meu",
    "nl": "de het een en je jij jouw wat waarom hoe met voor van bij ons bent ik mijn heb",
    "sv": "och att du din ditt varfor hur vad med for som en ett har jag",
    "pl": "i w na do dlaczego jak jest sie z pan pani co czy",
}
COMMON: Mapping[str, frozenset[str]] = {name: frozenset(listed.split()) for name, listed in _COMMON.items()}

#: A sentence with one of these is about the person in any case.
_TELLING = {
    "en": r"\bi (?:have|ve|had|was|am an?|hold|own|led|ran|\w+ed)\b|\bi m an?\b|\b(?:my|our"
    r"|we)\b(?! (?:interest|motivation"
    r"|goals?|hope|reasons?|wish)\b)|\bha(?:ve|ving) (?:\w+ )?(?:been|\w+ed)\b|\bas an? \w+",
    "de": r"\bhabe\b|\bhatte\b|\bwar\b|\bbin\b|\bwurde\b|\bmein\w*\b(?! (?:interesse|motivation|ziel|wunsch)\b)"
    r"|\bals \w+",
    "fr": r"\bj ai\b|\bj (?:etais|avais)\b|\bsuis\b|\b(?:mon|ma|mes|notre)\b(?! (?:interet|motivation|souhait|envie)\b)"
    r"|\bayant\b|\ben tant que\b",
    "es": r"\bhe\b|\bsoy\b|\btengo\b|\bfui\b|\bestuve\b|\btrabaje\b|\bmis?\b(?! (?:interes|motivacion|objetivo)\b)"
    r"|\bcomo \w+",
}
#: … and one without them that has one of these expresses a wish.
_WISHING = {
    "en": r"\bwould\b|\bwant\b|\bhope\b|\blook(?:ing)? forward\b|\bexcited\b|\binterest|\bkeen\b|\blove\b"
    r"|\benjoy\b|\blike\b"
    r"|\bmotivat|\byour?\b|\bappeals?\b|\badmire\b|\bcare\b|\bthank|\bwish\b",
    "de": r"\bmochte\b|\bwurde gern|\bfreue?\b|\binteress|\breiz|\bspannend|\bihr\w*\b|\bgern\w*\b|\bhoffe"
    r"|\bmotiviert|\bwunsch",
    "fr": r"\bvoudrais\b|\baimerais\b|\bsouhait|\binteress|\bvotre\b|\bvos\b|\bvous\b|\bplai|\benvie\b|\bmotiv"
    r"|\bheureu|\baime\b",
    "es": r"\bgust|\bquisiera\b|\bquiero\b|\bespero\b|\binteres|\bsus?\b|\bmotiv|\bencanta|\bilusion|\bustedes\b",
}
TELLING = {language: re.compile(pattern) for language, pattern in _TELLING.items()}
WISHING = {language: re.compile(pattern) for language, pattern in _WISHING.items()}

#: Concepts that are the same in every language: degrees, licences, honours. A draft's must be in the sources.
CONCEPTS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "doctorate": r"\bph ?d\b|\bdoctora|\bd ?phil\b|\bdoktor|\bpromovi|\bdottorat|\bdoutor|\bpostdoc|\bdr\b",
        "master": r"\bmasters?\b|\bm ?sc\b|\bm ?eng\b|\bmagister|\bmaestria\b|\bmestrado|\blaurea magistrale"
        r"|\bdiplomingenieur",
        "mba": r"\bmba\b|\bbusiness administration\b",
        "bachelor": r"\bbachelor|\bb ?sc\b|\bb ?eng\b|\blicenciatura|\blicenciad|\blicence en\b|\bgrado en\b|\blaurea\b"
        r"|\bundergraduate\b",
        "degree": r"\bdegrees?\b|\bgraduat|\bdiplom|\buniversit|\bcollege\b|\bstudium|\bstudiert|\bstudien|\babschluss"
        r"|\bhochschul|\betudes\b|\betudie|\btitulo\b|\btitulad|\bestudie\b|\bestudios\b|\balumn|\bstudied\b"
        r"|\bmajored\b"
        r"|\bacademic|\bakademi|\buniversid|\bthesis\b|\bph ?d\b|\bmaster|\bbachelor|\bm ?sc\b|\bb ?sc\b",
        "honours": r"\bhonou?rs?\b|\bcum laude\b|\bdistinction\b|\bvaledict|\bfirst class\b|\bdeans? list\b|\bscholar"
        r"|\bstipend|\bbeca\b|\bbourse\b|\bfellowship|\btop of (?:my|the) (?:class|year)\b|\bgpa\b|\bmention\b"
        r"|\bausgezeichnet|\bauszeichnung|\bmatricula\b|\bfelicitations\b|\bjahrgangsbest",
        "licence": r"\blicen[sc](?:e|es|ed|ing|ure)\b(?! en\b)|\bcertif|\baccredit|\bchartered\b|\bregistered\b"
        r"|\bzertifi"
        r"|\blizen[zs]|\bapprob|\bzugelassen|\bstaatlich\b|\bhabilit|\bcolegiad|\bpermis\b|\bcarnet\b|\bcarne\b"
        r"|\bfuhrerschein"
        r"|\bdriv(?:ing|ers?)\b|\bbar exam|\bthe bar\b|\bbarreau\b|\bbrevet|\bqualified\b|\bclearance\b"
        r"|\bapostille\b",
    }.items()
}

_ONE_TO_TWELVE = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
#: Numbers in words, as figures.
NUMBERS: Mapping[str, Mapping[str, str]] = {
    language: {word: str(at) for at, word in enumerate(listed.split(), 2)}
    for language, listed in _ONE_TO_TWELVE.items()
}
#: Amounts that cannot be compared with a figure.
AMOUNTS: Mapping[str, re.Pattern[str]] = {
    language: re.compile(pattern)
    for language, pattern in {
        "en": r"\b(?:\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?"
        r"|millions?|billions?"
        r"|dozens?|decades?|half|halv\w+|doubl\w+|tripl\w+|quadrupl\w+|twice|quarter|thirds?|percent|figure"
        r"|digit|several|many"
        r"|numerous|countless|various)\b",
        "de": r"\b(?:\w+zehn|zwanzig|dreissig|vierzig|funfzig|hundert\w*|tausend\w*|million\w*|milliard\w*|dutzend\w*"
        r"|jahrzehnt\w*|halfte|halbier\w*|\w*doppel\w*|verdreifach\w*|prozent|mehrere\w*|zahlreiche\w*|etliche\w*)\b",
        "fr": r"\b(?:vingt|trente|quarante|cinquante|soixante|cents?|centaines?|mille|milliers?|millions?|milliards?"
        r"|douzaines?|dizaines?|decennies?|moitie|doubl\w+|tripl\w+|pourcent|plusieurs|nombreu\w+)\b",
        "es": r"\b(?:quince|veinte|treinta|cuarenta|cincuenta|cien\w*|mil|miles|millon\w*|docenas?|decenas?"
        r"|decadas?|mitad"
        r"|duplic\w+|triplic\w+|doble|triple|varios|varias|numeros[oa]s|muchos|muchas)\b",
    }.items()
}
#: A capitalised first word of a sentence that is no name.
BEGINNING = re.compile(r"^(?:\w+ing|\w+ly)$")
#: German capitalises every noun; only common nouns have these endings.
COMMON_NOUN = re.compile(r"(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tat|taten|nis|nisse|tum)$")
