"""Surveys of all games with few digits, on the cores of one machine or on the workers of a Dask cluster.

>>> import tempfile, os
>>> from upstar.cluster import Survey
>>> with tempfile.TemporaryDirectory() as folder, Survey(os.path.join(folder, "atlas.db"), digits=1, limit=1000) as survey:
...     survey.run()
...     survey.progress, survey.frame(status="open")["code"].tolist()
({'classes': 8, 'proved': 7, 'open': 1}, ['0.6'])

A survey has three parts. The *plan* of the database says which tasks are left; a worker *computes* one from its text alone;
the client *records* outcomes, and nobody else touches the database. What comes of a task depends on nothing but the task,
its key is the same everywhere, and recording knows more or the same afterwards, never less. So a worker may die, a task may
run twice, and a client that was stopped or killed goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections import deque
from typing import Any, Deque, Dict, List, Optional, Set, Tuple, Union

from . import _core
from ._closing import Closing
from ._core import __version__
from ._errors import Error
from ._lab import Hear, _Hearing, amount
from .heaps import Certificate

Task = Tuple[str, str]
"""The key of a task, and its text."""

State = Union[None, bytes, str]
"""Nothing, the state itself, or the name of its file in the folder that all share."""

Result = Tuple[str, State]
"""The text of an outcome, and the state to go on from."""

LARGE = 1_000_000
"""Larger states go by the shared folder, if there is one."""

AT_ONCE, OFTEN = 100, 5.0
"""So many outcomes, or what came in so many seconds, are recorded in one transaction."""


class Survey(Closing):
    """A survey in its database, a file of SQLite that one process has alone while it is open.

    ``kind`` is ``"normal"`` for the periods of nim-sequences, with up to ``limit`` values of each, or ``"misere"`` for
    misère quotients with up to ``steps`` steps. A task that is not done after ``slice`` seconds comes back with a state
    and goes on later, anywhere. ``memory`` is what one task may use, ``states`` a folder that all workers can write to.
    """

    def __init__(
        self,
        path: Union[str, os.PathLike[str]],
        kind: str = "normal",
        digits: int = 3,
        *,
        quaternary: Optional[int] = None,
        limit: int = 2**20,
        steps: int = 20_000,
        slice: float = 60.0,
        memory: Union[None, int, str] = None,
        states: Union[None, str, os.PathLike[str]] = None,
    ) -> None:
        if kind not in ("normal", "misere"):
            raise Error(f"a survey is 'normal' or 'misere', not {kind!r}")
        if not 1 <= digits <= 5 or not 0 <= (quaternary or 0) <= 8:
            raise Error("a survey has 1 to 5 digits, and at most 8 quaternary ones")
        if not slice >= 0.1:
            raise Error("a slice of time is at least a tenth of a second")
        self.kind, self.digits = kind, digits
        self._amount = limit if kind == "normal" else steps
        if not 1 <= self._amount < 2**63:
            raise Error("the amount of work is a number from 1 on")
        self._slice = slice
        self._memory = amount(memory)
        self._states = None if states is None else os.fspath(states)
        self._core = _core.Atlas(os.fspath(path), kind, digits, quaternary)

    def close(self) -> None:
        """Lets others have the database."""
        self._core.close()

    def plan(self) -> List[Task]:
        """The tasks that can be done now, each with its key."""
        return self._core.plan(self._amount)

    def run(
        self,
        client: Any = None,
        *,
        threads: int = 0,
        seconds: Optional[float] = None,
        progress: Union[bool, Hear] = False,
    ) -> None:
        """Does what is left: on the workers of a Dask ``client``, or on the cores of this machine.

        Ctrl-C and the end of ``seconds`` keep what is done; to run again goes on.
        """
        with _Hearing(progress) as hear:
            if client is None:
                self._core.run(self._amount, threads, seconds, self._memory, hear)
            else:
                _Run(self, client, seconds, hear).run()

    @property
    def rows(self) -> List[Dict[str, Any]]:
        """The classes of the survey with their results."""
        rows: List[Dict[str, Any]] = json.loads(self._core.rows())
        return rows

    @property
    def progress(self) -> Dict[str, int]:
        """How many classes there are, and how many of them are in which state."""
        rows = self.rows
        counted = {"classes": len(rows)}
        for row in rows:
            counted[row["status"]] = counted.get(row["status"], 0) + 1
        return counted

    def frame(self, status: Optional[str] = None) -> Any:
        """The classes, or those in one state, as a table of pandas."""
        import pandas

        # All columns, however few rows are left.
        frame = pandas.DataFrame(self.rows).convert_dtypes()
        return frame if status is None else frame[frame["status"] == status].reset_index(drop=True)

    def to_parquet(self, folder: Union[str, os.PathLike[str]]) -> str:
        """Writes the table into a folder, as a file that is whole or not there; returns its path."""
        folder = os.fspath(folder)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, f"{self.kind}-{self.digits}.parquet")
        unfinished = f"{path}.{os.getpid()}"
        self.frame().to_parquet(unfinished)
        os.replace(unfinished, path)
        return path

    def certificate(self, code: str) -> Certificate:
        """The proof of what is known of a code."""
        text = self._core.certificate(code)
        if text is None:
            raise Error(f"nothing is proved of {code}", "open")
        return Certificate(text)

    def verify(self, sample: int = 100) -> int:
        """Checks the certificates of so many classes, evenly chosen; returns how many held.

        Raises an error that names the first one that does not.
        """
        proved = [row["code"] for row in self.rows if row["status"] in ("proved", "complete", "rule")]
        some = proved[:: max(1, -(-len(proved) // max(1, sample)))]
        for code in some:
            if not self.certificate(code).verify():
                raise Error(f"the certificate of {code} does not hold", "certificate")
        return len(some)


class _Run:
    """The client's side of a run on a cluster."""

    def __init__(self, survey: Survey, client: Any, seconds: Optional[float], hear: Optional[Hear]) -> None:
        self._survey = survey
        self._client = client
        self._end = None if seconds is None else time.monotonic() + seconds
        self._hear = hear
        self._new: List[Tuple[str, Optional[bytes]]] = []
        self._recorded = time.monotonic()
        self._flying: Dict[Any, List[Task]] = {}
        self._given_up: Set[str] = set()
        self._failures: List[Tuple[str, BaseException]] = []
        self._cost = 1.0
        self._done = 0

    def run(self) -> None:
        _check_version(self._client)
        try:
            # A round brings new tasks: states to go on from, the other codes of a class that got solved.
            while not self._is_over():
                tasks = deque(task for task in self._survey.plan() if task[0] not in self._given_up)
                if not tasks:
                    break
                self._round(tasks)
        finally:
            self._client.cancel(list(self._flying))
            self._record()
        if self._failures:
            codes = ", ".join(json.loads(task)["code"] for task, _ in self._failures)
            raise Error(f"workers failed again and again at {codes}") from self._failures[0][1]

    def _is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def _round(self, tasks: Deque[Task]) -> None:
        import distributed

        of = len(tasks)
        landed: Any = distributed.as_completed()  # type: ignore[no-untyped-call, unused-ignore]
        self._launch(tasks, landed)
        for future in landed:
            batch = self._flying.pop(future)
            try:
                started, results = future.result()
            except Exception as error:
                self._failed(batch, error, landed)
            else:
                self._cost += 0.3 * (started / max(1, len(results)) - self._cost)
                self._landed(batch, results)
            if self._hear is not None:
                self._hear("tasks", min(of, of - len(tasks) - sum(map(len, self._flying.values()))), of)
            if len(self._new) >= AT_ONCE or time.monotonic() - self._recorded > OFTEN:
                self._record()
            if self._is_over():
                return
            self._launch(tasks, landed)
        self._record()

    def _launch(self, tasks: Deque[Task], landed: Any) -> None:
        # Two batches for each thread, so that none waits for the client; near the end small ones.
        threads = max(1, sum(self._client.nthreads().values()))
        while tasks and len(self._flying) < 2 * threads:
            fair = -(-len(tasks) // (2 * threads))
            size = max(1, min(int(1.0 / max(self._cost, 1e-3)), fair))
            self._submit([tasks.popleft() for _ in range(min(size, len(tasks)))], landed)

    def _submit(self, batch: List[Task], landed: Any) -> None:
        survey = self._survey
        states = [_put(survey._core.state(text), survey._states) for _, text in batch]
        name = hashlib.sha256()
        for (key, _), state in zip(batch, states):
            name.update(key.encode())
            name.update(state if isinstance(state, bytes) else (state or "").encode())
        work = [(text, state) for (_, text), state in zip(batch, states)]
        future = self._client.submit(
            _work,
            work,
            __version__,
            survey._slice,
            survey._memory,
            survey._states,
            key=f"upstar-{name.hexdigest()}",
            pure=True,
        )
        self._flying[future] = batch
        landed.add(future)

    def _landed(self, batch: List[Task], results: List[Result]) -> None:
        for (key, _), (outcome, state) in zip(batch, results):
            if json.loads(outcome)["found"] is None:
                # The memory was too little: more of the same will not help.
                self._given_up.add(key)
            self._new.append((outcome, _get(state, self._survey._states)))

    def _failed(self, batch: List[Task], error: BaseException, landed: Any) -> None:
        if len(batch) > 1:
            for task in batch:
                self._submit([task], landed)
            return
        key, text = batch[0]
        self._given_up.add(key)
        self._failures.append((text, error))

    def _record(self) -> None:
        if self._new:
            self._survey._core.record(self._new)
            self._new = []
        self._recorded = time.monotonic()


def _work(
    tasks: List[Tuple[str, State]],
    version: str,
    slice: float,
    memory: Optional[int],
    folder: Optional[str],
) -> Tuple[float, List[Result]]:
    """What a worker does: as many of the tasks as fit into a slice of time, and how long it took."""
    if version != __version__:
        raise Error(f"this worker has upstar {__version__}, the client {version}")
    begin = time.monotonic()
    results: List[Result] = []
    for text, state in tasks:
        left = max(0.0, slice - (time.monotonic() - begin))
        if results and left == 0:
            break
        # Steps are counted, and what is stopped on the way is lost; values go on from a state.
        seconds = None if json.loads(text)["kind"] == "misere" else left
        outcome, after, _ = _core.compute(text, _get(state, folder), seconds, memory)
        results.append((outcome, _put(after, folder)))
    return time.monotonic() - begin, results


def _put(state: Optional[bytes], folder: Optional[str]) -> State:
    """A state as it is sent: a large one is a file whose name is its hash."""
    if state is None or folder is None or len(state) <= LARGE:
        return state
    name = hashlib.sha256(state).hexdigest()
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(state)
        os.replace(unfinished, path)
    return name


def _get(state: State, folder: Optional[str]) -> Optional[bytes]:
    if not isinstance(state, str):
        return state
    try:
        with open(os.path.join(folder or "", os.path.basename(state)), "rb") as file:
            return file.read()
    except OSError:
        # Then it begins anew: a state saves time and nothing else.
        return None


def _version() -> str:
    return __version__


def _check_version(client: Any) -> None:
    versions = {worker: found for worker, found in client.run(_version).items() if found != __version__}
    if versions:
        worker, found = next(iter(versions.items()))
        raise Error(f"the worker {worker} has upstar {found}, this is {__version__}")
