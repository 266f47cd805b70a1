import { h } from "/lib/dom.js";
export default async function atlas(main) { main.append(h("h1", {}, "Atlas")); return () => {}; }
