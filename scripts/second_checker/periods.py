"""Periods of nim-sequences: the four theorems of docs/heaps.md."""
import itertools
from functools import lru_cache
from .codes import INF, LIMIT, Code, Sums, Unknown, need

def repeats(claim, g):
    e, p, s = claim["preperiod"], claim["period"], claim["saltus"]
    need("values repeat", all(g[n + p] == g[n] + s for n in range(e, len(g) - p)))

def least(claim, g):
    e, p, s = claim["preperiod"], claim["period"], claim["saltus"]
    need("least preperiod", e == 0 or g[e - 1 + p] != g[e - 1] + s)
    value = lambda n: g[n] if n < len(g) else value(n - p) + s
    for q in (q for q in range(1, p) if p % q == 0):
        need("least period", len({value(n + q) - value(n) for n in range(e, e + p)}) > 1)

def nim_period(claim):
    t, e, p, s = claim["theorem"], claim["preperiod"], claim["period"], claim["saltus"]
    computed, name, start = claim["computed"], t["name"], max(e, 1)
    need("period", p > 0)
    code = Code(claim["code"])
    if max(computed, e + p) > LIMIT:
        raise Unknown("too many values")
    need("saltus", (s > 0) == (name == "arithmetic"))
    if name in ("bounded-heaps", "sparse-space"):
        need("code", code.finite and not any(c in claim["code"] for c in "*[{"))
        need("reach", t["reach"] == code.reach)
    else:
        need("code", not any(d.mark for d in code.head + code.tail))
    if name == "bounded-heaps":
        need("sizes", code.any_sizes)
        need("heaps", t["heaps"] == code.most)
        need("range", computed >= max(code.most * (start + p - 1), p) + code.reach + 1)
        g = Sums(code, computed).g
        repeats(claim, g)
    elif name == "tails":
        P, K = t["distance"], len(code.head)
        need("code", (t["heaps"], t["head"], t["tail"]) == (code.most, K, len(code.tail)))
        need("distance", P > 0 and P % p == 0 and P % len(code.tail) == 0 and (code.least is None or P % 2 == 0))
        N = computed - P
        need("range", N >= K + code.most * (start + P - 1))
        if code.least is not None:
            need("range", N >= K + start + (2 * P + code.least) * (start + P - 1))
            c = lambda b: next(c for c in itertools.count(2, 2) if c * b % P == 0)
            need("range", N >= K + sum((c(b) - 1) * b for b in range(1, start + P)))
        g = Sums(code, computed).g
        repeats(claim, g)
    elif name == "sparse-space":
        g = sparse(claim, code)
    else:
        g = arithmetic(claim, code)
    least(claim, g)

def sparse(claim, code):
    t, computed, p = claim["theorem"], claim["computed"], claim["period"]
    R, A, W, P, reach, position = (t[x] for x in ("last_rare", "longest_proof", "window", "distance", "reach", "position"))
    need("heaps", code.most <= 2)
    breaks = [(m, d.mark) for m, d in enumerate(code.head) if 2 in d.these]
    need("mask", t["mask"] < 1 << 15 and position in (None, 0, 1))
    need("mask", position is None or all(m % 2 == position for m, mark in breaks if mark != "="))
    even = position is not None or any(mark == "=" for _, mark in breaks)
    need("distance", P > 0 and P % p == 0 and (not even or P % 2 == 0))
    s = computed - P
    low = s - W
    need("window", W >= max(R, A) + reach and s > reach and low > max(R, A))
    need("preperiod", claim["preperiod"] <= low)
    g = Sums(code, computed).g
    rare = lambda n, v: (bin(v & t["mask"]).count("1") + (0 if position is None else n + position)) % 2 == 0
    rares = {n for n in range(1, computed) if rare(n, g[n])}
    need("last rare position", max(rares, default=0) == R)
    for n in range(s, computed):
        out = {g[n - k] for k, d in enumerate(code.head) if 1 in d.these}
        for m, mark in breaks:
            if mark == "=":
                out |= {0} if (n - m) % 2 == 0 else set()
            else:
                out |= {g[a] ^ g[n - m - a] for a in itertools.chain(range(1, A + 1), rares) if a < n - m and (not mark or 2 * a != n - m)}
        need("short proofs", all(v in out for v in range(g[n]) if rare(n, v)))
    need("windows agree", all(g[n] == g[n + P] for n in range(low, s)))
    need("period", all(g[low + i] == g[low + (i + p) % P] for i in range(P)))
    repeats(claim, g)
    return g

