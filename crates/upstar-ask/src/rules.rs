//! Which games there are, and all that is known of one.

use crate::format::Grid;
use serde::Serialize;
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{MoveKind, Rules};

/// All rulesets.
#[derive(Clone, Debug, Serialize)]
pub struct RulesList {
    /// By name.
    pub rules: Vec<RulesPage>,
}

/// All about a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct RulesPage {
    /// What it is called where it is typed.
    pub name: &'static str,
    /// What it is called besides.
    pub aliases: &'static [&'static str],
    /// What people call it.
    pub title: &'static str,
    /// Do both players have the same moves?
    pub impartial: bool,
    /// What sort of rules these are.
    pub kind: &'static str,
    /// What a component of a position is.
    pub component: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// How positions are typed.
    pub notation: &'static str,
    /// Positions to begin with.
    pub examples: &'static [&'static str],
    /// The sizes of its table; empty if it has none.
    pub table: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Values that the literature tells.
    pub known: Vec<KnownValue>,
    #[serde(skip)]
    page: String,
}

/// A value that the literature tells.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct KnownValue {
    /// The position.
    pub position: &'static str,
    /// Its value.
    pub value: &'static str,
    /// Who says so.
    pub source: &'static str,
}

impl RulesList {
    /// All of them, by name.
    pub(crate) fn new() -> RulesList {
        let mut all = registry::all().to_vec();
        all.sort_by_key(|about| about.name);
        RulesList { rules: all.into_iter().map(RulesPage::new).collect() }
    }

    pub(crate) fn grid(&self) -> Grid {
        let row = |page: &RulesPage| {
            [page.name, page.title, page.kind, page.examples[0]].map(str::to_owned).to_vec()
        };
        Grid {
            head: ["name", "title", "kind", "example"].map(str::to_owned).to_vec(),
            rows: self.rules.iter().map(row).collect(),
            formulas: 0..0,
            sequence: None,
        }
    }

    pub(crate) fn text(&self) -> String {
        let width = self.rules.iter().map(|page| page.name.len()).max().unwrap_or(0);
        let line = |page: &RulesPage| {
            format!("{:width$}  {:21}  {}\n", page.name, page.kind, page.examples[0])
        };
        self.rules.iter().map(line).collect()
    }
}

impl RulesPage {
    /// All about a ruleset.
    pub(crate) fn new(about: &'static About) -> RulesPage {
        let known = about.known.iter().map(|known| KnownValue {
            position: known.position,
            value: known.value,
            source: known.source,
        });
        RulesPage {
            name: about.name,
            aliases: about.aliases,
            title: about.title,
            impartial: about.impartial,
            kind: kind(about).name(),
            component: pieces(about),
            rules: about.rules,
            notation: about.notation,
            examples: about.examples,
            table: about.tables,
            source: about.source,
            known: known.collect(),
            page: page(about),
        }
    }

    pub(crate) fn text(&self) -> String {
        self.page.clone()
    }
}

/// What sort of rules these are: what a newcomer should know before playing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Partizan,
    /// Partizan, and play can be endless.
    Loopy,
    /// Some moves decide everything, so only unions make sense.
    Deciding,
    Impartial,
    Endless,
    /// Entailing or complimenting moves.
    OutOfTurn,
}

impl Kind {
    /// In the order in which they are listed.
    pub(crate) const ALL: [Kind; 6] = [
        Kind::Partizan,
        Kind::Loopy,
        Kind::Deciding,
        Kind::Impartial,
        Kind::Endless,
        Kind::OutOfTurn,
    ];

    fn name(self) -> &'static str {
        match self {
            Kind::Partizan => "partizan",
            Kind::Loopy => "partizan, endless",
            Kind::Deciding => "partizan, in unions",
            Kind::Impartial => "impartial",
            Kind::Endless => "impartial, endless",
            Kind::OutOfTurn => "impartial, entailing",
        }
    }

    /// What must be typed after a position.
    pub(crate) fn flags(self) -> &'static str {
        if self == Kind::Deciding { " --compound union" } else { "" }
    }
}

/// The kind of a ruleset.
pub(crate) fn kind(about: &About) -> Kind {
    struct Asking;
    impl Visitor for Asking {
        type Output = Kind;
        fn visit<R: Rules>(self, about: &'static About, rules: R) -> Kind {
            let has = |kinds: [MoveKind; 2]| {
                rules.special_moves().iter().any(|special| kinds.contains(special))
            };
            if has([MoveKind::Entailing, MoveKind::Complimenting]) {
                Kind::OutOfTurn
            } else if !about.impartial && has([MoveKind::Overriding, MoveKind::Suiciding]) {
                Kind::Deciding
            } else if about.impartial && rules.is_loopy() {
                Kind::Endless
            } else if about.impartial {
                Kind::Impartial
            } else if rules.is_loopy() {
                Kind::Loopy
            } else {
                Kind::Partizan
            }
        }
    }
    let plain = if about.impartial { Kind::Impartial } else { Kind::Partizan };
    registry::visit(about.name, about.examples[0], Asking).unwrap_or(plain)
}

/// What the components of a position are, in a sentence.
pub(crate) fn components(about: &About) -> String {
    let pieces = pieces(about);
    let whole = if pieces == WHOLE { "" } else { "; `--whole` keeps a position together" };
    format!("In joins and unions a component is {pieces}{whole}.")
}

/// What rules without pieces say.
const WHOLE: &str = "the whole position";

fn pieces(about: &About) -> &'static str {
    struct Asking;
    impl Visitor for Asking {
        type Output = &'static str;
        fn visit<R: Rules>(self, _: &'static About, rules: R) -> &'static str {
            rules.pieces()
        }
    }
    registry::visit(about.name, about.examples[0], Asking).unwrap_or(WHOLE)
}

/// The page of one ruleset, readable in a terminal and as Markdown.
pub(crate) fn page(about: &About) -> String {
    let mut text = format!("# {}\n\n{}\n\n", about.title, about.rules);
    text += &format!("Notation: {}\n\n", about.notation);
    if let Some(caution) = registry::caution(about.name) {
        text += &format!("Beware: {caution}.\n\n");
    }
    if !about.aliases.is_empty() {
        text += &format!("Also called: {}\n\n", about.aliases.join(", "));
    }
    text += "Try:\n\n";
    for example in about.examples {
        text += &format!("    upstar value {} '{example}'{}\n", about.name, kind(about).flags());
    }
    text += &format!("\n{}\n", components(about));
    if !about.tables.is_empty() {
        text += &format!("\nTable: {}\n", about.tables);
    }
    if !about.known.is_empty() {
        text += "\nKnown values:\n\n";
        for known in about.known {
            text += &format!("    {} = {}  ({})\n", known.position, known.value, known.source);
        }
    }
    text + &format!("\nSource: {}\n", about.source)
}
