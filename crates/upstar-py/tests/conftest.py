"""The signals and the limits of every test."""

import faulthandler
import os
import signal

import pytest

# A test that takes longer hangs: the stacks of all threads are printed, and the run ends.
SECONDS = int(os.environ.get("UPSTAR_TEST_SECONDS", "600"))

# The terminal, where pytest does not capture what is written.
TERMINAL = []


def pytest_configure():
    """Restore the default signals.

    A shell that starts a job in the background sets SIGINT to ignored, `nohup` does so with
    SIGHUP, and the processes that tests start inherit both.
    """
    TERMINAL.append(os.dup(2))
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            # Not SIG_DFL: under `nohup` the run goes on, and its children start with the default.
            signal.signal(number, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGHUP, signal.SIGTERM})


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol():
    """End the run, with the stacks of all threads, if one test takes too long."""
    faulthandler.dump_traceback_later(SECONDS, exit=True, file=TERMINAL[0])
    yield
    faulthandler.cancel_dump_traceback_later()
