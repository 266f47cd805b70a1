// A game that was played, with its branches: positions, the moves between them, and notes.
//
// As a file it is the record of `upstar play`: fields, then a line for each move. What that program takes for remarks
// are notes here, and branches: the same lines once more behind `#`, between `# ( after N` and `# )`, where N is how many
// moves of the line come before it.

const FIELDS = ["rules", "position", "compound", "play", "variant", "whole", "endless", "entailed", "first"];
const title = player => player === "left" ? "Left" : "Right";

export class Record {
  constructor(start) { this.root = this.now = node(null, start, null); }

  // A move from here; a branch where it is new.
  play(move, state) {
    let next = this.now.children.find(child => child.state.position === state.position && child.move?.player === move.player);
    if (!next) { next = node(this.now, state, move); this.now.children.push(next); }
    this.now = next;
  }

  back() { if (!this.now.parent) return false; this.now = this.now.parent; return true; }

  forward() { if (!this.now.children.length) return false; this.now = this.now.children[0]; return true; }

  // The file; its line is the one that leads here and on.
  text(place) {
    const here = new Set();
    for (let at = this.now; at; at = at.parent) here.add(at);
    const fields = { ...place, position: this.root.state.position, entailed: this.root.state.entailed, first: this.root.state.turn };
    const head = FIELDS.filter(name => fields[name] !== undefined).map(name => `${name}: ${fields[name]}`);
    return [...head, "", ...remarks(this.root.note), ...follow(this.root, 0, at => at.children.find(child => here.has(child)) ?? at.children[0]), ""].join("\n");
  }

  // Plays what was read from a file; `step` knows where a move leads, or fails.
  static async replay({ fields, game }, step) {
    const record = new Record({ position: fields.position ?? "", turn: fields.first, entailed: fields.entailed });
    const unpack = async (at, from) => {
      at.note = from.note;
      for (const child of from.next) {
        let state;
        try { state = await step(at.state, child); } catch (error) { throw new Error(`line ${child.line}: ${error.message}`); }
        const next = node(at, state, { player: child.player, name: child.name });
        at.children.push(next);
        await unpack(next, child);
      }
    };
    await unpack(record.root, game);
    while (record.forward());
    return record;
  }
}

const node = (parent, state, move) => ({ parent, state, move, note: "", children: [] });

// A note that could be taken for the end of a branch or the beginning of one stands further in.
const remarks = note => note ? note.split("\n").map(line => `# ${/^[()]/.test(line) ? " " : ""}${line}`.trimEnd()) : [];
const made = at => [`${title(at.move.player)} ${at.move.name}`, ...remarks(at.note)];

// The line on from a place, then what branches off it.
function follow(from, depth, choose) {
  const lines = [], branches = [];
  for (let at = from, after = depth; at.children.length; after++) {
    const next = choose(at);
    branches.push(...at.children.filter(child => child !== next).map(child => [after, child]));
    lines.push(...made(next));
    at = next;
  }
  for (const [after, first] of branches) {
    const inside = [...made(first), ...follow(first, after + 1, at => at.children[0])];
    lines.push(`# ( after ${after}`, ...inside.map(line => `# ${line}`), "# )");
  }
  return lines;
}

const wrong = (number, message) => new Error(`line ${number}: ${message}`);
const remark = line => line.startsWith("#") ? line.slice(1).replace(/^ /, "") : null;

// What a file says: its fields, and the moves as a tree of { player, name, note, next, line }.
export function parse(text) {
  const fields = { first: "left" }, game = { note: "", next: [] };
  const field = (line, number) => {
    const [, name, value] = line.match(/^([a-z]+)\s*:\s*(.*)$/i) ?? [];
    if (!name) throw wrong(number, "expected a field such as `rules: nim`, or a move such as `Left 7->5`");
    const key = name.toLowerCase();
    if (key === "result") return;
    if (!FIELDS.includes(key)) throw wrong(number, `there is no field \`${name}\`: expected ${FIELDS.join(", ")}`);
    fields[key] = key === "whole" ? value === "true" : key === "entailed" ? Number(value) : value;
  };
  moves(text.split("\n").map((line, i) => [line.trim(), i + 1]), [game], field);
  fields.first = fields.first.toLowerCase();
  if (!fields.rules) throw new Error("this is no record of a game: expected a line such as `rules: nim`");
  if (!["left", "right"].includes(fields.first)) throw new Error("expected `first: left` or `first: right`");
  return { fields, game };
}

// Hangs the moves of some lines on the last place of a line of play.
function moves(lines, line, field) {
  for (let i = 0; i < lines.length; i++) {
    const [text, number] = lines[i], said = remark(text), branch = said?.match(/^\( after (\d+)/);
    if (!text) continue;
    if (branch) {
      const inside = [], start = line[Number(branch[1])];
      if (!start) throw wrong(number, `there are not ${branch[1]} moves before this branch`);
      for (i++; i < lines.length && remark(lines[i][0]) !== ")"; i++) {
        if (remark(lines[i][0]) === null) throw wrong(lines[i][1], "expected the end of the branch, `# )`");
        inside.push([remark(lines[i][0]), lines[i][1]]);
      }
      moves(inside, line.slice(0, Number(branch[1]) + 1), field);
    } else if (said !== null) {
      const last = line.at(-1);
      last.note = last.note ? `${last.note}\n${said.trim()}` : said.trim();
    } else {
      const [, player, name] = text.match(/^(left|right)\s+(.+)$/i) ?? [];
      if (!name) { field(text, number); continue; }
      const next = { player: player.toLowerCase(), name, note: "", next: [], line: number };
      line.at(-1).next.push(next);
      line.push(next);
    }
  }
}
