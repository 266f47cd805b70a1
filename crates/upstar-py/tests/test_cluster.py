"""The same survey on one core, on a cluster with a worker killed half way, and after a kill of the client."""

import json
import os
import signal
import sqlite3
import subprocess
import sys

import pytest
from distributed import Client, LocalCluster

import upstar
from upstar import Error
from upstar.cluster import Survey, _work

KINDS = {
    "normal": dict(kind="normal", digits=2, limit=8_000),
    "misere": dict(kind="misere", digits=2, steps=200),
}


def dump(path):
    """Everything that is in a database."""
    database = sqlite3.connect(path)
    names = [name for (name,) in database.execute("select name from sqlite_schema where type = 'table' order by name")]
    rows = {name: sorted(database.execute(f"select * from {name}"), key=repr) for name in names}
    database.close()
    return rows


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serial")
    found = {}
    for name, how in KINDS.items():
        with Survey(folder / name, **how) as survey:
            survey.run(threads=1)
            assert survey.plan() == []
            assert survey.verify(sample=20) >= 10
        found[name] = dump(folder / name)
    return found


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


@pytest.mark.parametrize("name", KINDS)
def test_a_worker_is_killed(serial, cluster, tmp_path, name):
    path = tmp_path / "atlas.db"
    with Client(cluster) as client, Survey(path, slice=0.1, states=tmp_path / "states", **KINDS[name]) as survey:
        client.wait_for_workers(2)
        victims = list(client.run(os.getpid).values())

        def kill_one(what, done, of):
            if victims and done > of // 2:
                os.kill(victims[0], signal.SIGKILL)
                victims.clear()

        survey.run(client, progress=kill_one)
        assert not victims and survey.plan() == []
        # To run again does nothing.
        before = survey.rows
        survey.run(client)
        assert survey.rows == before
    assert dump(path) == serial[name]


CLIENT = """
import json, sys, time
import upstar.cluster
from distributed import Client, LocalCluster
from upstar.cluster import Survey

if __name__ == "__main__":
    path, how = sys.argv[1], json.loads(sys.argv[2])
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        with Survey(path, **how) as survey:
            def tell(what, done, of):
                if done >= 3:
                    print("some are done", flush=True)
                    time.sleep(3600)

            upstar.cluster.AT_ONCE = 1
            survey.run(client, progress=tell)
"""


@pytest.mark.parametrize("name", KINDS)
def test_the_client_is_killed(serial, tmp_path, name):
    path, script = tmp_path / "atlas.db", tmp_path / "client.py"
    script.write_text(CLIENT)
    command = [sys.executable, str(script), str(path), json.dumps(KINDS[name])]
    client = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True, text=True)
    try:
        assert client.stdout.readline() == "some are done\n"
    finally:
        # The client and its workers.
        os.killpg(client.pid, signal.SIGKILL)
        client.wait()
    with Survey(path, **KINDS[name]) as survey:
        assert 0 < survey.progress["waiting"] < survey.progress["classes"]
        survey.run(threads=1)
    assert dump(path) == serial[name]


def test_states_by_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(upstar.cluster, "LARGE", 10)
    task = json.dumps({"kind": "normal", "code": "0.6", "amount": 20_000})
    folder = str(tmp_path / "states")
    _, [(outcome, state)] = _work([(task, None)], upstar.__version__, 1e-9, None, folder)
    assert not json.loads(outcome)["done"] and isinstance(state, str)
    assert len(os.listdir(folder)) == 1
    direct, _, _ = upstar._core.compute(task)
    _, [(resumed, _)] = _work([(task, state)], upstar.__version__, 600, None, folder)
    assert resumed == direct
    os.remove(os.path.join(folder, state))
    _, [(anew, _)] = _work([(task, state)], upstar.__version__, 600, None, folder)
    assert anew == direct


def test_refusals(tmp_path):
    with pytest.raises(Error, match="the client 0.0.0"):
        _work([], "0.0.0", 1, None, None)
    with pytest.raises(Error):
        Survey(tmp_path / "a", kind="strange")
    with pytest.raises(Error):
        Survey(tmp_path / "a", digits=9)
    (tmp_path / "letter").write_text("this is no database, and long enough to be taken for one" * 20)
    with pytest.raises(Error, match="not the database"):
        Survey(tmp_path / "letter", digits=1)
    with Survey(tmp_path / "atlas", digits=1) as survey:
        with pytest.raises(Error, match="in use"):
            Survey(tmp_path / "atlas", digits=1)
    with pytest.raises(Error, match="closed"):
        survey.plan()


def test_tables(tmp_path):
    pandas = pytest.importorskip("pandas")
    with Survey(tmp_path / "atlas", digits=1, limit=1000) as survey:
        survey.run(seconds=60)
        frame = survey.frame()
        assert len(frame) == 8 and set(frame["status"]) == {"proved", "open"}
        again = pandas.read_parquet(survey.to_parquet(tmp_path / "tables"))
        assert again["code"].tolist() == frame["code"].tolist()
        assert survey.certificate(survey.frame("proved")["code"][0]).verify()
        with pytest.raises(Error):
            survey.certificate("0.6")


def test_too_little_memory(tmp_path):
    with Survey(tmp_path / "atlas", kind="misere", digits=1, steps=400, memory="16K") as survey:
        survey.run(threads=1)
        assert survey.plan()
