//! Help, suggestions and the reference, from the rows of the table.

use super::{Builtin, BuiltinCode, SECTIONS, all, named};
use crate::eval::KINDS;
use crate::position::{Ruleset, arguments, word_of, words};
use std::collections::HashSet;
use std::fmt::Write;
use upstar_rules::registry;
use upstar_syntax::Key;

const OPERATORS: &[[&str; 2]] = &[
    ["*n", "the nimber of size n; `*` is `*1`"],
    ["^ v ^n v*m", "ups and downs, with a nimber behind them if you like"],
    ["^<n> ^[n]", "a power of up, and the sum of the powers up to n"],
    ["{L|R}", "a game; the longest run of bars is the outermost split: {3||2|1}"],
    ["'{L|R}'", "the form as written, not evaluated"],
    ["inf_{0,3} 2@11", "a loopy nimber; a nim-heap of a loopy game with its stage"],
    ["5_5 -6_4", "the tallies of a component of a union"],
    ["+-x", "the switch {x|-x}"],
    ["`3*5`", "between backquotes marks win: 3 + *5 instead of a product"],
    ["x^y", "power, from right to left"],
    ["* / % mod", "product or multiple, quotient, remainder"],
    ["G:H", "ordinal sum"],
    ["+ -", "sum, difference"],
    ["a..b..s", "range from a to b, with step s if given"],
    ["G Name H", "the same as G.Name(H)"],
    ["== != < > <= >=", "comparison of values"],
    ["<> <| |>", "confused; less or confused; greater or confused"],
    ["<=>", "0, 1, -1, or * for confused"],
    ["=== !==", "the same as written"],
    ["is", "is it of that kind? 3 is Integer"],
    ["in", "is it a member? 3 in [1,3]"],
    ["not and or", "logic"],
    ["x -> e", "a function"],
    [":=", "assignment, to a name or to a place: c[2] := 5"],
    ["[a,b] {a,b} {k => v}", "list, set, map; also [e for x in c where p]"],
    ["x[i]", "the member at place i, counted from 1; the value of a key"],
];

const STATEMENTS: &[[&str; 2]] = &[
    ["x := e; f(x)", "several statements on a line"],
    ["def f(x, y) := e", "a function; also `f(x, y) := e`"],
    ["def f(x) begin ...; ... end", "a function of several statements; its value is the last one"],
    ["if c then a elseif d then b else e end", "a choice"],
    ["for x in c do ... end", "a loop; also `for x from a to b by s`, `while p`, `where q`"],
    ["for x in c yield e end", "the list of the e"],
    ["while c do ... end", "a loop"],
    ["begin ...; ... end", "several statements as one expression"],
    ["var x := e", "a variable of the function that it stands in"],
    ["break", "ends a loop"],
    ["continue", "goes on with the next round of a loop"],
    ["return e", "ends a function with a value"],
    [
        "def f(x as K, y ? e, z ...)",
        "parameters with a kind, with a default, for all further arguments",
    ],
    ["f(x, y => e)", "an argument by its name"],
    ["try ... catch e then ... end", "goes on behind a mistake; e is its message"],
    [
        "class C(x) extends Game def m(y) := e end",
        "objects with fields and methods; those with a method `Options` are positions of a game",
    ],
    [
        "class R(x) class Position(n) ... end end",
        "a class inside belongs to an object: `R(3)(9)` is a position of the rules `R(3)`; a \
         `singleton class` is its only object",
    ],
    [
        "class C(grid) extends GridGame ... end",
        "a position with rows, read by the letters of its method `CharMap`; also `StripGame`, or \
         another class",
    ],
    [
        "load \"file\"",
        "reads statements from a file, or the rules of a game, which get the name of the game; also \
         `import`",
    ],
    ["...;", "a semicolon at the end keeps the answer quiet"],
    ["// ... and /* ... */", "comments"],
];

impl Builtin {
    /// How it is written: `G.Cool(t)`, `Tiny(x)`, `omega`.
    pub(crate) fn usage(&self) -> String {
        let mut parameters = self.parameters.join(", ");
        if self.is_variadic() {
            parameters.push_str(", ...");
        }
        let arguments = match self.run {
            BuiltinCode::Constant(_) => String::new(),
            BuiltinCode::Call(_) | BuiltinCode::Grow(_)
                if self.on.is_some() && self.parameters.is_empty() =>
            {
                String::new()
            }
            BuiltinCode::Call(_) | BuiltinCode::Grow(_) => format!("({parameters})"),
        };
        match self.on {
            Some(_) => format!(".{}{arguments}", self.name),
            None => format!("{}{arguments}", self.name),
        }
    }
}

/// Help on a name; on everything if the name is empty.
///
/// ```
/// let text = upstar_calculator::help("Mean").unwrap();
/// assert!(text.contains("9/4"));
/// assert!(upstar_calculator::help("NoSuchThing").is_none());
/// ```
pub fn help(name: &str) -> Option<String> {
    let name = name.trim().trim_start_matches('.');
    if name.is_empty() {
        return Some(overview());
    }
    let mut text = String::new();
    // Writing to a String cannot fail.
    for builtin in named(name) {
        let on = builtin.on.map_or(String::new(), |on| format!("   (of {})", on.names));
        let _ = writeln!(text, "{}{on}", builtin.usage());
        let _ = writeln!(text, "    {}", builtin.summary);
        let _ = writeln!(text, "    > {}", builtin.example);
        let _ = writeln!(text, "    {}", builtin.output);
    }
    if let Some(kind) = KINDS.iter().find(|kind| kind.name == name) {
        let _ = writeln!(text, "{name}   (a kind of value)\n    {}", kind.summary);
    }
    for [usage, summary] in OPERATORS.iter().chain(STATEMENTS) {
        let is_part = usage.split([' ', '(']).any(|word| word == name);
        let is_word = Key::parse(name).is_some()
            || name == "class"
            || !name.chars().all(char::is_alphanumeric);
        if is_word && is_part {
            let _ = writeln!(text, "{usage}\n    {summary}");
        }
    }
    if let Some(rules) = Ruleset::named(&name.replace('-', "_")) {
        text.push_str(&page(&rules));
    }
    (!text.is_empty()).then_some(text)
}

