// Every ruleset opens with its example, and its moves are made by mouse and by key.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { ask, browse, open, serve } from "./helper.mjs";

let lab, browser;
before(async () => { lab = await serve(); browser = await browse(); });
after(async () => { await browser?.close(); await lab?.stop(); });

const laid = (page, position) => page.waitForFunction(not => { const table = document.querySelector("[data-screen=board]")?.table; return table?.board?.position !== undefined && table.board.position !== not || document.querySelector("main .error"); }, position);
const position = page => page.evaluate(() => document.querySelector("[data-screen=board]").table.board?.position);

test("every ruleset", async t => {
  const { answer } = await ask(lab, { ask: "rules" });
  assert.ok(answer.rules.length >= 100, `${answer.rules.length} rulesets`);
  const { page, wrong, go, close } = await open(browser, lab);
  await go("/board", "board");
  for (const { name, examples } of answer.rules) {
    await t.test(name, async () => {
      wrong.length = 0;
      await page.evaluate(() => { document.documentElement.dataset.ready = ""; });
      await page.goto(`${lab.address}/board#rules=${encodeURIComponent(name)}`);
      await page.waitForFunction(() => document.documentElement.dataset.ready === "board");
      await laid(page, null);
      const start = await position(page);
      assert.ok(start !== undefined && examples.length > 0, await page.locator("main .error").allTextContents().then(all => all.join()));
      // Whoever can move there moves.
      const who = await page.evaluate(() => { const { table } = document.querySelector("[data-screen=board]"); return table.own().length ? null : table.moves[0]?.player; });
      if (who) await page.keyboard.press(who === "left" ? "l" : "r");
      const place = await page.evaluate(() => {
        const { table } = document.querySelector("[data-screen=board]");
        table.svg.scrollIntoView({ block: "center" });
        const i = table.own().find(i => table.moves[i].print.centre && table.moves[i].to !== table.board.position);
        if (i === undefined) return null;
        const print = table.moves[i].print, [x0, y0, x1, y1] = print.boxes[0] ?? [...print.strokes[0].points?.[0] ?? print.strokes[0].from, ...(print.strokes[0].points?.[1] ?? print.strokes[0].to)];
        const matrix = table.svg.getScreenCTM(), point = new DOMPoint((x0 + x1) / 2, (y0 + y1) / 2).matrixTransform(matrix);
        return { x: point.x, y: point.y };
      });
      assert.ok(place, "no move has a place on the picture");
      await page.mouse.click(place.x, place.y);
      const played = await page.waitForFunction(before => { const { table } = document.querySelector("[data-screen=board]"); return table.board.position !== before ? "moved" : document.querySelector("button.main:not([hidden])") && !document.querySelector("button.main").closest("[hidden]") ? "asked" : null; }, start).then(handle => handle.jsonValue());
      if (played === "asked") await page.locator("button.main").click();
      await laid(page, start);
      const second = await position(page);
      assert.notEqual(second, start);
      // And on by key, if anybody can move.
      const left = await page.evaluate(() => { const { table } = document.querySelector("[data-screen=board]"); return table.own().length; });
      if (left) {
        await page.locator("svg.board").focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        await laid(page, second);
      }
      assert.deepEqual(wrong, []);
    });
  }
  await close();
});
