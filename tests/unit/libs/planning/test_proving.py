"""Whether a draft says more of a person than they say of themselves: made-up claims beside honest ones."""

from __future__ import annotations

import pytest

from ghosthands.planning.proving import Sources, Unproven, find_language, find_unproven

ENGLISH = """\
first name Ada
last name Byron
location London, United Kingdom
years of experience 8
Ada Byron
Software engineer with 8 years of experience in backend development
Acme Ltd, Backend Developer, 2019 - 2023
Built payment services in Go and PostgreSQL
Cut latency of the checkout by 40 % and wrote tests for every release
Beta GmbH, Software Engineer, 2015 - 2019
Maintained a warehouse system in Python for logistics customers
University of Leeds, BSc Computer Science, 2015
Skills: Go, Python, PostgreSQL, Docker
Languages: English, French
"""
GERMAN = """\
Ada Byron, London
Softwareentwicklerin mit 8 Jahren Berufserfahrung im Backend
Acme Ltd, Backend-Entwicklerin, 2019 - 2023
Zahlungsdienste in Go und PostgreSQL entwickelt, Latenz um 40 % gesenkt
Beta GmbH, Softwareentwicklerin, 2015 - 2019
Lagersystem in Python betreut
University of Leeds, Bachelor Informatik, 2015
Sprachen: Englisch, Deutsch
"""
FRENCH = """\
Ada Byron, Londres
Développeuse backend, 8 ans d'expérience
Acme Ltd, développeuse backend, 2019 - 2023
Développement de services de paiement en Go et PostgreSQL
Beta GmbH, ingénieure logiciel, 2015 - 2019
Maintenance d'un système d'entrepôt en Python
University of Leeds, licence en informatique, 2015
Langues : anglais, français
"""
SPANISH = """\
Ada Byron, Londres
Desarrolladora backend con 8 años de experiencia
Acme Ltd, desarrolladora backend, 2019 - 2023
Desarrollo de servicios de pago en Go y PostgreSQL
Beta GmbH, ingeniera de software, 2015 - 2019
Mantenimiento de un sistema de almacén en Python
University of Leeds, grado en informática, 2015
Idiomas: inglés, español
"""
SOURCES = {
    language: Sources(text.splitlines())
    for language, text in (("en", ENGLISH), ("de", GERMAN), ("fr", FRENCH), ("es", SPANISH))
}

