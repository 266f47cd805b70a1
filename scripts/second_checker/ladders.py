"""The rule of two ladders: the theorem of docs/quotients.md."""
import itertools
from .codes import INF, Unknown, need
from .lists import least_numbers, listed


def called(sum_, g):
    """Whether the sum is called P; None if that depends on numbers that are not known.

    A sum is (D, B, Y, number of X, largest X): B is 0, 1 if odd, 2 if even and positive; of the X the
    largest known numbers are listed, falling; an unknown number of an Y is None."""
    D, B, ys, nx, xs = sum_
    if len(ys) >= 3:
        return not D and B != 1 and len(ys) % 2 == 0
    pair = False if nx < 2 else None if len(xs) < 2 else xs[0] - xs[1] <= g
    x, known = xs[0] if xs else None, None not in ys
    if len(ys) == 2:
        if D or B == 1:
            near = False
        elif B or nx == 0 or pair:
            near = True
        else:
            near = None if not known or x is None else x <= min(ys) + g or pair
        other = bool(D and B == 1)
        if known:
            return near if abs(ys[0] - ys[1]) <= g else other
        return other if near == other and near is not None else None
    if B:
        return not D and B == 2 and not ys
    if not ys:
        return bool(D) if nx == 0 else False if D else pair
    if not D:
        return False
    if not known or nx and x is None:
        return None
    if nx == 0:
        return ys[0] >= 2 + g
    if x > ys[0] + g:
        return None if pair is None else not pair
    return x <= ys[0] - 2 - g


def plus(sum_, d, b, firsts=(), seconds=()):
    """The sum with a plain part and further Y and X."""
    D, B, ys, nx, xs = sum_
    B = 0 if B + b == 0 else 2 - (B + b) % 2
    for number in seconds:
        complete = len(xs) >= min(nx, 2)
        larger = sum(1 for x in xs if number is not None and x >= number)
        if number is None:
            xs = ()
        elif larger < len(xs) or complete:
            xs = tuple(sorted(xs + (number,), reverse=True))
            xs = xs if complete else xs[:len(xs)]
        nx += 1
    return (D + d + len(seconds)) % 2, B, ys + tuple(firsts), nx, xs[:3]


def missing(numbers, low, gap):
    """How many further numbers the gaps above `low` need."""
    count, before = 0, low
    for number in sorted(n for n in numbers if n > low):
        count += max(0, number - before - 1) // gap
        before = number
    return count


def ladders(c):
    g, p, n1 = c["near"], c["period"], c["preperiod"]
    good = lambda d, b, y, x: (d < 2 and b < 3 and y == x == 0) or (d == b == x == 0) or (d == 1 and b == y == 0)
    need("shape", all(good(*x) for x in c["labels"]))
    if g > 4:
        raise Unknown("numbers that are near are too far apart")
    up = lambda n, periods: n and n + periods
    code, label = listed(c, c["labels"], lambda x, k: (x[0], x[1], up(x[2], k), up(x[3], k)))
    plain = lambda n: label(n)[2:] == (0, 0)
    further = lambda n: (label(n)[0], label(n)[1], up(label(n)[2], 1), up(label(n)[3], 1))
    same = lambda n, q: label(n + q) == further(n) if q == p else plain(n) and label(n + q) == label(n)
    least_numbers(n1, p, same)
    number = lambda n: label(n)[2] or label(n)[3]
    reach, far = code.reach, 2 + g
    linear = 2 * n1 + reach + p
    z = max([far] + [number(n) for n in range(1, linear)])
    N = linear + 2 * p
    while not all(number(n) == 0 or number(n) > z + far + 1 for n in range(N - p + 1, N + 1)):
        N += 1
    if N > 250:
        raise Unknown("too many heaps")
    def left(option):
        parts = [label(a) for a in option]
        B = sum(x[1] for x in parts)
        ys, xs = (tuple(sorted(x[i] for x in parts if x[i])) for i in (2, 3))
        # An X counts in D, and its label has d = 1.
        return sum(x[0] for x in parts if not x[3]) % 2, 0 if B == 0 else 2 - B % 2, ys, xs
    options = {n: [(o, left(o)) for o in set(code.options(n))] for n in range(1, N + 2 * p + 1)}
    need("moves", all(options[n] or label(n) == (0, 0, 0, 0) for n in range(1, N + 1)))
    e = far
    for n in (n for n in range(1, N + 1) if number(n)):
        for option, (_, _, ys, xs) in options[n]:
            if len(ys + xs) == 1:
                if (ys + xs)[0] > number(n) + far:
                    raise Unknown("a number is far above that of its heap")
                if all(number(a) or a < n1 for a in option):
                    e = max(e, number(n) - (ys + xs)[0])
    gap = e + far + 1
    kind = lambda n: "Y" if label(n)[2] else "X" if label(n)[3] else label(n)[:2]
    previous(g, far, z, {(kind(n), min(number(n), z + 1), (d, b, len(ys), len(xs)),
             min(number(n) - (ys + xs)[0], far + 1) if number(n) and len(ys + xs) == 1 else None)
             for n in range(1, N + 1) for _, (d, b, ys, xs) in options[n]})
    following(g, z, gap, label, kind, number, options, N, p, n1, lambda n: [(o, left(o)) for o in set(code.options(n))])


