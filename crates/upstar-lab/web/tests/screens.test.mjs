// Every screen, in the light, in the dark and on a telephone: it opens without a complaint of the
// browser, and whoever does not see it or has no mouse finds their way.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { browse, open, serve, settled } from "./helper.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCREENS = [
  ["/", "notebook"], ["/board", "board"], ["/explore", "explore"], ["/explore#game=%7B3%7C%7C2%7C1%7D&view=graph", "explore"], ["/thermo", "thermo"],
  ["/heaps/.77", "heaps"], ["/misere/.123", "misere"], ["/misere#code=.123&view=graph", "misere"], ["/own", "own"], ["/atlas", "atlas"], ["/guide", "guide"], ["/guide/guide/positions", "guide"],
  ["/guide/rules/domineering", "guide"], ["/guide/glossary", "guide"], ["/tour", "tour"], ["/about", "about"],
];
let lab, browser;
before(async () => { lab = await serve(); browser = await browse(); });
after(async () => { await browser?.close(); await lab?.stop(); });

// What axe finds that keeps people out.
async function barriers(page) {
  // The policy of the page forbids scripts from elsewhere; the driver may still run its own.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter(v => ["serious", "critical"].includes(v.impact)).map(v => `${v.id}: ${v.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")}`);
}

// What people come to see besides the way a screen opens: [name, address, screen, what they do there].
const STATES = [
  ["a notebook with a mistake and an open value", `/#cells=${encodeURIComponent(JSON.stringify(["{3||2|1}", "{3||2|1}.Temprature"]))}`, "notebook", async page => { await page.getByRole("button", { name: "Run them" }).click(); await page.locator("details.pods summary").first().click(); await page.locator(".error .caret").waitFor(); }],
  ["completions", "/", "notebook", async page => { const cell = page.locator(".cell textarea").last(); await cell.fill("{3||2|1}.Te"); await cell.press("Tab"); await page.locator(".choices li").first().waitFor(); }],
  ["a wrong position", "/board#rules=domineering&position=..q", "board", page => page.locator(".error .caret").waitFor()],
  ["switches, and a move that is chosen", "/board#rules=nim&position=3%2B5", "board", async page => { await settled(page); await page.locator("summary", { hasText: "How it is played" }).click(); await page.locator("svg.board").focus(); await page.keyboard.press("ArrowRight"); await page.locator("button.main").waitFor(); }],
  ["a game that is over", "/board#rules=nim&position=1", "board", async page => { await settled(page); await page.locator("table.moves tr").first().click(); await page.waitForFunction(() => /Nobody can move/.test(document.querySelector(".outcome").textContent)); }],
  ["work that goes on", `/board#rules=domineering&position=${Array(9).fill(".........").join("|")}`, "board", page => page.locator(".progress button", { hasText: /Stop|Go on/ }).first().waitFor({ state: "visible" })],
  ["a column of options", "/explore#rules=domineering&position=...|...", "explore", async page => { await page.locator(".column button").first().click(); await page.locator(".column").nth(1).waitFor(); }],
  ["a raster", "/heaps#code=.77&view=raster", "heaps", page => page.locator("canvas").waitFor()],
  ["numbers", "/heaps#code=.77&view=numbers", "heaps", page => page.locator("table.genus").waitFor()],
  ["a quotient", "/misere#code=.123&view=matrix", "misere", page => page.locator("table.matrix").waitFor()],
  ["a code that is none", "/heaps#code=nonsense", "heaps", page => page.locator(".error").waitFor()],
  ["rules with a mistake", "/own", "own", async page => { await page.getByLabel("The rules").fill("game X\ngrid . x o\nleft xq -> .x\n"); await page.locator(".error").waitFor(); }],
  ["a lesson's background", "/tour#lesson=3", "tour", async page => { await page.getByRole("button", { name: "What is behind it?" }).click(); }],
];

// Contrast depends on the colours and what is reachable on the width: not all four need be looked at.
async function assertFit(page, wrong, reads = true) {
  if (reads) assert.deepEqual(await barriers(page), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 1, `wider than the window by ${wide}`);
  assert.deepEqual(wrong, []);
}

