"""One hundred questions as application forms ask them, in ten languages, by what must become of each.

A few stand on captured forms, the others are the stems of public filler tests and locale files. Each is asked as a
field that the form insists on, of an applicant with a profile, a resume and three own answers
(`test_hundred_questions`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Fate(StrEnum):
    """What must become of a question."""

    #: by the profile, or by an own answer to it, also in other words
    ANSWERED = "answered"
    #: by a model, from profile and resume
    DRAFTED = "drafted"
    #: by the option that declines
    DECLINED = "declined"
    #: of a human, since nobody else may say or knows
    ASKED = "asked"


class Asked(NamedTuple):
    """A question on a form."""

    fate: Fate
    language: str
    text: str
    #: empty for a box of many lines, or a line where `key` says so
    options: tuple[str, ...] = ()
    #: of an answer: where it must come from
    key: str = ""


YN = ("Yes", "No")
JN = ("Ja", "Nein")
ON = ("Oui", "Non")
SN = ("Sí", "No")
DECLINING = ("Female", "Male", "I do not wish to answer")
_A, _D, _C, _H = Fate.ANSWERED, Fate.DRAFTED, Fate.DECLINED, Fate.ASKED
RELOCATE, SPONSOR, AUTHORIZED = "answers:relocation", "answers:sponsorship", "answers:authorized"

#: The applicant's own answers, in the form's words and in others, and the profile's.
KNOWN: tuple[Asked, ...] = (
    Asked(_A, "en", "Are you open to relocation?", YN, RELOCATE),
    Asked(_A, "en", "Would you be willing to relocate?", YN, RELOCATE),
    Asked(_A, "en", "Are you prepared to relocate?", YN, RELOCATE),
    Asked(_A, "en", "Do you require visa sponsorship?", YN, SPONSOR),
    Asked(_A, "en", "Do you need sponsorship for an employment visa?", YN, SPONSOR),
    Asked(_A, "en", "Do you NOT require visa sponsorship?", YN, SPONSOR),
    Asked(_A, "en", "Are you authorized to work in the US?", YN, AUTHORIZED),
    Asked(_A, "en", "Are you legally authorised to work in the United States?", YN, AUTHORIZED),
    Asked(_A, "en", "Do you have the right to work in the United States?", YN, AUTHORIZED),
    Asked(_A, "en", "What is your notice period?", key="profile.notice_period"),
    Asked(_A, "de", "Wie lange ist Ihre Kündigungsfrist?", key="profile.notice_period"),
    Asked(_A, "fr", "Quel est votre préavis ?", key="profile.notice_period"),
    Asked(_A, "es", "¿Cuál es su preaviso?", key="profile.notice_period"),
    Asked(_A, "it", "Preavviso", key="profile.notice_period"),
    Asked(_A, "nl", "Wat is je opzegtermijn?", key="profile.notice_period"),
    Asked(_A, "en", "What are your salary expectations?", key="profile.salary_expectation"),
    Asked(_A, "en", "What are your salary expectations for this role?", key="profile.salary_expectation"),
    Asked(_A, "en", "Desired compensation", key="profile.salary_expectation"),
    Asked(_A, "de", "Was ist Ihre Gehaltsvorstellung?", key="profile.salary_expectation"),
    Asked(_A, "fr", "Quelles sont vos prétentions salariales ?", key="profile.salary_expectation"),
    Asked(_A, "es", "¿Cuál es su expectativa salarial?", key="profile.salary_expectation"),
    Asked(_A, "pt", "Qual é a sua pretensão salarial?", key="profile.salary_expectation"),
    Asked(_A, "en", "How did you hear about us?", key="profile.how_did_you_hear"),
    Asked(_A, "en", "Where did you find this job?", key="profile.how_did_you_hear"),
    Asked(_A, "de", "Wie sind Sie auf uns aufmerksam geworden?", key="profile.how_did_you_hear"),
    Asked(_A, "en", "When can you start?", key="profile.available_start_date"),
    Asked(_A, "en", "Earliest start date", key="profile.available_start_date"),
    Asked(_A, "en", "How many years of professional experience do you have?", key="profile.years_of_experience"),
    Asked(_A, "en", "Are you at least 18 years of age?", YN, "profile.over_18"),
    Asked(_A, "en", "What is your level of English?", key="profile.english_proficiency"),
    Asked(_A, "en", "LinkedIn Profile", key="profile.linkedin_url"),
)
#: Open questions.
OPEN: tuple[Asked, ...] = (
    Asked(_D, "en", "Why do you want to work with us?"),
    Asked(_D, "en", "Why are you interested in this role?"),
    Asked(_D, "en", "Tell us about a project you are proud of."),
    Asked(_D, "en", "What is the highest scale system you have worked on?"),
    Asked(_D, "en", "Describe a difficult problem you have solved."),
    Asked(_D, "en", "What makes you a good fit for this position?"),
    Asked(_D, "en", "Describe your experience with payment systems."),
    Asked(_D, "en", "What are you looking for in your next role?"),
    Asked(_D, "de", "Warum möchten Sie bei uns und mit uns arbeiten?"),
    Asked(_D, "de", "Was reizt Sie an der Stelle und an der Aufgabe?"),
    Asked(_D, "de", "Beschreiben Sie ein Projekt, auf das Sie stolz sind."),
    Asked(_D, "fr", "Pourquoi souhaitez-vous travailler avec nous ?"),
    Asked(_D, "fr", "Décrivez un projet dont vous êtes fier."),
    Asked(_D, "es", "¿Por qué quiere trabajar con nosotros?"),
    Asked(_D, "es", "Describa un proyecto del que esté orgulloso."),
)
#: What is the applicant's alone to say, and shown to no model.
SENSITIVE: tuple[Asked, ...] = (
    Asked(_C, "en", "Gender", DECLINING),
    Asked(_C, "en", "What is your gender identity?", DECLINING),
    Asked(_C, "en", "Race/Ethnicity", ("Asian", "White", "Decline to self identify")),
    Asked(_C, "en", "Are you Hispanic or Latino?", (*YN, "I don't wish to answer")),
    Asked(_C, "en", "Veteran status", ("I am not a protected veteran", "I am a veteran", "I don't wish to answer")),
    Asked(_C, "en", "Disability status", ("Yes, I have a disability", "No", "I do not want to answer")),
    Asked(_C, "en", "What is your sexual orientation?", ("Straight", "Gay", "Prefer not to say")),
    Asked(_C, "de", "Geschlecht", ("weiblich", "männlich", "keine Angabe")),
    Asked(_H, "en", "Gender", ("Female", "Male")),
    Asked(_H, "en", "Are you transgender?", YN),
    Asked(_H, "en", "Have you ever been convicted of a felony?", YN),
    Asked(_H, "en", "Do you have any pending criminal charges? Please explain."),
    Asked(_H, "en", "Do you have a medical condition we should know about?"),
    Asked(_H, "en", "Do you need any accommodation for the interview?"),
    Asked(_H, "en", "What is your current salary?"),
    Asked(_H, "en", "What was your last annual salary?"),
    Asked(_H, "en", "What is your visa status?"),
    Asked(_H, "en", "What is your nationality?"),
    Asked(_H, "en", "Can you work in the US without sponsorship?", YN),
    Asked(_H, "en", "Will you require sponsorship in the future?", YN),
    Asked(_H, "en", "Do you hold an active security clearance?", YN),
    Asked(_H, "en", "Are you a U.S. person under ITAR?", YN),
    Asked(_H, "de", "Sind Sie vorbestraft?", JN),
    Asked(_H, "de", "Haben Sie eine Schwerbehinderung?", JN),
    Asked(_H, "de", "Welche Staatsangehörigkeit haben Sie?"),
    Asked(_H, "de", "Wie hoch ist Ihr aktuelles Gehalt?"),
    Asked(_H, "fr", "Avez-vous un casier judiciaire ?", ON),
    Asked(_H, "fr", "Êtes-vous en situation de handicap ?", ON),
    Asked(_H, "fr", "Quelle est votre nationalité ?"),
    Asked(_H, "fr", "Quel est votre salaire actuel ?"),
    Asked(_H, "es", "¿Tiene antecedentes penales?", SN),
    Asked(_H, "es", "¿Tiene alguna discapacidad?", SN),
    Asked(_A, "es", "¿Requiere patrocinio de visa?", SN, SPONSOR),
    Asked(_H, "it", "Ha riportato condanne penali?", ("Sì", "No")),
    Asked(_H, "pt", "Possui alguma deficiência?", ("Sim", "Não")),
    Asked(_H, "nl", "Heeft u een strafblad?", ("Ja", "Nee")),
)
#: What nobody can know, or is not a model's to say.
OTHERS: tuple[Asked, ...] = (
    Asked(_H, "en", "Have you worked for Acme before?", YN),
    Asked(_H, "en", "Are you bound by a non-compete agreement?", YN),
    Asked(_H, "en", "Are you happy coming into our office 2 days a week?", YN),
    Asked(_H, "en", "Are you able to work in our London office one day per week?", YN),
    Asked(_H, "en", "Are you willing to travel up to 25 %?", YN),
    Asked(_H, "en", "Do you have a valid driver's license and a car?", YN),
    Asked(_H, "en", "Do you have experience with COBOL?", YN),
    Asked(_H, "en", "Can you lift 50 lbs?", YN),
    Asked(_H, "en", "Do you have relatives at Acme?", YN),
    Asked(_H, "en", "Do you know anybody here who would recommend you?", YN),
    Asked(_H, "en", "Answer in your own words, without AI: why engines?"),
    Asked(_H, "en", "Is there anything else you would like to add?"),
    Asked(_H, "en", "What is your social security number?"),
    Asked(_H, "en", "If yes, please explain:"),
    Asked(_H, "de", "Haben Sie einen Führerschein?", JN),
    Asked(_H, "ja", "志望動機を教えてください"),
    Asked(_H, "zh", "您的政治面貌是什么？"),
    Asked(_H, "pl", "Dlaczego chcesz u nas pracować?"),
)

QUESTIONS = (*KNOWN, *OPEN, *SENSITIVE, *OTHERS)
