//! Names of CGSuite's library of games: which rules they mean here.
//!
//! `game.grid.Domineering` is `domineering`: the last part of a name is ours, in small letters with
//! `_` between words. What differs stands in the tables below, with what to write here for the
//! games that only CGSuite has.

use super::Ruleset;
use crate::builtins;
use crate::eval::KINDS;
use crate::suggest;
use crate::value::{Game, Value};
use upstar_rules::registry;

/// What a name means.
#[derive(Debug)]
pub(crate) enum Meant {
    Package(&'static str),
    /// What the name means without a package: a kind, a function.
    Global,
    Rules(Ruleset),
    /// Rules with the parameters that were given with the name.
    Parameters(Ruleset),
}

/// Why a name means nothing.
#[derive(Debug)]
pub(crate) struct Unknown {
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

const PACKAGES: [&str; 7] = [
    "game.graph",
    "game.grid",
    "game.heap",
    "game.misere",
    "game.strip",
    "cgsuite.lang",
    "cgsuite.util",
];

/// Names that are not ours in other letters: where, there, here.
const RENAMED: &[(&str, &str, &str)] = &[
    ("", "Acrostic", "acrostic-product"),
    ("", "Cake", "cake-product"),
    ("", "Direct", "direct-product"),
    ("", "Join", "join-product"),
    ("game.grid", "Col", "grid-col"),
    ("game.grid", "Snort", "grid-snort"),
    ("game.grid", "NoGo", "nogo"),
    ("game.grid", "Queens", "queen-clobber"),
    ("game.graph", "Clobber", "clobber-graph"),
    ("game.heap", "TakeAndBreak", "heaps"),
    ("game.heap", "LaskersNim", "lasker-nim"),
    ("game.heap", "WythoffsGame", "wythoff"),
    ("game.heap", "WythoffNim", "wythoff"),
    ("game.strip", "GenToadsAndFrogs", "toads-and-frogs"),
];

/// What only CGSuite has, and what to do here.
const ONLY_THERE: &[(&str, &str)] = &[
    ("Explorer", "`.Options(Left)` lists moves, and `upstar lab` shows boards in the browser"),
    ("Worksheet", "`:save` and `:load` write and read worksheets"),
];

/// What to do here instead of what only CGSuite has.
pub(crate) fn only_there(name: &str) -> Option<&'static str> {
    ONLY_THERE.iter().find(|(there, _)| *there == name).map(|(_, hint)| *hint)
}

/// What a name in a package means, with the arguments that it is called with.
pub(crate) fn find(
    package: &'static str,
    name: &str,
    arguments: &[Value],
    named: &[(&str, &Value)],
) -> Result<Meant, Unknown> {
    if package == "game" || package == "cgsuite" {
        let full = format!("{package}.{name}");
        return match PACKAGES.iter().find(|known| **known == full) {
            Some(known) => Ok(Meant::Package(known)),
            None => match rules(package, name) {
                Some(rules) => Ok(Meant::Rules(rules)),
                None if is_global(name) => Ok(Meant::Global),
                None => Err(unknown(package, name)),
            },
        };
    }
    if package.starts_with("cgsuite") || name == "HeapRuleset" {
        return if is_global(name) { Ok(Meant::Global) } else { Err(unknown(package, name)) };
    }
    let Some(rules) = rules(package, name) else { return Err(unknown(package, name)) };
    match (name, named) {
        ("GenToadsAndFrogs", [("maxJump", Value::Game(Game::Integer(n)))]) => {
            Ok(Meant::Parameters(rules.with(&n.to_string())))
        }
        ("Subtraction", [("allbut", Value::Boolean(but))]) => match arguments {
            [Value::List(set) | Value::Set(set)] => {
                let set: Option<Vec<String>> = set.as_slice().iter().map(digits).collect();
                match set {
                    Some(set) if *but => {
                        Ok(Meant::Parameters(rules.with(&format!("all-but {}", set.join(",")))))
                    }
                    Some(set) => Ok(Meant::Parameters(rules.with(&set.join(",")))),
                    None => Err(unknown(package, name)),
                }
            }
            _ => Ok(Meant::Rules(rules)),
        },
        _ => Ok(Meant::Rules(rules)),
    }
}

/// Is there a kind or a function of this name?
fn is_global(name: &str) -> bool {
    builtins::global(name).is_some() || KINDS.iter().any(|kind| kind.name == name)
}

/// The digits of a whole number.
pub(crate) fn digits(value: &Value) -> Option<String> {
    match value {
        Value::Game(Game::Integer(n)) => Some(n.to_string()),
        _ => None,
    }
}

fn rules(package: &str, name: &str) -> Option<Ruleset> {
    let here = |place: &str| place.is_empty() || place == package;
    let renamed = RENAMED.iter().find(|(place, there, _)| here(place) && *there == name);
    if let Some((_, _, here)) = renamed {
        return Ruleset::of_registry(here).map(Ruleset::spelt_as_in_cgsuite);
    }
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    Ruleset::named(&small(name)).map(Ruleset::spelt_as_in_cgsuite)
}

/// The rules that a name means without a package: `Domineering`, as positions are printed.
pub(crate) fn bare(name: &str) -> Option<Ruleset> {
    let renamed = || RENAMED.iter().find(|(_, there, _)| *there == name);
    rules("", name).or_else(|| renamed().and_then(|(place, ..)| rules(place, name)))
}

/// The name that such rules are printed with: alone if that is enough.
pub(crate) fn written(rules: &Ruleset) -> String {
    let means = |name: &str| bare(name).is_some_and(|found| found.name() == rules.name());
    let own = large(rules.name());
    let renamed = RENAMED.iter().find(|(.., here)| *here == rules.name());
    match renamed.filter(|(_, there, _)| !there.starts_with("Gen")) {
        Some((_, there, _)) if means(there) => (*there).to_owned(),
        Some((place, there, _)) => format!("{place}.{there}"),
        None if means(&own) => own,
        None => super::word_of(rules.name()),
    }
}

/// Do `L` and `R` mean the opposite in the notation of these rules there?
pub(crate) fn is_exchanged(rules: &Ruleset) -> bool {
    rules.name() == "col"
}

/// `ToadsAndFrogs` as `toads_and_frogs`.
fn small(name: &str) -> String {
    let mut small = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !small.is_empty() {
            small.push('_');
        }
        small.extend(c.to_lowercase());
    }
    small
}

