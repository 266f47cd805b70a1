"""The page is served to this machine, and answers."""

import json
import urllib.parse
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
            upstar.lab(port=port)


class Stairs(upstar.Rules):
    """A token on stairs: Left goes down one step, Right two; step 13 is broken."""

    def options(self, step, player):
        if step == 13:
            raise RuntimeError("this step is broken")
        down = 1 if player == "left" else 2
        return [step - down] if step >= down else []

    def parse(self, text):
        return int(text)


def asked(page, **question):
    place = urllib.parse.urlsplit(page.address)
    body = json.dumps({"session": "test", **question}).encode()
    request = urllib.request.Request(
        f"{place.scheme}://{place.netloc}/api/ask", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return [json.loads(line) for line in answer.read().decode().splitlines()]


def test_rules_of_your_own_in_the_browser():
    stairs = Stairs()
    with upstar.lab(stairs(5)) as page:
        assert f"rules={stairs.name}" in page.address
        events = asked(page, ask="value", rules=stairs.name, position="5")
        [answer] = [event["answer"] for event in events if event["event"] == "answer"]
        assert upstar.game(answer["value"]) == stairs.value(5)
        listed = asked(page, ask="rules")
        [found] = [event["answer"] for event in listed if event["event"] == "answer"]
        assert stairs.name in [entry["name"] for entry in found["rules"]]
        events = asked(page, ask="value", rules=stairs.name, position="14")
        assert "this step is broken" in json.dumps(events[-1]["error"])


def test_neither_rules_nor_position():
    with pytest.raises(upstar.Error, match="needed"):
        upstar.lab("nim")
