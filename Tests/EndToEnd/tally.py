"""A pytest plugin that writes a run's results to the file in `TIDINGS_TALLY`, for `Scripts/run-tests`. It names tests that run for very long, and ends
those that hang, so that they are run again."""

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest

LONG, LONGEST = 300, 900  # seconds

_crashed: dict[str, str] = {}
_running: dict[str, float] = {}  # The start of each running test. In a run with several workers only their controller has them all.


def pytest_sessionstart(session) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        threading.Thread(target=_name_long_ones, args=(session.config.pluginmanager.getplugin("terminalreporter"),), daemon=True).start()


def pytest_runtest_logstart(nodeid: str) -> None:
    _running[nodeid] = time.monotonic()


def pytest_runtest_logfinish(nodeid: str) -> None:
    _running.pop(nodeid, None)


def _name_long_ones(reporter) -> None:
    """A run that is ended from outside has then said which test it waited for."""
    while True:
        time.sleep(LONG)
        for name, began in list(_running.items()):
            if (seconds := time.monotonic() - began) > LONG:
                reporter.write_line(f"\n{name} has been running for {seconds / 60:.0f} minutes", flush=True)


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str) -> None:
    _crashed[crashitem] = "ended its process"


class Hangs(Exception):
    """A fixture or a test didn't end."""


def _end(*_) -> None:
    raise Hangs(f"didn't end within {LONGEST / 60:.0f} minutes")


def _limited(item):
    signal.signal(signal.SIGALRM, _end)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)


pytest_runtest_setup = pytest.hookimpl(hookwrapper=True, tryfirst=True)(_limited)
pytest_runtest_call = pytest.hookimpl(hookwrapper=True, tryfirst=True)(_limited)
pytest_runtest_teardown = pytest.hookimpl(hookwrapper=True, tryfirst=True)(_limited)


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
        "failed": {name: _last(words) for name, words in failed.items()},
        "unsteady": {name: _last(words) for name, words in named("rerun").items() if name not in failed},
        "seconds": seconds,
    }
    Path(os.environ["TIDINGS_TALLY"]).write_text(json.dumps(tally))


def _last(words: str) -> str:
    """The last lines of a failure, which give the reason."""
    return "\n".join(words.splitlines()[-6:])
