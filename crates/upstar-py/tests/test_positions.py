"""Positions of all rulesets, through the door."""

import copy
import pickle

import pytest

import upstar
from upstar import Error, Lab, all_rules, game, heaps, misere, rules


def test_questions():
    d = rules("domineering")
    p = d("...|...|...")
    assert p.value == game("+-1") and p.outcome == "N"
    assert p.wins("left") and p.wins("right")
    moves = p.moves("left")
    assert len(moves) == 6 and moves[0].wins and moves[0].why
    assert (p + p).value == 0
    assert p.best("left").verdict == "win"
    assert "<svg" in p._repr_html_() and "<table" in moves._repr_html_()
    assert d.compare("..|..", "....") in {"<", ">", "=", "||"}
    assert p.who(play="misere", compound="join")["class"] in "LRNP"
    assert p.worth(["Temperature"])["temperature"] == "1"


def test_sums_of_different_games():
    mixed = rules("kayles")("9") + rules("nim")("4")
    assert mixed.value == 0
    assert (mixed + rules("hackenbush")("lr")).value == game("1/2")


def test_tables_and_batches():
    table = rules("cutcake").table("3x4")
    assert table.loc[2, 4] == 1 and table.loc[1, 4] == 3
    boards = ["".join("#" if n >> i & 1 else "." for i in range(4)) for n in range(16)]
    d = rules("domineering")
    many = d.values([f"{b[:2]}|{b[2:]}" for b in boards] + ["?"], strict=False)
    assert many[:16] == [d(f"{b[:2]}|{b[2:]}").value for b in boards] and many[16] is None
    assert d.outcomes(["..", ".|."]) == ["R", "L"]
    with pytest.raises(Error) as error:
        d.values(["..", "?"])
    assert error.value.input == "?"
    assert d.values([]) == []
    with pytest.raises(upstar.Stopped):
        rules("amazons").values(["6x6"] * 3, seconds=0.2)
    assert d.values([".."]) == [-1]


def test_a_refusal_shows_the_position():
    with pytest.raises(Error, match=r"3\+x\n  \^\^\^"):
        rules("nim").values(["3", "3+x"])


def test_sums_and_copies():
    p, q = rules("nim")("3"), rules("kayles")("5")
    assert sum([p, q, p]) == p + q + p
    with Lab() as lab:
        mine = rules("nim", lab)("3")
        assert copy.deepcopy(mine) == mine and pickle.loads(pickle.dumps(mine)) == p
    quotient = misere("kayles").solve()
    things = [p, p + q, p.rules, heaps("kayles"), misere("kayles"), quotient, quotient[3], p.moves("left")]
    things += [game("{3||2|1}").thermograph, heaps("kayles").period().certificate(), Error("m", "syntax", (0, 1), "abc")]
    for thing in things:
        for sent in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
            assert type(sent) is type(thing) and repr(sent) == repr(thing)
    with pytest.raises(TypeError, match="stays"):
        pickle.dumps(upstar.Session())


def test_known_values_of_every_ruleset():
    checked = 0
    lab = upstar.Lab()
    for name in all_rules(lab):
        page = rules(name).page
        for known in page.get("known", []):
            if "value" not in known:
                continue
            answer = rules(name)(known["position"]).worth(seconds=600)
            expected, found = known["value"], answer["value"]
            if expected != found:
                assert lab.game(expected) == lab.game(found), (name, known, found)
            checked += 1
    assert checked > 100


def test_refusals():
    with pytest.raises(Error) as error:
        rules("dominering")
    assert "domineering" in str(error.value)
    with pytest.raises(Error) as error:
        rules("nim")("3+x").outcome
    assert error.value.field == "position" and error.value.span == (2, 3)
    with pytest.raises(Error):
        rules("nim")("3").wins("nobody")


def test_limits():
    with pytest.raises(upstar.Stopped):
        rules("amazons")("6x6").value_of(seconds=0.2)
    heard = []
    rules("domineering")("5x5").value_of(progress=lambda what, done, of: heard.append(what))
