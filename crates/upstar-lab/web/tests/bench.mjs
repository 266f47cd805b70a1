// How long people wait: node bench.mjs. Prints the median and the 95th percentile of each.

import { readFileSync } from "node:fs";
import { ask, browse, open, serve } from "./helper.mjs";

const lab = await serve(), browser = await browse();
const memory = () => Number(readFileSync(`/proc/${lab.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
const idle = memory();
const rows = [];
const timed = async (name, times, limit, action) => {
  const all = [];
  for (let i = 0; i < times; i++) all.push(await action(i));
  all.sort((a, b) => a - b);
  rows.push({ what: name, median: `${all[times >> 1].toFixed(1)} ms`, "95 %": `${all[Math.min(times - 1, Math.floor(times * 0.95))].toFixed(1)} ms`, wanted: `< ${limit} ms` });
};
const clock = async action => { const start = performance.now(); await action(); return performance.now() - start; };

await ask(lab, { ask: "eval", input: "1" });
await timed("calculator round trip", 60, 20, i => clock(() => ask(lab, { ask: "study", input: `{${i}||2|1} + ^*` })));

// Boards of 6x6 with two holes, each another one.
const holes = i => { const cells = Array(36).fill("."); cells[i * 7 % 36] = "#"; cells[(i * 11 + 5) % 36] = "#"; return cells.join("").match(/.{6}/g).join("|"); };
await timed("all verdicts of a 6x6 board", 25, 200, async i => {
  const abort = new AbortController(), start = performance.now();
  const response = await fetch(`${lab.address}/api/ask`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ask: "analyse", rules: "domineering", position: holes(i), session: `cold-${i % 12}`, seconds: 10 }), signal: abort.signal });
  let moves = Infinity, seen = 0, rest = "", taken = 0;
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) { const event = JSON.parse(line); if (event.event === "board") moves = event.moves.length; if (event.event === "verdict") seen++; }
      if (seen >= moves) { taken = performance.now() - start; abort.abort(); }
    }
  } catch { /* cancelled */ }
  return taken;
});

await timed("from cancel to the next answer", 20, 50, async () => {
  const abort = new AbortController(), large = Array(12).fill("............").join("|");
  const running = fetch(`${lab.address}/api/ask`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ask: "value", rules: "domineering", position: large, session: "cancel", seconds: 60 }), signal: abort.signal }).then(response => response.text()).catch(() => {});
  await new Promise(done => setTimeout(done, 150));
  const start = performance.now();
  abort.abort();
  await running;
  await ask(lab, { ask: "eval", input: "1", session: "cancel" });
  return performance.now() - start;
});

const { page, go, close } = await open(browser, lab);
await timed("page ready", 8, 500, () => clock(() => go("/", "notebook")));
await go("/heaps#code=.77&to=1000000", "heaps");
await page.waitForFunction(() => document.querySelector("canvas"));
await timed("a million values drawn", 5, 300, async () => {
  await page.getByRole("button", { name: "raster", exact: true }).click();
  await page.getByRole("button", { name: "scatter", exact: true }).click();
  return page.evaluate(() => Number(document.querySelector("[data-milliseconds]").dataset.milliseconds));
});
await close();
rows.push({ what: "memory when idle", median: `${idle.toFixed(0)} MB`, "95 %": "", wanted: "< 80 MB" });
console.table(rows);
await browser.close();
await lab.stop();
