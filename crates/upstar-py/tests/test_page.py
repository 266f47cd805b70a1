"""The page is served to this machine, and answers."""

import urllib.request

import pytest

import upstar


def test_the_page():
    with upstar.lab(memory="200M") as page:
        with urllib.request.urlopen(page.address) as answer:
            assert b"<html" in answer.read().lower()
        assert page.address in page._repr_html_()
    with pytest.raises(OSError):
        urllib.request.urlopen(page.address)


def test_a_port_that_is_taken():
    with upstar.lab() as page:
        port = int(page.address.rstrip("/").rsplit(":", 1)[1])
        with pytest.raises(upstar.Error):
            upstar.lab(port)
