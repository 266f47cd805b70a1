//! Printing of values other than games, in the three notations.
//!
//! Games and forms print as [`crate::print`] and this module read them back; collections print
//! their members, sets and maps in the order in which they are kept.

use crate::data::Data;
use crate::data::table::Table;
use crate::eval::{Interpreter, kind_text};
use crate::forms::{FormId, FormNode};
use crate::numbers::{Number, to_dyadic};
use crate::position::Position;
use crate::print::{self, Notation, together};
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_base::{Player, Stopped};
use upstar_values::Summand;
use upstar_values::stopper::upons::Upons;

/// The most bytes that one printed value may take.
const LIMIT: usize = 64 << 20;

/// The text of a value; strings in quotes.
pub(crate) fn value(
    m: &mut Interpreter,
    value: &Value,
    notation: Notation,
) -> Result<String, Stopped> {
    let mut printer = Printer { m, notation, text: String::new() };
    printer.value(value)?;
    Ok(printer.text)
}

struct Printer<'a> {
    m: &'a mut Interpreter,
    notation: Notation,
    text: String,
}

/// How tightly the parts of a form hold together, from loose to tight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Compound,
    Sum,
    OrdinalSum,
    Multiple,
    Atom,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) -> Result<(), Stopped> {
        if self.text.len() + text.len() > LIMIT {
            let limit = LIMIT as u64;
            return Err(Stopped::Limit { what: "the length of a printed value", limit });
        }
        self.text.push_str(text);
        Ok(())
    }

    fn value(&mut self, value: &Value) -> Result<(), Stopped> {
        self.m.calc.step()?;
        upstar_base::deeper(|| self.value_here(value))
    }

    fn value_here(&mut self, value: &Value) -> Result<(), Stopped> {
        match value {
            Value::Nothing => self.put("Nothing"),
            Value::Boolean(b) => self.put(if *b { "true" } else { "false" }),
            Value::Game(game) => self.game(game),
            Value::Form(id) => self.form(*id, Tightness::Compound),
            Value::Text(text) => self.put(&quoted(text.as_str())),
            Value::List(items) => self.sequence("[", items.as_slice(), ",", "]"),
            Value::Set(items) => {
                let [open, close] = self.braces();
                self.sequence(open, items.as_slice(), ",", close)
            }
            Value::Map(map) => {
                let [open, close] = self.braces();
                if map.entries().is_empty() {
                    return self.put(&format!("{open}=>{close}"));
                }
                self.entries(open, map.entries(), close)
            }
            Value::Entry(entry) => self.entry(&entry.0, &entry.1),
            Value::Range(range) => {
                self.operand(&range.first)?;
                self.put("..")?;
                self.operand(&range.last)?;
                if let Some(step) = &range.step {
                    self.put("..")?;
                    self.operand(step)?;
                }
                Ok(())
            }
            Value::Coordinates(pair) => self.put(&format!("({},{})", pair[0], pair[1])),
            Value::Player(who) => self.put(match who {
                Player::Left => "Left",
                Player::Right => "Right",
            }),
            Value::Thermograph(thermograph) => self.put(&thermograph.to_string()),
            Value::Wall(wall) => self.put(&format!("Trajectory({wall})")),
            Value::Expansion(uptimal) => self.put(&uptimal.to_string()),
            Value::Function(function) => self.put(function.text()),
            Value::Builtin(builtin) => self.words(builtin.name),
            Value::Kind(name) => self.put(&kind_text(name)),
            Value::Position(position) => self.position(position),
            Value::Ruleset(rules) => self.words(&rules.written()),
            Value::Way(way) => self.words(&way.to_string()),
            Value::Data(data) => self.data(data),
            Value::Package(name) => self.words(name),
            Value::MutableList(items) => {
                let items = items.borrow().items.clone();
                self.sequence("MutableList(", &items, ", ", ")")
            }
            Value::MutableSet(items) => {
                let items = items.borrow().items.clone();
                self.sequence("MutableSet(", &items, ", ", ")")
            }
        }
    }

    fn game(&mut self, game: &Game) -> Result<(), Stopped> {
        let (notation, latex) = (self.notation, self.notation == Notation::Latex);
        let Interpreter { calc, stoppers, heavy, misere, .. } = &mut *self.m;
        let text = match game {
            Game::Integer(n) => n.to_string(),
            Game::Rational(x) => fraction(&x.to_string(), latex),
            Game::Infinity { negative } => {
                let sign = if *negative { "-" } else { "" };
                let name = if latex { "\\infty" } else { "inf" };
                format!("{sign}{name}")
            }
            Game::Surreal(x) => ordinals(&x.to_string(), latex),
            Game::OrdinalNimber(x) => ordinals(&x.to_string(), latex),
            Game::UpStar(game) => {
                let g = calc.number_up_star(&game.number_up_star())?;
                print::short(calc, g, notation)?
            }
            Game::Short(g) => print::short(calc, *g, notation)?,
            Game::Sided(sides) => print::stopper::sides(stoppers, calc, *sides, notation)?,
            Game::Translate(translate) => {
                let number = Number::Surreal(Arc::new(translate.number.clone())).into_value();
                if let Summand::Upons(upons) = translate.game {
                    if translate.number.sign().is_ne() {
                        self.value(&number)?;
                        self.put("+")?;
                    }
                    return self.upons(upons);
                }
                self.value(&number)?;
                let game = self.m.translated(translate.game.into());
                return self.beside(&number, &game);
            }
            Game::Misere(g) => {
                format!("*[{}]", misere.show(*g, upstar_misere::form::Style::Brackets)?)
            }
            Game::Genus(genus) => genus.text.clone(),
            Game::Paced(paced) => {
                let name = paced.kind();
                let name = if latex { format!("\\mathrm{{{name}}}") } else { name.to_owned() };
                match paced.right {
                    None => format!("{name}({})", paced.left),
                    Some(right) => format!("{name}({},{right})", paced.left),
                }
            }
            Game::Tallies(tallies) => together::tallies(tallies, notation),
            Game::Loopy(value) => together::loopy(value, notation),
            Game::Entailed(set) => together::entailed(set, notation),
            Game::Integers => (if latex { "\\mathbb{Z}" } else { "Z" }).to_owned(),
            Game::Superheavy(g) => print::superheavy::sum(heavy, calc, g, notation)?,
            Game::OrdinalLoopy(value) => ordinals(&together::ordinal_loopy(value, notation), latex),
            Game::Nimber(nimber) => {
                let nimber = self.m.nimber_of(nimber.size())?;
                return self.value(&nimber);
            }
            Game::Tally(tally) => tally.to_string(),
            Game::Outcome(outcome) => outcome.to_string(),
        };
        self.put(&text)
    }

    fn data(&mut self, data: &Data) -> Result<(), Stopped> {
        let cells = |cells: &[i8]| {
            let numbers: Vec<String> = cells.iter().map(i8::to_string).collect();
            format!("[{}]", numbers.join(","))
        };
        match data {
            Data::Strip(strip) => self.words(&format!("Strip({})", cells(&strip.cells))),
            Data::Grid(grid) => {
                let rows: Vec<String> = grid.rows().map(cells).collect();
                self.words(&format!("Grid([{}])", rows.join(",")))
            }
            Data::Graph(graph) => self.words(&crate::builtins::graph_text(graph)),
            Data::Symmetry(symmetry) => self.words(&format!("Symmetry.{}", symmetry.name())),
            Data::Table(table) => {
                let mut texts = Vec::with_capacity(table.rows().len());
                for row in table.rows() {
                    let mut line = Vec::with_capacity(row.len());
                    for cell in row {
                        line.push(match cell {
                            Value::Text(text) => text.as_str().to_owned(),
                            cell => value(self.m, cell, self.notation)?,
                        });
                    }
                    texts.push(line);
                }
                self.put(&Table::drawn(&texts))
            }
            Data::Plot(plot) => self.words(&plot.text()),
            Data::Periodicity(found) => self.words(&format!(
                "Periodicity(Period => {}, Preperiod => {}, Saltus => {})",
                found.period, found.preperiod, found.saltus
            )),
            Data::Output(text) => self.put(text),
            Data::Icon(name) => {
                self.put("Icon.")?;
                self.put(name)
            }
            Data::Random(_) => self.words("<Random>"),
            Data::MutableMap(_) => {
                self.entries("MutableMap(", &data.entries().unwrap_or_default(), ")")
            }
            Data::Class(class) => self.put(&class.name),
            Data::Object(object) => {
                if let Some(outer) = &object.outer {
                    self.value(outer)?;
                    self.put(".")?;
                }
                self.put(&object.class.name)?;
                if object.class.singleton {
                    return Ok(());
                }
                self.sequence("(", &object.fields, ",", ")")
            }
            Data::HeapRules(rules) => {
                self.put("HeapRuleset(")?;
                self.value(&rules.function)?;
                self.put(")")
            }
            Data::HeapPosition(rules, heap) => {
                self.put("HeapRuleset(")?;
                self.value(&rules.function)?;
                self.put(&format!(")({heap})"))
            }
        }
    }

    /// Text that is not set as mathematics.
    fn words(&mut self, text: &str) -> Result<(), Stopped> {
        if self.notation != Notation::Latex {
            return self.put(text);
        }
        let mut set = String::from("\\texttt{");
        for c in text.chars() {
            match c {
                '_' | '#' | '$' | '%' | '&' | '{' | '}' => set.extend(['\\', c]),
                '\\' => set.push_str("\\textbackslash{}"),
                '^' => set.push_str("\\^{}"),
                '~' => set.push_str("\\~{}"),
                c => set.push(c),
            }
        }
        set.push('}');
        self.put(&set)
    }

    /// A sum of positions, plain values last, so that it reads as positions.
    fn position(&mut self, position: &Position) -> Result<(), Stopped> {
        let (plain, played): (Vec<_>, Vec<_>) =
            position.terms().iter().partition(|(term, _)| term.rules.is_plain());
        if position.terms().is_empty() {
            return self.words("sum(\"0\")");
        }
        for (i, (term, count)) in played.iter().enumerate() {
            self.put(match (i, term.negated) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            self.times(*count)?;
            self.words(&term.written(1))?;
        }
        for (i, (term, count)) in plain.iter().enumerate() {
            if i > 0 || !played.is_empty() {
                self.put(" + ")?;
            }
            // As the calculator writes it, where that is the same value to play; a multiple would
            // be a single value.
            let value = self.m.canonical_plain(&term.text)?;
            match value.filter(|_| !played.is_empty() && *count == 1) {
                Some(value) => self.operand(&value)?,
                None => self.words(&term.written(*count))?,
            }
        }
        Ok(())
    }

    fn times(&mut self, count: u64) -> Result<(), Stopped> {
        let times = if self.notation == Notation::Latex { "\\cdot" } else { "*" };
        if count > 1 { self.put(&format!("{count} {times} ")) } else { Ok(()) }
    }

    fn braces(&self) -> [&'static str; 2] {
        match self.notation {
            Notation::Latex => ["\\{", "\\}"],
            _ => ["{", "}"],
        }
    }

    fn entry(&mut self, key: &Value, value: &Value) -> Result<(), Stopped> {
        self.value(key)?;
        self.put(if self.notation == Notation::Latex { " \\Rightarrow " } else { " => " })?;
        self.value(value)
    }

    fn entries(
        &mut self,
        open: &str,
        entries: &[(Value, Value)],
        close: &str,
    ) -> Result<(), Stopped> {
        self.put(open)?;
        for (i, (key, value)) in entries.iter().enumerate() {
            if i > 0 {
                self.put(", ")?;
            }
            self.entry(key, value)?;
        }
        self.put(close)
    }

    fn sequence(
        &mut self,
        open: &str,
        items: &[Value],
        between: &str,
        close: &str,
    ) -> Result<(), Stopped> {
        self.put(open)?;
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.put(between)?;
            }
            self.value(item)?;
        }
        self.put(close)
    }

    /// Many upons: `1000 * upon+*`, with up-onth where a side is not of the variety of upon.
    fn upons(&mut self, upons: Upons) -> Result<(), Stopped> {
        let (times, name, onth) = match self.notation {
            Notation::Latex => ("\\cdot", "\\mathbf{upon}", "\\mathbf{uponth}"),
            _ => ("*", "upon", "uponth"),
        };
        // With blanks, so that the star is a product wherever it is read.
        let star = if upons.star { "+*" } else { "" };
        let many = format!("{} {times} {name}{star}", upons.count);
        let own = upons.count < 0;
        let latex = self.notation == Notation::Latex;
        let text = match (upons.onside, upons.offside) {
            (on, off) if on == own && off == own => many,
            // The other variety is a side of the sum with up-onth.
            (true, true) if latex => format!("{many}\\langle{onth}\\rangle"),
            (true, true) => format!("({many}+{onth}).Onside"),
            (false, false) if latex => format!("{many}\\langle-{onth}\\rangle"),
            (false, false) => format!("({many}-{onth}).Offside"),
            _ if latex => format!("{many}+({onth}\\&-{onth})"),
            _ => format!("{many}+({onth} & -{onth})"),
        };
        self.put(&text)
    }

    /// A game behind a number that it is added to.
    fn beside(&mut self, number: &Value, game: &Value) -> Result<(), Stopped> {
        let from = self.text.len();
        self.operand(game)?;
        let text = self.text.split_off(from);
        let plain = matches!(number, Value::Game(Game::Integer(_)))
            || matches!(number, Value::Game(Game::Rational(x)) if to_dyadic(x).is_some());
        let named = plain && ["over", "under"].contains(&text.as_str());
        let together = text.contains(" & ") || text.starts_with(['+', '-']);
        match (named, together) {
            (true, _) => self.put(&text),
            (_, true) => self.put(&format!("+({text})")),
            _ => self.put(&format!("+{text}")),
        }
    }

    /// A value beside an operator.
    fn operand(&mut self, value: &Value) -> Result<(), Stopped> {
        match value {
            Value::Game(Game::UpStar(game)) => {
                let g = self.m.calc.number_up_star(&game.number_up_star())?;
                let text = print::operand(&mut self.m.calc, g, self.notation)?;
                self.put(&text)
            }
            Value::Game(Game::Short(g)) => {
                let text = print::operand(&mut self.m.calc, *g, self.notation)?;
                self.put(&text)
            }
            _ => self.value(value),
        }
    }

    /// A form in a place that wants it to hold together at least as tightly as `level`.
    fn form(&mut self, id: FormId, level: Tightness) -> Result<(), Stopped> {
        self.m.calc.step()?;
        upstar_base::deeper(|| {
            let form = self.m.forms.get(id).clone();
            let own = match form {
                FormNode::Value(_) | FormNode::Explicit(..) => Tightness::Atom,
                FormNode::Sum(..) => Tightness::Sum,
                FormNode::Multiple(..) => Tightness::Multiple,
                FormNode::OrdinalSum(..) => Tightness::OrdinalSum,
                FormNode::Compound(..) => Tightness::Compound,
            };
            if own < level {
                self.put("(")?;
                self.form(id, Tightness::Compound)?;
                return self.put(")");
            }
            match form {
                FormNode::Value(g) if level == Tightness::Compound => {
                    let value = self.m.demote(g);
                    self.value(&value)
                }
                FormNode::Value(g) => {
                    let value = self.m.demote(g);
                    self.operand(&value)
                }
                FormNode::Explicit(left, right) => {
                    let [open, close] = self.braces();
                    self.put(&format!("'{open}"))?;
                    self.options(&left)?;
                    self.put(if self.notation == Notation::Latex { "\\mid " } else { "|" })?;
                    self.options(&right)?;
                    self.put(&format!("{close}'"))
                }
                FormNode::Sum(a, b) => {
                    self.binary(a, " + ", b, Tightness::Sum, Tightness::OrdinalSum)
                }
                FormNode::OrdinalSum(a, b) => {
                    self.binary(a, " : ", b, Tightness::OrdinalSum, Tightness::Multiple)
                }
                FormNode::Multiple(n, a) => {
                    let times = if self.notation == Notation::Latex { "\\cdot" } else { "*" };
                    self.put(&format!("{n} {times} "))?;
                    self.form(a, Tightness::Atom)
                }
                FormNode::Compound(compound, a, b) => {
                    let name = match self.notation {
                        Notation::Latex => format!(" \\operatorname{{{}}} ", compound.name()),
                        _ => format!(" {} ", compound.name()),
                    };
                    self.binary(a, &name, b, Tightness::Compound, Tightness::Sum)
                }
            }
        })
    }

    fn binary(
        &mut self,
        a: FormId,
        sign: &str,
        b: FormId,
        left: Tightness,
        right: Tightness,
    ) -> Result<(), Stopped> {
        self.form(a, left)?;
        self.put(sign)?;
        self.form(b, right)
    }

    fn options(&mut self, options: &[FormId]) -> Result<(), Stopped> {
        for (i, &option) in options.iter().enumerate() {
            if i > 0 {
                self.put(",")?;
            }
            self.form(option, Tightness::Compound)?;
        }
        Ok(())
    }
}

