//! What a code means and what is known of it.

use crate::query::prelude::*;
use upstar_heaps::classes::class_of;
use upstar_heaps::known::known;
use upstar_heaps::period::Theorems;
use upstar_heaps::standard::{cousins, saturated};
use upstar_heaps::{Breaks, EngineChoice, engine, search};
use upstar_rules::heap::code::NAMES;

described! {
    /// The rules in words, other codes for the same game, what is known
    pub struct HeapInfoQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
    }
}

impl Query for HeapInfoQuery {
    type Answer = HeapInfo;
    const NAME: &'static str = "heap-info";
    const EXAMPLES: &'static [Example] = &[Example::new("heaps info .77", r#"{"code":".77"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<HeapInfo, QueryError> {
        info(&code(&self.code)?, session.state.budget())
    }
}

/// Classes are made of all codes with at most so many digits after the point.
const DIGITS: u32 = 3;

/// All about a code.
#[derive(Clone, Debug, Serialize)]
pub struct HeapInfo {
    /// The code.
    pub code: String,
    /// What the game is called.
    pub names: Vec<&'static str>,
    /// What sort of game it is.
    pub kind: &'static str,
    /// The rules in words.
    pub rules: Vec<String>,
    /// The codes of the same game, from cousin to cousin.
    pub cousins: Vec<String>,
    /// The last of them.
    pub standard_form: Option<String>,
    /// The same game with all moves that change nothing.
    pub saturated: Option<String>,
    /// The shortest code of its class.
    pub class: Option<String>,
    /// All short codes of its class.
    pub class_codes: Vec<String>,
    /// How its values are computed.
    pub engine: &'static str,
    /// Which theorems can prove a period.
    pub theorems: Vec<&'static str>,
    /// Ferguson's pairing, checked: of the values 0 and 1 of a subtraction game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<String>,
    /// What the literature says.
    pub known: Option<String>,
}

impl Finding for HeapInfo {
    fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, text: &str| {
            if !text.is_empty() {
                out.push_str(&format!("{name:<14}{text}\n"));
            }
        };
        line("code", &self.code);
        line("names", &self.names.join(", "));
        line("kind", self.kind);
        for (i, rule) in self.rules.iter().enumerate() {
            line(if i == 0 { "rules" } else { "" }, rule);
        }
        line("standard form", self.standard_form.as_deref().unwrap_or_default());
        line("cousins", &self.cousins.join(" -> "));
        line("saturated", self.saturated.as_deref().unwrap_or_default());
        let codes = &self.class_codes;
        let class = self.class.as_ref().map(|class| match codes.len() {
            1 => class.clone(),
            count => {
                let codes = codes.join(" ");
                format!("{class}, with {count} codes of at most {DIGITS} digits: {codes}")
            }
        });
        line("class", &class.unwrap_or_default());
        line("engine", self.engine);
        line("theorems", &self.theorems.join(", "));
        line("pairing", self.pairing.as_deref().unwrap_or_default());
        line("known", self.known.as_deref().unwrap_or_default());
        out
    }
}

/// Describes a code.
fn info(code: &HeapCode, budget: &Budget) -> Result<HeapInfo, QueryError> {
    let named = NAMES.iter().filter(|named| named.code.parse().as_ref() == Ok(code));
    let chain = cousins(code).unwrap_or_default();
    let theorems = Theorems::of(code);
    let class = class_of(code, DIGITS, budget).map_err(QueryError::limit)?;
    let kind = match (code.most_heaps(), code.reach()) {
        (Some(0 | 1), Some(_)) => "a taking game: heaps are never broken",
        (Some(0 | 1), None) => "a taking game with infinitely many amounts",
        (Some(2), Some(_)) if code.bits().is_some() => "an octal game",
        (Some(2), Some(_)) => "a game that leaves at most two heaps",
        (Some(3), Some(_)) if code.bits().is_some() => "a hexadecimal game",
        _ => "a taking-and-breaking game",
    };
    Ok(HeapInfo {
        code: code.to_string(),
        names: named.map(|named| named.title).collect(),
        kind,
        rules: code.in_words(),
        standard_form: chain.last().map(ToString::to_string),
        cousins: chain.iter().map(ToString::to_string).collect(),
        saturated: saturated(code, code.reach().unwrap_or(0) as usize).map(|c| c.to_string()),
        class: class.as_ref().map(|class| class.representative.to_string()),
        class_codes: class
            .iter()
            .flat_map(|class| class.codes.iter().map(ToString::to_string))
            .collect(),
        engine: match EngineChoice::of(code) {
            EngineChoice::Window => "window: a value depends on the last few",
            EngineChoice::Sparse => "sparse space",
            EngineChoice::Sets => "sets of values",
            EngineChoice::Plain => "the plain rule",
        },
        theorems: [
            theorems.bounded.map(|_| "bounded-heaps"),
            theorems.sparse.filter(|_| Breaks::from_code(code).is_some()).map(|_| "sparse-space"),
            theorems.tails.then_some("tails"),
            theorems.arithmetic.then_some("arithmetic"),
        ]
        .into_iter()
        .flatten()
        .collect(),
        pairing: pairing(code),
        known: class.and_then(|class| known(&class.codes)).map(|known| {
            let period = match known.period {
                Some((s, p)) => format!("{} has period {p} from {s} on", known.game),
                None => format!("no period of {} is known", known.game),
            };
            let by = known.by.map(|by| format!(" ({by})")).unwrap_or_default();
            format!("{period}{by}")
        }),
    })
}

/// The largest amount, and how many values are looked at, when the pairing is checked.
const LARGEST: u32 = 1 << 10;
const LOOKED_AT: u64 = 1 << 14;

/// Ferguson's Pairing Property (1974): with s the least amount of a subtraction game, G(n) = 1 just
/// if G(n - s) = 0. Checked value by value, for heaps of every size where a period is proved.
/// Theorem: `docs/heaps.md#ferguson`.
fn pairing(code: &HeapCode) -> Option<String> {
    let amounts = code.amounts().filter(|set| set.last().is_some_and(|&last| last <= LARGEST))?;
    let least = u64::from(*amounts.first()?);
    let budget = Arc::new(Budget::unlimited());
    let found = search(code, LOOKED_AT, &budget, &mut ());
    let mut values = engine(code);
    let len = found.computed + least;
    values.extend(len, &budget).ok()?;
    let is = |n: u64, wanted: u32| values.value(n) == Some(wanted);
    let zero = |n: u64| n.checked_sub(least).is_some_and(|n| is(n, 0));
    let exception = (0..len).find(|&n| is(n, 1) != zero(n));
    let rule = format!("G(n) = 1 just if G(n - {least}) = 0");
    let period = found.period.as_ref();
    let standing = period.and_then(|period| period.standing(code, found.computed, &budget));
    let proved = standing.is_some_and(|standing| standing.is_verified());
    Some(match (exception, proved) {
        (Some(n), _) => format!("{rule}: fails at {n}"),
        (None, true) => format!("{rule}: holds for all n, by the period"),
        (None, false) => format!("{rule}: holds to {}", len - 1),
    })
}
