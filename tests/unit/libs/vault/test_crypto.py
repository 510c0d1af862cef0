from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.vault import crypto
from ghosthands.vault.errors import SealBroken

KEY = crypto.SealingKey.generate()
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@given(data=st.binary(max_size=4096), at=st.text(max_size=80))
def test_what_was_sealed_opens_at_its_place(data: bytes, at: str) -> None:
    assert KEY.unseal(KEY.seal(data, at), at) == data


@given(data=st.binary(min_size=1, max_size=256), at=st.text(max_size=20), elsewhere=st.text(max_size=20))
def test_a_frame_does_not_open_at_another_place(data: bytes, at: str, elsewhere: str) -> None:
    if at != elsewhere:
        with pytest.raises(SealBroken):
            KEY.unseal(KEY.seal(data, at), elsewhere)


@given(data=st.binary(max_size=64), position=st.integers(min_value=0), bit=st.integers(0, 7))
def test_no_bit_of_a_frame_can_be_changed(data: bytes, position: int, bit: int) -> None:
    frame = bytearray(KEY.seal(data, "here", NOON))
    frame[position % len(frame)] ^= 1 << bit
    with pytest.raises(SealBroken):
        KEY.unseal(bytes(frame), "here")


def test_another_key_does_not_open_a_frame() -> None:
    with pytest.raises(SealBroken):
        crypto.SealingKey.generate().unseal(KEY.seal(b"data", "here"), "here")


@given(st.binary(max_size=40))
def test_bytes_that_are_no_frame_are_refused(noise: bytes) -> None:
    with pytest.raises(SealBroken):
        KEY.unseal(noise, "here")


def test_equal_data_seal_to_different_frames() -> None:
    assert KEY.seal(b"data", "here") != KEY.seal(b"data", "here")


def test_a_frame_names_its_key_and_its_end() -> None:
    head = crypto.head_of(KEY.seal(b"data", "here", NOON), "here")
    assert head.key_id == KEY.id
    assert not head.expired(NOON - timedelta(seconds=1))
    assert head.expired(NOON)


def test_a_frame_without_an_end_never_expires() -> None:
    assert not crypto.head_of(KEY.seal(b"data", "here"), "here").expired(NOON)


@pytest.mark.parametrize("noise", [b"", b"short", b"\x09" + bytes(60)])
def test_the_head_of_what_is_no_frame_is_refused(noise: bytes) -> None:
    with pytest.raises(SealBroken):
        crypto.head_of(noise, "here")


parts = st.text(max_size=12)


@given(a=st.tuples(parts, parts, parts), b=st.tuples(parts, parts, parts))
def test_no_two_places_read_alike(a: tuple[str, str, str], b: tuple[str, str, str]) -> None:
    assert (crypto.place(*a) == crypto.place(*b)) == (a == b)


def test_a_fingerprint_is_equal_for_equal_values_of_one_key_only() -> None:
    assert KEY.fingerprint("yes") == KEY.fingerprint(b"yes")
    assert KEY.fingerprint("yes") != KEY.fingerprint("no")
    assert KEY.fingerprint("yes") != crypto.SealingKey.generate().fingerprint("yes")
    assert len(KEY.fingerprint("yes")) == 64


def test_subkeys_differ_by_purpose_and_from_their_key() -> None:
    assert len({KEY.secret, KEY.derive("seal"), KEY.derive("fingerprint")}) == 3


def test_a_key_shows_its_id_and_not_its_secret() -> None:
    assert repr(KEY) == f"SealingKey({KEY.id.hex()})"


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        crypto.SealingKey(b"short")
