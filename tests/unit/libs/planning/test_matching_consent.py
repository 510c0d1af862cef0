"""Which consents are given: what is required and asks for no more than the application, in any language we know."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import (
    FieldKind,
)
from ghosthands.planning.rules.consent import asks_for_consent
from tests.unit.libs.planning.test_matching import field, key_of


@pytest.mark.parametrize("above", ["above", "I have shared with you"])
def test_a_required_strict_consent_is_agreed_to(above: str) -> None:
    label = f"I certify that the information {above} is true and complete"
    assert key_of(field(label, FieldKind.CHECKBOX, required=True)) == "constant.yes"


@pytest.mark.parametrize("whose", ["applicants", "job applicants", "candidates"])
def test_the_privacy_policy_for_those_who_apply_is_agreed_to(whose: str) -> None:
    label = f"I agree to the privacy policy for {whose} *"
    assert key_of(field(label, FieldKind.CHECKBOX, required=True)) == "constant.yes"


@pytest.mark.parametrize(
    ("label", "required"),
    [
        ("I agree to the privacy policy", False),
        ("I agree to the privacy policy for customers", True),
        ("I like cats", True),
        ("I agree to binding arbitration under the terms of the agreement", True),
        ("I consent to a background check under the terms of this policy", True),
        ("I agree to receive text messages under the terms of this policy", True),
        ("I accept the privacy policy and agree to a drug test and a medical examination", True),
        ("Ich akzeptiere die Datenschutzerklärung und willige in eine Hintergrundüberprüfung ein", True),
        ("Ich stimme der ärztlichen Untersuchung und den AGB zu", True),
        ("J'accepte la politique de confidentialité et la vérification de mes antécédents", True),
        ("J'accepte les conditions et l'arbitrage", True),
        ("Autorizo el tratamiento de mis datos personales y la verificación de antecedentes", True),
        ("Acepto los términos y recibir SMS", True),
        ("Autorizzo il trattamento dei dati personali e la verifica del casellario giudiziale", True),
        ("Accetto i termini e la rinuncia a ogni azione", True),
        ("Ik ga akkoord met de privacyverklaring en een achtergrondonderzoek", True),
        ("Ik ga akkoord met de voorwaarden en een medische keuring", True),
        ("Autorizo o uso dos meus dados pessoais e a verificação de antecedentes criminais", True),
        ("Aceito os termos e o exame toxicológico", True),
        ("個人情報の取り扱いと経歴調査に同意します", True),
        ("利用規約と薬物検査に同意する", True),
        ("Acepto recibir comunicaciones conforme a la política de privacidad", True),
        ("I agree to receive emails under the privacy policy", True),
        ("我同意 Privacy Policy", True),
        ("I agree to the privacy policy and to my data being shared by Acme with its partners", True),
        ("I agree to the terms and to be called by automated technology", True),
        ("Ich bin einverstanden, dass meine Daten an andere Unternehmen weitergeleitet werden (Datenschutz)", True),
        ("J'accepte que mes données personnelles soient partagées avec les partenaires", True),
        ("Autorizo la cesión de mis datos personales a terceros", True),
        ("Autorizzo la comunicazione dei dati personali a società terze", True),
        ("Ik ga akkoord dat mijn persoonsgegevens met derden worden gedeeld", True),
        ("Concordo com a partilha dos meus dados pessoais com terceiros", True),
        ("個人情報を第三者に提供することに同意する", True),
        ("上記の内容に同意する", True),
    ],
)
def test_no_other_consent_is_given(label: str, required: bool) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=required)) != "constant.yes"


@pytest.mark.parametrize(
    "words",
    [
        "Ich habe die Datenschutzerklärung gelesen und stimme zu",
        "Hiermit bestätige ich, dass ich die Datenschutzerklärung zur Kenntnis genommen habe.",
        "Ich habe die Datenschutzhinweise zur Kenntnis genommen und erteile die Einwilligung in die Nutzung",
        "Ja, ich habe die Bedingungen gelesen und stimme ihnen zu.",
        "Ich bin mit der Verarbeitung meiner personenbezogenen Daten einverstanden.",
        "Ich willige in die Verarbeitung meiner Daten zum Zweck der Bewerbung ein.",
        "Mit meiner Bewerbung stimme ich der Verarbeitung meiner Daten zu",
        "Ich versichere, dass alle meine Angaben vollständig und wahrheitsgemäß sind.",
        "Mit dem Absenden Ihrer Bewerbung akzeptieren Sie unsere Datenschutzerklärung",
        "J'accepte la politique de confidentialité",
        "J’ai lu et j’accepte la politique de confidentialité des candidats",
        "J'ai pris connaissance de la politique de protection des données personnelles",
        "Je consens au traitement de mes données à caractère personnel aux fins de recrutement",
        "Oui, j'ai lu et j'accepte les conditions générales d'utilisation",
        "Je certifie sur l'honneur l'exactitude des renseignements fournis",
        "J'accepte les CGU",
        "Acepto la política de privacidad",
        "Sí, he leído y acepto los términos y condiciones",
        "Doy mi consentimiento para el tratamiento de mis datos personales",
        "Acepto el tratamiento de mis datos de carácter personal",
        "Estoy de acuerdo con la política de protección de datos",
        "Declaro que la información proporcionada es verdadera y completa",
        "Confirmo que he leído la información sobre protección de datos",
        "Accetto l'informativa sulla privacy",
        "Autorizzo il trattamento dei miei dati personali ai sensi del GDPR (Regolamento UE 2016/679)",
        "Presto il consenso al trattamento dei miei dati personali",
        "Confermo di aver letto l'informativa privacy",
        "Dichiaro di aver letto e compreso l'informativa",
        "Presa visione dell'informativa, acconsento al trattamento dei dati",
        "Sì, ho letto e accetto i termini e le condizioni",
        "Ik ga akkoord met de privacyverklaring",
        "Ik heb de privacyverklaring gelezen en ga hiermee akkoord",
        "Ja, ik heb de algemene voorwaarden gelezen en ga ermee akkoord",
        "Ik stem in met de verwerking van mijn persoonlijke gegevens",
        "Hierbij geef ik toestemming om mijn gegevens te verwerken voor de sollicitatieprocedure",
        "Ik verklaar dit formulier naar waarheid te hebben ingevuld",
        "Akkoord met privacy policy",
        "Li e aceito a política de privacidade",
        "Sim, li e concordo com os termos e condições",
        "Concordo com o tratamento dos meus dados pessoais de acordo com a LGPD",
        "Dou o meu consentimento para o tratamento dos meus dados pessoais",
        "Tomei conhecimento da política de privacidade",
        "Declaro que as informações fornecidas são verdadeiras e completas",
        "Estou ciente e de acordo com o tratamento dos meus dados",
        "個人情報の取り扱いに同意する",
        "個人情報の取扱いについて同意します",
        "はい、利用規約を読み、同意します",
        "個人情報保護方針に同意の上、応募する",
        "「個人情報の取り扱いについて」を読み、同意しました",
        "個人情報の取り扱いに承諾する",
        "個人情報保護方針に同意いただける方はチェックしてください",
    ],
)
def test_consent_is_given_in_other_languages_where_it_is_required(words: str) -> None:
    assert key_of(field(words, FieldKind.CHECKBOX, required=True)) == "constant.yes"
    assert key_of(field(words, FieldKind.CHECKBOX)) is None


@pytest.mark.parametrize("options", [("Ja", "Nein"), ("Oui", "Non"), ("Sí", "No"), ("Sim", "Não")])
def test_a_question_for_consent_is_answered_where_its_yes_is_understood(options: tuple[str, ...]) -> None:
    words = "Acepto la política de privacidad"
    assert key_of(field(words, FieldKind.RADIO, required=True, options=options)) == "constant.yes"
    assert key_of(field(words, FieldKind.RADIO, required=True, options=("Tal vez", "No sé"))) is None


AGREED = {
    "en": "I agree to the terms",
    "de": "Ich stimme den Bedingungen zu",
    "fr": "J'accepte les conditions",
    "es": "Acepto los términos y condiciones",
    "it": "Accetto i termini e le condizioni",
    "nl": "Ik ga akkoord met de voorwaarden",
    "pt": "Aceito os termos e condições",
    "ja": "規約に同意します",
}


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "Arbitration agreement"),
        ("en", "Mutual Agreement to Arbitrate Claims"),
        ("en", "Waiver of Jury Trial"),
        ("en", "Class action waiver"),
        ("en", "Non-Compete Agreement"),
        ("en", "Non-disclosure"),
        ("en", "NDA"),
        ("en", "Release of Liability"),
        ("en", "Background Check Authorization"),
        ("en", "Drug testing"),
        ("en", "Employment at will"),
        ("en", "Dispute resolution"),
        ("en", "Relocation and repayment"),
        ("de", "Schiedsvereinbarung"),
        ("de", "Wettbewerbsverbot"),
        ("de", "Verzicht auf Sammelklagen"),
        ("fr", "Convention d'arbitrage"),
        ("fr", "Clause de non-concurrence"),
        ("es", "Acuerdo de arbitraje"),
        ("es", "Renuncia a demandas colectivas"),
        ("it", "Patto di non concorrenza"),
        ("it", "Clausola arbitrale"),
        ("nl", "Concurrentiebeding"),
        ("nl", "Arbitrageovereenkomst"),
        ("pt", "Acordo de arbitragem"),
        ("pt", "Renúncia a ações coletivas"),
        ("ja", "仲裁合意書"),
        ("ja", "競業避止"),
    ],
)
def test_the_terms_under_another_heading_are_other_terms(language: str, heading: str) -> None:
    box = field(AGREED[language], FieldKind.CHECKBOX, required=True, section=heading)
    assert key_of(box) is None


@pytest.mark.parametrize("label", ["I agree to the privacy policy", "I certify that the statements above are true"])
@pytest.mark.parametrize("heading", ["Arbitration agreement", "Background check authorization", "Waiver of rights"])
def test_under_an_agreement_of_another_kind_nothing_is_agreed_to(label: str, heading: str) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=True, section=heading)) is None
    below = field(label, FieldKind.CHECKBOX, required=True, section="Acceptance", around=(heading, "Engineer"))
    assert key_of(below) is None


@pytest.mark.parametrize(
    ("label", "section", "around"),
    [
        ("I agree to the terms", "Acknowledgement", ("Training cost repayment", "Engineer")),
        ("I agree to the terms", "Terms and conditions", ("Relocation repayment", "Engineer")),
        ("I certify that the above information is true", "I have never been convicted of a felony", ("Engineer",)),
        ("I certify that the above information is true", "Acknowledgement", ("I am at least 18 years old", "Engineer")),
    ],
)
def test_nothing_is_agreed_to_under_an_outer_heading_of_another_kind_or_a_statement(
    label: str, section: str, around: tuple[str, ...]
) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=True, section=section, around=around)) is None


def test_the_terms_below_the_title_of_a_posting_are_those_of_applying() -> None:
    box = field("I agree to the terms", FieldKind.CHECKBOX, required=True, section="Privacy", around=("Engineer",))
    assert key_of(box) == "constant.yes"


@pytest.mark.parametrize(
    ("label", "heading"),
    [
        ("I agree with the terms and conditions", "Let's get started"),
        *((label, "") for label in AGREED.values()),
        ("I agree to the terms", "Terms and Conditions"),
        ("I agree to the terms", "Applicant agreement"),
        ("I agree to the terms", "3. Submit your application"),
        ("I agree to the terms", "Create an account"),
        ("I agree to the terms of use", "Privacy"),
        ("I agree to the privacy policy", "Privacy"),
        ("I agree to the privacy policy", "Senior Engineer, Release Management"),
        ("I agree to the privacy policy", "Work experience"),
        ("I certify that all information above is true", "Education"),
        ("I certify that all information above is true", "Certification and agreement"),
        ("Ich stimme den Bedingungen zu", "Nutzungsbedingungen"),
        ("Ich akzeptiere die Datenschutzerklärung", "Datenschutz"),
        ("Ich stimme den Bedingungen zu", "Ihre Bewerbung"),
        ("J'accepte les conditions", "Conditions générales d'utilisation"),
        ("J'accepte la politique de confidentialité", "Protection des données"),
        ("Acepto los términos y condiciones", "Términos y condiciones"),
        ("Acepto la política de privacidad", "Información adicional"),
        ("Accetto i termini e le condizioni", "Termini e condizioni"),
        ("Ik ga akkoord met de voorwaarden", "Algemene voorwaarden"),
        ("Aceito os termos e condições", "Termos de uso"),
        ("規約に同意します", "利用規約"),
    ],
)
def test_consent_under_an_ordinary_heading_is_given(label: str, heading: str) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=True, section=heading)) == "constant.yes"


@pytest.mark.parametrize(
    "label",
    [
        "J'accepte que mes données soient traitées dans le cadre de ma candidature",
        "Ich willige in die Verarbeitung meiner Bewerberdaten ein",
        "J'ai lu et j'accepte la politique de confidentialité et le traitement de mes données personnelles dans"
        " le cadre de mon recrutement",
        "Ik geef toestemming voor het verwerken van mijn gegevens voor deze sollicitatie",
        "Acepto el tratamiento de mis datos personales para gestionar mi candidatura",
        "Jag samtycker till att mina uppgifter behandlas",
        "Jag samtycker till behandling av mina personuppgifter i samband med rekryteringen",
        "Jag har läst integritetspolicyn",
        "Jag intygar att uppgifterna är korrekta",
        "Jeg accepterer behandling af mine personoplysninger",
        "Jeg har læst og accepterer privatlivspolitikken",
        "Jeg bekræfter, at oplysningerne er korrekte",
        "Jeg samtykker til behandling av mine personopplysninger",
        "Jeg har lest personvernerklæringen",
        "Annan suostumukseni henkilötietojeni käsittelyyn",
        "Olen lukenut ja hyväksyn tietosuojaselosteen",
        "Wyrażam zgodę na przetwarzanie moich danych osobowych w celu rekrutacji",
        "Wyrażam zgodę na przetwarzanie danych osobowych zawartych w mojej aplikacji dla potrzeb niezbędnych"
        " do realizacji procesu rekrutacji",
        "Zapoznałem/am się z polityką prywatności i ją akceptuję",
        "Oświadczam, że podane dane są zgodne z prawdą",
        "Souhlasím se zpracováním osobních údajů",
        "Souhlasím se zpracováním svých osobních údajů za účelem výběrového řízení",
        "我同意隐私政策",
        "我已阅读并同意《隐私政策》",
        "我确认以上信息真实准确",
    ],
)
def test_applying_itself_is_agreed_to_in_other_languages_too(label: str) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=True)) == "constant.yes"


@pytest.mark.parametrize(
    "label",
    [
        "J'accepte que mes données soient traitées et partagées avec des partenaires",
        "Jag samtycker till att mina uppgifter sparas för framtida rekryteringar",
        "Jag samtycker till behandling av mina personuppgifter och en bakgrundskontroll",
        "Jag samtycker till att mina uppgifter lämnas till samarbetspartners",
        "Jag godkänner nyhetsbrev",
        "Jeg accepterer behandling af mine personoplysninger og en straffeattest",
        "Jeg giver samtykke til at modtage nyhedsbreve",
        "Jeg samtykker til behandling av mine personopplysninger og bakgrunnssjekk",
        "Annan suostumukseni henkilötietojeni käsittelyyn ja markkinointiin",
        "Annan suostumukseni turvallisuusselvitykseen",
        "Wyrażam zgodę na przetwarzanie moich danych osobowych w celach marketingowych",
        "Wyrażam zgodę na przetwarzanie moich danych osobowych na potrzeby przyszłych rekrutacji",
        "Wyrażam zgodę na przetwarzanie przez partnerów moich danych osobowych",
        "Oświadczam, że nie byłem karany",
        "Souhlasím se zpracováním osobních údajů pro marketingové účely",
        "Souhlasím se zpracováním osobních údajů a zasíláním novinek",
        "我同意隐私政策并接受背景调查",
        "我同意接收招聘信息",
        "我同意将我的个人信息提供给第三方",
        "我确认本人无犯罪记录",
    ],
)
def test_more_than_applying_is_a_humans_to_agree_to_in_those_languages(label: str) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=True)) is None


@pytest.mark.parametrize(
    "label",
    [
        "I agree to the Acme Background Check Privacy Policy",
        "I agree to Marketing Emails Privacy Policy",
        "I consent to Experian Credit Bureau processing my data",
        "Je ne consens à la politique de confidentialité",
    ],
)
def test_what_looks_like_an_employers_name_hides_no_other_agreement(label: str) -> None:
    assert asks_for_consent("I agree to the Acme Privacy Policy")
    assert not asks_for_consent(label)


AT_ACME = "https://boards.greenhouse.io/acme/jobs/1"


@pytest.mark.parametrize(
    "label",
    [
        "I consent to Experian processing my data",
        "I consent to HireRight collecting and processing my personal data for recruitment purposes",
        "I authorize Sterling to process my data",
        "I agree to Checkr's processing of my personal information",
        "I agree to Checkr's use of my data",
        "I consent to recruiters processing my data",
        "Ich willige ein, dass Experian meine Daten verarbeitet",
        "J'autorise Experian à traiter mes données",
        "Autorizo a Experian a tratar mis datos",
    ],
)
def test_whose_processing_it_is_has_to_be_known(label: str) -> None:
    assert not asks_for_consent(label)
    assert not asks_for_consent(label, address=AT_ACME)
    assert not asks_for_consent(label, address="https://apply.example.org/experiandata")


@pytest.mark.parametrize(
    "label",
    [
        "I consent to Acme processing my data",
        "I consent to Acme Inc. collecting and processing my personal data for recruitment purposes",
        "I authorize Acme to process my data",
        "I agree to Acme's processing of my personal information",
        "Ich willige ein, dass meine Daten durch die Acme GmbH verarbeitet werden",
        "J'autorise Acme à traiter mes données",
        "Autorizo a Acme a tratar mis datos",
    ],
)
def test_the_employer_of_the_form_may_process_what_is_sent_to_it(label: str) -> None:
    assert asks_for_consent(label, address=AT_ACME)
    assert not asks_for_consent(label)


@pytest.mark.parametrize(
    "label",
    [
        "I consent to the company processing my data",
        "I consent to the employer collecting and using my personal data for this application",
        "I agree that you may process my data",
    ],
)
def test_the_employer_without_a_name_is_the_one_of_the_form(label: str) -> None:
    assert asks_for_consent(label)


@pytest.mark.parametrize(
    "label",
    [
        "I agree that you may keep my data",
        "I consent to the retention of my personal data",
        "I consent to the storage of my data",
        "Ich willige in die Speicherung meiner Daten ein",
        "J'accepte la conservation de mes données personnelles",
        "Acepto la conservación de mis datos personales",
        "Acepto el almacenamiento de mis datos",
        "Acconsento alla conservazione dei miei dati",
        "Ik ga akkoord met het bewaren van mijn gegevens",
        "Ik ga akkoord met de opslag van mijn gegevens",
        "Concordo com o armazenamento dos meus dados pessoais",
        "Jag samtycker till lagring av mina personuppgifter",
        "Jeg samtykker til opbevaring af mine personoplysninger",
        "Jeg samtykker til lagring av mine personopplysninger",
        "Keep my data for future vacancies",
    ],
)
def test_data_are_kept_for_this_application_alone(label: str) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=True)) is None


@pytest.mark.parametrize(
    "label",
    [
        "I consent to the storage and processing of my data",
        "I consent to the retention of my personal data for this application",
        "Ich stimme der Speicherung meiner Daten im Rahmen des Bewerbungsverfahrens zu",
        "J'accepte la conservation de mes données pour ma candidature",
        "Ik ga akkoord met de opslag van mijn gegevens voor deze sollicitatie",
    ],
)
def test_what_is_kept_for_this_application_is_part_of_applying(label: str) -> None:
    assert key_of(field(label, FieldKind.CHECKBOX, required=True)) == "constant.yes"
