"""How long the tests wait: far longer than anything takes on the slowest machine. It only ends a hang."""

import os
import time

PATIENCE = int(os.environ.get("TIDINGS_PATIENCE", "600"))  # seconds


def until(condition, otherwise="", *, meanwhile=lambda: None):
    """Returns the condition's result once it is true. `meanwhile` is called between two looks; `otherwise`, or its result, is the message if that never
    happens."""
    deadline, pause = time.monotonic() + PATIENCE, 0.01
    while not (found := condition()):
        assert time.monotonic() < deadline, f"waited in vain: {otherwise() if callable(otherwise) else otherwise}"
        meanwhile()
        time.sleep(pause)
        pause = min(pause * 1.5, 0.2)
    return found
