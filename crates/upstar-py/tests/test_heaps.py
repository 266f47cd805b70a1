"""Nim-sequences, periods, misère quotients."""

import numpy
import pytest

from upstar import Error, Stopped, heaps, misere


def plain_kayles(n):
    values = [0]
    for size in range(1, n):
        options = set()
        for take in (1, 2):
            for a in range(size - take + 1):
                options.add(values[a] ^ values[size - take - a])
        values.append(next(v for v in range(size + 1) if v not in options))
    return values


def test_sequences():
    k = heaps("kayles")
    assert k[:100].tolist() == plain_kayles(100)
    assert k[:10].dtype == numpy.uint16 and k.values(10, "uint32").dtype == numpy.uint32
    assert k[3:9:2].tolist() == plain_kayles(9)[3:9:2]
    assert k[10**18] == k[10**18 % 12 + 84]
    with pytest.raises(Error):
        k[:]
    with pytest.raises(Error):
        k[-1]
    with pytest.raises(Error):
        heaps(".7x")
    with pytest.raises(Stopped):
        heaps(".6").values(10**9, seconds=0.2)


def test_arrays():
    k, plain = heaps("kayles"), plain_kayles(200)
    for dtype in ("uint16", "uint32", numpy.uint16, numpy.dtype("uint32")):
        array = k.values(200, dtype, start=7)
        assert array.dtype == numpy.dtype(dtype) and array.tolist() == plain[7:]
        assert not array.flags.writeable
    with pytest.raises(Error):
        k.values(10, "float64")
    assert k[:0].tolist() == k[9:4].tolist() == [] and k[9:4].dtype == numpy.uint16
    with pytest.raises(Error):
        k[4:9:-1]
    assert [value for value, _ in zip(k, range(200))] == plain


def test_arrays_outlive_their_sequence():
    array = heaps("kayles")[:5000]
    plain = array.copy()
    others = [heaps("kayles")[:5000] for _ in range(20)]
    assert (array == plain).all() and all((other == plain).all() for other in others)
    grown = heaps("kayles")
    first = grown[:100]
    grown[:100_000]
    assert first.tolist() == plain[:100].tolist()


def test_periods():
    p = heaps(".77").period()
    assert (p.period, p.preperiod, p.proved) == (12, 71, True)
    certificate = p.certificate()
    assert certificate.verify()
    tampered = type(certificate)(certificate.text.replace("12", "13", 1))
    try:
        assert not tampered.verify()
    except Error:
        pass
    assert "<svg" in heaps(".77").plot(100, 12)


def test_misere():
    m = misere(".77")
    assert m.genera(3)[1].startswith("1^")
    q = m.solve()
    assert (q.order, q.p_portion, q.complete) == (40, 9, True)
    assert (q[9] * q[8] in q.P) == (m.outcome("9+8") == "P")
    assert q[1] in q.P and len(q.P) == 9 and q.certificate().verify()
    assert len(q) == q.order and list(q) == q.elements and tuple(x for x in q if x.is_P)
    assert q[1] in q and "a" not in q
    for sum in [(3,), (8, 8), (9, 12, 25), (70, 80, 90), (1000, 3, 5)]:
        product = q.one
        for heap in sum:
            product = product * q[heap]
        assert (product in q.P) == (m.outcome("+".join(map(str, sum))) == "P"), sum
    assert "<svg" in q._repr_html_()
    part = misere(".77").solve(10)
    assert not part.complete and part[10] == part[10]
    with pytest.raises(Error):
        part[11]
    assert m.moves("9+8")["winning"]
    frame = m.frame(5)
    assert list(frame.columns) == ["genus", "class"] and len(frame) == 6
