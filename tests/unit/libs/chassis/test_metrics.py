import pytest

from ghosthands.chassis import metrics


def sample(text: str) -> float:
    line = next(line for line in metrics.exposition().decode().splitlines() if line.startswith(f"{text} "))
    return float(line.rpartition(" ")[2])


def test_a_handled_message_is_counted_and_timed() -> None:
    with metrics.message("m-handled", "PlanPage"):
        assert sample('ghosthands_messages_in_hand{service="m-handled"}') == 1
    assert sample('ghosthands_messages_in_hand{service="m-handled"}') == 0
    assert sample('ghosthands_messages_total{outcome="handled",service="m-handled",type="PlanPage"}') == 1
    assert sample('ghosthands_message_seconds_count{service="m-handled",type="PlanPage"}') == 1


def test_a_handler_may_say_what_became_of_its_message() -> None:
    with metrics.message("m-said", "PlanPage") as outcome:
        outcome[0] = "retried"
    assert sample('ghosthands_messages_total{outcome="retried",service="m-said",type="PlanPage"}') == 1


def test_a_message_whose_handler_raises_counts_as_failed() -> None:
    with pytest.raises(ValueError, match="boom"), metrics.message("m-failed", "PlanPage"):
        raise ValueError("boom")
    assert sample('ghosthands_messages_total{outcome="failed",service="m-failed",type="PlanPage"}') == 1
    assert sample('ghosthands_messages_in_hand{service="m-failed"}') == 0


def test_a_service_s_own_metrics_carry_its_name() -> None:
    metrics.counter("test-host", "pages", "Pages seen", ["platform"]).labels("greenhouse").inc()
    metrics.gauge("test-host", "browsers", "Browsers open").set(2)
    metrics.histogram("test-host", "scan_seconds", "Scanning a page").observe(0.2)
    assert sample('ghosthands_test_host_pages_total{platform="greenhouse"}') == 1
    assert sample("ghosthands_test_host_browsers") == 2
    assert sample("ghosthands_test_host_scan_seconds_count") == 1