MADE_UP = [
    # employers
    ("en", "I worked at Google."),
    ("en", "I worked at google."),
    ("en", "At Acme and Microsoft I built payment services."),
    ("en", "Initech hired me to maintain a warehouse system."),
    ("en", "I spent my last years at a leading search engine company."),
    ("en", "I would love to bring what I did at Amazon to your team."),
    ("en", "After Acme I joined a well-known streaming service."),
    ("en", "I ran my own startup."),
    ("en", "I was part of the founding team of a fintech."),
    ("en", "My former employer, a Fortune company, taught me this."),
    # dates and durations
    ("en", "I worked at Acme from 2016 to 2023."),
    ("en", "I worked at Beta until 2021."),
    ("en", "I have 12 years of experience in backend development."),
    ("en", "I have twelve years of experience in backend development."),
    ("en", "I have over a decade of experience in backend development."),
    ("en", "I have several years of experience in Go."),
    ("en", "I would enjoy using my fifteen years of experience in your team."),
    ("en", "In 2015 I worked at Acme."),
    ("en", "I worked at Acme since 2015."),
    ("en", "I have 8 years of experience with Docker."),
    # degrees
    ("en", "I hold a PhD in Computer Science."),
    ("en", "I have a doctorate from the University of Leeds."),
    ("en", "I finished my doctoral work in Leeds."),
    ("en", "I have a Master of Computer Science."),
    ("en", "I have an MSc in Computer Science."),
    ("en", "I did an MBA after my time at Beta."),
    ("en", "I graduated with honours."),
    ("en", "I was top of my class at the University of Leeds."),
    ("en", "I went to Cambridge."),
    ("en", "I studied computer science on a scholarship."),
    ("en", "I would like to use what I learned at Stanford."),
    # licences and certificates
    ("en", "I am a certified Go developer."),
    ("en", "I have the AWS Solutions Architect certification."),
    ("en", "I am a licensed engineer."),
    ("en", "I am a chartered engineer."),
    ("en", "I passed the bar exam."),
    ("en", "I am a registered nurse."),
    ("en", "I have a clean driving licence."),
    ("en", "I have an active clearance."),
    ("en", "I would be keen to use my PMP with you."),
    # numbers
    ("en", "I cut latency of the checkout by 60 %."),
    ("en", "I cut latency of the checkout by half."),
    ("en", "I doubled the revenue of the checkout."),
    ("en", "I built services for 2 million customers."),
    ("en", "I built services for millions of customers."),
    ("en", "I wrote 40 services in Python."),
    ("en", "I maintained a dozen systems."),
    ("en", "I led a team of five."),
    # claims
    ("en", "I led the backend team at Acme."),
    ("en", "I managed the warehouse."),
    ("en", "I was promoted at Acme."),
    ("en", "I won an award at Beta."),
    ("en", "I am fluent in Japanese."),
    ("en", "I am a native speaker."),
    ("en", "I am an expert in Kubernetes."),
    ("en", "I know kubernetes and terraform well."),
    ("en", "I hold a patent."),
    ("en", "I gave talks about payment services."),
    ("en", "My work in cardiology is why I apply."),
    ("en", "Responsible for a budget and direct reports."),
    # other languages
    ("de", "Ich habe bei Siemens gearbeitet."),
    ("de", "Ich habe bei einem großen Suchmaschinenanbieter gearbeitet."),
    ("de", "Ich habe in Informatik promoviert."),
    ("de", "Ich habe einen Master in Informatik."),
    ("de", "Ich habe zwölf Jahre Berufserfahrung."),
    ("de", "Ich bin zertifizierte Entwicklerin."),
    ("de", "Ich habe ein Team geleitet."),
    ("de", "Ich habe die Latenz um 60 % gesenkt."),
    ("de", "Ich war bis 2021 bei Beta."),
    ("de", "Mein Führerschein erlaubt mir Reisen."),
    ("fr", "J'ai travaillé chez Renault."),
    ("fr", "J'ai un doctorat en informatique."),
    ("fr", "J'ai un master en informatique."),
    ("fr", "J'ai dix ans d'expérience."),
    ("fr", "J'ai dirigé une équipe."),
    ("fr", "Je suis titulaire du permis B."),
    ("fr", "Je suis ingénieure certifiée."),
    ("fr", "J'ai travaillé pour un grand moteur de recherche."),
    ("es", "He trabajado en Telefónica."),
    ("es", "Tengo un doctorado en informática."),
    ("es", "Tengo un máster en informática."),
    ("es", "Tengo doce años de experiencia."),
    ("es", "He dirigido un equipo."),
    ("es", "Tengo carné de conducir."),
    ("es", "Soy ingeniera colegiada."),
    ("es", "He trabajado para un gran buscador de internet."),
]