def previous(g, far, z, changes):
    """No move leads from P to P."""
    for own, size, (d, b, ny, nx), below in changes:
        for cy, cx, D, B in itertools.product(range(5), range(3), (0, 1), (0, 1, 2)):
            counts = [int(size > 0), ny + nx, cy if cy < 3 else 0, cx]
            cuts = list(itertools.accumulate(counts))
            most = z + (far + 1) * cuts[3]
            def sums(given):
                of = lambda i: given[cuts[i] - counts[i]:cuts[i]]
                ys = tuple(of(2)) if len(of(2)) == cy else (None,) * cy
                context = (D + cx) % 2, B, ys, cx, tuple(of(3))
                mine, opts = (of(0) + [None])[0], of(1) + [None] * (ny + nx - len(of(1)))
                before = plus(context, 0, 0, [mine]) if own == "Y" else plus(context, 0, 0, (), [mine]) if own == "X" else plus(context, *own)
                return before, plus(context, d, b, opts[:ny], opts[ny:])
            def search(given):
                if any(called(x, g) is False for x in sums(given)):
                    return
                need("P-positions", len(given) < cuts[3])
                at, last = len(given), given[-1] if given else None
                lo, hi = 1, most
                if at < cuts[0]:
                    lo, hi = (size, most) if size > z else (size, size)
                elif at < cuts[1] and below is not None:
                    lo, hi = (1, given[0] - below) if below > far else (max(1, given[0] - below), given[0] - below)
                elif cuts[1] < at < cuts[2]:
                    lo = last
                elif cuts[2] < at:
                    hi = last
                for n in range(lo, hi + 1):
                    if missing(given + [n], z, far + 1) < cuts[3] - at:
                        search(given + [n])
            search([])


def following(g, z, gap, label, kind, number, options, N, p, n1, later):
    """Every sum that is not called P and has a move has one to P."""
    plain, numbered, unknown = {}, {}, {}
    blur = lambda x: (x[0], x[1], (None,) * len(x[2]), (None,) * len(x[3]))
    largest = z + 6 * gap
    for n in itertools.count(1):
        if n > N + 2 * p and min([number(a) for a in range(n, n + p) if number(a)], default=INF) > largest:
            break
        all_ = options[n] if n in options else later(n) if number(n) else []
        if number(n):
            few = frozenset(x for _, x in all_ if len(x[2] + x[3]) < 2)
            numbered.setdefault((kind(n), number(n)), set()).add(few)
            if n <= N + 2 * p:
                unknown.setdefault(kind(n), set()).add(frozenset(map(blur, few)))
        elif all_:
            some = frozenset(x for o, x in all_ if n <= N or len(x[2] + x[3]) < 2 or all(a >= n1 for a in o))
            plain.setdefault(kind(n), set()).add((frozenset(blur(x) for _, x in all_), some))
    kinds = sorted(plain)
    wins = lambda context, opts: any(called(plus(context, *x), g) is True for x in opts)
    most = [1 if k == (0, 0) else 2 if k[1] == 0 else 3 for k in kinds]
    for counts in itertools.product(*[range(m + 1) for m in most]):
        for ny, nx in itertools.product(range(6), range(5)):
            def rest(ys, xs, without=None, first=None, second=None):
                D = sum(k[0] * (n - (k == without)) for k, n in zip(kinds, counts)) % 2
                B = sum(k[1] * (n - (k == without)) for k, n in zip(kinds, counts))
                all_y, count = list(ys) if ys else [None] * ny, nx - (second is not None)
                if first is not None:
                    all_y.pop(first)
                largest_x = tuple(x for i, x in enumerate(xs) if i != second)
                return (D + count) % 2, 0 if B == 0 else 2 - B % 2, tuple(all_y), count, largest_x
            def settled(ys, xs):
                if not any(counts) and ny + nx == 0 or called(rest(ys, xs), g) is True:
                    return True
                for k, n in zip(kinds, counts):
                    if n and all(wins(rest(ys, xs, without=k), x[0] if ny + nx else x[1]) for x in plain[k]):
                        return True
                for word, numbers, count in (("first", ys, ny), ("second", xs, nx)):
                    which = "Y" if word == "first" else "X"
                    for i, n in enumerate(numbers):
                        if all(wins(rest(ys, xs, **{word: i}), x) for x in numbered.get((which, n), ())):
                            return True
                    if count and not numbers and all(wins(rest(ys, xs, **{word: 0}), x) for x in unknown.get(which, ())):
                        return True
                return False
            def search(ys, xs):
                if settled(ys, xs):
                    return
                still = (ny - len(ys) if ny < 4 else 0) + min(nx, 3) - len(xs)
                need("N-positions", still > 0 and ny < 4)
                if len(ys) < ny:
                    for new in itertools.combinations_with_replacement(range(1, largest + 1), ny):
                        if missing(new, z, gap) <= min(nx, 3):
                            search(new, xs)
                else:
                    for n in range(1, (xs[-1] if xs else largest) + 1):
                        if missing(ys + xs + (n,), z, gap) < still:
                            search(ys, xs + (n,))
            search((), ())
