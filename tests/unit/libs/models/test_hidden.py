from __future__ import annotations

import pytest

from ghosthands.models import HiddenValues


@pytest.mark.parametrize(
    ("shown", "hidden"),
    [
        ("Signed in as ada@example.com", "Signed in as %email%"),
        ("value=ADA@example.com;", "value=%email%;"),
        ("?u=ada%40example.com&x", "?u=%email%&x"),
        ("Call (020) 7946-0000 now", "Call %phone% now"),
        ("Ada   Lovelace", "%name%"),
        ("Adan Lovelacey", "Adan Lovelacey"),
        ("Ada", "%first%"),
        ("no such thing", "no such thing"),
    ],
)
def test_a_value_becomes_its_name_however_it_is_written(shown: str, hidden: str) -> None:
    values = {"email": "ada@example.com", "phone": "020 7946 0000", "name": "Ada Lovelace", "first": "Ada", "no": "no"}
    assert HiddenValues(values).hide(shown) == hidden


def test_all_of_a_request_is_searched_but_pictures() -> None:
    secrets = HiddenValues()
    secrets.register({"word": "AAAA"})
    picture = {"image_url": {"url": "data:image/png;base64,AAAA"}}
    hidden = secrets.hide_in([{"content": [{"text": "AAAA"}, picture]}])
    assert hidden == [{"content": [{"text": "%word%"}, picture]}]


def test_of_several_names_for_a_value_the_one_registered_last_stands_for_it() -> None:
    secrets = HiddenValues({"profile.country": "Germany"})
    secrets.register({"value": "Germany"})
    assert secrets.hide("option: Germany") == "option: %value%"
    secrets.register({"value": "Berlin"})
    assert secrets.hide("option: Germany, Berlin") == "option: %profile.country%, %value%"
