"""Lists of words or labels that repeat."""
from functools import lru_cache
from .codes import Code, Unknown, need

def least_numbers(s, p, moved):
    """`moved(n, q)`: is heap n + q what heap n becomes?"""
    need("least", s == 1 or not moved(s - 1, p))
    need("least", not any(p % q == 0 and all(moved(n, q) for n in range(s, s + p)) for q in range(1, p)))

def listed(c, entries, further):
    """The code of an octal game, and what heap n is, with `further` applied once a period."""
    code, s, p = Code(c["code"]), c["preperiod"], c["period"]
    need("code", code.octal)
    need("shape", s > 0 and p > 0 and len(entries) == s + p - 1)
    if s + p > 400:
        raise Unknown("the rule is too long")
    def at(n):
        periods = max(0, -(-(n - len(entries)) // p))
        return further(entries[n - periods * p - 1], periods)
    return code, lru_cache(None)(at)
