// Every screen, in the light, in the dark and on a telephone: it opens without a complaint of the
// browser, and whoever does not see it or has no mouse finds their way.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { browse, open, serve } from "./helper.mjs";

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

for (const [name, options] of [["light", {}], ["dark", { dark: true }], ["narrow", { width: 360, height: 740 }]]) {
  test(`screens, ${name}`, async t => {
    const { page, wrong, go, close } = await open(browser, lab, options);
    for (const [url, screen] of SCREENS) {
      await t.test(url, async () => {
        wrong.length = 0;
        await go(url, screen);
        await page.waitForLoadState("networkidle");
        assert.ok((await page.locator("main h1").first().textContent()).trim().length > 2);
        assert.deepEqual(await barriers(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 1, `wider than the window by ${wide}`);
        assert.deepEqual(wrong, []);
      });
    }
    await close();
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
