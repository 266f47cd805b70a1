// Asking the laboratory: a question out, events back, one JSON object a line.

const id = sessionStorage.getItem("session") ?? [...crypto.getRandomValues(new Uint8Array(6))].map(b => b.toString(16).padStart(2, "0")).join("");
sessionStorage.setItem("session", id);

// What a notebook defines stays in its session; everything else is asked in the session `main`.
export const sessions = { notebook: `notebook-${id}`, main: `main-${id}`, side: `side-${id}` };

const pause = ms => new Promise(done => setTimeout(done, ms));

async function post(path, body, signal) {
  for (let tries = 0; ; tries++) {
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
    if (response.status !== 429 || tries === 4) return response;
    await pause(300 * (tries + 1));
  }
}

// Asks and hears; resolves with { answer, text, notes, certificate, error, fresh, opened, aborted }.
export async function ask(question, { session = sessions.main, seconds = 30, signal, hear } = {}) {
  const found = {};
  try {
    const response = await post("/api/ask", { ...question, session, seconds }, signal);
    if (!response.ok) return { error: { kind: "http", message: (await response.text()).trim() || `status ${response.status}` } };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      const events = lines.map(line => JSON.parse(line));
      for (const event of events) {
        if (event.event === "answer") Object.assign(found, { answer: event.answer, text: event.text, notes: event.notes });
        else if (event.event === "opened") found.opened = true;
        else if (event.event === "certificate") found.certificate = event.certificate;
        else if (event.event === "end") Object.assign(found, { error: event.error, fresh: event.fresh, seconds: event.seconds, complete: event.answered });
      }
      hear?.(events);
    }
    if (!found.answer && !found.error) found.error = { kind: "http", message: "the laboratory has gone away" };
  } catch (error) {
    if (error.name === "AbortError") return { aborted: true };
    return { error: { kind: "http", message: "the laboratory does not answer: is it still running?" } };
  }
  return found;
}

// A nim-sequence as a typed array.
export async function sequence(code, to, { signal, seconds = 30 } = {}) {
  const response = await post("/api/sequence", { session: sessions.side, code, to, seconds }, signal);
  if (!response.ok) throw new Error((await response.text()).trim());
  const bytes = await response.arrayBuffer();
  return response.headers.get("x-width") === "4" ? new Uint32Array(bytes) : new Uint16Array(bytes);
}

export async function picture(format, question) {
  const response = await post("/api/picture", { ...question, format, session: sessions.side });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.blob();
}

export async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

let list;
// All rulesets; asked once.
export function rulesets() {
  list ??= ask({ ask: "rules" }, { session: sessions.side }).then(found => found.answer?.rules ?? []);
  return list;
}

let described;
// The words that a field of a query about a position may hold; asked once.
export async function choices(name) {
  described ??= fetch("/api/schema").then(found => found.json());
  const query = (await described).oneOf.find(kind => kind.title === "value");
  return query.properties[name].enum;
}

// Places in a text are counted in bytes by the laboratory and in UTF-16 by the page.
export function fromBytes(text, at) {
  const bytes = new TextEncoder().encode(text).slice(0, at);
  return new TextDecoder().decode(bytes).length;
}
export function toBytes(text, at) {
  return new TextEncoder().encode(text.slice(0, at)).length;
}
