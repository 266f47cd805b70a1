"""Rules written in Python equal the built-in ones; mistakes in them are told and spoil nothing."""

import copy
import itertools
import os
import pickle
import signal
import threading

import pytest

import upstar
from upstar import Error, game, rules


class Domineering(upstar.Rules):
    """Dominoes on a board, bit by bit."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        at = lambda i, j: 1 << (i * columns + j)
        self.down = [at(i, j) | at(i + 1, j) for i in range(rows - 1) for j in range(columns)]
        self.across = [at(i, j) | at(i, j + 1) for i in range(rows) for j in range(columns - 1)]

    def options(self, p, player):
        return [p & ~d for d in (self.down if player == "left" else self.across) if p & d == d]


class Kayles(upstar.Rules):
    impartial = True

    def options(self, heaps, player):
        for i, n in enumerate(heaps):
            for take in (1, 2):
                for a in range((n - take) // 2 + 1 if n >= take else 0):
                    rest = heaps[:i] + heaps[i + 1 :] + tuple(h for h in (a, n - take - a) if h)
                    yield tuple(sorted(rest))

    def components(self, heaps):
        return [(n,) for n in heaps]


class Roundabout(upstar.Rules):
    """A token on a ring of n places; Left goes on by one, Right by two; place 0 is the end."""

    loopy = True

    def options(self, place, player):
        return [] if place == 0 else [(place + (1 if player == "left" else 2)) % 7]


def test_domineering():
    mine, theirs = Domineering(3, 3), rules("domineering")
    for p in range(0, 512, 7):
        text = "|".join("".join(".#"[not p >> (3 * i + j) & 1] for j in range(3)) for i in range(3))
        assert mine.value(p) == theirs(text).value, text
    assert mine(511).outcome == "N"
    best = mine(511).best("left")
    assert best.wins and mine.object(best) in list(mine.options(511, "left"))


def test_kayles():
    mine, theirs = Kayles(), rules("kayles")
    for n in range(1, 14):
        assert mine.value((n,)) == theirs(n).value
    assert mine.value((5, 9, 2)) == theirs("5+9+2").value
    assert mine((7,)).outcome_of(play="misere")["class"] == theirs(7).outcome_of(play="misere")["class"]
    assert mine((5,)).outcome_of(compound="join")["class"] == theirs(5).outcome_of(compound="join")["class"]
    assert mine.values([(3,), (4,)]) == theirs.values([3, 4])
    assert mine.outcomes([(3,), (4, 4)]) == ["N", "P"]


def test_a_loopy_game():
    ring = Roundabout()
    graph = "p0={|};" + ";".join(f"p{i}={{p{(i + 1) % 7}|p{(i + 2) % 7}}}" for i in range(1, 7))
    for place in range(1, 7):
        built_in = rules("partizan-digraph")(f"{graph} @ p{place}")
        assert ring(place).outcome_of()["outcome"] == built_in.outcome_of()["outcome"], place


def test_a_cycle_that_was_not_declared():
    class Endless(upstar.Rules):
        def options(self, p, player):
            return [1 - p]

    with pytest.raises(Error, match="position 0 comes again(.|\n)*loopy = True"):
        Endless().value(0)
    Endless.loopy = True
    assert Endless().outcome(0) == "D"


def test_an_exception_passes_and_spoils_nothing():
    class Moody(upstar.Rules):
        broken = True

        def options(self, n, player):
            if self.broken and n == 3:
                raise KeyError("out of order")
            return range(n)

    moody = Moody()
    with pytest.raises(KeyError, match="out of order"):
        moody.value(5)
    moody.broken = False
    assert moody.value(5) == game("*5")
    assert rules("nim")("5").value == game("*5")


def test_positions_that_cannot_be_kept():
    class Lists(upstar.Rules):
        def options(self, p, player):
            return [[1]] if p == 0 else []

    with pytest.raises(TypeError, match="hashable"):
        Lists().value(0)


@pytest.mark.parametrize(
    "methods, words",
    [
        (dict(options=lambda self, p, player: None), "options.. must give a list of positions, not an object of NoneType"),
        (dict(options=lambda self, p, player: 3), "must give a list of positions, not an object of int"),
        (dict(components=lambda self, p: None), "components.. must give a list"),
        (dict(options_both=lambda self, p: [1]), "options_both.. must give a pair"),
        (dict(normal_form=lambda self, p: p), "normal_form.. must give a pair"),
        (dict(show=lambda self, p: p), "show.. must give a text, not 3"),
    ],
)
def test_methods_that_give_something_else(methods, words):
    lower = dict(options=lambda self, p, player: list(range(p)))
    wrong = type("Wrong", (upstar.Rules,), {**lower, **methods})()
    with pytest.raises(TypeError, match=words):
        position = wrong(3)
        position.moves("left"), position.value
    assert type("Right", (upstar.Rules,), lower)().value(3) == game("*3")


def test_positions_of_any_kind():
    """What a position is made of does not matter, alone and in sums."""

    class Shorter(upstar.Rules):
        impartial = True

        def options(self, p, player):
            return [p[:i] for i in range(len(p))]

    shorter, nim = Shorter(), rules("nim")("3")
    for p in ["abc", "", "a'b", 'a"b', "a b", " a ", "(a+b)", ("ab", "c"), b"abc", (1, (2, 3)), ((),)]:
        value = upstar.nim(len(p))
        assert shorter.value(p) == value and shorter.object(shorter(p)) == p
        assert (shorter(p) + shorter(p)).value == 0 and (shorter(p) + nim).value == value + upstar.nim(3)
        assert {shorter.object(m.to) for m in shorter.moves(p, "left")} == {p[:i] for i in range(len(p))}


def test_questions_inside_of_questions():
    class Inside(upstar.Rules):
        lab = None

        def options(self, n, player):
            return [m for m in range(n) if rules("nim", self.lab)(m).value == upstar.nim(m)]

    with pytest.raises(Error, match="same laboratory"):
        Inside().value(3)

    class Beside(upstar.Rules):
        def options(self, n, player):
            return [m for m in range(n) if rules("nim", lab)(m).value == lab.game(f"*{m}")]

    with upstar.Session() as lab:
        assert Beside().value(3) == game("*3")

    class Short(upstar.Rules):
        def options(self, n, player):
            return [m for m in range(n) if game(f"*{m}") + game(f"*{m}") == 0 and game("^").mean == 0]

    assert Short().value(3) == game("*3")
    assert [m.to for m in Short()(3).legal_moves("left")] == ["0", "1", "2"]
    with pytest.raises(Error, match="same laboratory"):
        type("Loopy", (Short,), dict(options=lambda self, n, player: [game("on")] * n))().value(1)


def test_moves_without_end():
    class Endless(upstar.Rules):
        def options(self, p, player):
            return itertools.count(p + 1)

    with pytest.raises(upstar.Stopped):
        Endless()(0).value_of(seconds=0.3)


def test_text_that_is_shared():
    class Blind(upstar.Rules):
        def options(self, p, player):
            return range(p)

        def show(self, p):
            return "?"

    with pytest.raises(TypeError, match="alike"):
        Blind()(3).moves("left")


def test_faults_in_a_sum():
    class Faulty(upstar.Rules):
        broken = True

        def options(self, n, player):
            if self.broken and n == 1:
                raise KeyError("out of order")
            return range(n)

    faulty = Faulty()
    with pytest.raises(KeyError, match="out of order"):
        (faulty(2) + rules("nim")("4")).value
    faulty.broken = False
    assert (faulty(2) + rules("nim")("4")).value == game("*6")
    assert faulty(2).value == game("*2")


class Box:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == other.n

    def __repr__(self):
        return f"Box[{self.n}]"


def test_positions_that_change():
    class Boxes(upstar.Rules):
        def options(self, p, player):
            p.n -= 1
            return [Box(0)] if p.n else []

    with pytest.raises(TypeError, match="never change"):
        Boxes().value(Box(3))


def test_positions_that_change_inside():
    class Inside(upstar.Rules):
        def options(self, p, player):
            p[0].n -= 1
            return [(Box(0),)] if p[0].n else []

    with pytest.raises(TypeError, match="never change"):
        Inside().value((Box(3),))


def test_both_players_at_once():
    class Both(Domineering):
        calls = 0

        def options_both(self, p):
            self.calls += 1
            return self.options(p, "left"), self.options(p, "right")

    both, one = Both(3, 3), Domineering(3, 3)
    for p in (511, 495, 123, 77):
        assert both.value(p) == one.value(p)
    assert both.calls > 4


def test_pictures():
    class Drawn(upstar.Rules):
        def options(self, n, player):
            return range(n)

        def picture(self, n):
            return f"<svg><text>{n}</text></svg>"

    assert Drawn()(3).picture() == "<svg><text>3</text></svg>"
    assert "<text>3</text>" in Drawn()(3)._repr_html_()
    assert "<svg" in Domineering(2, 2)(15)._repr_html_()


def test_files(tmp_path):
    file = tmp_path / "clobber.up"
    file.write_text("game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n")
    mine, theirs = upstar.rules_from(file), rules("clobber")
    boards = ["xo", "xxo|oox", "xox|oxo"]
    assert mine.values(boards) == theirs.values(boards) == [mine(b).value for b in boards]
    assert mine("xxo").moves("left")[0].why
    with pytest.raises(Error) as error:
        upstar.rules_from("game Wrong\ngrid . x\nleft q -> .\n")
    assert "line 3" in str(error.value) and "^" in str(error.value)
    with pytest.raises(Error, match="nowhere"):
        upstar.rules_from("nowhere.up")


class Slow(upstar.Rules):
    def options(self, p, player):
        return [p + (i,) for i in range(9)] if len(p) < 9 else []


def test_interrupted():
    def ring(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    with pytest.raises(KeyboardInterrupt):
        Slow().value(())
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert game("*") + game("*") == 0
    assert rules("nim")("1+2").value == game("*3")


class Stuck(upstar.Rules):
    def options(self, p, player):
        while True:
            pass


def test_interrupted_in_python():
    """A method that never ends is ended as well."""

    def ring(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    with pytest.raises(KeyboardInterrupt):
        Stuck().value(0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert Domineering(2, 2).value(15) == rules("domineering")("..|..").value


def test_interrupted_in_line():
    """Who waits for another thread hears a signal, and the other thread goes on."""
    begun, done, found = threading.Event(), threading.Event(), []

    class Patient(upstar.Rules):
        def options(self, p, player):
            begun.set()
            done.wait()
            return range(p)

    position = rules("nim")("3")
    other = threading.Thread(target=lambda: found.append(Patient().value(3)))
    other.start()
    begun.wait()

    def ring(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    with pytest.raises(KeyboardInterrupt):
        position.value
    signal.setitimer(signal.ITIMER_REAL, 0)
    with pytest.raises(upstar.Stopped):
        position.value_of(seconds=0.1)
    done.set()
    other.join()
    assert found == [game("*3")]


def test_time_is_not_that_of_others():
    """Quick sums in one thread do not let the time of another begin anew."""
    stop = threading.Event()

    def add():
        while not stop.is_set():
            game("^") + game("*")

    other = threading.Thread(target=add)
    other.start()
    try:
        with pytest.raises(upstar.Stopped):
            upstar.eval("[x for x from 1 to 10^9 where x == 0]", seconds=0.5)
    finally:
        stop.set()
        other.join()


def test_positions_of_positions():
    mine = Domineering(2, 2)
    assert mine(mine(15)) == mine(15)
    assert mine.values([mine(15), 3]) == [mine.value(15), mine.value(3)]
    with pytest.raises(Error, match="other rules"):
        mine(rules("nim")("3"))


def test_sent():
    mine = Domineering(2, 3)
    for thing in (mine, mine(63)):
        for sent in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
            position = sent if isinstance(thing, upstar.Position) else sent(63)
            assert position.value == mine.value(63)
    with pytest.raises(Error, match="parts"):
        pickle.dumps(mine(63) + rules("nim")("3"))
    theirs = upstar.rules_from("game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n")
    assert pickle.loads(pickle.dumps(theirs("xxo"))).value == game("^")


def test_threads():
    found = []
    work = lambda: found.append([(game(n) + game("^")).outcome for n in range(-5, 5)])
    threads = [threading.Thread(target=work) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert len(found) == 4 and all(f == found[0] for f in found)


def test_forked():
    child = os.fork()
    if child == 0:
        try:
            game("*") + game("*")
            os._exit(1)
        except Error as error:
            os._exit(0 if "spawn" in str(error) else 2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_limits():
    for each in (Slow().values, Slow().outcomes):
        with pytest.raises(upstar.Stopped):
            each([()], seconds=0)
    with pytest.raises(upstar.Stopped):
        Slow()(()).value_of(seconds=0.3)


class Take(upstar.Rules):
    """Take up to k tokens."""

    impartial = True

    def __init__(self, k):
        self.k, self.amounts, self._calls = k, list(range(1, k + 1)), 0

    def options(self, n, player):
        self._calls += 1
        return [n - take for take in self.amounts if take <= n]


def test_rules_that_change_are_told():
    h = Take(2)
    assert str(h.value(5)) == "*2"
    h._calls = 0
    assert str(h.value(5)) == "*2"
    p, q = h(5), h(4) + rules("nim")("1")
    for change, undo in [
        (lambda: setattr(h, "k", 3), lambda: setattr(h, "k", 2)),
        (lambda: h.amounts.append(3), lambda: h.amounts.pop()),
        (lambda: setattr(Take, "impartial", False), lambda: setattr(Take, "impartial", True)),
        (lambda: setattr(h, "new", 1), lambda: delattr(h, "new")),
    ]:
        change()
        for ask in (lambda: h.value(5), lambda: p.outcome, lambda: q.value, lambda: h(7)):
            with pytest.raises(Error, match="these rules changed"):
                ask()
        undo()
        assert (str(p.value), str(q.value)) == ("*2", "0")
    other = copy.copy(h)
    other.amounts = [1, 2, 3]
    assert (str(other.value(5)), str(h.value(5))) == ("*", "*2")


def test_rules_of_one_name_are_two():
    def make(most):
        class Same(upstar.Rules):
            impartial = True

            def options(self, n, player):
                return [n - take for take in range(1, most + 1) if take <= n]

        return Same()

    first, second = make(2), make(3)
    for n in range(12):
        assert str(first(n).value_of()) == str(rules("subtraction(1,2)")(n).value)
        assert str(second(n).value_of()) == str(rules("subtraction(1,2,3)")(n).value)
        assert str((first(n) + second(n)).value) == str(rules("nim")(f"{n % 3}+{n % 4}").value)
