"""The rules of two ladders and the rules with counters, for scripts/second-checker, after the theorems
of docs/quotients.md. `rule`, `need` and `known` are those of that file."""
from collections import defaultdict
from functools import lru_cache, reduce
from itertools import combinations, count, product
from math import inf
from operator import or_

def called_ladders(g, D, B, ys, xs):
    """Whether a sum is called P; None if that depends on numbers that are None. B is 0, or 2 - B % 2."""
    if len(ys) > 2 or B and len(ys) < 2:
        return D == 0 and B != 1 and len(ys) % 2 == 0
    if B:
        return False if D != B % 2 else None if None in ys else (abs(ys[0] - ys[1]) <= g) == (D == 0)
    if not ys and len(xs) < 2 or D != len(ys) % 2:
        return D == 1 and not ys and not xs
    if None in ys or None in xs[:2]:
        return None
    x, pair, y = max(xs[:1], default=0), len(xs) > 1 and xs[0] - xs[1] <= g, min(ys, default=0)
    if len(ys) == 2:
        return max(ys) - y <= g and (x <= y + g or pair)
    return x > y + g and not pair or x <= y - 2 - g if ys else pair

@lru_cache(None)
def joined(one, other):
    """Two sums together; the X are sorted, and with one whose number is None all are."""
    (D, B, ys, xs), (d, b, more_ys, more_xs) = one, other
    for x in more_xs:
        is_known = x is not None and None not in xs[:2]
        xs = (*sorted((*xs[:2], x))[::-1], *xs[2:]) if is_known else (None,) * (len(xs) + 1)
    return D ^ d, 2 - (B + b) % 2 if B + b else 0, ys + more_ys, xs

