"""Answers do not depend on what was asked before.

Random inputs go to one long-lived laboratory: variables, classes and rules that are defined again, statements, method
calls, and some of them with too little time or memory. Every answer is compared with that of a new laboratory which
knows the definitions and nothing else. Whether a question is stopped depends on the machine; what its answer says does
not.

The long run: UPSTAR_STATE_COMPARISONS=20000 UPSTAR_TEST_SECONDS=7200 pytest crates/upstar-py/tests/test_state.py
"""

import json
import os
import random

import pytest

import upstar
from upstar import Session, Calculator, misere, rules

# The field that tells how an answer was found; see docs/library.md.
STATEFUL = "why"

RULES = "game Mine\ngrid . x o\nleft {}\nright as left with x<->o\n"
DEFINITIONS = [
    ("eval", "k := 2"),
    ("eval", "k := 3"),
    ("eval", "x := {1||0|-1}"),
    ("eval", "x := +-2"),
    ("eval", "def f(n) := [[n-1]]"),
    ("eval", "def f(n) := [[j] for j from 0 to n-1]"),
    ("eval", "h := HeapRuleset(n -> f(n))"),
    ("eval", "class T(n) extends Game def Options(p) := if p == Left then [n-1] else [] end end"),
    ("eval", "class T(n) extends Game def Options(p) := if p == Left then [] else [1-n] end end"),
    ("eval", "class T(n) extends ImpartialGame def Options() := [T(k) for k from 0 to n-1] end"),
    ("eval", "a := T(4)"),
    ("eval", "b := T(4)"),
    ("add-rules", RULES.format("orthogonal xo -> .x")),
    ("add-rules", RULES.format("orthogonal xo -> ..")),
    ("add-rules", RULES.format("orthogonal q -> .x")),
]
QUESTIONS = [
    *(("eval", text) for text in ["a + b", "a == b", "a - b", "T(3)", "x + k", "x.Thermograph", "h(5).NimValue"]),
    *(("eval", text) for text in ["[k^j for j from 0 to 5]", "cram(2,9).Outcome", "cram(2,17).Outcome", "missing + 1"]),
    *(("eval", text) for text in ["domineering(3,4).Value", "kayles(9,4).Genus", "(kayles(7)+nim(3)).Outcome(misere)"]),
    *(("game", text, method) for text in ["{3||2|1}", "^^*", "+-2"] for method in ["mean", "left", "stops"]),
    *(("game", text, "outcome") for text in ["{4||1|0}", "*5", "x"]),
    *(("at", name, position, "value") for name, position in [("my.up", "xxo"), ("my.up", "xo|ox"), ("kayles", "9+5")]),
    *(("at", name, position, "outcome") for name, position in [("domineering", "....|...."), ("my.up", "xoxo")]),
    *(("at", name, position, "moves") for name, position in [("clobber", "xoxo|oxox"), ("my.up", "xxo"), ("nim", "3+5")]),
    *(("misere", name, position) for name, position in [("kayles", "10+9+4"), ("cram", "...|..."), ("nim", "4+4+1")]),
    *(("values", name) for name in ["kayles", "nim"]),
    *(("table", name, size) for name, size in [("domineering", "3x3"), ("clobber", "2x3")]),
    *(("quotient", code) for code in [".77", ".15", "4.7"]),
    *(("ask", "misere", {"misere": "outcome", "code": code, "position": "40+13+6"}) for code in [".77", ".15", "4.3"]),
    *(("ask", "misere", {"misere": "genus", "code": code, "position": "9+4"}) for code in [".77", ".26"]),
    *(("ask", "heap-period", {"code": code, "limit": "2000"}) for code in [".77", ".6", ".04"]),
    ("ask", "analyse", {"rules": "domineering", "position": "...|..."}),
    ("ask", "check-rules", {"rules": "my.up", "games": 20}),
    ("ask", "positions", {"rules": "nim", "size": "4", "outcome": "P"}),
]


