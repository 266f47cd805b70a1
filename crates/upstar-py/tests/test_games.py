"""Games behave like numbers: a group, a partial order, and what is printed reads back."""

import copy
import pickle
import random
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upstar
from upstar import Error, Session, game, make, star, up

LEAVES = [game(text) for text in ["0", "1", "-2", "1/2", "*", "*2", "^", "v*", "+-1", "{3|1}", "{2||1|-3}"]]
games = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.builds(make, st.lists(inner, max_size=2), st.lists(inner, max_size=2)),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(games, games, games)
def test_a_group(g, h, k):
    assert g + h == h + g
    assert (g + h) + k == g + (h + k)
    assert g + 0 == g and g - g == 0
    assert -(g + h) == -g - h
    assert 3 * g == g + g + g
    assert hash(g + h) == hash(h + g)


@settings(max_examples=60, deadline=None)
@given(games, games, games)
def test_a_partial_order(g, h, k):
    assert g <= g
    assert (g <= h and h <= g) == (g == h)
    if g <= h and h <= k:
        assert g <= k
    assert (g <= h) == (g + k <= h + k)
    assert (g < h) + (g == h) + (g > h) + g.confused(h) == 1
    assert (g.outcome == "P") == (g == 0)


@settings(max_examples=60, deadline=None)
@given(games)
def test_what_is_printed_is_read(g):
    assert game(repr(g)) == g
    assert pickle.loads(pickle.dumps(g)) == g
    assert copy.deepcopy(g) == g
    assert make(g.left, g.right) == g


def test_numbers_of_python():
    assert game("1/2") + Fraction(1, 4) == Fraction(3, 4)
    assert 1 - game(3) == -2
    assert game(10**30) + 1 == 10**30 + 1
    assert game("5/8").fraction == Fraction(5, 8) and float(game("5/8")) == 0.625
    assert int(game(7)) == 7
    with pytest.raises(Error):
        up.fraction
    with pytest.raises(TypeError):
        up + "1"
    with pytest.raises(TypeError):
        star < None
    assert star != None and star != "*"  # noqa: E711


@given(st.one_of(st.integers(), st.integers(-20, 20), st.fractions()))
@settings(max_examples=60, deadline=None)
def test_hashes_of_numbers(x):
    g = game(x)
    assert g == x and hash(g) == hash(x) and g in {x} and bool(g) == bool(x)


def test_truth_and_format():
    assert not game(0) and star and not star - star and game("on")
    assert f"{up:>5}|{up}" == "    ^|^"
    with pytest.raises(Error):
        upstar.nim(-1)


def test_closed():
    with Session() as lab:
        g = lab.game("^")
    assert "closed" in repr(g) and hash(g) == hash(g)
    with pytest.raises(Error, match="closed"):
        g + g
    for wrong in (dict(memory=-1), dict(threads=0), dict(threads=-1), dict(memory="much")):
        with pytest.raises(Error):
            Session(**wrong)


def test_what_the_calculator_prints(capsys):
    assert upstar.eval('print("one"); 2') == 2
    with pytest.raises(Error):
        upstar.eval('print("three"); error("four")')
    assert capsys.readouterr().out == "one\nthree\n"


def test_other_kinds_of_games():
    on, over = game("on"), game("over")
    assert on > 10**6 and 0 < over < game("1/1024")
    assert repr(on + over) == "on" and -game("off") == on
    assert on.kind != star.kind and game("omega") > 10**100
    assert repr(on - on) == "dud"


def test_methods_of_the_calculator():
    g = game("{3||2|1}")
    assert g.mean == Fraction(9, 4) and g.temperature == Fraction(3, 4)
    assert g.stops == (3, 2)
    assert g.cool(1) == g.call("Cool", 1) == Fraction(9, 4)
    assert up.call("AtomicWeight") == 1
    assert [repr(h) for h in g.left] == ["3"] and g.right[0].left[0] == 2
    with pytest.raises(Error) as error:
        g.call("Temprature")
    assert "Temperature" in str(error.value)
    with pytest.raises(TypeError):
        g.call("Mean; 1")


def test_places_of_mistakes():
    with pytest.raises(Error) as error:
        game("{3|")
    assert error.value.kind == "syntax" and "^" in str(error.value)
    with pytest.raises(Error) as error:
        upstar.eval("↑ + nonsense")
    start, end = error.value.span
    assert error.value.input[start:end] == "nonsense"


def test_two_laboratories():
    with Session(memory="200M") as lab:
        g = lab.game("^")
        assert g != up
        with pytest.raises(Error):
            g + up
        assert up.copy_into(lab) == g and up.copy_into(lab) + g == 2 * g
        lab.game("{3||2|1}") * 50
        assert lab.used > 0
    with pytest.raises(Error):
        g + g
    with pytest.raises(Error):
        Session(memory="a lot")


def test_sorting():
    mixed = [game(t) for t in ["1", "*", "0", "^", "-1"]]
    ordered = sorted(mixed, key=upstar.sort_key)
    assert [ordered.index(game(t)) for t in ["-1", "1"]] == [0, 4]


def test_sorting_is_a_total_order():
    three = [game(text) for text in ["{2|-5}", "3", "{11|-100}"]]
    found = {tuple(sorted(order, key=upstar.sort_key)) for order in permutations(three)}
    assert len(found) == 1
    numbers = ["0", "1", "-1", "1/2", "2"]
    options = [game(text) for text in numbers + ["*", "^", "v", "*2", "+-1", "{1|*}", "^*"]]
    choose = random.Random(7)
    games = [*options]
    for _ in range(100):
        left, right = (choose.sample(options, choose.randrange(4)) for _ in range(2))
        games.append(make(left, right))
    keys = [upstar.sort_key(g) for g in games]
    compared = 0
    for g, key in zip(games, keys):
        for h, other in zip(games, keys):
            assert (g == h) == (key == other)
            assert not (g < h) or key < other
            compared += 1
    assert compared >= 2000 and sorted(games, key=upstar.sort_key) == sorted(games[::-1], key=upstar.sort_key)


def test_showing():
    assert up._repr_latex_() == "${\\uparrow}$"
    svg = game("{3||2|1}").thermograph
    assert svg.startswith("<svg") and svg._repr_svg_() == svg and "<title>" in svg


def test_former_names():
    with pytest.warns(DeprecationWarning, match="Lab is now Session"):
        assert upstar.Lab is upstar.Session
    with pytest.warns(DeprecationWarning, match="sort_key"):
        assert upstar.house_order is upstar.sort_key
    p = upstar.rules("nim")("3")
    with pytest.warns(DeprecationWarning, match="outcome_of"):
        assert p.who() == p.outcome_of()
    with pytest.warns(DeprecationWarning, match="value_info"):
        assert p.worth(["Mean"], play="normal") == p.value_info(["Mean"])
    with pytest.warns(DeprecationWarning, match="is_python"):
        assert not p.rules.is_own
    with pytest.warns(DeprecationWarning, match="copy_into"), Session() as lab:
        assert lab.adopt(up) == up.copy_into(lab)
    with pytest.raises(AttributeError):
        upstar.missing
