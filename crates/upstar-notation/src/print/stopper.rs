//! Printing of loopy values.
//!
//! Games that end are printed as short games. Otherwise the first of these that fits: a number
//! with `over`, `under`, `^[on]`, `v[on]`, `^<on>` or `v<on>` and perhaps a star, `on` and `off`,
//! cards, `Tiny` and `Miny` of a pseudonumber, a switch `+-`, the options in braces. In braces an
//! option that is the game itself is `pass`; one that is a game further out is that game's label,
//! a letter before its brace: `a{0||||0|||a|*||*}`. Bars are counted as for short games, but a game
//! with a label keeps its braces.

use super::{Notation, short, stopper_names};
use rustc_hash::FxHashSet;
use upstar_base::{Player, Stopped};
use upstar_values::stopper::{Draft, Ref, Side, Sides, SidlingBounds, Stopper, Stoppers};
use upstar_values::{Calc, Dyadic};

/// The most bars in a row.
const MOST_BARS: usize = 4;

/// The most positions in a text, each counted as often as it is written.
const MOST_PIECES: u64 = 200_000;

/// The largest graph of a side that is no stopper to be written out, and what stands for others.
const MOST_DRAWN: usize = 64;
const UNPRINTED: &str = "?";

/// The longest text of a bound that is told in passing.
const MOST_BRIEF: usize = 120;

/// The text of a canonical stopper.
pub fn stopper(
    store: &mut Stoppers,
    calc: &mut Calc,
    g: Stopper,
    notation: Notation,
) -> Result<String, Stopped> {
    text(store, calc, &Draft::new(), Ref::Known(g), notation)
}

/// What sidling had reached when its time was up, in one line.
pub fn bounds(store: &mut Stoppers, calc: &mut Calc, notation: Notation) -> Option<String> {
    let SidlingBounds { upper, lower, sweeps } = store.bounds()?;
    let mut brief = |g: Stopper| match stopper(store, calc, g, notation) {
        Ok(text) if text.chars().count() <= MOST_BRIEF => text,
        _ => format!("a game of {} positions", store.followers(g).len()),
    };
    let (upper, lower) = (brief(upper), brief(lower));
    Some(format!(
        "sidling came, in {sweeps} sweeps, to an onside of at most {upper} and an offside of at \
         least {lower}"
    ))
}

fn text(
    store: &mut Stoppers,
    calc: &mut Calc,
    graph: &Draft,
    at: Ref,
    notation: Notation,
) -> Result<String, Stopped> {
    let mut printer = StopperPrinter {
        store,
        calc,
        graph,
        notation,
        path: Vec::new(),
        meant: FxHashSet::default(),
        labels: Vec::new(),
        pieces: 0,
    };
    // Once to see which games are named further in, once to write.
    printer.write(at)?;
    printer.labels.clear();
    Ok(printer.write(at)?.braced())
}

/// The text of a game with sides: `s & t`, or the stopper that it is.
pub fn sides(
    store: &mut Stoppers,
    calc: &mut Calc,
    sides: Sides,
    notation: Notation,
) -> Result<String, Stopped> {
    let mut one = |side: Side| match side {
        Side::Stopper(g) => text(store, calc, &Draft::new(), Ref::Known(g), notation),
        Side::Fixed(fixed) => {
            let (graph, node) = store.graph(fixed);
            if graph.len() > MOST_DRAWN {
                return Ok(UNPRINTED.to_owned());
            }
            let graph = graph.clone();
            match text(store, calc, &graph, Ref::Node(node), notation) {
                Err(Stopped::Limit { .. }) => Ok(UNPRINTED.to_owned()),
                text => text,
            }
        }
    };
    match sides.as_stopper() {
        Some(g) => one(Side::Stopper(g)),
        None => {
            let (onside, offside) = (one(sides.onside)?, one(sides.offside)?);
            // Deathless universal draw, the one game with sides that has a name.
            if onside == "on" && offside == "off" {
                return Ok("dud".to_owned());
            }
            Ok(format!("{onside} & {offside}"))
        }
    }
}

/// A text, and how many bars it shows when it has no braces of its own.
#[derive(Default)]
struct StopperText {
    text: String,
    bars: usize,
}

