//! One page and one picture of each ruleset, from the code.
//!
//! Nothing here depends on the machine: the values of the examples are computed without a
//! limit of time, so that the pages are the same everywhere.

use crate::error::{PositionFailure, QueryError};
use crate::open_position::{OpenPosition, evaluator};
use crate::query::picture::plain;
use crate::query::rules::{self, RulesKind};
use crate::question::PlayMode;
use crate::state::SessionState;
use std::fmt::Write as _;
use std::sync::Arc;
use upstar_base::OutcomeClass;
use upstar_calculator::Game;
use upstar_engine::OpenRules;
use upstar_rules::read_sum;
use upstar_rules::registry::{self, About, Registry};
use upstar_theory::compound::Compound;

/// Values with longer texts are described by their temperature and mean.
const LONGEST: usize = 80;

/// All pages, their pictures and an index, each with the name of its file.
pub(crate) fn pages(state: &mut SessionState) -> Result<Vec<(String, String)>, QueryError> {
    let mut files = Vec::new();
    let mut all = registry::all().to_vec();
    all.sort_by_key(|about| about.name);
    for about in &all {
        let refused = |failure: PositionFailure| failure.of(about.name, about.examples[0]);
        let svg =
            plain(&state.registry(), about.name, about.examples[0]).map_err(refused)?.to_svg();
        files.push((format!("{}.svg", about.name), svg));
        files.push((format!("{}.md", about.name), page(state, about).map_err(refused)?));
    }
    files.push(("README.md".to_owned(), index(&all)));
    Ok(files)
}

fn index(all: &[&About<'_>]) -> String {
    let mut text = String::from(
        "# The rulesets\n\nOne page for each, written by the program: `upstar rules NAME` says the \
         same in a terminal. In a *partizan* game Left and Right have different moves, in an \
         *impartial* one the same.\n",
    );
    text += "[Playing several games at once](../compounds.md) says which of them can be played in \
             joins and unions.\n";
    for kind in RulesKind::ALL {
        let title = match kind {
            RulesKind::Partizan => "Partizan",
            RulesKind::Loopy => "Partizan, with play that can be endless",
            RulesKind::Deciding => "Partizan, with moves that decide everything: for unions",
            RulesKind::Impartial => "Impartial",
            RulesKind::Endless => "Impartial, with play that can be endless",
            RulesKind::OutOfTurn => "Impartial, with entailing or complimenting moves",
        };
        let _ = write!(text, "\n## {title}\n\n");
        let mut these: Vec<_> =
            all.iter().filter(|about| rules::kind(&Registry::default(), about) == kind).collect();
        these.sort_by_key(|about| about.title);
        for about in these {
            let _ = writeln!(text, "- [{}]({1}.md): `{1}`", about.title, about.name);
        }
    }
    text
}

fn page(state: &mut SessionState, about: &About<'static>) -> Result<String, PositionFailure> {
    let first = about.examples[0];
    let mut text = format!("# {}\n\n{}\n\n", about.title, about.rules);
    let _ = writeln!(text, "![The position {first}]({}.svg)\n", about.name);
    let _ = writeln!(text, "The picture shows `{first}`.\n\n## Notation\n\n{}", about.notation);
    if let Some(caution) = registry::caution(about.name) {
        let _ = writeln!(text, "\nBeware: {caution}.");
    }
    let _ = write!(text, "\nIts name on the command line is `{}`", about.name);
    if !about.aliases.is_empty() {
        let _ = write!(text, ", also `{}`", about.aliases.join("`, `"));
    }
    text += ".\n\n## Examples\n\n";
    for example in about.examples {
        let (answer, manner) = played(about, example, state)?;
        let name = about.name;
        let _ = writeln!(text, "- `upstar value {name} '{example}'{manner}`  \n  {answer}");
    }
    let _ = write!(text, "\n{}\n", rules::components(&Registry::default(), about));
    if !about.tables.is_empty() {
        let _ = write!(text, "\nSizes for `upstar table {}`: {}.\n", about.name, about.tables);
    }
    if !about.known.is_empty() {
        text += "\n## Known values\n\nEach is computed again by a test.\n\n";
        for known in about.known {
            let _ =
                writeln!(text, "- `{}` is `{}` ({})", known.position, known.value, known.source);
        }
    }
    let _ = write!(text, "\n## Source\n\n{}\n", about.source);
    Ok(text)
}

/// The value of an example, who wins it, and how it is played on the command line.
fn played(
    about: &About<'_>,
    example: &str,
    state: &mut SessionState,
) -> Result<(String, &'static str), PositionFailure> {
    let (_, game) = registry::open(about.name, example).map_err(PositionFailure::Rules)?;
    let kind = rules::kind(&Registry::default(), about);
    let typed = kind.flags();
    let compound = if kind == RulesKind::Deciding { Compound::Union } else { Compound::Sum };
    let manner = PlayMode { compound, ..PlayMode::default() };
    let terms = read_sum(&game, example)?;
    let mut evaluator = evaluator(&Arc::new(OpenRules::new(about, game)), state, &manner)?;
    let mut case = OpenPosition::new(&mut evaluator, state, &terms)?;
    let worth = case.worth()?;
    let (verdicts, _) = case.verdicts()?;
    let mut text = format!("`{}`", worth.text);
    if worth.text.chars().count() > LONGEST
        && let Game::Short(value) = worth.found.value
    {
        let calc = case.state.calc();
        let (mean, temperature) = (calc.mean(value)?, calc.temperature(value)?);
        text = format!("a game of mean {mean} and temperature {temperature}");
    }
    Ok((format!("{text}: {}", OutcomeClass::from_first(verdicts).words()), typed))
}
