// The guide: the documents of the project, with what they show ready to be tried.

import { h } from "/lib/dom.js";
import { get } from "/lib/ask.js";
import { failure } from "/lib/show.js";
import { link } from "/lib/state.js";
import { GLOSSARY } from "/lib/glossary.js";

let contents;

export default async function guide(main, { rest }) {
  contents ??= await get("/api/guide");
  const wanted = rest.join("/");
  const nav = h("nav", { "aria-label": "Documents" }), page = h("div.page", {});
  const group = (title, filter) => { const list = contents.filter(filter); return list.length ? [h("h3", {}, title), list.map(entry => h("a", { href: `/guide/${entry.page}`, "aria-current": entry.page === wanted ? "page" : null }, entry.title))] : []; };
  nav.append(h("a", { href: "/tour" }, "The five-minute tour"), h("a", { href: "/guide/glossary", "aria-current": wanted === "glossary" ? "page" : null }, "Glossary"),
    ...group("Guide", entry => entry.page.startsWith("guide/")).flat(), ...group("Theory", entry => !entry.page.includes("/")).flat(), ...group("More", entry => entry.page.includes("/") && !/^(guide|rules)\//.test(entry.page)).flat(), ...group("Rulesets", entry => entry.page.startsWith("rules/")).flat());
  main.append(h("div.guide", {}, nav, page));
  if (!wanted) { welcome(page); return () => {}; }
  if (wanted === "glossary") { page.append(h("h1", {}, "Glossary"), h("dl.glossary", {}, GLOSSARY.flatMap(([word, words]) => [h("dt", {}, word), h("dd", {}, words)]))); return () => {}; }
  try {
    const { html, title } = await get(`/api/guide/${wanted}`);
    document.title = `${title} – Upstar`;
    // The laboratory's own documents, rendered by it: no markup in them but that of Markdown.
    page.innerHTML = html;
    for (const block of page.querySelectorAll("pre")) { block.tabIndex = 0; tryIt(block); }
    for (const heading of page.querySelectorAll("h2, h3")) heading.id ||= heading.textContent.toLowerCase().replace(/[^\w]+/g, "-");
    if (wanted.startsWith("rules/") && !wanted.endsWith("README")) page.querySelector("h1")?.after(h("p", {}, h("a", { href: link("/board", { rules: wanted.slice(6) }) }, "Open it on the board")));
    nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  } catch (error) { page.append(failure({ message: error.message })); }
  return () => {};
}

function welcome(page) {
  page.append(h("h1", {}, "Guide"), h("p", {}, "Upstar is a laboratory for combinatorial games: two players, no luck, no secrets. Who cannot move loses, unless the game says otherwise."),
    h("div.cards", {}, [["/tour", "The five-minute tour", "Nim, Hackenbush, numbers, switches and up, by playing"], ["/board", "The board", "Every move coloured by what it is worth"], ["/guide/guide/calculator", "The calculator", "How games are typed"], ["/guide/rules/README", "The rulesets", "All games with their rules"], ["/guide/glossary", "Glossary", "The words of the field"], ["/about", "About", "Licences of what is inside"]].map(([href, title, text]) => h("a.card", { href }, h("h3", {}, title), h("p.small.quiet", {}, text)))));
}

// The arguments of a command as a shell would split them.
function words(line) {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(match => match[1] ?? match[2] ?? match[3]);
}

// Commands of a document that a screen can show carry a link there.
function tryIt(block) {
  const links = [];
  for (const line of block.textContent.split("\n")) {
    const [prompt, program, command, ...given] = words(line);
    if (prompt !== "$" || program !== "upstar") continue;
    const plain = given.filter(word => !word.startsWith("--")), option = name => { const i = given.indexOf(`--${name}`); return i >= 0 ? given[i + 1] : ""; };
    if (command === "eval") links.push(["Try", link("/", { cells: JSON.stringify(given.filter(word => !word.startsWith("--"))) })]);
    else if (["value", "outcome", "moves", "play"].includes(command) && plain.length > 1) links.push(["Try", link("/board", { rules: plain[0], position: plain[1], compound: option("compound"), play: option("play"), variant: option("variant") })]);
    else if (command === "heaps" && plain.length > 1) links.push(["Try", `/heaps/${encodeURIComponent(plain[1])}`]);
    else if (command === "misere" && plain.length > 1 && /^[.\d]/.test(plain[1])) links.push(["Try", `/misere/${encodeURIComponent(plain[1])}`]);
    else if (command === "draw" && given.includes("--thermograph")) links.push(["Try", link("/thermo", { games: given.at(-1) })]);
  }
  if (links.length) block.after(h("p.small", {}, links.slice(0, 6).map(([text, href], i) => h("a", { href }, `${text}${links.length > 1 ? " " + (i + 1) : ""}`, " "))));
}
