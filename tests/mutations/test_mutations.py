"""Forms that were changed since they were filled: never a wrong value, and most of it without a model."""

from __future__ import annotations

import secrets
from collections import defaultdict
from random import Random

import pytest
from mutations import LABELS_STAY, MUTATIONS, YES_NO, Form, a_field
from trial import Tally, apply_again, learn

from ghosthands.domain.page import FieldKind, OptionModel
from ghosthands.domain.profile import flatten
from ghosthands.domain.recipe import NOTHING_LEARNT

pytestmark = pytest.mark.slow

COUNTRIES = tuple(map(OptionModel, ("Germany", "France", "Spain", "Italy", "United States", "Canada")))
ADA = {
    "first_name": "Ada",
    "last_name": "Lovelace",
    "email": "ada@example.org",
    "phone": "+44 20 7946 0958",
    "location": {"city": "London", "country": "Spain", "zip": "N1 9GU"},
    "linkedin_url": "https://linkedin.com/in/ada",
    "work_authorization": "yes",
    "requires_sponsorship": "no",
    "notice_period": "2 weeks",
    "preferred_name": "Countess",
    "headline": "First of her kind",
    "summary": "Wrote the first program.",
    "current_company": "Analytical Engines",
    "skills": ["mathematics", "poetry"],
}
GRACE = ADA | {
    "first_name": "Grace",
    "last_name": "Hopper",
    "email": "grace@example.org",
    "phone": "+1 212 555 0100",
    "location": {"city": "New York", "country": "United States", "zip": "10001"},
    "linkedin_url": "https://linkedin.com/in/grace",
    "requires_sponsorship": "yes",
    "notice_period": "3 months",
    "preferred_name": "Amazing",
    "headline": "Found the bug",
    "summary": "Wrote the first compiler.",
    "current_company": "Navy",
    "skills": ["compilers", "nanoseconds"],
}
ADAS, GRACES = flatten(ADA), flatten(GRACE)
CONTACT = (
    (a_field("First name", required=True), "profile.first_name"),
    (a_field("Last name", required=True), "profile.last_name"),
    (a_field("Email", FieldKind.EMAIL, required=True), "profile.email"),
    (a_field("Phone", FieldKind.TEL), "profile.phone"),
)
PLACE = (
    (a_field("City"), "profile.location.city"),
    (a_field("Country", FieldKind.SELECT, options=COUNTRIES), "profile.location.country"),
)
WORK = (
    (
        a_field("Are you legally authorized to work in this country?", FieldKind.RADIO, options=YES_NO, required=True),
        "profile.work_authorization",
    ),
    (
        a_field("Will you require visa sponsorship?", FieldKind.RADIO, options=YES_NO, required=True),
        "profile.requires_sponsorship",
    ),
    (a_field("LinkedIn profile", FieldKind.URL), "profile.linkedin_url"),
    (a_field("Notice period"), "profile.notice_period"),
)
#: what no rule understands: only who remembers what a model once said can fill it without one
ODD = (
    (a_field("Call sign on the radio", name="q_17"), "profile.preferred_name"),
    (a_field("You in one line", name="q_18", required=True), "profile.headline"),
    (a_field("The long version", FieldKind.TEXTAREA, name="q_19", required=True), "profile.summary"),
    (a_field("Tricks up your sleeve", name="q_20"), "profile.skills"),
)
#: questions that nothing of an applicant's belongs into
OTHERS = ((a_field("Why us?", FieldKind.TEXTAREA), None), (a_field("Reference number of the posting"), None))


def form_of(*parts: tuple[tuple[object, str | None], ...], platform: str = "generic") -> Form:
    pairs = [pair for part in parts for pair in part]
    return Form(tuple(field for field, _ in pairs), tuple(key for _, key in pairs), platform)  # type: ignore[misc]


FORMS = (
    form_of(CONTACT, ODD[:1]),
    form_of(CONTACT, PLACE, ODD[:2], OTHERS),
    form_of(CONTACT, WORK, ODD[1:], platform="lever"),
    form_of(CONTACT, PLACE, WORK, ODD, OTHERS, platform="greenhouse"),
)


def run(trials: int, seed: int, most: int) -> dict[str, Tally]:
    """So many trials of one to `most` changes at once; the tallies by the kinds of change."""
    chance, tallies = Random(seed), defaultdict(Tally)
    for _ in range(trials):
        form = chance.choice(FORMS)
        names = sorted(chance.sample(sorted(MUTATIONS), k=chance.randint(1, most)))
        changed = form
        for name in names:
            changed = MUTATIONS[name](changed, chance)
        tally = apply_again(learn(form, ADAS), changed, GRACES)
        for name in names:
            tallies[name].add(tally)
        tallies["labels stay" if LABELS_STAY.issuperset(names) else "labels change"].add(tally)
    return dict(tallies)


def tell(tallies: dict[str, Tally], seed: int) -> None:
    print(f"\nseed {seed}")
    for name, one in sorted(tallies.items()):
        print(
            f"{name:18} right {one.right} of {one.of} ({one.rate:.1%}), {one.replayed} replayed, {len(one.wrong)} wrong"
        )


def test_the_form_as_it_was_is_filled_without_a_model() -> None:
    for form in FORMS:
        tally = apply_again(learn(form, ADAS), form, GRACES)
        assert (tally.wrong, tally.rate) == ([], 1.0)
        assert tally.replayed == tally.right


def test_without_a_recipe_a_part_is_open() -> None:

    assert apply_again(NOTHING_LEARNT, FORMS[3], GRACES).rate < 0.9


def test_a_sample_of_changed_forms_gets_no_wrong_value() -> None:
    seed = secrets.randbits(32)
    tallies = run(300, seed, most=3)
    tell(tallies, seed)
    assert [wrong for one in tallies.values() for wrong in one.wrong] == [], f"seed {seed}"
    assert tallies["labels stay"].rate >= 0.9, f"seed {seed}"


@pytest.mark.heavy
@pytest.mark.timeout(1200)
def test_many_changed_forms_get_no_wrong_value() -> None:
    seed = secrets.randbits(32)
    tallies = run(5_000, seed, most=3)
    tell(tallies, seed)
    assert [wrong for one in tallies.values() for wrong in one.wrong] == [], f"seed {seed}"
    assert tallies["labels stay"].rate >= 0.9, f"seed {seed}"