impl StopperText {
    /// The text of a short game: its braces, if they hold all of it, are only put where needed.
    fn of_text(text: String) -> StopperText {
        let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let Some(inner) = inner else { return StopperText { text, bars: 0 } };
        let (mut depth, mut run, mut bars) = (0i32, 0, 0);
        for c in inner.chars() {
            run = if c == '|' && depth == 0 { run + 1 } else { 0 };
            bars = bars.max(run);
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return StopperText { text, bars: 0 };
            }
        }
        StopperText { text: inner.to_owned(), bars }
    }

    fn braced(self) -> String {
        if self.bars == 0 { self.text } else { format!("{{{}}}", self.text) }
    }
}

struct StopperPrinter<'p> {
    store: &'p mut Stoppers,
    calc: &'p mut Calc,
    /// The graph of a side that is no stopper.
    graph: &'p Draft,
    notation: Notation,
    /// The games whose braces are open.
    path: Vec<Ref>,
    /// Games that are named by a label somewhere inside.
    meant: FxHashSet<Ref>,
    /// Those that have got a letter, in order.
    labels: Vec<Ref>,
    /// How many games were written; a graph unfolds to a text that can be very much longer.
    pieces: u64,
}

impl StopperPrinter<'_> {
    fn write(&mut self, g: Ref) -> Result<StopperText, Stopped> {
        let whole = |text: String| Ok(StopperText { text, bars: 0 });
        self.pieces += 1;
        if self.pieces > MOST_PIECES {
            let what = "the number of positions in the text of a loopy game";
            return Err(Stopped::Limit { what, limit: MOST_PIECES });
        }
        if let Ref::Known(stopper) = g
            && let Some(short_game) = self.store.to_short(self.calc, stopper)?
        {
            return Ok(StopperText::of_text(short(self.calc, short_game, self.notation)?));
        }
        if self.path.contains(&g) {
            self.meant.insert(g);
            return whole(self.label(g));
        }
        if let Ref::Known(stopper) = g
            && let Some(name) = self.name(stopper)?
        {
            return whole(name);
        }
        self.path.push(g);
        let mut sides = [Vec::new(), Vec::new()];
        for who in Player::BOTH {
            for option in self.graph.options(self.store, g, who) {
                if option == g {
                    sides[who as usize].push(StopperText { text: "pass".to_owned(), bars: 0 });
                } else {
                    let piece = upstar_base::deeper(|| self.write(option))?;
                    sides[who as usize].push(piece);
                }
            }
        }
        self.path.pop();
        // Handles depend on what was asked before, texts do not.
        for side in &mut sides {
            side.sort_by(|a, b| {
                let key = |p: &StopperText| (p.text == "pass", p.text.len(), p.text.clone());
                key(a).cmp(&key(b))
            });
        }
        // Options without braces must be alone on their side, or commas would be ambiguous.
        for side in sides.iter_mut().filter(|side| side.len() > 1) {
            for piece in side.iter_mut() {
                let whole = std::mem::take(piece).braced();
                *piece = StopperText { text: whole, bars: 0 };
            }
        }
        let bars = sides.iter().flatten().map(|piece| piece.bars).max().unwrap_or(0);
        let bars = if bars >= MOST_BARS { 1 } else { bars + 1 };
        let text = |side: Vec<StopperText>| -> Vec<String> {
            side.into_iter().map(|p| if bars == 1 { p.braced() } else { p.text }).collect()
        };
        let [left, right] = sides.map(text);
        let text = format!("{}{}{}", left.join(","), "|".repeat(bars), right.join(","));
        if self.meant.contains(&g) {
            whole(format!("{}{{{text}}}", self.label(g)))
        } else {
            Ok(StopperText { text, bars })
        }
    }

    /// The letter of a game; letters are given in the order of the text.
    fn label(&mut self, g: Ref) -> String {
        let place = self.labels.iter().position(|&known| known == g).unwrap_or_else(|| {
            self.labels.push(g);
            self.labels.len() - 1
        });
        let letter = (b'a' + (place % 26) as u8) as char;
        match place / 26 {
            0 => letter.to_string(),
            n => format!("{letter}{n}"),
        }
    }

    /// The options of `who`, a pass apart: whether there is one, and what else.
    fn without_pass(&self, g: Stopper, who: Player) -> (bool, Vec<Stopper>) {
        let options = self.store.options(g, who);
        let others = options.iter().copied().filter(|&option| option != g).collect();
        (options.contains(&g), others)
    }

    fn number(&self, x: &Dyadic) -> String {
        if x.is_zero() { String::new() } else { super::number(x, self.notation) }
    }

    /// `x + *` as a number, if it is that.
    fn number_star(&mut self, g: Stopper) -> Result<Option<Dyadic>, Stopped> {
        let Some(short_game) = self.store.to_short(self.calc, g)? else { return Ok(None) };
        let parts = self.calc.as_number_up_star(short_game);
        Ok(parts.filter(|p| p.up == 0 && p.nim == 1).map(|p| p.number))
    }

    fn name(&mut self, g: Stopper) -> Result<Option<String>, Stopped> {
        let (left_pass, left) = self.without_pass(g, Player::Left);
        let (right_pass, right) = self.without_pass(g, Player::Right);
        let numbers = |side: &[Stopper]| -> Option<Vec<Dyadic>> {
            side.iter().map(|&o| self.store.as_number(o).cloned()).collect()
        };
        let (left_numbers, right_numbers) = (numbers(&left), numbers(&right));
        let text = match (left_pass, right_pass) {
            (true, false) if left.is_empty() && right.is_empty() => Some("on".to_owned()),
            (false, true) if left.is_empty() && right.is_empty() => Some("off".to_owned()),
            (false, true) if right.is_empty() => match left_numbers.as_deref() {
                Some([x]) => Some(format!("{}over", self.number(x))),
                _ => match left[..] {
                    // {x* | pass} is x minus upon.
                    [one] => self.number_star(one)?.map(|x| format!("{}v[on]", self.number(&x))),
                    _ => None,
                },
            },
            (true, false) if left.is_empty() => match right_numbers.as_deref() {
                Some([x]) => Some(format!("{}under", self.number(x))),
                _ => match right[..] {
                    // {pass | x*} is x and upon.
                    [one] => self.number_star(one)?.map(|x| format!("{}^[on]", self.number(&x))),
                    _ => None,
                },
            },
            // {x, pass | x} and {x | x, pass}
            (true, false) | (false, true) if left_numbers == right_numbers => {
                let sign = if left_pass { "^" } else { "v" };
                match left_numbers.as_deref() {
                    Some([x]) => Some(format!("{}{sign}[on]*", self.number(x))),
                    _ => None,
                }
            }
            _ => None,
        };
        if text.is_some() {
            return Ok(text);
        }
        if left_pass || right_pass {
            return Ok(None);
        }
        // Inside of a cycle names would have to name themselves.
        if self.store.is_on_cycle(g) {
            return Ok(None);
        }
        if let Some(name) = stopper_names::card(self.store, g)? {
            return Ok(Some(name));
        }
        if let Some(name) = stopper_names::uponth(self.store, self.calc, g, self.notation)? {
            return Ok(Some(name));
        }
        self.compound_name(&left, &right)
    }

    /// `+-x`, `Tiny(x)` and `Miny(x)`.
    fn compound_name(
        &mut self,
        left: &[Stopper],
        right: &[Stopper],
    ) -> Result<Option<String>, Stopped> {
        let (&[l], &[r]) = (left, right) else { return Ok(None) };
        let mut names = [None, None];
        for (who, (zero, other)) in [(l, r), (r, l)].into_iter().enumerate() {
            if zero != Stopper::ZERO {
                continue;
            }
            // {0 | g} or {g | 0}
            let player = Player::BOTH[who];
            let (to_zero, out) = {
                let towards = self.store.options(other, player).to_vec();
                let away = self.store.options(other, !player).to_vec();
                (towards, away)
            };
            if let ([Stopper::ZERO], &[x]) = (&to_zero[..], &out[..])
                && x != other
                && self.store.is_loopy(x)
                && self.store.as_pseudonumber(x).is_some()
            {
                let x = if player == Player::Left { self.store.neg(x)? } else { x };
                let size = self.write(Ref::Known(x))?.braced();
                let name = if player == Player::Left { "Tiny" } else { "Miny" };
                names[who] = Some(format!("{name}({size})"));
            }
        }
        if let Some(name) = names.into_iter().flatten().next() {
            return Ok(Some(name));
        }
        if self.store.neg(l)? == r {
            // A switch is written with its Left option.
            let inside = self.write(Ref::Known(l))?;
            let simple = inside.bars == 0 && inside.text.chars().all(|c| c.is_ascii_alphabetic());
            let text = inside.braced();
            let text = if simple || text.starts_with('{') { text } else { format!("({text})") };
            return Ok(Some(format!("+-{text}")));
        }
        Ok(None)
    }
}
