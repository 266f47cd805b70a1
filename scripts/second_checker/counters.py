"""Rules with counters: the theorem of docs/quotients.md."""
from collections import defaultdict
from .codes import INF, Unknown, need
from .lists import least_numbers, listed

def counters(c):
    weights, steps, win = c["weights"], c["steps"], c["winning"]
    code, word_of = listed(c, c["words"], lambda word, _: word)
    count, size = len(weights[0]) if weights else 0, len(steps)
    need("shape", count and size == len(win) and all(len(row) == len(weights) for row in steps))
    need("shape", all(x < size for row in steps for x in row) and all(x < len(weights) for word in c["words"] for x in word))
    need("shape", all(len(w) == count for w in weights) and all(w[0] < count for w in win if w) and all(i < count for r in c["relations"] for i in r))
    need("relations", all(w[i] == w[j] + w[k] for i, j, k in c["relations"] for w in weights))
    need("monoid", all(steps[row[a]][b] == steps[row[b]][a] for row in steps for a in range(len(weights)) for b in range(a)))
    least_numbers(c["preperiod"], c["period"], lambda n, q: word_of(n) == word_of(n + q))
    add = lambda a, b: a if abs(a) >= INF else b if abs(b) >= INF else a + b
    def tight(box):
        box = list(box)
        for i, j, k in c["relations"]:
            (a, b), (d, e), (f, g) = box[i], box[j], box[k]
            for at, lo, hi in ((i, add(d, f), add(e, g)), (j, add(a, -g), add(b, -f)), (k, add(a, -e), add(b, -d))):
                box[at] = max(box[at][0], lo), min(box[at][1], hi)
        return tuple(box) if all(lo <= hi for lo, hi in box) else None
    meet = lambda x, y: tight([(max(a, b), min(d, e)) for (a, d), (b, e) in zip(x, y)]) if all(max(a, b) <= min(d, e) for (a, d), (b, e) in zip(x, y)) else None
    moved = lambda box, w, sign: tuple((add(lo, sign * x), add(hi, sign * x)) for (lo, hi), x in zip(box, w))
    def without(box, other):
        if meet(box, other) is None:
            return [box]
        parts, rest = [], list(box)
        for i, (lo, hi) in enumerate(other):
            for part in ((rest[i][0], min(rest[i][1], lo - 1)), (max(rest[i][0], hi + 1), rest[i][1])):
                if part[0] <= part[1]:
                    parts.append(tight(rest[:i] + [part] + rest[i + 1:]))
            rest[i] = max(rest[i][0], lo), min(rest[i][1], hi)
        return [part for part in parts if part]
    def act(heaps):
        lead, w = list(range(size)), [0] * count
        for letter in (x for heap in heaps for x in word_of(heap)):
            lead, w = [steps[q][letter] for q in lead], [a + b for a, b in zip(w, weights[letter])]
        return tuple(lead), tuple(w)
    free = [(-INF, INF)] * count
    def called(q):
        if not win[q]:
            return None
        i, lo, hi = win[q]
        return tuple(free[:i] + [(-INF if lo is None else lo, INF if hi is None else hi)] + free[i + 1:])
    nothing = called(0)
    need("nothing", not (nothing and all(lo <= 0 <= hi for lo, hi in nothing)))
    heaps = set()
    for n in range(1, code.most * (c["preperiod"] + c["period"] - 1) + code.reach + 1):
        options = frozenset(map(act, set(code.options(n))))
        need("moves", options or not word_of(n))
        if options:
            heaps.add((act([n]), options))
    kinds = sorted({word for word, _ in heaps})
    wide = lambda box: tuple((-INF if lo < -8 else min(lo, 9), INF if hi > 8 else max(hi, -9)) for lo, hi in box)
    start = (0, frozenset())
    places, parities, before, queue = {start: ((0, 0),) * count}, {start: ((True, False),) * count}, defaultdict(set), [start]
    for place in queue:
        for word in kinds:
            to = word[0][place[0]], place[1] | {word}
            box, odd = wide(moved(places[place], word[1], 1)), tuple(x[::-1] if w % 2 else x for x, w in zip(parities[place], word[1]))
            old = places.get(to, box), parities.get(to, odd)
            new = tuple((min(a), max(b)) for a, b in (zip(x, y) for x, y in zip(old[0], box))), tuple((a or x, b or y) for (a, b), (x, y) in zip(old[1], odd))
            before[to].add((word, place))
            if to not in places or new != old:
                places[to], parities[to] = new
                queue.append(to)
                if len(queue) > 300000:
                    raise Unknown("too many kinds of sums")
    around = {}
    for (q, _), box in places.items():
        around[q] = tuple((min(a), max(b)) for a, b in (zip(x, y) for x, y in zip(around.get(q, box), box)))
    stuck = defaultdict(lambda: defaultdict(set))
    for word, options in heaps:
        for q, box in around.items():
            shift = lambda w: moved(called(w[0][q]), w[1], -1) if called(w[0][q]) else None
            own, wins = shift(word), [x for x in map(shift, options) if x]
            inside = own and meet(own, box)
            need("P to P", not (inside and any(meet(inside, x) for x in wins)))
            rest = [box]
            for x in wins + ([own] if own else []):
                rest = [part for old in rest for part in without(old, x)]
            stuck[word][q] |= set(rest)
    for place, box in places.items():
        if place == start:
            continue
        left = without(box, called(place[0])) if called(place[0]) else [box]
        for word in place[1]:
            if not left:
                break
            bad = {moved(part, word[1], 1) for last, context in before[place] if last == word
                   for part in (meet(x, places[context]) for x in stuck[word][context[0]]) if part}
            left = {part for part in (meet(x, y) for x in left for y in bad) if part}
        for part in left:
            fits = lambda end, seen: abs(end) >= INF or seen[end % 2]
            part = tight([(lo + (not fits(lo, seen)), hi - (not fits(hi, seen))) for (lo, hi), seen in zip(part, parities[place])])
            need("N to P", part is None)
