import hashlib
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.questions import question_key
from ghosthands.testkit.story import page_model
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import SealingKey, place
from ghosthands.vault.errors import Erased, NotInVault, SealBroken
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

ADA = Applicant("acme", "0c5b")
BOB = Applicant("acme", "77aa")
REQUEST = {
    "target_url": "https://jobs.example/1?token=s3cret",
    "profile": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.org"},
    "qa_answers": {"Why us?": "The engines"},
}


class World:
    """A vault whose time a test can move."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, tzinfo=UTC)
        self.store = MemoryStore(lambda: self.at)
        self.masters = MasterKeys.generate()
        self.vault = self.another()

    def another(self) -> Vault:
        """A second process on the same store."""
        return Vault(self.store, self.masters, now=lambda: self.at)


@pytest.fixture
def world() -> World:
    return World()


async def test_what_was_put_is_got_by_any_process(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    assert await world.another().get(ADA, "profile") == b"data"


async def test_the_later_value_stands(world: World) -> None:
    await world.vault.put(ADA, "profile", b"old")
    await world.vault.put(ADA, "profile", b"new")
    assert await world.vault.get(ADA, "profile") == b"new"


async def test_nothing_at_a_path_is_said_so(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    with pytest.raises(NotInVault, match="acme/0c5b/other"):
        await world.vault.get(ADA, "other")


async def test_people_do_not_see_each_other(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    with pytest.raises(NotInVault):
        await world.vault.get(BOB, "profile")


async def test_the_same_id_of_another_tenant_opens_nothing(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    with pytest.raises(SealBroken):
        await world.another().get(Applicant("other", ADA.id), "profile")


@pytest.mark.parametrize("path", ["other", "profile/x"])
async def test_a_value_moved_to_another_path_does_not_open(world: World, path: str) -> None:
    await world.vault.put(ADA, "profile", b"data")
    frame = (await world.store.get(f"val/{ADA.id}/profile")).data
    assert frame is not None
    await world.store.put(f"val/{ADA.id}/{path}", frame)
    with pytest.raises(SealBroken):
        await world.vault.get(ADA, path)


async def test_a_value_expires(world: World) -> None:
    await world.vault.put(ADA, "code", b"123456", expires=timedelta(minutes=5))
    assert await world.vault.get(ADA, "code") == b"123456"
    world.at += timedelta(minutes=5)
    with pytest.raises(NotInVault):
        await world.vault.get(ADA, "code")


async def test_a_value_is_over_even_where_the_store_still_has_it(world: World) -> None:
    await world.vault.put(ADA, "code", b"123456", expires=timedelta(minutes=5))
    frame = (await world.store.get(f"val/{ADA.id}/code")).data
    assert frame is not None
    world.at += timedelta(minutes=5)
    await world.store.put(f"val/{ADA.id}/code", frame)
    with pytest.raises(NotInVault):
        await world.vault.get(ADA, "code")
    assert await world.vault.list(ADA, "code") == {}


async def test_a_deleted_value_is_gone(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    await world.vault.delete(ADA, "profile")
    await world.vault.delete(ADA, "profile")
    with pytest.raises(NotInVault):
        await world.vault.get(ADA, "profile")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(value=json_values)
async def test_json_comes_back_as_it_was(value: object) -> None:
    vault = World().vault
    await vault.put_json(ADA, "anything", value)
    assert await vault.get_json(ADA, "anything") == value


async def test_a_file_comes_back_with_its_name(world: World) -> None:
    await world.vault.put_file(ADA, "cv", b"%PDF-1.7", name="Ada CV.pdf", media_type="application/pdf")
    file = await world.another().get_file(ADA, "cv")
    assert (file.name, file.media_type, file.data) == ("Ada CV.pdf", "application/pdf", b"%PDF-1.7")


async def test_the_same_file_twice_is_one_object(world: World) -> None:
    await world.vault.put_file(ADA, "jobs/1/cv", b"%PDF")
    size = len(world.store.everything())
    await world.vault.put_file(ADA, "jobs/1/cv", b"%PDF")
    assert len(world.store.everything()) == size


async def test_a_fingerprint_differs_from_person_to_person(world: World) -> None:
    assert await world.vault.fingerprint(ADA, "yes") == await world.another().fingerprint(ADA, "yes")
    assert await world.vault.fingerprint(ADA, "yes") != await world.vault.fingerprint(BOB, "yes")


async def test_erasing_makes_everything_unreadable_at_once(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    shot = await world.vault.seal_screenshot(ADA, b"png")
    await world.vault.put(BOB, "profile", b"bob")
    await world.vault.erase(ADA)
    with pytest.raises(Erased):
        await world.vault.get(ADA, "profile")
    with pytest.raises(Erased):
        await world.vault.get(ADA, "never put")
    with pytest.raises(Erased):
        await world.another().open_screenshot(ADA, shot)
    assert await world.vault.get(BOB, "profile") == b"bob"


async def test_nothing_is_sealed_for_an_erased_person(world: World) -> None:
    await world.vault.erase(ADA)
    with pytest.raises(Erased):
        await world.vault.put(ADA, "answers/late", b"data")
    with pytest.raises(Erased):
        await world.vault.fingerprint(ADA, "yes")


async def test_a_new_request_begins_a_new_life_in_which_the_old_stays_dead(world: World) -> None:
    await world.vault.put_request(ADA, "job-1", REQUEST)
    await world.vault.put_answer(ADA, "job-1", "abcd", "yes")
    await world.vault.erase(ADA)
    await world.vault.put_request(ADA, "job-2", REQUEST)
    assert await world.vault.get_request(ADA, "job-2") == REQUEST
    with pytest.raises(Erased):
        await world.vault.get_request(ADA, "job-1")
    assert await world.vault.list(ADA, "answers/job-1") == {}


async def test_another_process_follows_into_the_new_life(world: World) -> None:
    other = world.another()
    await world.vault.put_request(ADA, "job-1", REQUEST)
    await other.get_request(ADA, "job-1")
    await world.vault.erase(ADA)
    await world.vault.put_request(ADA, "job-1", REQUEST)
    assert await other.get_request(ADA, "job-1") == REQUEST


async def test_a_rotated_master_key_still_reads_everything_after_a_rewrap(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    model = await world.vault.put_page_model(b"{}")
    new = MasterKeys.generate()
    both = Vault(world.store, MasterKeys(new.current, [world.masters.current]))
    assert await both.keyring.rewrap_all() == 2
    alone = Vault(world.store, new)
    assert await alone.get(ADA, "profile") == b"data"
    assert await alone.get_page_model(model) == b"{}"


async def test_page_models_from_before_there_was_a_common_key_are_read(world: World) -> None:
    sealed = SealingKey(world.masters.current.derive("store")).seal(b"{}", place("", "", "page-models/abcd"))
    await world.store.put_object("page-models/abcd", sealed)
    await world.vault.keyring.prove()
    assert await world.vault.get_page_model("abcd") == b"{}"


async def test_without_its_master_key_a_vault_opens_nothing(world: World) -> None:
    await world.vault.put(ADA, "profile", b"data")
    ref = await world.vault.put_page_model(b"{}")
    stranger = Vault(world.store, MasterKeys.generate())
    with pytest.raises(SealBroken, match="not in the key file"):
        await stranger.get(ADA, "profile")
    with pytest.raises(SealBroken):
        await stranger.get_page_model(ref)


async def test_a_page_model_is_found_by_its_content(world: World) -> None:
    ref = await world.vault.put_page_model(b'{"fields": []}')
    assert ref == hashlib.sha256(b'{"fields": []}').hexdigest()
    assert await world.another().put_page_model(b'{"fields": []}') == ref
    assert await world.another().get_page_model(ref) == b'{"fields": []}'


async def test_a_page_is_read_as_it_was_stored_also_without_a_version_but_no_newer_one(world: World) -> None:
    page = page_model()
    assert await world.vault.read_page(await world.vault.put_page(page)) == page
    first = await world.vault.put_page_model(msgspec.json.encode(page))
    assert await world.vault.read_page(first) == page
    later = await world.vault.put_page_model(msgspec.json.encode({"version": page.VERSION + 1}))
    with pytest.raises(NewerMessage):
        await world.vault.read_page(later)
    assert await world.vault.find_page(later) is None, "who only shows it does without"


async def test_an_unknown_page_model_is_said_so(world: World) -> None:
    with pytest.raises(NotInVault):
        await world.vault.get_page_model("0" * 64)


async def test_a_screenshot_opens_for_its_person_only(world: World) -> None:
    ref = await world.vault.seal_screenshot(ADA, b"png")
    await world.vault.put(BOB, "profile", b"bob")
    assert await world.vault.open_screenshot(ADA, ref) == b"png"
    with pytest.raises(NotInVault):
        await world.vault.open_screenshot(BOB, ref)


async def test_a_dead_letter_can_be_read_for_seven_days(world: World) -> None:
    ref = await world.vault.seal_dead_letter(b"{not json")
    world.at += timedelta(days=6, hours=23)
    assert await world.another().open_dead_letter(ref) == b"{not json"
    world.at += timedelta(hours=1)
    with pytest.raises(NotInVault):
        await world.vault.open_dead_letter(ref)


async def test_a_job_is_filled_from_its_request_its_answers_and_its_files(world: World) -> None:
    vault = world.vault
    await vault.put_request(ADA, "job-1", REQUEST)
    await vault.put_job_file(ADA, "job-1", "resume", b"%PDF", name="cv.pdf", media_type="application/pdf")
    await vault.put_answer(ADA, "job-1", question_key("Notice period?"), "two weeks")
    await vault.put_answer(ADA, "job-1", question_key("Why us?"), "Because")
    data = await world.another().get_applicant_data(ADA, "job-1")
    assert data.value("profile.full_name") == "Ada Lovelace"
    assert data.value(f"answers.{question_key('NOTICE PERIOD')}") == "two weeks"
    assert data.value(f"answers.{question_key('Why us?')}") == "Because"
    assert data.file("files.resume").data == b"%PDF"
    assert data.target_url == REQUEST["target_url"]


async def test_files_are_not_read_where_only_their_keys_are_needed(world: World) -> None:
    await world.vault.put_request(ADA, "job-1", REQUEST)
    await world.vault.put_job_file(ADA, "job-1", "resume", b"%PDF", name="cv.pdf", media_type="application/pdf")
    data = await world.vault.get_applicant_data(ADA, "job-1", with_files=False)
    assert "files.resume" in data
    with pytest.raises(NotInVault):
        data.file("files.resume")


async def test_answers_to_one_job_are_not_given_in_another(world: World) -> None:
    await world.vault.put_request(ADA, "job-1", REQUEST)
    await world.vault.put_request(ADA, "job-10", REQUEST)
    await world.vault.put_answer(ADA, "job-10", "abcd", "yes")
    assert "answers.abcd" not in await world.vault.get_applicant_data(ADA, "job-1")


async def test_a_job_file_of_an_unknown_kind_is_refused(world: World) -> None:
    with pytest.raises(ValueError, match="its resume, its cover_letter"):
        await world.vault.put_job_file(ADA, "job-1", "passport", b"", name="", media_type="")


async def test_only_sealed_bytes_reach_the_store(world: World) -> None:
    await world.vault.put_request(ADA, "job-1", REQUEST)
    await world.vault.put_job_file(ADA, "job-1", "resume", b"%PDF Ada", name="Ada.pdf", media_type="application/pdf")
    await world.vault.seal_dead_letter(b"ada@example.org")
    everything = world.store.everything().lower()
    for value in (b"ada@example", b"ada.pdf", b"lovelace", b"s3cret", b"engines", b"%pdf"):
        assert value not in everything
