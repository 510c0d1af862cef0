"""What the options of a list are, where its label does not tell."""

from __future__ import annotations

#: Enough of the world's countries to know a list of them by, in the languages that forms are in.
_NAMES = """
    afghanistan albania algeria argentina australia austria belgium brazil bulgaria canada chile china colombia
    croatia denmark egypt estonia finland france germany greece hungary iceland india indonesia ireland israel italy
    japan kenya latvia lithuania luxembourg malta mexico netherlands nigeria norway pakistan peru poland portugal
    romania serbia singapore slovakia slovenia spain sweden switzerland thailand turkey ukraine vietnam
    albanien algerien argentinien australien belgien brasilien bulgarien danemark deutschland frankreich
    griechenland irland italien niederlande norwegen osterreich polen rumanien schweden schweiz slowakei spanien
    ungarn
    albanie allemagne algerie argentine australie autriche belgique bresil bulgarie chypre croatie espagne estonie
    finlande grece hongrie irlande islande italie norvege pologne roumanie suede suisse
    alemania argelia belgica brasil chipre dinamarca eslovenia espana finlandia francia grecia hungria irlanda
    islandia italia noruega polonia rumania suecia suiza
    belgie bulgarije duitsland frankrijk griekenland ierland italie noorwegen oostenrijk spanje zweden zwitserland
"""
COUNTRY_OPTIONS = frozenset(_NAMES.split())
