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

#: The states of the USA, the provinces of Canada and their codes; the codes of countries are partly the same.
_STATES = """
    alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, georgia, hawaii,
    idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan,
    minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico, new york,
    north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina, south dakota,
    tennessee, texas, utah, vermont, virginia, washington, west virginia, wisconsin, wyoming,
    alberta, british columbia, manitoba, new brunswick, newfoundland and labrador, nova scotia, ontario,
    prince edward island, quebec, saskatchewan, yukon,
    al, ak, az, ar, ca, co, ct, de, fl, ga, hi, id, il, in, ia, ks, ky, la, me, md, ma, mi, mn, ms, mo, mt, ne, nv, nh,
    nj, nm, ny, nc, nd, oh, ok, or, pa, ri, sc, sd, tn, tx, ut, vt, va, wa, wv, wi, wy,
    ab, bc, mb, nb, nl, ns, on, pe, qc, sk, yt
"""
STATE_OPTIONS = frozenset(" ".join(_STATES.split()).split(", "))
