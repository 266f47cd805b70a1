import { h } from "/lib/dom.js";
export default async function own(main) { main.append(h("h1", {}, "Your game")); return () => {}; }
