// Somebody writes a game, makes a mistake, mends it and plays.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { browse, open, serve } from "./helper.mjs";

let lab, browser;
before(async () => { lab = await serve(); browser = await browse(); });
after(async () => { await browser?.close(); await lab?.stop(); });

test("a game of one's own", async () => {
  const { page, go, wrong, close } = await open(browser, lab);
  await go("/own", "own");
  await page.waitForFunction(() => document.querySelector("[data-screen=own]")?.table?.board?.picture);
  assert.equal(await page.locator("main h1").textContent(), "Clobber");
  const editor = page.getByLabel("The rules");
  const text = await editor.inputValue();
  await editor.fill(text.replace("xo -> .x", "xq -> .x"));
  await page.locator(".error .caret").waitFor();
  await editor.fill(text.replace("game Clobber", "game \"My Clobber\""));
  await page.waitForFunction(() => document.querySelector("main h1").textContent === "My Clobber");
  await page.waitForFunction(() => document.querySelectorAll("table.moves tr").length > 0);
  const before = await page.evaluate(() => document.querySelector("[data-screen=own]").table.board.position);
  await page.locator("table.moves tr").first().click();
  await page.waitForFunction(old => document.querySelector("[data-screen=own]").table.board.position !== old, before);
  await page.getByRole("button", { name: "Check" }).click();
  await page.locator("pre.card").waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

test("every game of the library is read and has a board", async t => {
  const { page, go, wrong, close } = await open(browser, lab);
  await go("/own", "own");
  const names = await page.getByLabel("Library").locator("option").evaluateAll(all => all.map(option => option.value).filter(Boolean));
  assert.ok(names.length >= 20);
  for (const name of names) {
    await t.test(name, async () => {
      wrong.length = 0;
      await page.evaluate(() => { delete document.querySelector("[data-screen=own]").table; });
      await page.getByLabel("Library").selectOption(name);
      await page.waitForFunction(() => document.querySelector("[data-screen=own]").table?.board?.position !== undefined || document.querySelector("main .error"));
      assert.deepEqual(await page.locator("main .error").allTextContents(), []);
      assert.deepEqual(wrong, []);
    });
  }
  await close();
});
