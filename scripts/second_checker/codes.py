"""Codes of heap games, their options and their nim-values, by definition."""
import itertools
from collections import defaultdict

INF, LIMIT = 10**12, 3000


class Refuted(Exception):
    """A step that fails."""


class Unknown(Exception):
    """Why nothing can be said."""


def need(step, holds):
    if not holds:
        raise Refuted(step)

class Digit:
    """The numbers of heaps that a digit allows: `these`, and every one from `least` on."""
    def __init__(self, these, least=None, mark=""):
        if least is not None:
            while least > 0 and least - 1 in these:
                least -= 1
            these = {h for h in these if h < least}
        self.these, self.least, self.mark = frozenset(these), least, mark
    def allows(self, heaps):
        return heaps in self.these or self.least is not None and heaps >= self.least
    def key(self):
        return self.these, self.least

def digits(text):
    found = []
    while text:
        c, used, least = text[0], 1, None
        if c == "*":
            these, least = set(), 0
        elif c == "&" and ";" in text:
            used = text.index(";") + 1
            need("code", text[1:used - 1].isdigit())
            these = {h for h in range(64) if int(text[1:used - 1]) >> h & 1}
        elif c == "{" and "}" in text:
            used, these = text.index("}") + 1, set()
            for item in text[1:used - 1].split(","):
                need("code", item.rstrip("+").isdigit())
                if item.endswith("+"):
                    least = min(int(item[:-1]), INF if least is None else least)
                else:
                    these.add(int(item))
        else:
            need("code", c in "0123456789abcdefABCDEF")
            these = {h for h in range(4) if int(c, 16) >> h & 1}
        text = text[used:]
        mark = text[0] if text[:1] in ("!", "?", "=") and text else ""
        text = text[len(mark):]
        found.append(Digit(these, least, mark))
    return found

class Code:
    def __init__(self, text):
        need("code", "." in text)
        before, after = text.split(".", 1)
        if len(digits(before)) > 1:
            raise Unknown("this checker does not read codes that add tokens")
        tail = ""
        if after.endswith("]") and "[" in after:
            after, tail = after[:-1].split("[", 1)
        self.head, self.tail = digits(before) + digits(after), digits(tail)
        need("code", before and not self.head[0].allows(0) and not self.head[0].allows(1))
        if not any(d.these or d.least is not None for d in self.tail):
            self.tail = [Digit(())]
        n = len(self.tail)
        n = next(q for q in range(1, n + 1) if n % q == 0 and all(
            self.tail[i].key() == self.tail[i - q].key() for i in range(q, n)))
        self.tail = self.tail[:n]
        while len(self.head) > 1 and self.head[-1].key() == self.tail[-1].key():
            self.tail = [self.tail[-1]] + self.tail[:-1]
            self.head.pop()
        every = self.head + self.tail
        self.endless = any(d.these or d.least is not None for d in self.tail)
        self.least = max((max(d.least, 2) for d in every if d.least is not None), default=None)
        self.finite = not self.endless and self.least is None
        self.most = max(1, max((max(d.these) for d in every if d.these), default=1))
        self.reach = len(self.head) - 1
        self.any_sizes = all(not d.mark or max(d.these, default=0) < 2 for d in every)
        self.octal = self.finite and self.most <= 2 and not any(d.mark for d in every)
    def at(self, k):
        return self.head[k] if k < len(self.head) else self.tail[(k - len(self.head)) % len(self.tail)]
    def options(self, n):
        """All options of a heap, as tuples that do not decrease."""
        for k in range(min(n, self.reach) + 1):
            d = self.head[k]
            for h in d.these:
                for parts in split(n - k, h, 1):
                    same = len(set(parts)) == 1 and h > 1
                    if {"": True, "!": len(set(parts)) == h, "?": not same, "=": h < 2 or same}[d.mark]:
                        yield parts

def split(n, h, least):
    if h == 0:
        if n == 0:
            yield ()
    elif h == 1:
        if n >= least:
            yield (n,)
    else:
        for a in range(least, n // h + 1):
            for rest in split(n - a, h - 1, a):
                yield (a,) + rest

class Sums:
    """G(0), G(1), ... by the mex rule, with the values of exactly h heaps of m tokens."""
    def __init__(self, code, length):
        self.g, self.sets = [0], defaultdict(set)
        self.sets[0, 0] = {0}
        self.top = length if code.least is not None else code.most
        if length ** 2 * (1 + max(0, self.top - 2) * 16) > 4 * LIMIT ** 2:
            raise Unknown("too many values")
        for n in range(1, length):
            seen = set()
            for h in range(2, self.top + 1):
                self.sets[h, n] = {self.g[a] ^ v for a in range(1, n) for v in self.sets.get((h - 1, n - a), ())}
            for k in range(n + 1):
                if k >= len(code.head) and not code.endless:
                    break
                d = code.at(k)
                for h in range(0, min(n - k, self.top) + 1):
                    if d.allows(h):
                        if d.mark and h == 2:
                            seen |= {self.g[a] ^ self.g[b] for a, b in split(n - k, 2, 1) if (a == b) == (d.mark == "=")}
                        else:
                            seen |= self.sets.get((h, n - k), set())
            self.g.append(next(v for v in itertools.count() if v not in seen))
            self.sets[1, n] = {self.g[n]}
