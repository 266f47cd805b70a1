"""Positions of all rulesets, through the door."""

import copy
import pickle

import pytest

import upstar
from upstar import Error, Session, all_rules, game, heaps, misere, rules


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
    assert p.outcome_of(play="misere", compound="join")["class"] in "LRNP"
    assert p.value_info(["Temperature"])["temperature"] == "1"


def test_values_are_handles():
    """No text lies between a value and its game, so variables do not change what games are."""
    with Session() as lab:
        loop, tiny = lab.game("on"), rules("domineering", lab)("....|....")
        lab.eval("on := 3; Miny := 5; over := *")
        assert repr(loop + 1) == "on" and repr(-loop) == "off" and [repr(g) for g in loop.left] == ["on"]
        assert repr(tiny.value) == "Miny(2)" and repr(lab.game("over")) == "over"
        assert pickle.loads(pickle.dumps(loop)) == game("on")
        assert tiny.value is tiny.value and lab.eval("on + 1") == 4
        # The calculator and questions have one store: equal games are one thing.
        assert lab.eval('domineering("....|....").Value') == tiny.value


def test_every_value_is_what_the_command_line_says():
    """Handles print what answers say, in every manner."""
    for name, position in [("domineering", "....|...."), ("kayles", "7"), ("hackenbush", "l(r;le)r"), ("nim", "3+4")]:
        p = rules(name)(position)
        assert repr(p.value) == p.value_info()["value"]
        for how in (dict(compound="join"), dict(compound="union"), dict(play="misere"), dict(variant="impartial")):
            try:
                said = p.value_info(**how)["value"]
            except Error as error:
                with pytest.raises(Error) as refused:
                    p.value_of(**how)
                assert str(refused.value) == str(error)
                continue
            assert str(p.value_of(**how)) == said, (name, how)


def test_rules_of_one_name():
    """Other rules under a name that a position knows give another value."""
    with Session() as lab:
        text = "game Mine\ngrid . x o\nleft orthogonal {}\nright as left with x<->o\n"
        lab.ask("add-rules", name="my.up", text=text.format("xo -> .x"))
        p = rules("my.up", lab)("xo")
        assert p.value == lab.game("*") and lab.eval('load "my.up"; mine("xxo").Value') == lab.game("^")
        lab.ask("add-rules", name="my.up", text=text.format("xo -> .."))
        assert p.value == lab.game("*") and rules("my.up", lab)("xxo").value == p.value


def test_moves_without_solving():
    board = rules("domineering")("16x16")
    assert len(board.legal_moves("left")) == len(board.options("right")) == 240
    move = board.legal_moves("left")[0]
    assert move.verdict is None and not move.wins and "None" not in repr(board.legal_moves()) + board.legal_moves()._repr_html_()
    assert board.play("left", move) == board.play("left", move.name) == board.play("left", move.to)
    small = rules("domineering")("...|...|...")
    for player in ("left", "right"):
        legal = {(m.name, m.to) for m in small.legal_moves(player)}
        assert legal == {(m.name, m.to) for m in small.moves(player)} and len(legal) == 6
        assert {p.text for p in small.options(player)} == {to for _, to in legal}
    with pytest.raises(Error, match="is not a legal move for Right"):
        small.play("right", small.legal_moves("left")[0])


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
    with Session() as lab:
        mine = rules("nim", lab)("3")
        assert copy.deepcopy(mine) == mine and pickle.loads(pickle.dumps(mine)) == p
    quotient = misere("kayles").solve()
    things = [p, p + q, p.rules, heaps("kayles"), misere("kayles"), quotient, quotient[3], p.moves("left")]
    things += [game("{3||2|1}").thermograph, heaps("kayles").period().certificate(), Error("m", "syntax", (0, 1), "abc")]
    for thing in things:
        for sent in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
            assert type(sent) is type(thing) and repr(sent) == repr(thing)
    with pytest.raises(TypeError, match="stays"):
        pickle.dumps(upstar.Calculator())


def test_known_values_of_every_ruleset():
    checked = 0
    lab = upstar.Session()
    for name in all_rules(lab):
        page = rules(name).page
        for known in page.get("known", []):
            if "value" not in known:
                continue
            answer = rules(name)(known["position"]).value_info(seconds=600)
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
