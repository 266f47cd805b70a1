// Every ruleset opens with its example, which is analysed, and its moves are made by mouse and by key and taken back.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { ask, browse, open, serve, settled } from "./helper.mjs";

let lab, browser;
before(async () => { lab = await serve(); browser = await browse(); });
after(async () => { await browser?.close(); await lab?.stop(); });

// So many pages work at once.
const PAGES = 2;
const table = (page, what, given) => page.evaluate(({ what, given }) => new Function("table", "given", `return ${what}`)(document.querySelector("[data-screen=board]").table, given), { what, given });
const position = page => table(page, "table.board?.position");
const elsewhere = (page, from) => page.waitForFunction(from => { const { table } = document.querySelector("[data-screen=board]"); return table.board?.position !== from || document.querySelector("main .error"); }, from);
const complaints = page => page.locator("main .error").allTextContents();

// The middle of a place on the picture that a move touches, as the mouse finds it.
const target = page => page.evaluate(() => {
  const { table } = document.querySelector("[data-screen=board]");
  table.svg.scrollIntoView({ block: "center" });
  const i = table.own().find(i => table.moves[i].print.centre && table.moves[i].to !== table.board.position);
  if (i === undefined) return null;
  const { boxes, strokes } = table.moves[i].print;
  const [x0, y0, x1, y1] = boxes[0] ?? [...strokes[0].points?.[0] ?? strokes[0].from, ...(strokes[0].points?.[1] ?? strokes[0].to)];
  const { x, y } = new DOMPoint((x0 + x1) / 2, (y0 + y1) / 2).matrixTransform(table.svg.getScreenCTM());
  return { x, y };
});

// Makes a move by keys; it can happen that one leads to where it began.
async function byKey(page, from) {
  await page.locator("svg.board").focus();
  await page.keyboard.press("ArrowRight");
  const to = await table(page, "table.moves[table.pick]?.to");
  assert.ok(to, "no move is chosen by a key");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".tree button[aria-current]")?.textContent !== "start");
  if (to !== from) await elsewhere(page, from);
  await settled(page);
}

async function visit({ page, wrong, go }, { name, examples }) {
  wrong.length = 0;
  assert.ok(examples.length > 0);
  // As by a link: the page stays, its screen is made anew.
  await page.evaluate(() => { document.documentElement.dataset.ready = ""; });
  await go(`/board#rules=${encodeURIComponent(name)}`, "board");
  await settled(page);
  assert.deepEqual(await complaints(page), []);
  const start = await position(page);
  assert.ok(start !== undefined);
  // A slow machine may come to a limit first; what the analysis says is tested without one.
  if (await page.getByText(/analysed in/).count()) assert.match(await page.locator(".outcome").first().textContent(), /wins|loses|[Dd]rawn|can(not)? move/);
  // Whoever can move there moves.
  const mover = await table(page, "table.own().length ? null : table.moves[0]?.player");
  if (mover) await page.keyboard.press(mover === "left" ? "l" : "r");
  const place = await target(page);
  assert.ok(place, "no move has a place on the picture");
  await page.mouse.click(place.x, place.y);
  const played = await page.waitForFunction(before => { const { table } = document.querySelector("[data-screen=board]"), play = document.querySelector("button.main"); return table.board.position !== before ? "moved" : play && !play.closest("[hidden]") ? "asked" : null; }, start).then(handle => handle.jsonValue());
  if (played === "asked") await page.locator("button.main").click();
  await elsewhere(page, start);
  await settled(page);
  assert.deepEqual(await complaints(page), []);
  const second = await position(page);
  // And on by key; where nobody can, the first move is taken back and made by key.
  if (await table(page, "table.own().length")) await byKey(page, second);
  else {
    await page.keyboard.press("z");
    await elsewhere(page, second);
    await settled(page);
    await byKey(page, start);
  }
  // Everything is taken back.
  for (let taken = 0; taken < 2 && !await page.locator(".tree button[aria-current]", { hasText: /^start$/ }).count(); taken++) {
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page);
  }
  assert.equal(await position(page), start);
  assert.deepEqual(await complaints(page), []);
  assert.deepEqual(wrong, []);
}

test("every example is analysed to the end", async () => {
  const { answer } = await ask(lab, { ask: "rules" });
  for (const { name, kind, examples } of answer.rules) {
    // Some games have a meaning in unions only.
    const compound = /in unions/.test(kind) ? { compound: "union" } : {};
    const { events, end } = await ask(lab, { ask: "analyse", rules: name, position: examples[0], ...compound }, 600);
    assert.ok(end.answered, `${name}: ${JSON.stringify(end)}`);
    const [board] = events.filter(event => event.event === "board"), moves = board.moves.length;
    assert.equal(events.filter(event => event.event === "verdict").length, moves, name);
    assert.equal(events.filter(event => event.event === "leaves").length, moves, name);
    assert.equal(events.filter(event => event.event === "outcome").length, 1, name);
  }
});

test("every ruleset", { concurrency: PAGES }, async t => {
  const { answer } = await ask(lab, { ask: "rules" });
  assert.ok(answer.rules.length >= 108, `${answer.rules.length} rulesets`);
  const pages = await Promise.all(Array.from({ length: PAGES }, () => open(browser, lab)));
  for (const { go } of pages) await go("/board", "board");
  const free = [...pages];
  await Promise.all(answer.rules.map(ruleset => t.test(ruleset.name, async () => {
    const own = free.pop();
    try { await visit(own, ruleset); } finally { free.push(own); }
  })));
  for (const { close } of pages) await close();
});
