"""The rendered permissions and configuration, without a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from ghosthands.domain import ownership, services
from ghosthands.messaging.server import consumers, permissions, streams
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.server.permissions import MIGRATION, TOOLS, USERS

PASSWORDS = {user: f'${user}\'s "secret"' for user in USERS}


ANNOUNCED = ("gh.stored.evt.>", "gh.stored.out.>")

#: services that answer requests
ANSWERING = {services.JOB_INTAKE, services.BROWSER_HOST, services.PLANNER, services.COOKBOOK, services.HITL_GATEWAY}


def config(**changed: object) -> str:
    settings: dict[str, object] = {
        "port": 4222,
        "store_dir": Path("/tmp/a folder"),
        "encryption_key": "k" * 32,
        "passwords": PASSWORDS,
    }
    return server_config(**settings | changed)  # type: ignore[arg-type]


@pytest.mark.parametrize("service", services.SERVICES)
def test_a_services_event_rights_are_exactly_what_it_owns(service: str) -> None:
    granted = {subject for subject in permissions.permissions(service).publish if subject.startswith("gh.evt.")}
    assert granted == {
        f"gh.evt.{kind}.*.{service}.{event.__name__}"
        for kind, events in ownership.OWNS_OF[service].items()
        for event in events
    }


@pytest.mark.parametrize(
    ("does", "those"),
    [
        ("gh.cmd.executor.*.RunJob", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("gh.cmd.>", {services.EXECUTOR}),
        ("gh.timers.executor.set.>", {services.EXECUTOR}),
        ("gh.pulse.planner.*", {services.PLANNER}),
        ("human.*", {services.HITL_GATEWAY}),
        ("human.resolved.*", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("provision.*", {services.BROWSER_HOST}),
        ("gh.js.CONSUMER.MSG.NEXT.GH_HOST_COMMANDS.*", {services.BROWSER_HOST}),
        ("gh.out.>", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("$KV.gh_hosts.>", {services.BROWSER_HOST}),
        ("$KV.gh_vault.>", set()),
        ("$KV.gh_vault.val.>", set()),
        ("$KV.gh_vault.val.*.>", {services.JOB_INTAKE}),
        ("$KV.gh_vault.val.*.jobs.*.request", set()),
        ("$KV.gh_vault.val.*.callbacks.*", {services.HITL_GATEWAY}),
        ("$KV.gh_vault.val.*.drafts.>", {services.PLANNER}),
        ("$KV.gh_vault.val.*.snapshots.*", {services.BROWSER_HOST}),
        ("$KV.gh_keys.>", set()),
        ("$KV.gh_keys.key.*", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("$KV.gh_keys.copy.*", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("$KV.gh_keys.master.*", {services.JOB_INTAKE}),
        ("gh.js.STREAM.MSG.DELETE.KV_gh_keys", {services.JOB_INTAKE}),
        ("gh.js.STREAM.MSG.DELETE.OBJ_gh_artifacts", {services.JOB_INTAKE}),
        ("gh.js.STREAM.MSG.DELETE.GH_LETTERS", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("gh.js.STREAM.MSG.GET.GH_LETTERS", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("gh.letters.cookbook.*", {services.COOKBOOK}),
        ("gh.letters.planner.*", {services.PLANNER}),
        ("$O.gh_artifacts.C.*", {services.BROWSER_HOST}),
        ("$O.gh_artifacts.M.*", {services.BROWSER_HOST}),
        ("$O.gh_artifacts.C.job-intake.*", {services.JOB_INTAKE}),
        ("$O.gh_artifacts.M.>", {services.JOB_INTAKE}),
        ("$O.gh_artifacts.C.hitl-gateway.*", {services.HITL_GATEWAY}),
        ("$O.gh_artifacts.M.hitl-gateway.*", {services.HITL_GATEWAY}),
        ("gh.js.STREAM.MSG.DELETE.GH_INTAKE", {services.JOB_INTAKE}),
        ("gh.js.STREAM.MSG.DELETE.GH_HUMANS", {services.HITL_GATEWAY}),
        ("gh.js.STREAM.MSG.GET.GH_INTAKE", {services.JOB_INTAKE}),
        ("gh.js.STREAM.MSG.GET.GH_HUMANS", {services.HITL_GATEWAY}),
        ("gh.js.STREAM.MSG.DELETE.GH_DEAD", {services.JOB_INTAKE, services.HITL_GATEWAY}),
        ("$KV.gh_gateways.sweeps.*", {services.JOB_INTAKE}),
        ("$KV.gh_gateways.sign-outs.*", {services.HITL_GATEWAY}),
        ("$KV.gh_gateways.>", set()),
    ],
)
def test_what_a_service_does_is_all_it_may_do(does: str, those: set[str]) -> None:
    assert {name for name in services.SERVICES if does in permissions.permissions(name).publish} == those


@pytest.mark.parametrize("user", [user for user in USERS if user != MIGRATION])
def test_nobody_but_the_migration_administers_streams(user: str) -> None:
    acts = ("STREAM.CREATE", "STREAM.UPDATE", "STREAM.DELETE", "STREAM.PURGE", "STREAM.MSG.DELETE")
    # no part of the log; who deals with them takes them out, one by one
    taken_out = {streams.DEAD, streams.LETTERS, *streams.FROM_OUTSIDE, f"KV_{streams.KEYS}", f"OBJ_{streams.ARTIFACTS}"}
    single = {f"gh.js.STREAM.MSG.DELETE.{stream}" for stream in taken_out}
    granted = [subject for subject in permissions.permissions(user).publish if subject not in single]
    assert not [subject for subject in granted if subject == ">" or any(act in subject for act in acts)]


@pytest.mark.parametrize("user", [user for user in USERS if user not in {MIGRATION, *services.VAULT_HOLDERS}])
def test_only_its_holders_reach_the_vault(user: str) -> None:
    allowed = permissions.permissions(user)
    assert not [
        each
        for each in allowed.publish + allowed.subscribe
        if "vault" in each or "gh_keys" in each or "artifacts" in each or "letters" in each.lower()
    ]


@pytest.mark.parametrize("service", [name for name in services.SERVICES if name not in ANSWERING])
def test_a_service_hears_its_own_inbox_and_that_something_was_stored(service: str) -> None:
    allowed = permissions.permissions(service)
    assert (allowed.subscribe, allowed.answers) == ((f"_INBOX_{service}.>", *ANNOUNCED[:1]), False)


def test_five_services_hear_requests_and_may_answer() -> None:
    allowed = permissions.permissions(services.BROWSER_HOST)
    assert (allowed.subscribe, allowed.answers) == (
        ("_INBOX_browser-host.>", *ANNOUNCED[:1], "browser.>", "logins.of", "drain.*", "$SRV.>"),
        True,
    )
    allowed = permissions.permissions(services.COOKBOOK)
    assert (allowed.subscribe, allowed.answers) == (("_INBOX_cookbook.>", *ANNOUNCED[:1], "recipes.*", "$SRV.>"), True)
    allowed = permissions.permissions(services.HITL_GATEWAY)
    assert (allowed.subscribe, allowed.answers) == (
        (
            "_INBOX_hitl-gateway.>",
            *ANNOUNCED,
            "drafts.of",
            "answers.of",
            "codes.of",
            "console.link",
            "orders.*",
            "callbacks.redrive",
            "$SRV.>",
        ),
        True,
    )
    allowed = permissions.permissions(services.PLANNER)
    assert (allowed.subscribe, allowed.answers) == (("_INBOX_planner.>", *ANNOUNCED[:1], "models.list", "$SRV.>"), True)
    allowed = permissions.permissions(services.JOB_INTAKE)
    assert (allowed.subscribe, allowed.answers) == (
        ("_INBOX_job-intake.>", *ANNOUNCED[:1], "applicants.*", "$SRV.>"),
        True,
    )
    assert "allow_responses" in config()


@pytest.mark.parametrize("user", [user for user in USERS if user != MIGRATION])
def test_nobody_makes_or_deletes_consumers(user: str) -> None:
    """Whoever may make one may change another's by its name."""
    acts = ("CONSUMER.CREATE", "CONSUMER.DURABLE", "CONSUMER.DELETE")
    assert not [each for each in permissions.permissions(user).publish if any(act in each for act in acts)]


def test_who_asks_for_tools_can_do_nothing_else() -> None:
    assert permissions.permissions(TOOLS).publish == ("$JS.API.INFO", "browser.*", "$SRV.>")


def test_every_text_in_the_configuration_is_quoted() -> None:
    text = config()
    assert r'password: "$cli' in text
    assert r"\"secret\"" in text
    assert 'store_dir: "/tmp/a folder"' in text


def test_what_is_acknowledged_is_on_the_disk_and_sealed() -> None:
    assert "sync_interval: always" in config()
    assert "cipher: aes" in config()


def test_nobody_is_served_what_the_server_monitors() -> None:
    assert "http" not in config()


def test_a_user_without_a_password_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        config(passwords={})


def test_no_two_durables_of_a_stream_share_a_name() -> None:
    names = [(consumer.stream, consumer.name) for consumer in consumers.CONSUMERS]
    assert len(set(names)) == len(names)


def test_no_consumer_limits_deliveries_at_the_server() -> None:
    assert {consumer.config(30.0)["max_deliver"] for consumer in consumers.CONSUMERS} == {-1}
