"""A question is the whole line before its controls: a stressed or linked word that reverses it is never lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import PageModel

pytestmark = pytest.mark.e2e

Open = Callable[[str], Awaitable[PageModel]]

OPTIONS = (
    "<label><input type=radio name=q value=a required> Ja</label> <label><input type=radio name=q value=b> Nein</label>"
)
LICENCE = "Sind Sie nicht im Besitz eines Führerscheins Klasse B?"


def written(mark: str) -> str:
    """The question with its negation in an inline element."""
    return f"Sind Sie <{mark}>nicht</{mark}> im Besitz eines Führerscheins Klasse B?"


@pytest.mark.heavy
@pytest.mark.parametrize("mark", ["b", "strong", "em", "u", "span", "i", "a", "mark", "font", "small"])
@pytest.mark.parametrize("around", ["<p>{}<br>{}</p>", "<div>{}<div>{}</div></div>", "<p>{} {}</p>"])
async def test_what_an_inline_element_says_is_part_of_the_question(show: Open, mark: str, around: str) -> None:
    [asked] = (await show(around.format(written(mark), OPTIONS))).fields
    assert asked.label == LICENCE


@pytest.mark.parametrize(
    ("html", "question"),
    [
        ("<p>Ist Ihnen Wochenendarbeit <strong>un</strong>möglich?<br>{}</p>", "Ist Ihnen Wochenendarbeit unmöglich?"),
        ("<fieldset><legend>Are you <u>un</u>able to drive?</legend>{}</fieldset>", "Are you unable to drive?"),
        ("<p>Besitzen Sie <i>k</i>einen Führerschein?<br>{}</p>", "Besitzen Sie keinen Führerschein?"),
        ("<p>Vous n'êtes <u>pas</u> citoyen de l'UE<br>{}</p>", "Vous n'êtes pas citoyen de l'UE"),
        ("<p>Is it im<wbr>possible for you?<br>{}</p>", "Is it impossible for you?"),
        ("<p>Sind Sie nicht<br>bereit, zu reisen?<br>{}</p>", "Sind Sie nicht bereit, zu reisen?"),
        ("<p>Sind Sie nicht<br>Deutscher?<br>{}</p>", "Sind Sie nicht Deutscher?"),
        ("<p>Sind Sie <b>nicht</b> älter als <i>18</i>?<br>{}</p>", "Sind Sie nicht älter als 18 ?"),
        ("<p>Sind Sie <b>nicht</b> <span>bereit, zu reisen?<br>{}</span></p>", "Sind Sie nicht bereit, zu reisen?"),
        ("<p><em>Haben</em> Sie <u>kein</u> <a href=#>Auto</a>?<br><br>{}", "Haben Sie kein Auto ?"),
        # of a line that is longer than a label the last sentence
        (f"<p>{'We ask this of everybody. ' * 9}Are you <b>not</b> a smoker?<br>{{}}", "Are you not a smoker?"),
    ],
)
async def test_no_part_of_a_word_or_a_sentence_is_lost(show: Open, html: str, question: str) -> None:
    [asked] = (await show(html.format(OPTIONS))).fields
    assert asked.label == question


@pytest.mark.parametrize(
    ("html", "question"),
    [
        ("<div>Were you <font color=red>never</font> here? <select name=q><option>Yes<option>No</select></div>",
         "Were you never here?"),
        ("<div>How many <mark>full</mark> years?<!-- a --> <input name=q></div>", "How many full years?"),
        (f"<p>Your <b>record</b>:<br>Sind Sie vorbestraft?<br>{OPTIONS}</p>", "Sind Sie vorbestraft?"),
        ("<p><input type=hidden><select name=a><option>x</select> a year <b>or</b> more <input name=q></p>",
         "a year or more"),
        ("<div>Not this one.<p>Only this <b>one</b></p><input name=q></div>", "Only this one"),
        ("<div style='display:flex'><i>Step 1</i><span>Only this one</span><input name=q></div>", "Only this one"),
    ],
)  # fmt: skip
async def test_a_line_begins_where_another_ends_or_behind_another_control(show: Open, html: str, question: str) -> None:
    [asked] = [each for each in (await show(html)).fields if each.name == "q"]
    assert asked.label == question


async def test_an_option_without_a_label_is_called_by_its_whole_line(show: Open) -> None:
    [asked] = (
        await show(
            "<fieldset><legend>Travel</legend><input type=radio name=t value=1> I am willing<br>"
            "<input type=radio name=t value=2> I am <b>not</b> willing</fieldset>"
        )
    ).fields
    assert [each.label for each in asked.options] == ["I am willing", "I am not willing"]


async def test_lines_of_other_questions_are_no_part_of_it(show: Open) -> None:
    model = await show(
        "<p><b>About you</b><br>First name <input><br><em>Last</em> name <input> <label for=c>City</label>"
        "<input id=c> <label><span>Post</span><span>Code</span><input></label> "
        "<label>Phone<span>required</span><input></label></p>"
    )
    assert [each.label for each in model.fields] == ["First name", "Last name", "City", "Post Code", "Phone required"]


BOXES = (
    "<p><label><input type=checkbox name=a> Receive job alerts</label>"
    "<p><label><input type=checkbox name=b required> Have your data processed *</label>"
)


@pytest.mark.parametrize(
    "lead",
    [
        "Please tick if you do NOT wish to:",
        "Bitte ankreuzen, wenn Sie Folgendes nicht wünschen:",
        "Ne pas :",
        "Zaškrtněte, pokud nechcete:",
        "Marque si no...",
        "Do not forget to tick if you do not wish to:",
    ],
)
async def test_what_turns_the_boxes_below_it_is_part_of_each(show: Open, lead: str) -> None:
    seen = await show(f"<form><p>{lead}</p>{BOXES}<button>Send</button></form>")
    assert [each.label for each in seen.fields] == [f"{lead} Receive job alerts", f"{lead} Have your data processed"]


@pytest.mark.parametrize(
    "above",
    [
        "<p>Please tick what you wish to:</p>",
        "<p>Do not tick: <input name=x></p>",
        "<p>We will not share anything.</p>",
        "<p>The following is necessary:</p>",
        "<p>Documentos necesarios:</p>",
        "<p>Reference no.: 4711:</p>",
        "<p>Answer yes or no to the following:</p>",
        "<p>Antworten Sie mit ja/nein oder nicht:</p>",
        "<p>Please do not forget to confirm:</p>",
        "<p>Bitte vergessen Sie nicht:</p>",
        "<p>N’oubliez pas :</p>",
    ],
)
async def test_another_text_above_boxes_is_no_part_of_them(show: Open, above: str) -> None:
    seen = await show(f"<form>{above}{BOXES}<button>Send</button></form>")
    assert [each.label for each in seen.fields][-2:] == ["Receive job alerts", "Have your data processed"]
