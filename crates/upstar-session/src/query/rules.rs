//! Which games there are, and all that is known of one.

use crate::query::prelude::*;
use upstar_rules::registry::{self, About, Editor, Registry};
use upstar_rules::{MoveKind, Rules};

described! {
    /// List the rulesets, or say all about one
    pub struct RulesQuery {
        /// The name of a ruleset, or a file of rules: ./mygame.up
        #[cfg_attr(feature = "clap", arg(value_name = "NAME"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
    }
}

impl Query for RulesQuery {
    type Answer = RulesFound;
    const NAME: &'static str = "rules";
    const EXAMPLES: &'static [Example] =
        &[Example::new("rules", r#"{}"#), Example::new("rules nim", r#"{"name":"nim"}"#)];

    fn rulesets(&self) -> Vec<&str> {
        self.name.iter().map(String::as_str).collect()
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<RulesFound, QueryError> {
        Ok(match &self.name {
            None => RulesFound::List(Box::new(RulesList::new(&session.state.registry()))),
            Some(name) => RulesFound::Page(Box::new(session.page(name)?)),
        })
    }
}

findings! {
    /// All rulesets, or all about one.
    RulesFound {
        List(RulesList),
        Page(RulesPage),
    }
}

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
    pub name: String,
    /// What it is called besides.
    pub aliases: Vec<String>,
    /// What people call it.
    pub title: String,
    /// Do both players have the same moves?
    pub impartial: bool,
    /// What sort of rules these are.
    pub kind: String,
    /// What a component of a position is.
    pub component: String,
    /// The rules in words.
    pub rules: String,
    /// How positions are typed.
    pub notation: String,
    /// Positions to begin with.
    pub examples: Vec<String>,
    /// The sizes of its table; empty if it has none.
    pub table: String,
    /// Where it comes from.
    pub source: String,
    /// Values that the literature tells.
    pub known: Vec<StatedValue>,
    /// How a position is changed by hand.
    pub editor: EditorInfo,
    /// What was found out about rules that somebody wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<(String, String)>,
    #[serde(skip)]
    page: String,
}

/// How a position is changed by hand, where there is more than its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EditorInfo {
    /// Rows of squares with these symbols.
    Cells(Vec<String>),
    /// Heaps.
    Heaps,
    /// Vertices and edges.
    Graph,
    /// Its text and nothing else.
    Text,
}

impl From<Editor<'_>> for EditorInfo {
    fn from(editor: Editor<'_>) -> EditorInfo {
        match editor {
            Editor::Cells(symbols) => {
                EditorInfo::Cells(symbols.chars().map(String::from).collect())
            }
            Editor::Heaps => EditorInfo::Heaps,
            Editor::Graph => EditorInfo::Graph,
            Editor::Text => EditorInfo::Text,
        }
    }
}

/// A value that the literature tells.
#[derive(Clone, Debug, Serialize)]
pub struct StatedValue {
    /// The position.
    pub position: String,
    /// Its value.
    pub value: String,
    /// Who says so.
    pub source: String,
}

impl RulesList {
    /// All of them, by name.
    pub(crate) fn new(known: &Registry) -> RulesList {
        let built_in = registry::all().iter().map(|about| **about);
        let mut all: Vec<About<'_>> = built_in.chain(known.own()).collect();
        all.sort_by_key(|about| about.name);
        RulesList { rules: all.iter().map(|about| RulesPage::new(known, about)).collect() }
    }
}

impl Finding for RulesList {
    fn text(&self) -> String {
        let width = self.rules.iter().map(|page| page.name.len()).max().unwrap_or(0);
        let line = |page: &RulesPage| {
            let example = page.examples.first().map_or("", String::as_str);
            format!("{:width$}  {:21}  {example}\n", page.name, page.kind)
        };
        self.rules.iter().map(line).collect()
    }

    fn grid(&self) -> Option<Grid> {
        let row = |page: &RulesPage| {
            let example = page.examples.first().cloned().unwrap_or_default();
            vec![page.name.clone(), page.title.clone(), page.kind.clone(), example]
        };
        Some(Grid::new(["name", "title", "kind", "example"], self.rules.iter().map(row)))
    }
}

