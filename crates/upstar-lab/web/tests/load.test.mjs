// Sessions full of endless games: whoever asks something easy is answered before any of them ends, and all sessions together
// hold no more than they may.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ask, serve } from "./helper.mjs";

const MEMORY = 256;
const board = (name, rows, columns = rows) => ({ rules: name, position: Array(rows).fill(".".repeat(columns)).join("|") });
// Questions that no machine answers, of engines that keep different tables.
const ENDLESS = [
  { ask: "value", ...board("domineering", 12) },
  { ask: "outcome", ...board("domineering", 13) },
  { ask: "analyse", ...board("domineering", 11) },
  { ask: "value", rules: "amazons", position: "x....o|......|......|......|......|o....x" },
  { ask: "outcome", rules: "clobber", position: Array(8).fill("xoxoxoxo").join("|") },
  { ask: "moves", ...board("domineering", 12), all: true },
  { ask: "eval", input: "g := 0; for n from 1 to 10000 do g := g + {n|-n}; end; g" },
  { ask: "misere", misere: "solve", code: ".0007" },
];

test("memory is kept to, and nobody is kept out", async t => {
  const lab = await serve("--memory", `${MEMORY}M`);
  t.after(() => lab.stop());
  const resident = () => Number(readFileSync(`/proc/${lab.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
  const easy = () => ask(lab, { ask: "eval", input: "1+1", session: "healthy" }, 3600);
  assert.equal((await easy()).answer.value, "2");
  const idle = resident();
  const abort = new AbortController(), ended = [], running = new Set();
  const start = async i => {
    running.add(i);
    const body = JSON.stringify({ ...ENDLESS[i % ENDLESS.length], session: `endless-${i % 15}`, seconds: 3600 });
    const response = await fetch(`${lab.address}/api/ask`, { method: "POST", headers: { "content-type": "application/json" }, body, signal: abort.signal });
    const text = await response.text();
    ended.push(`${response.status} ${text.trim().split("\n").at(-1).slice(0, 200)}`);
    running.delete(i);
    return text;
  };
  let peak = 0, answered = 0, soon = 0;
  const watch = setInterval(() => { peak = Math.max(peak, resident()); }, 20);
  const questions = Array.from({ length: 15 }, (_, i) => start(i).catch(() => {}));
  // Those that come to the end of their share ask again, as people do.
  for (let round = 0; round < 40; round++) {
    const before = ended.length, { answer } = await easy();
    if (answer?.value === "2") answered++;
    if (ended.length === before) soon++;
    for (let i = 0; i < 15; i++) if (!running.has(i)) questions.push(start(i).catch(() => {}));
    await new Promise(done => setTimeout(done, 100));
  }
  clearInterval(watch);
  peak = Math.max(peak, resident());
  abort.abort();
  await Promise.all(questions);
  t.diagnostic(`idle ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB of ${MEMORY}; ${soon} of 40 easy questions came before the end of an endless one`);
  if (process.env.TELL) console.log(ended);
  assert.equal(answered, 40);
  assert.ok(soon > 0, "an easy question never came before the end of an endless one");
  assert.ok(peak - idle <= MEMORY, `${(peak - idle).toFixed(0)} MB`);
  assert.equal((await easy()).answer.value, "2");
});
