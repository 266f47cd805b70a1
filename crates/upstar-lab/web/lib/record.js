// A game that was played, with its branches: positions, the moves between them, and notes.

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

  // The line from the beginning to here.
  line() {
    const line = [];
    for (let at = this.now; at; at = at.parent) line.unshift(at);
    return line;
  }

  // As plain data, and from it.
  save() {
    const pack = at => ({ position: at.state.position, entailed: at.state.entailed, turn: at.state.turn, move: at.move ?? undefined, note: at.note || undefined, next: at.children.map(pack) });
    return pack(this.root);
  }

  static load(data) {
    const record = new Record({ position: data.position, turn: data.turn ?? "left", entailed: data.entailed });
    const unpack = (at, from) => {
      at.note = String(from.note ?? "");
      for (const child of from.next ?? []) {
        const next = node(at, { position: String(child.position), turn: child.turn, entailed: child.entailed }, child.move);
        at.children.push(next);
        unpack(next, child);
      }
    };
    unpack(record.root, data);
    return record;
  }
}

const node = (parent, state, move) => ({ parent, state, move, note: "", children: [] });
