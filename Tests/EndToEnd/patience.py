"""How long the tests wait: far longer than anything takes on the slowest machine. It bounds a hang and nothing else."""

import os
import time

PATIENCE = int(os.environ.get("TIDINGS_PATIENCE", "600"))  # seconds


def until(condition, otherwise="", *, meanwhile=lambda: None):
    """Returns what the condition gives, once that is something. `meanwhile` is done between two looks; `otherwise`, or what it gives, is said if it
    never is."""
    deadline, pause = time.monotonic() + PATIENCE, 0.01
    while not (found := condition()):
        assert time.monotonic() < deadline, f"waited in vain: {otherwise() if callable(otherwise) else otherwise}"
        meanwhile()
        time.sleep(pause)
        pause = min(pause * 1.5, 0.2)
    return found
