#!/usr/bin/env python3
"""What Python costs: the figures that the package promises, in one run.

`pip install '.[cluster]' && python bench/python/figures.py`. Times are the best of several; ratios are between things that were
measured one right after the other, so that a machine with other work to do changes them little. What one core does is measured
by the processor time that it takes.
"""

import os
import resource
import signal
import subprocess
import sys
import threading
import time

import upstar
from upstar import Session, game, heaps, rules

FAILED = []


def best(work, times=5, clock=time.perf_counter):
    """The least time of several, in seconds."""
    least = float("inf")
    for _ in range(times):
        begin = clock()
        work()
        least = min(least, clock() - begin)
    return least


def of_children():
    """The processor time of all processes that this one has started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tell(what, figure, unit, limit):
    good = figure < limit
    if not good:
        FAILED.append(what)
    print(f"{what:58} {figure:10.3g} {unit:3}  promised < {limit:g}{'' if good else '   MISSED'}", flush=True)


def arithmetic():
    g, h = game("{3||2|1}"), game("{5|-1}")
    n = 20_000

    def adding():
        for _ in range(n):
            g + h

    def comparing():
        for _ in range(n):
            g == h

    tell("g + h", best(adding) / n * 1e6, "us", 1)
    tell("g == h", best(comparing) / n * 1e6, "us", 0.3)


class Domineering(upstar.Rules):
    def __init__(self, rows, columns):
        at = lambda i, j: 1 << (i * columns + j)
        self.down = [at(i, j) | at(i + 1, j) for i in range(rows - 1) for j in range(columns)]
        self.across = [at(i, j) | at(i, j + 1) for i in range(rows) for j in range(columns - 1)]
        self.calls = 0

    def options(self, p, player):
        self.calls += 1
        return [p & ~d for d in (self.down if player == "left" else self.across) if p & d == d]


def own_rules():
    """One value in a new laboratory each time, so that nothing is known before."""
    text = "....|....|....|...."

    def built_in(lab):
        position = rules("domineering", lab)(text)
        return best(lambda: position.value_info(), 1, time.process_time)

    def in_python(lab):
        mine = Domineering(4, 4)
        mine._lab = lab
        position = mine(0xFFFF)
        return best(lambda: position.value_info(), 1, time.process_time), mine.calls

    theirs, ours, calls = float("inf"), float("inf"), 0
    for _ in range(15):
        with Session() as lab:
            theirs = min(theirs, built_in(lab))
        with Session() as lab:
            took, calls = in_python(lab)
            ours = min(ours, took)
    # What the same calls take without any engine.
    alone = Domineering(4, 4)

    def search():
        alone.calls, met, todo = 0, {0xFFFF}, [0xFFFF]
        while todo:
            p = todo.pop()
            for player in ("left", "right"):
                for q in alone.options(p, player):
                    if q not in met:
                        met.add(q)
                        todo.append(q)

    per_call = best(search, 15, time.process_time) / alone.calls
    tell("4x4 Domineering in Python / built in", ours / theirs, "x", 40)
    tell("crossing, a call", (ours / calls - per_call) * 1e6, "us", 1)


def arrays():
    to = 10**7
    engine, copying = float("inf"), float("inf")
    for _ in range(7):
        sequence = heaps(".104")
        # The engine computes everything, and one value is copied.
        engine = min(engine, best(lambda: sequence.values(to, start=to - 1), 1, time.process_time))
        copying = min(copying, best(lambda: sequence.values(to), 1, time.process_time))
    tell("10^7 values of .104 as an array / the engine alone", (engine + copying) / engine, "x", 1.1)


def batch():
    """All 4x4 boards of Domineering as a list of games, against the same questions in Rust alone."""
    boards = ["|".join("".join(".#"[n >> (4 * i + j) & 1] for j in range(4)) for i in range(4)) for n in range(1 << 16)]
    inside, outside = float("inf"), float("inf")
    for _ in range(3):
        with Session(threads=2) as lab:
            inside = min(inside, best(lambda: lab._core.ask_each("domineering", boards, "value", "{}"), 1))
        with Session(threads=2) as lab:
            outside = min(outside, best(lambda: rules("domineering", lab).values(boards), 1))
    print(f"{'65,536 boards of 4x4 on two threads':58} {outside:10.3g} s")
    tell("the same / the engine alone", outside / inside, "x", 2)


def interrupt():
    """From the signal to the exception."""
    waited = []
    for _ in range(5):
        sent = []

        def ring():
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.3, ring)
        timer.start()
        try:
            rules("amazons")("6x6").value_info()
        except KeyboardInterrupt:
            waited.append(time.perf_counter() - sent[0])
    tell("Ctrl-C", min(waited) * 1e3, "ms", 100)


def importing():
    def start(program):
        return best(lambda: subprocess.run([sys.executable, "-c", program], check=True), clock=of_children)

    tell("import upstar", (start("import upstar") - start("pass")) * 1e3, "ms", 80)


def sleep(n):
    time.sleep(1)
    return n


def dask():
    from distributed import Client, LocalCluster

    workers, tasks = 2, 12
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.wait_for_workers(workers)
        client.gather(client.map(sleep, range(100, 100 + workers)))
        begin = time.perf_counter()
        client.gather(client.map(sleep, range(tasks)))
        took = time.perf_counter() - begin
    tell("Dask, tasks of 1 s: overhead", (took / (tasks / workers) - 1) * 100, "%", 5)


if __name__ == "__main__":
    for part in (importing, arithmetic, own_rules, arrays, batch, interrupt, dask):
        part()
    sys.exit(f"missed: {', '.join(FAILED)}" if FAILED else 0)