/// What there is to know of some rules.
pub(crate) fn page(rules: &Ruleset) -> String {
    let Some(about) = rules.about() else { return String::new() };
    let word = rules.word();
    let meant = rules.assumed();
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{word}   (rules of {})", about.title);
    for paragraph in [about.rules, about.notation] {
        for line in wrapped(paragraph, 84) {
            let _ = writeln!(text, "    {line}");
        }
    }
    if meant.parameters().is_some() {
        let _ = writeln!(
            text,
            "    The parameters are the game and come first: `{}`.",
            meant.written()
        );
    }
    for example in about.examples {
        let _ = writeln!(text, "    > {}({})", meant.written(), arguments(example, '+'));
    }
    if !about.aliases.is_empty() {
        let names: Vec<String> = about.aliases.iter().map(|alias| word_of(alias)).collect();
        let _ = writeln!(text, "    Also {}.", names.join(", "));
    }
    text
}

/// Lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn overview() -> String {
    let mut text = String::from("help NAME explains one thing. What there is:\n");
    let table = |text: &mut String, title: &str, rows: &[[&str; 2]]| {
        let _ = writeln!(text, "\n{title}");
        for [usage, summary] in rows {
            let _ = writeln!(text, "  {usage:<40} {summary}");
        }
    };
    table(&mut text, "Operators", OPERATORS);
    table(&mut text, "Statements", STATEMENTS);
    // A name that several kinds of values have is listed where it comes first.
    let mut listed = HashSet::new();
    for section in SECTIONS {
        let mut line = String::from(" ");
        let new: Vec<_> = section.rows.iter().filter(|row| listed.insert(row.name)).collect();
        if new.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{}", section.title);
        for builtin in new {
            if line.chars().count() + builtin.name.chars().count() > 88 {
                let _ = writeln!(text, "{line}");
                line = String::from(" ");
            }
            let _ = write!(line, " {}", builtin.name);
        }
        let _ = writeln!(text, "{line}");
    }
    let _ =
        writeln!(text, "\nRules of games (`help kayles` explains one, `kayles(9)` is a position)");
    let names: Vec<String> = registry::all().iter().map(|about| word_of(about.name)).collect();
    for line in wrapped(&names.join(" "), 86) {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Names near a misspelt one, nearest first.
pub fn suggestions(name: &str) -> Vec<&'static str> {
    let name = name.trim().trim_start_matches('.');
    let mut near: Vec<&'static str> = all()
        .map(|builtin| builtin.name)
        .chain(words())
        .filter(|known| crate::suggest::nearest(name, [*known]).is_some())
        .collect();
    near.sort_unstable();
    near.dedup();
    if let Some(best) = crate::suggest::nearest(name, near.iter().copied()) {
        near.sort_by_key(|known| *known != best);
    }
    near
}

/// The reference as a Markdown page.
pub fn reference_markdown() -> String {
    let mut text = String::from(
        "# Reference of the calculator\n\nGenerated from the table of builtins by `upstar reference`; every example is tested.\n",
    );
    let cell = |text: &str| text.replace('|', "\\|");
    let table = |text: &mut String, title: &str, rows: &[[&str; 2]]| {
        let _ = writeln!(text, "\n## {title}\n\n| written | meaning |\n|---|---|");
        for [usage, summary] in rows {
            let ticks = if usage.contains('`') { "``" } else { "`" };
            let pad = if usage.contains('`') { " " } else { "" };
            let _ =
                writeln!(text, "| {ticks}{pad}{}{pad}{ticks} | {} |", cell(usage), cell(summary));
        }
    };
    table(&mut text, "Operators", OPERATORS);
    table(&mut text, "Statements", STATEMENTS);
    for section in SECTIONS {
        let _ = writeln!(
            text,
            "\n## {}\n\n| written | of | meaning | example | output |\n|---|---|---|---|---|",
            section.title
        );
        for builtin in section.rows {
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | `{}` | `{}` |",
                cell(&builtin.usage()),
                builtin.on.map_or("", |on| on.names),
                cell(builtin.summary),
                cell(builtin.example),
                cell(builtin.output),
            );
        }
    }
    let _ = writeln!(
        text,
        "\n## Rules of games\n\nA position is written as a call of its rules.\n\n| written | game |\n|---|---|"
    );
    for about in registry::all() {
        let rules = Ruleset::named(&word_of(about.name)).map(|rules| rules.assumed());
        let (Some(rules), Some(example)) = (rules, about.examples.first()) else { continue };
        let written = format!("{}({})", rules.written(), arguments(example, '+'));
        let _ = writeln!(
            text,
            "| `{}` | [{}](rules/{}.md) |",
            cell(&written),
            cell(about.title),
            about.name
        );
    }
    let _ = writeln!(text, "\n## Kinds of values\n\n| kind | meaning |\n|---|---|");
    for kind in KINDS {
        let _ = writeln!(text, "| `{}` | {} |", kind.name, cell(kind.summary));
    }
    text
}
