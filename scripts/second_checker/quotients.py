"""Misère quotients: context sets and periods, as docs/quotients.md states them."""
from collections import defaultdict
from .codes import Code, Unknown, need
from .lists import least_numbers

def quotient(c):
    code, order, gens, steps, pre, P = Code(c["code"]), c["order"], c["generators"], c["steps"], c["pretending"], c["p_portion"]
    need("code", code.finite)
    inside = all(x < order for row in steps + [pre, P] for x in row) and all(0 < h <= len(pre) for h in gens)
    need("shape", order == len(steps) and len(pre) == c["heaps"] and inside and gens == sorted(set(gens)) and P == sorted(set(P)))
    need("shape", order > 0 and all(len(row) == len(gens) for row in steps))
    need("generators", all(pre[h - 1] == steps[0][i] and pre.index(pre[h - 1]) == h - 1 for i, h in enumerate(gens)))
    need("nothing", 0 not in P)
    if order > 200 or len(pre) > 400:
        raise Unknown("the quotient is too large")
    need("steps commute", all(steps[row[a]][b] == steps[row[b]][a] for row in steps for a in range(len(row)) for b in range(a)))
    words, reached = {0: ()}, [0]
    for x in reached:
        for g, y in enumerate(steps[x]):
            if y not in words:
                words[y] = words[x] + (g,)
                reached.append(y)
    need("onto", len(words) == order)
    def apply(x, word):
        for g in word:
            x = steps[x][g]
        return x
    mul = [[apply(x, words[y]) for y in range(order)] for x in range(order)]
    mask = lambda test: sum(1 << y for y in range(order) if test(y))
    C = [mask(lambda y: mul[x][y] in P) for x in range(order)]
    heaps = set()
    for n, a in enumerate(pre, 1):
        E = set()
        for option in code.options(n):
            x = 0
            for heap in option:
                x = mul[x][pre[heap - 1]]
            E.add(x)
        V = 0
        for x in E:
            V |= C[x]
        need("P-positions", not C[a] & V)
        if E:
            heaps.add((a, mask(lambda y: not (C[a] | V) >> y & 1)))
        else:
            need("heaps without moves", a == 0)
    known, queue = defaultdict(set), [(0, mask(lambda y: y not in P))]
    for x, U in queue:
        if U != queue[0][1] and any(U | other == other != U for other in known[x]):
            continue
        for y, V in heaps:
            z, W = mul[x][y], mask(lambda z: U >> mul[z][y] & 1 and V >> mul[z][x] & 1)
            need("N-positions", not W & 1)
            if W and not any(W | other == other for other in known[z]):
                known[z] = {other for other in known[z] if W | other != W} | {W}
                queue.append((z, W))
    need("reduced", len(set(C)) == order)
    if c["periodic"]:
        s, p, N = c["periodic"]["preperiod"], c["periodic"]["period"], len(pre)
        need("period", s > 0 and p > 0 and code.any_sizes)
        need("range", N >= max(code.most * (s + p - 1) + code.reach, s + p))
        need("classes repeat", all(pre[i - 1] == pre[i + p - 1] for i in range(s, N - p + 1)))
        least_numbers(s, p, lambda n, q: pre[n - 1] == pre[n - 1 + q] if n + q <= N else pre[n - 1] == pre[n - 1 + q - p])