/// A fraction, on two levels in LaTeX.
fn fraction(plain: &str, latex: bool) -> String {
    match plain.split_once('/') {
        Some((above, below)) if latex => {
            let (sign, above) = match above.strip_prefix('-') {
                Some(above) => ("-", above),
                None => ("", above),
            };
            format!("{sign}\\frac{{{above}}}{{{below}}}")
        }
        _ => plain.to_string(),
    }
}

/// A number with ω; exponents in braces in LaTeX.
fn ordinals(plain: &str, latex: bool) -> String {
    if !latex {
        return plain.to_string();
    }
    let mut text = String::new();
    let chars: Vec<char> = plain.chars().collect();
    latex_range(&chars, &mut text);
    text
}

fn latex_range(chars: &[char], text: &mut String) {
    let mut at = 0;
    while at < chars.len() {
        match chars[at] {
            'ω' => text.push_str("\\omega "),
            '×' => text.push_str("\\cdot "),
            '^' => {
                let end = exponent_end(chars, at + 1);
                let inner = match chars.get(at + 1) {
                    Some('(') if end > at + 2 => &chars[at + 2..end - 1],
                    _ => &chars[at + 1..end],
                };
                text.push_str("^{");
                latex_range(inner, text);
                text.push('}');
                at = end;
                continue;
            }
            c => text.push(c),
        }
        at += 1;
    }
}

/// Where the exponent that starts at `at` ends.
fn exponent_end(chars: &[char], at: usize) -> usize {
    let mut depth = 0usize;
    let mut end = at;
    while end < chars.len() {
        match chars[end] {
            '(' => depth += 1,
            ')' if depth == 0 => break,
            ')' => {
                depth -= 1;
                if depth == 0 && chars.get(end + 1) != Some(&'^') {
                    return end + 1;
                }
            }
            '+' | '-' | '×' | '/' if depth == 0 => break,
            _ => {}
        }
        end += 1;
    }
    end
}

/// A string in quotes, as it is read.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