def clean(found):
    """The answer without the field that tells how it was found."""
    if isinstance(found, dict):
        return {key: clean(value) for key, value in found.items() if key != STATEFUL}
    return [clean(item) for item in found] if isinstance(found, list) else found


def put(lab, question, seconds):
    """What is answered, as plain data."""
    kind, *rest = question
    if kind == "eval":
        return repr(lab.eval(rest[0], seconds))
    if kind == "game":
        return repr(getattr(lab.game(rest[0], seconds), rest[1]))
    if kind == "ask":
        return clean(lab.ask(rest[0], seconds=seconds, **rest[1]))
    if kind == "quotient":
        return clean(misere(rest[0], lab).solve(seconds=seconds).found)
    named = rules(rest[0], lab)
    if kind == "values":
        return [repr(value) for value in named.values([3, 5, 8])]
    if kind == "table":
        return clean(lab.ask("table", rules=rest[0], size=rest[1], seconds=seconds))
    place = named(rest[1])
    if kind == "misere":
        return clean(place.outcome_of(play="misere", seconds=seconds))
    if rest[2] == "value":
        return repr(place.value_of(seconds=seconds))
    if rest[2] == "outcome":
        return place.outcome_of(seconds=seconds)["class"]
    return [[str(move.to), move.verdict] for move in place.moves("left", seconds=seconds)]


def answer(lab, question, seconds=None):
    """All that is answered; None if it was stopped."""
    try:
        told = json.dumps(put(lab, question, seconds))
    except upstar.Stopped:
        return None
    except upstar.Error as error:
        return f"{error.kind}: {error}"
    limits = ["the time limit", "the memory limit", "interrupted"]
    return None if any(f"stopped: {limit}" in told for limit in limits) else told


def define(lab, definition):
    kind, text = definition
    try:
        lab.eval(text) if kind == "eval" else lab.ask("add-rules", name="my.up", text=text)
    except upstar.Error:
        pass


def fresh(definitions, question, known):
    """What a new laboratory answers."""
    key = (tuple(definitions), json.dumps(question))
    if key not in known:
        with Session(memory="1G", threads=1) as lab:
            for definition in definitions:
                define(lab, definition)
            known[key] = answer(lab, question)
    return known[key]


def test_answers_do_not_depend_on_earlier_inputs():
    comparisons = int(os.environ.get("UPSTAR_STATE_COMPARISONS", "200"))
    compared = stopped = seed = 0
    known = {}
    while compared < comparisons:
        seed += 1
        dice = random.Random(seed)
        inputs, definitions = [], []
        with Session(memory=dice.choice(["1G", "1G", "4M"]), threads=1) as lab:
            for _ in range(40):
                if dice.random() < 0.2:
                    definitions.append(dice.choice(DEFINITIONS))
                    define(lab, definitions[-1])
                    inputs.append(definitions[-1])
                    continue
                question = dice.choice(QUESTIONS)
                seconds = dice.choice([None, None, 10 ** dice.uniform(-6, -2)])
                expected = fresh(definitions, question, known)
                found = answer(lab, question, seconds)
                inputs.append((question, seconds))
                if found is None:
                    stopped += 1
                    continue
                compared += 1
                assert found == expected, (seed, inputs)
    print(f"{compared} compared, {stopped} stopped, {seed} laboratories")
    assert stopped > 0


def test_sessions_share_nothing():
    """Calculators with variables of their own, and what one was stopped at is no concern of another."""
    one, other = Calculator(), Calculator()
    one.eval("x := 5")
    with pytest.raises(upstar.Error):
        other.eval("x")
    with pytest.raises(upstar.Stopped):
        one.eval("domineering(8,8).Value", seconds=0.0)
    assert (repr(one.eval("x")), repr(other.eval("domineering(2,3).Value"))) == ("5", repr(one.eval("domineering(2,3).Value")))