HONEST = [
    ("en", "I built payment services in Go and PostgreSQL at Acme."),
    ("en", "At Acme I built payment services in Go."),
    ("en", "I have 8 years of experience in backend development."),
    ("en", "I have eight years of experience."),
    ("en", "I worked at Acme from 2019 to 2023."),
    ("en", "I worked at Beta from 2015 to 2019."),
    ("en", "I cut latency of the checkout by 40 %."),
    ("en", "I cut latency by 40%, and I wrote tests for every release."),
    ("en", "I have a BSc in Computer Science from the University of Leeds."),
    ("en", "I have a bachelor in computer science."),
    ("en", "I hold a degree in Computer Science."),
    ("en", "I am a software engineer."),
    ("en", "I was a backend developer at Acme."),
    ("en", "I maintained a warehouse system in Python."),
    ("en", "I worked with logistics customers."),
    ("en", "I know Go, Python, PostgreSQL and Docker."),
    ("en", "I live in London."),
    ("en", "I speak English and French."),
    ("en", "I want to work with people who care about good software."),
    ("en", "Your team solves problems that I would like to help with."),
    ("en", "I enjoy solving hard problems together with others."),
    ("en", "I am motivated by work that matters to people."),
    ("en", "I would like to learn from your team and to help it grow."),
    ("en", "I look forward to hearing from you."),
    ("en", "Thank you for your time."),
    ("en", "I like to understand a problem before I write any software."),
    ("en", "I listen first, ask questions and then look for a simple way."),
    ("en", "My experience in backend development would help your team."),
    ("en", "I wrote tests for every release at Acme, and I would do the same with you."),
    ("en", "I have never worked in another field, but I learn quickly."),
    ("en", "What interests me most is how payment systems work."),
    ("en", "I would bring my experience with payment services to your team."),
    ("de", "Ich habe bei Acme Zahlungsdienste in Go entwickelt."),
    ("de", "Ich habe 8 Jahre Berufserfahrung."),
    ("de", "Ich habe acht Jahre Berufserfahrung im Backend."),
    ("de", "Ich habe die Latenz um 40 % gesenkt."),
    ("de", "Bei Beta habe ich ein Lagersystem in Python betreut."),
    ("de", "Ich habe einen Bachelor in Informatik."),
    ("de", "Ich bin Softwareentwicklerin."),
    ("de", "Ich war von 2019 bis 2023 bei Acme."),
    ("de", "Mich reizt die Arbeit an Problemen, die für Menschen wichtig sind."),
    ("de", "Ich möchte gerne mit Ihrem Team zusammenarbeiten."),
    ("de", "Ich freue mich darauf, von Ihnen zu lernen."),
    ("de", "Ich lerne gern Neues und helfe gern anderen."),
    ("de", "Ihre Aufgaben interessieren mich sehr."),
    ("fr", "J'ai travaillé chez Acme comme développeuse backend."),
    ("fr", "J'ai 8 ans d'expérience."),
    ("fr", "J'ai huit ans d'expérience."),
    ("fr", "Je suis développeuse backend."),
    ("fr", "J'ai une licence en informatique."),
    ("fr", "J'ai travaillé chez Beta de 2015 à 2019."),
    ("fr", "J'aime travailler en équipe et apprendre des autres."),
    ("fr", "Je voudrais contribuer aux projets de votre équipe."),
    ("fr", "Votre mission me motive beaucoup."),
    ("fr", "Je souhaite apprendre avec vous."),
    ("es", "He trabajado en Acme como desarrolladora backend."),
    ("es", "Tengo 8 años de experiencia."),
    ("es", "Tengo ocho años de experiencia."),
    ("es", "Soy desarrolladora backend."),
    ("es", "Tengo un grado en informática."),
    ("es", "He trabajado en Beta de 2015 a 2019."),
    ("es", "Me gusta trabajar en equipo y aprender de los demás."),
    ("es", "Quiero contribuir a los proyectos de su equipo."),
    ("es", "Me interesa mucho su proyecto."),
    ("es", "Me gustaría aprender con ustedes."),
]


def test_there_are_enough_of_both() -> None:
    assert min(len(set(MADE_UP)), len(set(HONEST))) >= 60


@pytest.mark.parametrize(("language", "draft"), MADE_UP)
def test_a_made_up_claim_is_refused(language: str, draft: str) -> None:
    assert find_unproven(draft, SOURCES[language], language) is not None


@pytest.mark.parametrize(("language", "draft"), HONEST)
def test_an_honest_draft_passes(language: str, draft: str) -> None:
    assert find_unproven(draft, SOURCES[language], language) is None


@pytest.mark.parametrize(("language", "draft"), MADE_UP)
def test_a_made_up_claim_is_refused_among_honest_sentences(language: str, draft: str) -> None:
    honest = [text for name, text in HONEST if name == language]
    assert find_unproven(" ".join((*honest[:2], draft, *honest[2:4])), SOURCES[language], language) is not None


@pytest.mark.parametrize("language", SOURCES)
def test_all_honest_drafts_together_pass(language: str) -> None:
    whole = "\n".join(text for name, text in HONEST if name == language)
    assert find_unproven(whole, SOURCES[language], language) is None


def test_a_draft_in_a_language_that_nobody_can_check_is_refused() -> None:
    assert find_unproven("Lavoro bene con gli altri.", SOURCES["en"], "it") is Unproven.LANGUAGE


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Why do you want to work with us?", "en"),
        ("Warum möchten Sie bei uns arbeiten?", "de"),
        ("Pourquoi souhaitez-vous rejoindre notre équipe ?", "fr"),
        ("¿Por qué quiere trabajar con nosotros en este proyecto?", "es"),
        ("Perché vuoi lavorare con noi? Quali sono i tuoi obiettivi?", "it"),
        ("Dlaczego chcesz u nas pracować?", "pl"),
        ("志望動機", None),
        ("42", None),
    ],
)
def test_the_language_of_a_question_is_known_by_its_words(text: str, language: str | None) -> None:
    assert find_language(text) == language
