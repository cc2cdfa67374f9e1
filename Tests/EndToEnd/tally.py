"""A pytest plugin that writes a run's results to the file in `TIDINGS_TALLY`, for `Scripts/run-tests`."""

import json
import os
from pathlib import Path

import pytest

_crashed: dict[str, str] = {}


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str) -> None:
    _crashed[crashitem] = "ended its process"


def pytest_terminal_summary(terminalreporter) -> None:
    if "TIDINGS_TALLY" not in os.environ:
        return

    def named(*outcomes: str) -> dict[str, str]:
        return {report.nodeid: report.longreprtext for outcome in outcomes for report in reversed(terminalreporter.getreports(outcome))}

    failed = named("failed", "error") | _crashed
    seconds: dict[str, float] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "duration"):
                seconds[report.nodeid] = seconds.get(report.nodeid, 0) + report.duration
    tally = {
        "passed": len(set(named("passed")) - set(failed)),
        "skipped": len(terminalreporter.getreports("skipped")) + len(terminalreporter.getreports("xfailed")),
        "failed": {name: _end(words) for name, words in failed.items()},
        "unsteady": {name: _end(words) for name, words in named("rerun").items() if name not in failed},
        "seconds": seconds,
    }
    Path(os.environ["TIDINGS_TALLY"]).write_text(json.dumps(tally))


def _end(words: str) -> str:
    """The last lines of a failure, which give the reason."""
    return "\n".join(words.splitlines()[-6:])