/// `toads-and-frogs` as `ToadsAndFrogs`.
fn large(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split('-').filter_map(word).collect()
}

fn unknown(package: &str, name: &str) -> Unknown {
    let message = format!("`{package}` has no `{name}` here");
    if let Some(hint) = only_there(name) {
        return Unknown { message, hint: Some(format!("only CGSuite has {name}: {hint}")) };
    }
    let known = names(package);
    let near = suggest::nearest(name, known.iter().map(String::as_str));
    let hint = match near {
        Some(near) => format!("did you mean `{package}.{near}`?"),
        None => "`help Rulesets` lists the rules that there are, such as `domineering`".to_owned(),
    };
    Unknown { message, hint: Some(hint) }
}

/// The package before a dot that ends a text: `game.grid` in `x + game.grid.`.
pub(crate) fn package_before(text: &str) -> Option<&'static str> {
    let text = text.strip_suffix('.')?;
    let known =
        PACKAGES.into_iter().chain(["game", "cgsuite"]).find(|package| text.ends_with(package))?;
    let before = &text[..text.len() - known.len()];
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    (!before.ends_with(is_part)).then_some(known)
}

/// The names in a package, for completion.
pub(crate) fn names(package: &str) -> Vec<String> {
    if package == "game" || package == "cgsuite" {
        return PACKAGES
            .iter()
            .filter_map(|p| p.strip_prefix(package)?.strip_prefix('.'))
            .map(str::to_owned)
            .collect();
    }
    let ours = registry::all().iter().map(|about| large(about.name));
    let renamed = RENAMED.iter().filter(|(place, ..)| place.is_empty() || *place == package);
    let mut names: Vec<String> =
        ours.chain(renamed.map(|(_, there, _)| (*there).to_owned())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A text with `L` and `R` exchanged.
pub(crate) fn exchanged(text: &str) -> String {
    let exchange = |c| match c {
        'L' => 'R',
        'R' => 'L',
        other => other,
    };
    text.chars().map(exchange).collect()
}
