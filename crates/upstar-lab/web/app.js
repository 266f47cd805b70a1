// The page: one screen at a time, chosen by its address.

import { $, h } from "/lib/dom.js";

const screens = [
  ["", "Notebook", "notebook"], ["board", "Board", "board"], ["explore", "Explorer", "explore"], ["thermo", "Thermographs", "thermo"],
  ["heaps", "Heaps", "heaps"], ["misere", "Misère", "misere"], ["own", "Your game", "own"], ["atlas", "Atlas", "atlas"], ["guide", "Guide", "guide"],
];
const hidden = { tour: "tour", about: "about" };

let leave = null;
// Whether the page has just been loaded: then its address may come from anywhere.
let arrived = true;

async function show() {
  const [first = "", ...rest] = location.pathname.split("/").filter(Boolean);
  const entry = screens.find(([path]) => path === first);
  const file = entry?.[2] ?? hidden[first] ?? "notebook";
  leave?.();
  leave = null;
  $("bubble").hidden = true;
  for (const link of $("nav").children) link.toggleAttribute("aria-current", link.dataset.path === first);
  document.title = entry ? `${entry[1]} – Upstar` : "Upstar";
  $("tools").replaceChildren();
  const screen = await import(`/screens/${file}.js`);
  const main = h("div", { "data-screen": file });
  $("screen").replaceChildren(main);
  document.documentElement.dataset.ready = "";
  const fromOutside = arrived;
  arrived = false;
  leave = await screen.default(main, { tools: $("tools"), rest: rest.map(decodeURIComponent), fromOutside });
  document.documentElement.dataset.ready = file;
}

export function go(url) {
  history.pushState(null, "", url);
  show();
}

$("nav").append(...screens.map(([path, title]) => h("a", { href: "/" + path, "data-path": path }, title)));
$("menu").addEventListener("click", () => {
  const open = $("nav").classList.toggle("open");
  $("menu").setAttribute("aria-expanded", String(open));
});
document.addEventListener("click", event => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/docs/") || url.pathname.startsWith("/vendor/")) return;
  if (url.pathname === location.pathname && url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)))) return;
  event.preventDefault();
  $("nav").classList.remove("open");
  go(url.pathname + url.hash);
  scrollTo(0, 0);
});
// A link within the page is no other screen.
addEventListener("popstate", () => { if (location.hash !== "#screen") show(); });

show();