def arithmetic(claim, code):
    t, e, p, d = claim["theorem"], claim["preperiod"], claim["period"], claim["saltus"]
    P, j, N, L = (t[x] for x in ("distance", "bits", "from", "low"))
    start, K = max(e, 1), len(code.head)
    need("distance", P > 0 and P % p == 0 and P % len(code.tail) == 0 and claim["computed"] == N + P)
    S = d * P // p
    need("bits", j < 64 and S % (1 << j) == 0)
    need("from", N >= start + P)
    M = 1 << j
    sums = Sums(code, N + P)
    g = sums.g
    repeats(claim, g)
    power = 1 << max(g[:start + P]).bit_length()
    need("high", all(g[n] >= power for n in range(N, N + P)))
    # W: the heaviest division by (heaps that are not tiny, total, nim-sum).
    w = lambda a: P * (g[a] - g[a] % M) - S * a
    if 3 * P * M * (start + P) > 2 * 10**6:
        raise Unknown("too many weights")
    def more(table):
        out = {}
        for (many, total, value), weight in table.items():
            for a in range(1, start + P):
                tiny = a < start and g[a] < M
                key = min(many + (not tiny), 2), (total + a) % P, value ^ g[a] % M
                out[key] = max(out.get(key, -INF), min(weight + w(a), INF))
        return out
    tables = [{(0, 0, 0): 0}]
    last = code.most if code.least is None else max(code.least, code.most + 1)
    for h in range(1, last + 1):
        tables.append(more(tables[-1]))
    if code.least is not None:
        top = tables[last]
        if any(w(a) > 0 for a in range(1, start + P)):
            top = {key: INF for key in top}
        while True:
            wider = {key: max(top.get(key, -INF), weight) for key, weight in more(top).items()}
            wider = {**top, **wider}
            if wider == top:
                break
            top = wider
        tables[last] = top
    for n in range(N, N + P):
        for k in range(K + (P if code.endless else 0)):
            for h in range(2, last + 1):
                if code.at(k).allows(h):
                    weight = tables[h].get((2, (n - k) % P, g[n] % M))
                    need("weights", weight is None or weight < w(n) + S * k)
    # C: options that climb, stay, or do both.
    @lru_cache(None)
    def climbing(h, m):
        return {g[a] ^ v for a in range(start, m + 1) for v in sums.sets.get((h - 1, m - a), ()) if v < M} if h else set()
    @lru_cache(None)
    def pairs(m):
        out = {0} if P % 2 == 0 and m % 2 == 0 and m else set()
        if P % 2 == 0 and P // 2 % p == 0:
            out |= {g[b] ^ g[m - b] for b in range(start, m // 2 + 1) if 2 * (g[b] ^ g[m - b]) < M}
        return out
    @lru_cache(None)
    def staying(h, m):
        both = lambda sets: {x ^ v for r in range(2, m + 1) for x in pairs(r) for v in sets(h - 2, m - r)} if h > 1 else set()
        return both(lambda h, m: sums.sets.get((h, m), set())), both(climbing)
    for n in range(N, N + P):
        climbs, stays, both = set(), set(), set()
        for k in range(n + 1):
            if k >= K and not code.endless:
                break
            for h in (h for h in range(0, min(sums.top, n - k) + 1) if code.at(k).allows(h)):
                climbs |= climbing(h, n - k)
                if k >= K:
                    stays |= sums.sets.get((h, n - k), set())
                    both |= climbing(h, n - k)
                else:
                    first, second = staying(h, n - k)
                    stays |= first
                    both |= second
        need("cover", L + S <= g[n])
        for v in range(g[n]):
            need("cover", v in (stays if v < L else both if v < L + S else climbs))
    return g