impl RulesPage {
    /// All about a ruleset.
    pub(crate) fn new(known: &Registry, about: &About<'_>) -> RulesPage {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let values = about.known.iter().map(|known| StatedValue {
            position: known.position.to_owned(),
            value: known.value.to_owned(),
            source: known.source.to_owned(),
        });
        RulesPage {
            name: about.name.to_owned(),
            aliases: owned(about.aliases),
            title: about.title.to_owned(),
            impartial: about.impartial,
            kind: kind(known, about).name().to_owned(),
            component: pieces(known, about).to_owned(),
            rules: about.rules.to_owned(),
            notation: about.notation.to_owned(),
            examples: owned(about.examples),
            table: about.tables.to_owned(),
            source: about.source.to_owned(),
            known: values.collect(),
            editor: about.editor.into(),
            found: Vec::new(),
            page: page(known, about),
        }
    }

    /// Adds what was found out.
    pub(crate) fn tell(&mut self, found: Vec<(String, String)>) {
        self.found = found;
    }
}

impl Finding for RulesPage {
    fn text(&self) -> String {
        if self.found.is_empty() {
            return self.page.clone();
        }
        format!("{}\nFound out:\n\n{}", self.page, told(&self.found))
    }
}

/// What was found out, line by line.
pub(crate) fn told(found: &[(String, String)]) -> String {
    let width = found.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    found.iter().map(|(what, text)| format!("    {what:width$}  {text}\n")).collect()
}

/// What sort of rules these are: what a newcomer should know before playing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulesKind {
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

impl RulesKind {
    /// In the order in which they are listed.
    pub(crate) const ALL: [RulesKind; 6] = [
        RulesKind::Partizan,
        RulesKind::Loopy,
        RulesKind::Deciding,
        RulesKind::Impartial,
        RulesKind::Endless,
        RulesKind::OutOfTurn,
    ];

    fn name(self) -> &'static str {
        match self {
            RulesKind::Partizan => "partizan",
            RulesKind::Loopy => "partizan, endless",
            RulesKind::Deciding => "partizan, in unions",
            RulesKind::Impartial => "impartial",
            RulesKind::Endless => "impartial, endless",
            RulesKind::OutOfTurn => "impartial, entailing",
        }
    }

    /// What must be typed after a position.
    pub(crate) fn flags(self) -> &'static str {
        if self == RulesKind::Deciding { " --compound union" } else { "" }
    }
}

/// The kind of a ruleset.
pub(crate) fn kind(known: &Registry, about: &About<'_>) -> RulesKind {
    let Ok((about, rules)) = known.open(about.name, example(about)) else {
        return if about.impartial { RulesKind::Impartial } else { RulesKind::Partizan };
    };
    let has = |kinds: [MoveKind; 2]| {
        rules.nature().special_moves.iter().any(|special| kinds.contains(special))
    };
    if has([MoveKind::Entailing, MoveKind::Complimenting]) {
        RulesKind::OutOfTurn
    } else if !about.impartial && has([MoveKind::Overriding, MoveKind::Suiciding]) {
        RulesKind::Deciding
    } else if about.impartial && rules.nature().loopy {
        RulesKind::Endless
    } else if about.impartial {
        RulesKind::Impartial
    } else if rules.nature().loopy {
        RulesKind::Loopy
    } else {
        RulesKind::Partizan
    }
}

/// What the components of a position are, in a sentence.
pub(crate) fn components(known: &Registry, about: &About<'_>) -> String {
    let pieces = pieces(known, about);
    let whole = if pieces == WHOLE { "" } else { "; `--whole` keeps a position together" };
    format!("In joins and unions a component is {pieces}{whole}.")
}

/// What rules without pieces say.
const WHOLE: &str = "the whole position";

/// The first example.
fn example<'a>(about: &About<'a>) -> &'a str {
    about.examples.first().copied().unwrap_or_default()
}

fn pieces(known: &Registry, about: &About<'_>) -> &'static str {
    known.open(about.name, example(about)).map_or(WHOLE, |(_, rules)| rules.nature().part_noun)
}

/// The page of one ruleset, readable in a terminal and as Markdown.
pub(crate) fn page(known: &Registry, about: &About<'_>) -> String {
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
        text +=
            &format!("    upstar value {} '{example}'{}\n", about.name, kind(known, about).flags());
    }
    text += &format!("\n{}\n", components(known, about));
    if !about.tables.is_empty() {
        text += &format!("\nTable: {}\n", about.tables);
    }
    if !about.known.is_empty() {
        text += "\nKnown values:\n\n";
        for stated in about.known {
            let (position, value) = (stated.position, stated.value);
            text += &format!("    {position} = {value}  ({})\n", stated.source);
        }
    }
    text + &format!("\nSource: {}\n", about.source)
}
