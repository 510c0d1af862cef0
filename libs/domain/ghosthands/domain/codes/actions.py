"""Codes of actions on a field or a button."""

from __future__ import annotations

from ghosthands.domain.codes.browsers import StopCode
from ghosthands.domain.codes.code import Code, Remedy


class ActionFailure(Code):
    """The ways in which an action on a page fails."""

    ELEMENT_NOT_FOUND = (
        "element_not_found",
        "the page no longer had a field or button when it was needed, after several tries",
        Remedy.RETRY | Remedy.ENGINE,
    )
    NOT_VISIBLE = "not_visible", "the field is invisible or accepts no input"
    NO_VALUE = (
        "no_value",
        "the applicant's data has nothing for this field: add it to the profile, or answer the question",
    )
    UNFIT_VALUE = "unfit_value", "the applicant's value does not fit this kind of field"
    NO_SUCH_OPTION = "no_such_option", "none of the field's options matches the answer", Remedy.ENGINE
    TOO_LONG = "too_long", "the answer is longer than the field allows: give a shorter one"
    NOT_KEPT = "not_kept", "the value was put in, but the field was empty again or held another one", Remedy.ENGINE
    #: our own hand did not try it
    FAILED_BEFORE = (
        "failed_before",
        "our own hand failed on this field too often in earlier jobs, so an engine tries first",
        Remedy.ENGINE,
    )
    RECOMMENDED = "recommended", "our own hand did not try: planner recommends an engine for this field", Remedy.ENGINE
    QUESTION_UNREAD = "question_unread", "the engine could not read the question", Remedy.ENGINE
    #: the question was not the planned one: no engine may fill it in
    OTHER_QUESTION = (
        "other_question",
        "an engine read another question at this field than the planned one, so nothing was filled in",
    )
    BY_ENGINE = "by_engine", "our own hand did not try: the job asks for an engine", Remedy.ENGINE
    UNPROVEN = "unproven", "the page shows the value, but it is not known whether the form would send it"
    FOCUS_TAKEN = "focus_taken", "the page moved the keyboard focus away from the field, so typing stopped"
    FRAME_CHANGED = "frame_changed", "the frame is no longer the one that was read, so nothing was filled in"
    #: the attempt would have told the site something about the applicant
    NOT_TRIED = "not_tried", "not tried: filling it would send something, and a dry run sends nothing"
    #: cut off through no fault of the engine: it counts as not tried
    CUT_OFF = StopCode.CANCELLED
    INACTIVE = StopCode.INACTIVE
    #: provably nothing was clicked
    NOT_PRESSED = "not_pressed", "the button was not pressed"
    #: it may have been pressed: the page must be observed
    INTERRUPTED = "interrupted", "the press was interrupted, and may or may not have been made"
    SENDS = (
        "sends_something",
        "it would have sent something; the request was dropped, because a manual may send nothing",
    )
    OFF_SITE = "off_site", "it leads to another host than the job's"
    DISABLED = "disabled", "the button is disabled"
    COVERED = "covered", "another element covers the button"
    PAGE_CHANGED = (
        "page_changed",
        "the page changed right before the press: a field no longer held its value, or the button was another",
    )


class LeftBecause(Code):
    """The reasons for leaving a field alone."""

    INVISIBLE = "invisible", "the field is invisible"
    LOCKED = "locked", "the page lets nobody change the field"
    HONEYPOT = "honeypot", "the field is a trap for machines, which people do not see"
    CAPTCHA = "captcha", "the field is part of a captcha"
    SEARCH = "search", "the field searches the site"
    PAYMENT = "payment", "the field is about a payment"
    IDENTITY_NUMBER = "identity_number", "the field asks for an identity number, such as a social security number"
    SECURITY_ANSWER = "security_answer", "the field asks for the answer to a security question"
    ONE_TIME_CODE = "one_time_code", "the field asks for a code that was sent to the applicant"
    OTHER_PERSON = "other_person", "the field is about somebody else"
    OTHER_THING = "other_thing", "the field is about a place or thing that is not the applicant's own"
    OTHER_FORM = "other_form", "the field is in another form than the application, such as a newsletter's"
    MARKETING = "marketing", "the field agrees to advertising"
    SKIPPED = "skipped", "a human chose to leave it open"
    BY_HUMAN = "by_human", "a human filled it"
    CREDENTIALS = "credentials", "there is no user name or password for it"
    OPTIONAL_UNKNOWN = "optional_unknown", "no answer is known, and the form does not require one"
    LOW_CONFIDENCE = "low_confidence", "it is not certain enough what the field asks"
    OTHER_MEASURE = "other_measure", "the known answer counts in another unit, period or currency than the field"
    ASKED_IN_THE_NEGATIVE = (
        "asked_in_the_negative",
        "the question has a negation, and it is unclear what a yes would mean",
    )
    OTHER_FILE = "other_file", "the field asks for a file that the applicant has not given"
    ALREADY_UPLOADED = "already_uploaded", "a file is already there"
    PHOTO = "photo", "the field accepts pictures only"
    RESUME_READER = "resume_reader", "the site would only read the file to fill in other fields"