def give(need, step, spots, limits, low, gap, decided, given=()):
    """Give numbers, without a gap above `low`, one after the other until each case is decided."""
    if not decided(given + (None,) * (spots - len(given))):
        need(step, len(given) < spots)
        for number in limits(given):
            above = [low] + sorted(n for n in (*given, number) if n > low)
            if sum(max(0, b - a - 1) // gap for a, b in zip(above, above[1:])) < spots - len(given):
                give(need, step, spots, limits, low, gap, decided, (*given, number))

def ladders(c, rule, need, known):
    """The theorem on the rule of two ladders."""
    g, p, n1 = c["near"], c["period"], c["preperiod"]
    fits = lambda d, b, y, x: d < 2 and b < 3 if y == x == 0 else (d, b, 0) in ((0, 0, x), (1, 0, y))
    need("shape", g <= 4 and all(fits(*entry) for entry in c["labels"]))
    grown = lambda e, k: (e[0], e[1], e[2] and e[2] + k, e[3] and e[3] + k)
    code, label, options = rule(c, c["labels"], (0, 0, 0, 0), grown)
    number = lambda n: label(n)[2] or label(n)[3]
    far, linear = 2 + g, 2 * n1 + code.reach + p
    z = max([far] + [number(n) for n in range(1, linear)])
    known(z < 100)
    beyond = lambda first, most: all(number(n) == 0 or number(n) > most for n in range(first, first + p))
    N = next(N for N in count(linear + 2 * p) if beyond(N - p + 1, z + far + 1))
    known(N < 400)
    called = lru_cache(None)(lambda total: called_ladders(g, *total))
    filled = lambda x, numbers: (x[0], x[1], numbers[:len(x[2])], numbers[len(x[2]):])
    numbers_of = lambda x: x[2] + x[3]
    blurred = lambda x: filled(x, (None,) * len(numbers_of(x)))
    one = lambda d, b, y, x: (d, b, (y,) if y else (), (x,) if x else ())
    left = lru_cache(None)(lambda option: reduce(joined, (one(*label(n)) for n in option), (0, 0, (), ())))
    changes, e = set(), far
    for n, option in ((n, option) for n in range(1, N + 1) for option in options(n)):
        below, found = None, numbers_of(left(option))
        if number(n) and len(found) == 1:
            below = min(number(n) - found[0], far + 1)
            known(below >= -far, "a number is far above that of its heap")
            e = max(e, number(n) - found[0]) if all(number(a) or a < n1 for a in option) else e
        changes.add((blurred(left((n,))), min(number(n), z + 1), blurred(left(option)), below))
    # From P to P: each change in each context. The numbers are those of the heap, the option, Y and X.
    for (own, size, option, below), cy, cx, D, B in product(changes, range(5), range(3), (0, 1), (0, 1, 2)):
        first, second = len(numbers_of(own)), len(numbers_of(own) + numbers_of(option))
        third = second + (cy if cy < 3 else 0)
        most = z + (far + 1) * (third + cx)
        def decided(given):
            context = D, B, given[second:third] if cy < 3 else (None,) * cy, given[third:]
            parts = filled(own, given[:first]), filled(option, given[first:second])
            return any(called(joined(context, part)) is False for part in parts)
        def limits(given):
            if len(given) < first:
                return range(size, most + 1 if size > z else size + 1)
            if len(given) < second and below is not None:
                return range(1 if below > far else max(1, given[0] - below), given[0] - below + 1)
            return range(1, given[-1] + 1 if len(given) > third else most + 1)
        give(need, "P-positions", third + cx, limits, z, far + 1, decided)
    # From N to P: the options of each plain label, without or with numbers elsewhere, and of each number.
    gap, moves = e + far + 1, defaultdict(set)
    most = z + 6 * gap
    for n in range(1, next(n for n in count(N + 2 * p) if beyond(n, most)) + 1):
        own, lefts = left((n,)), {o: left(o) for o in options(n)}
        few = frozenset(x for x in lefts.values() if len(numbers_of(x)) < 2)
        if number(n):
            moves[own].add(few)
            moves[blurred(own)].add(frozenset(map(blurred, few)))
        elif lefts and n <= N + 2 * p:
            moves[own, True].add(frozenset(map(blurred, lefts.values())))
            moves[own, False].add(few | {x for o, x in lefts.items() if n <= N or min(o) >= n1})
    plain = sorted({key[0] for key in moves if len(key) == 2})
    wins = lambda rest, key: all(any(called(joined(rest, x)) for x in lefts) for lefts in moves[key])
    total, cases = lambda heaps: reduce(joined, heaps, (0, 0, (), ()))[:2], set()
    for counts in product(*(range(4 if b else 3 if d else 2) for d, b, *_ in plain)):
        heaps = [k for k, times in zip(plain, counts) for _ in range(times)]
        rests = frozenset((k, *total(heaps[:i] + heaps[i + 1:])) for i, k in enumerate(heaps))
        cases.add((*total(heaps), rests))
    for (D, B, rests), ny, nx in product(cases, range(6), range(5)):
        def decided(given):
            ys, xs = (given[:ny], given[ny:]) if ny < 4 else ((None,) * ny, ())
            xs, odd = xs + (None,) * (nx - len(xs)), D ^ nx % 2
            return (called((odd, B, ys, xs)) or not (rests or ys or xs)
                    or any(wins((d ^ nx % 2, b, ys, xs), (k, ny + nx > 0)) for k, d, b in rests)
                    or any(wins((odd, B, ys[:i] + ys[i + 1:], xs), (0, 0, (ys[i],), ())) for i in range(ny))
                    or any(wins((1 - odd, B, ys, xs[:i] + xs[i + 1:]), (1, 0, (), (xs[i],)))
                           for i in range(nx) if xs[i] or i == 0))
        limits = lambda given: range(given[-1] if 0 < len(given) < ny else 1,
                                     given[-1] + 1 if len(given) > ny else most + 1)
        give(need, "N-positions", ny + min(nx, 3) if ny < 4 else 0, limits, z, gap, decided)

def counters(c, rule, need, known):
    """The theorem on rules with counters; sets of values of the counters are bits of a number."""
    words, weights, relations, steps, winning = list(c.values())[3:]
    code, word, options = rule(c, words, (), lambda word, _: word)
    width, size, letters = len(weights[0]) if weights else 0, len(steps), len(weights)
    need("shape", width and size == len(winning) and all(len(row) == letters for row in steps))
    need("shape", all(x < size for row in steps for x in row) and all(x < letters for w in words for x in w))
    need("shape", all(len(w) == width for w in weights) and all(0 <= w[0] < width for w in winning if w))
    need("relations", all(max(r) < width for r in relations))
    need("relations", all(w[i] == w[j] + w[k] for i, j, k in relations for w in weights))
    pairs = list(combinations(range(letters), 2))
    need("monoid", all(steps[q[a]][b] == steps[q[b]][a] for q in steps for a, b in pairs))
    free = ((-inf, inf),) * width
    ends = lambda low, high: (-inf if low is None else low, inf if high is None else high)
    boxes = [(*free[:w[0]], ends(*w[1:]), *free[w[0] + 1:]) if w else ((inf, -inf),) for w in winning]
    need("nothing", not all(low <= 0 <= high for low, high in boxes[0]))
    @lru_cache(None)
    def act(heaps):
        """Where heaps lead from each element, and what they add to the counters."""
        lead, total = range(size), (0,) * width
        for letter in (letter for heap in heaps for letter in word(heap)):
            lead, total = [steps[q][letter] for q in lead], tuple(map(sum, zip(total, weights[letter])))
        return tuple(lead), total
    N = code.most * (c["preperiod"] + c["period"] - 1) + code.reach
    heaps = {(act((n,)), frozenset(map(act, options(n)))) for n in range(1, N + 1) if options(n)}
    kinds = sorted({kind for kind, _ in heaps})
    # The places of sums, element and kinds of heaps: intervals around the counters, and their parities.
    hull = lambda one, other: tuple((min(a, b), max(x, y)) for (a, x), (b, y) in zip(one, other))
    places, before = {(0, 0): (((0, 0),) * width, frozenset([(0,) * width]))}, defaultdict(set)
    queue, wide = [(0, 0)], lambda a, b: (-inf if a < -4 else min(a, 5), inf if b > 4 else max(b, -5))
    for place, (i, (lead, w)) in ((place, kind) for place in queue for kind in enumerate(kinds)):
        (box, odd), to = places[place], (lead[place[0]], place[1] | 1 << i)
        before[to, i].add(place)
        box = tuple(wide(a + x, b + x) for (a, b), x in zip(box, w))
        odd = frozenset(tuple((a + x) % 2 for a, x in zip(parities, w)) for parities in odd)
        old = places.get(to, (box, odd))
        new = hull(box, old[0]), odd | old[1]
        if places.get(to) != new:
            places[to] = new
            queue.append(to)
            known(len(queue) < 100000)
    # A condition compares a counter with a number of size at most E, or asks its parity. So a counter
    # beyond E may move to E + 1 or E + 2. With u = v + w, if v > E and w < -E, then w moves to -(2E + 1) or
    # -(2E + 2), and v follows: values up to `most` decide for all.
    slack = max([abs(x) for kind, lefts in heaps for _, w in lefts | {kind} for x in w], default=0)
    every = [*boxes, *(box for box, _ in places.values())]
    E = 2 * slack + max([abs(x) for box in every for ends in box for x in ends if abs(x) < inf], default=0)
    basis, most = [i for i in range(width) if i not in {r[0] for r in relations}], 3 * E + 3
    side = 2 * (most + 2 * slack) + 1
    known(side ** len(basis) < 10**5 and len({i for r in relations for i in r}) == 3 * len(relations))
    def counted(given):
        """The values of all counters, given those of the basis."""
        u = dict(zip(basis, given))
        u.update({i: u[j] + u[k] for i, j, k in relations})
        return tuple(u[i] for i in range(width))
    line = range(-(side // 2), side // 2 + 1)
    values = {counted(u): 1 << n for n, u in enumerate(product(line, repeat=len(basis)))}
    bits = lambda test: sum(bit for u, bit in values.items() if test(u))
    inside = lru_cache(None)(lambda box: bits(lambda u: all(a <= x <= b for x, (a, b) in zip(u, box))))
    having = lru_cache(None)(lambda odd: bits(lambda u: tuple(x % 2 for x in u) in odd))
    by = lambda w: reduce(lambda total, i: total * side + w[i], basis, 0)
    moved = lambda found, by: found << by if by > 0 else found >> -by
    whole = bits(lambda u: all(abs(u[i]) <= most for i in basis))
    called = [inside(box) if w else 0 for box, w in zip(boxes, winning)]
    around, stuck = defaultdict(int), defaultdict(int)
    for (q, _), (box, _) in places.items():
        around[q] |= inside(box)
    for ((lead, w), lefts), q in product(heaps, around):
        own = moved(called[lead[q]], -by(w))
        wins = reduce(or_, (moved(called[to[q]], -by(x)) for to, x in lefts))
        need("P to P", not own & wins & around[q] & whole)
        stuck[kinds.index((lead, w)), q] |= around[q] & ~own & ~wins
    for (q, here), (box, odd) in places.items():
        left = inside(box) & having(odd) & whole & ~called[q] if here else 0
        for i, (_, w) in enumerate(kinds):
            if left and here >> i & 1:
                rests = (stuck[i, x[0]] & inside(places[x][0]) for x in before[(q, here), i])
                left &= reduce(or_, (moved(rest, by(w)) for rest in rests))
        need("N to P", not left)
