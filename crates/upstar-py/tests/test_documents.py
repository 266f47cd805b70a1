"""What the documents show is what happens."""

import doctest
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[3]
PAGES = ["README.md", "docs/python.md", "docs/python-cluster.md"]


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", PAGES)
def test_page(page):
    talks = [block for block in blocks(page) if ">>>" in block]
    assert talks
    test = doctest.DocTestParser().get_doctest("\n".join(talks), {}, page, page, 0)
    said = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", PAGES)
def test_programs_are_programs(page):
    for block in blocks(page):
        if ">>>" not in block:
            compile(block, page, "exec")