const narrow = { width: 360, height: 740 };
for (const [name, options, acts] of [["light", {}, STATES], ["dark", { dark: true }, []], ["narrow", narrow, []], ["narrow and dark", { ...narrow, dark: true }, STATES]]) {
  test(`screens, ${name}`, { concurrency: 2 }, async t => {
    const pages = await Promise.all([open(browser, lab, options), open(browser, lab, options)]), free = [...pages];
    const visit = async body => { const own = free.pop(); own.wrong.length = 0; try { await body(own); } finally { free.push(own); } };
    const screens = SCREENS.map(([url, screen]) => t.test(url, () => visit(async ({ page, go, wrong }) => {
      await page.goto("about:blank");
      await go(url, screen);
      await page.waitForLoadState("networkidle");
      assert.ok((await page.locator("main h1").first().textContent()).trim().length > 2);
      await assertFit(page, wrong, options !== narrow);
    })));
    const states = acts.map(([title, url, screen, act]) => t.test(title, () => visit(async ({ page, go, wrong }) => {
      await page.goto("about:blank");
      await go(url, screen);
      await act(page);
      await assertFit(page, wrong);
    })));
    await Promise.all([...screens, ...states]);
    for (const { close } of pages) await close();
  });
}

test("the screens are reached from one another, and back", async () => {
  const { page, wrong, go, close } = await open(browser, lab);
  await go("/", "notebook");
  for (const [title, screen] of [["Board", "board"], ["Thermographs", "thermo"], ["Guide", "guide"]]) {
    await page.locator("#nav").getByRole("link", { name: title, exact: true }).click();
    await page.waitForFunction(name => document.documentElement.dataset.ready === name, screen);
  }
  await page.goBack();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "thermo");
  assert.deepEqual(wrong, []);
  await close();
});

test("documents have what they show ready to be tried", async () => {
  const { page, wrong, go, close } = await open(browser, lab);
  await go("/guide/guide/positions", "guide");
  await page.locator("main a", { hasText: "Try" }).first().click();
  await page.waitForFunction(() => document.documentElement.dataset.ready !== "guide");
  assert.deepEqual(wrong, []);
  await close();
});

test("the tour is played to the end of a lesson", async () => {
  const { page, wrong, go, close } = await open(browser, lab);
  await go("/tour#lesson=4", "tour");
  for (let turn = 0; turn < 6; turn++) {
    await page.waitForFunction(() => /Your move|has won|have won/.test(document.querySelector(".outcome")?.textContent ?? ""));
    if (/won/.test(await page.locator(".outcome").first().textContent())) break;
    await page.locator("svg.board").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(200);
  }
  // Whoever starts a switch wins it.
  await page.waitForFunction(() => /you have won/.test(document.querySelector(".outcome")?.textContent ?? ""));
  assert.deepEqual(wrong, []);
  await close();
});

test("every lesson of the tour can be begun", async () => {
  const { page, wrong, go, close } = await open(browser, lab);
  for (let lesson = 1; lesson <= 5; lesson++) {
    await page.goto("about:blank");
    await go(`/tour#lesson=${lesson}`, "tour");
    await page.waitForFunction(() => /Your move/.test(document.querySelector(".outcome").textContent));
    const before = await page.locator("svg.board").innerHTML();
    await page.locator("svg.board").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(old => document.querySelector("svg.board").innerHTML !== old && /The program moves|Your move|won/.test(document.querySelector(".outcome").textContent), before);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("what is not our own is what it is said to be", () => {
  const vendor = new URL("../vendor/", import.meta.url);
  const versions = JSON.parse(readFileSync(new URL("VERSIONS.json", vendor), "utf8"));
  const listed = versions.flatMap(entry => Object.entries(entry.sha256));
  for (const [file, hash] of listed) assert.equal(createHash("sha256").update(readFileSync(new URL(file, vendor))).digest("hex"), hash, file);
  const there = readdirSync(vendor, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile() && !/^(LICENSE|VERSIONS\.json)$/.test(entry.name)).length;
  assert.equal(listed.length, there);
});
