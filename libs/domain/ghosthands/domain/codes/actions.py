"""Codes of actions on a field or a button."""

from __future__ import annotations

from ghosthands.domain.codes.browsers import StopCode
from ghosthands.domain.codes.code import Code, Remedy


class ActionFailure(Code):
    """The ways in which an action on a page fails."""

    ELEMENT_NOT_FOUND = (
        "element_not_found",
        "a field or button was gone when it was needed, several times over",
        Remedy.RETRY | Remedy.ENGINE,
    )
    NOT_VISIBLE = "not_visible", "the field cannot be seen, or takes nothing"
    NO_VALUE = "no_value", "the applicant has nothing to put there"
    UNFIT_VALUE = "unfit_value", "what the applicant has does not go into such a field"
    NO_SUCH_OPTION = "no_such_option", "none of the options means the answer", Remedy.ENGINE
    TOO_LONG = "too_long", "the answer is longer than the field takes"
    NOT_KEPT = "not_kept", "the field did not keep what was put in", Remedy.ENGINE
    #: our own hand did not try it
    FAILED_BEFORE = "failed_before", "our own hand failed there too often, in jobs before", Remedy.ENGINE
    RECOMMENDED = "recommended", "not tried by our own hand: planner recommends another tier", Remedy.ENGINE
    QUESTION_UNREAD = "question_unread", "the engine did not read the question", Remedy.ENGINE
    #: the question was not the planned one: no engine may fill it in
    OTHER_QUESTION = "other_question", "the question, read by an engine, is not the one that was planned for"
    BY_ENGINE = "by_engine", "not tried by our own hand: the job asks for an engine", Remedy.ENGINE
    UNPROVEN = "unproven", "what the form would send for the field is not known to be what was put in"
    FOCUS_TAKEN = "focus_taken", "the page took the keyboard away from the field, so that nothing more was typed"
    FRAME_CHANGED = "frame_changed", "the frame is not the one that was looked at, so that nothing went into it"
    #: the attempt would have told the site something about the applicant
    NOT_TRIED = "not_tried", "not tried: it would have sent something, and a dry run sends nothing"
    #: cut off through no fault of the engine: it counts as not tried
    CUT_OFF = StopCode.CANCELLED
    INACTIVE = StopCode.INACTIVE
    #: provably nothing was clicked
    NOT_PRESSED = "not_pressed", "the button was not pressed"
    #: it may have been pressed: the page must be observed
    INTERRUPTED = "interrupted", "the press was broken off, and may have been made"
    SENDS = "sends_something", "it would have sent something, which was dropped: a manual sends nothing"
    OFF_SITE = "off_site", "it leads to another host than the job's"
    DISABLED = "disabled", "the button takes no clicks"
    COVERED = "covered", "something lies over the button"


class LeftBecause(Code):
    """The reasons for leaving a field alone."""

    INVISIBLE = "invisible", "nobody sees the field"
    HONEYPOT = "honeypot", "the field is a trap for machines"
    CAPTCHA = "captcha", "the field is part of a captcha"
    SEARCH = "search", "the field searches the site"
    PAYMENT = "payment", "the field is about paying"
    IDENTITY_NUMBER = "identity_number", "the field wants a number that a person is identified by"
    SECURITY_ANSWER = "security_answer", "the field wants the answer to a security question"
    ONE_TIME_CODE = "one_time_code", "the field wants a code sent to the applicant"
    OTHER_PERSON = "other_person", "the field is about somebody else"
    OTHER_THING = "other_thing", "the field is about a place or thing that is not the applicant's own"
    MARKETING = "marketing", "the field agrees to advertising"
    SKIPPED = "skipped", "a human chose to leave it open"
    BY_HUMAN = "by_human", "a human filled it"
    CREDENTIALS = "credentials", "there are no credentials for it"
    OPTIONAL_UNKNOWN = "optional_unknown", "nothing is known for it, and the form does not insist"
    LOW_CONFIDENCE = "low_confidence", "it is not sure enough what the field asks"
    ASKED_IN_THE_NEGATIVE = "asked_in_the_negative", "the question is turned round, and which way is not clear"
    OTHER_FILE = "other_file", "the file is none of the applicant's"
    ALREADY_UPLOADED = "already_uploaded", "a file is there"
    PHOTO = "photo", "the field takes pictures only"
    RESUME_READER = "resume_reader", "the file would only be read to fill in fields"
