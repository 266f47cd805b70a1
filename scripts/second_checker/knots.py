"""Rules like that of Knots: the theorems of docs/quotients.md."""
import itertools
from .codes import INF, Refuted, Unknown, need
from .lists import least_numbers, listed

def knots(c):
    step = c["step"]
    need("shape", step > 0 and all(d < 2 and (m == 0 or m % 2 and m > t > 0) for d, t, m in c["labels"]))
    move = lambda label, by: (label[0], label[1] + by, label[2] and label[2] + 2 * by)
    code, label = listed(c, c["labels"], lambda x, periods: move(x, periods * step))
    s, p = c["preperiod"], c["period"]
    least_numbers(s, p, lambda n, q: step * q % p == 0 and label(n + q) == move(label(n), step * q // p))
    if step % 2:
        p, step = 2 * p, 2 * step
    def is_p(D, T, M):
        return D == 1 if T == 0 else D == 0 and M < T if T % 2 == 0 else D == 1 and M > T
    def total(heaps):
        D, T, M = sum(label(h)[0] for h in heaps) % 2, sum(label(h)[1] for h in heaps), max([label(h)[2] for h in heaps], default=0)
        return D, T, M if M > T else 0
    # From where on heaps are large.
    a0, M0 = s + p, 2 * step + max([label(n)[2] for n in range(1, s + p)], default=0)
    B = 2 + step + max([label(n)[1] for n in range(1, 8 * (s + p) + 2 * M0 * p) if 0 < label(n)[2] <= M0], default=0)
    def large(n):
        fits = lambda m, t: m == 0 or m - t > B + 1
        if label(n)[1] <= M0 or not fits(label(n)[2], label(n)[1]):
            return False
        for option in code.options(n):
            if not option:
                return False
            *a, b = option
            if not a or a[0] <= a0:
                t = label(b)[1] + (label(a[0])[1] if a else 0)
                if not (b > a0 + p and label(b)[1] > M0 and fits(label(b)[2], t)):
                    return False
        return True
    run, N = 0, a0 - 1
    while run < p:
        N += 1
        run = run + 1 if large(N) else 0
        if N > 250:
            raise Unknown("no heap is large enough")
    far = lambda option: len(option) == 2 and option[0] > a0
    parity = lambda n: sum(label(n)[:2]) % 2
    for n in range(N - p + 1, N + 1):
        for k, d in enumerate(code.head):
            if 2 in d.these:
                for a in range(a0 + 1, a0 + 1 + p):
                    b = a0 + 1 + (n - k - a - a0 - 1) % p
                    need("splits", (parity(a) + parity(b) - parity(n)) % 2)
    heaps = [(n, label(n), sorted({total(o) for o in code.options(n)}), sorted({total(o) for o in code.options(n) if not far(o)}))
             for n in range(1, N + 1)]
    need("moves", all(options or own == (0, 0, 0) for _, own, options, _ in heaps))
    top = max(m for _, own, options, _ in heaps for m in [own[2]] + [o[2] for o in options])
    every = {label(n) for n in range(1, N + (top + 40) * p)}
    failures = []
    for small_t, small_d in itertools.product((False, True), repeat=2):
        key = lambda x: (x[2], -x[1] if small_t and not x[2] else x[1], (x[0] == 1) != small_d)
        try:
            for n, own, options, near in heaps:
                if options:
                    one_heap(own, near if n > N - p else options, near, {x for x in every if key(x) <= key(own)}, every, is_p, n <= N - p)
            return
        except Refuted as error:
            failures.append(error)
    raise failures[0]

def one_heap(own, options, near, before, every, is_p, small):
    d, t, m = own
    need("units", own != (1, 0, 0) or (0, 0, 0) in options)
    X = max([m] + [o[2] for o in options])
    deep = max([t] + [o[1] for o in options])
    tau = {}
    for _, time, big in every:
        tau[big] = min(time, tau.get(big, INF))
    tau[0] = 0
    # Sums without units of heaps before n with m = 0: which D a T has.
    zero = sorted({(x[1], x[0]) for x in before if x[1] and not x[2]})
    reach = [{0}] + [set() for _ in range(X + 40)]
    for T in range(1, len(reach)):
        for time, sign in itertools.takewhile(lambda x: x[0] <= T, zero):
            reach[T] |= {D ^ sign for D in reach[T - time]}
    groups = {(0, 0)}
    for time, sign in zero * 2:
        groups |= {((a + time) % 2, b ^ sign) for a, b in groups}
    def possible(T, M):
        if M == 0:
            return (reach[T] if T <= X + 16 else {b for a, b in groups if a == T % 2}) if small or T < 2 else None
        if T - tau[M] > 1:
            return None
        with_m = [x for x in before if x[2] == M]
        direct = {x[0] for x in with_m if x[1] == T}
        ones = {x[0] for x in before if x[1] == 1 and x[2] <= M}
        return direct | {x[0] ^ y for x in with_m if x[1] == tau[M] and T == tau[M] + 1 for y in ones}
    beyond = min([M for M in tau if M > X], default=None)
    for M in sorted(M for M in tau if M <= X) + ([beyond, (max(X, 2 * deep) + 10) | 1] if beyond else []):
        low = tau[M] if M <= X else max(0, M - deep - 2) if M != beyond else tau[M]
        for T in range(low, max(X, low, M if M > X else 0) + 20):
            for D in (0, 1):
                V = lambda options: any(is_p(D ^ o[0], T + o[1], max(M, o[2])) for o in options)
                called = lambda D: is_p(D ^ d, T + t, max(M, m))
                if called(D):
                    need("P-positions", not V(options))
                    continue
                even = D == d
                if t == 0:
                    needed = M == 0 == T and even
                else:
                    needed = M <= m and not (m == T + t + 1 and even and T)
                    real = possible(T, M) if needed else None
                    if real is not None and (not real or D not in real and called(1 - D)):
                        needed = False
                    needed = needed or T > 0 and M == T + t + 1 and even
                need("N-positions", not needed or V(near))
