//! Which theory decides which compound of which rules: the table in `docs/compounds.md` is what
//! the library answers for every ruleset, and what the program does for two of each sort.

use crate::docs::{blessing, root};
use crate::program::{run, upstar};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use upstar_base::Play;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{MoveKind, Rules};
use upstar_theory::compound::Compound;
use upstar_theory::structure::theorem::KnownTheorem;
use upstar_theory::theory::{PlayMode, choose_theory};
use upstar_values::Calc;

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];
const BEGIN: &str = "<!-- the matrix, written by a test -->\n";
const END: &str = "<!-- end of the matrix -->\n";

/// What the program says where it does not give the value of a sum.
const OTHERS: [&str; 9] = [
    "Remoteness",
    "Suspense",
    "Tallies",
    "Outcome",
    "MisereOutcome",
    "LoopyNimber",
    "Entailed",
    "search",
    "refused",
];

/// What decides, for each compound in normal and in misère play; `None` if nothing does.
type Answers = Vec<[Option<&'static str>; 2]>;

struct Sort;

impl Sort {
    fn visit(self, _: &About<'_>, rules: Erased) -> (String, Answers) {
        let rules = Arc::new(rules);
        let words = |compound| PLAYS.map(|play| word(&rules, compound, play));
        (features(&rules), Compound::ALL.map(words).to_vec())
    }
}

fn features<R: Rules>(rules: &Arc<R>) -> String {
    let special = rules.nature().special_moves;
    let any = |kinds: &[MoveKind]| special.iter().any(|kind| kinds.contains(kind));
    let mut text = if rules.nature().impartial { "impartial" } else { "partizan" }.to_owned();
    if any(&[MoveKind::Entailing, MoveKind::Complimenting]) {
        text += ", entailing or complimenting moves";
    } else if any(&[MoveKind::Overriding, MoveKind::Suiciding]) {
        text += ", deciding moves";
    }
    match (rules.nature().loopy, KnownTheorem::of(rules).is_some()) {
        (true, true) => text += ", endless, solved by a theorem",
        (true, false) => text += ", endless",
        (false, _) => {}
    }
    if rules.nature().infinite {
        text += ", infinitely many options";
    }
    text
}

fn word<R: Rules>(rules: &Arc<R>, compound: Compound, play: Play) -> Option<&'static str> {
    let manner = PlayMode { compound, play, ..PlayMode::default() };
    choose_theory(rules, &manner, Calc::default()).ok().map(|theory| theory.name())
}

/// The rulesets of each sort, and what decides their compounds.
fn sorts() -> BTreeMap<String, (Answers, Vec<&'static About<'static>>)> {
    let mut sorts: BTreeMap<String, (Answers, Vec<&'static About<'static>>)> = BTreeMap::new();
    for about in registry::all() {
        let (features, answers) = registry::open(about.name, about.examples[0])
            .map(|(about, rules)| Sort.visit(about, rules))
            .unwrap();
        let sort = sorts.entry(features.clone()).or_insert((answers.clone(), Vec::new()));
        assert_eq!(sort.0, answers, "{} is no {features} game like {}", about.name, sort.1[0].name);
        sort.1.push(about);
    }
    for (_, abouts) in sorts.values_mut() {
        abouts.sort_by_key(|about| about.name);
    }
    sorts
}

fn written() -> String {
    let mut text = String::from("| rules |");
    for compound in Compound::ALL {
        let _ = write!(text, " {compound} |");
    }
    text += "\n|---|";
    text += &"---|".repeat(Compound::ALL.len());
    text.push('\n');
    let sorts = sorts();
    for (features, (answers, _)) in &sorts {
        let _ = write!(text, "| {features} |");
        for [normal, misere] in answers {
            let (normal, misere) = (normal.unwrap_or("–"), misere.unwrap_or("–"));
            let _ = if normal == misere {
                write!(text, " {normal} |")
            } else {
                write!(text, " {normal} / {misere} |")
            };
        }
        text.push('\n');
    }
    text.push('\n');
    for (features, (_, abouts)) in &sorts {
        let names: Vec<_> = abouts.iter().map(|a| format!("`{}`", a.name)).collect();
        let _ = writeln!(text, "- {features}: {}", names.join(", "));
    }
    text
}

#[test]
fn the_documented_matrix_is_what_the_library_answers() {
    let file = root().join("docs/compounds.md");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (matrix, after) = rest.split_once(END).unwrap();
    let expected = written();
    if blessing() {
        fs::write(&file, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
    } else {
        assert_eq!(matrix, expected, "UPSTAR_BLESS=1 rewrites it");
    }
}

/// Two rulesets of each sort, those with the shortest examples.
#[test]
fn the_program_does_what_the_matrix_says() {
    let mut asked = 0;
    for (features, (answers, mut abouts)) in sorts() {
        abouts.sort_by_key(|about| (about.examples[0].len(), about.name));
        for about in abouts.iter().take(2) {
            for (compound, answers) in Compound::ALL.into_iter().zip(&answers) {
                for (play, expected) in PLAYS.into_iter().zip(answers) {
                    let said = ask(about, compound, play);
                    let fits = match expected {
                        None => said == "refused",
                        Some("values" | "nim-values" | "infinite nimbers")
                            if compound == Compound::Sum =>
                        {
                            !OTHERS.contains(&&said[..])
                        }
                        Some("genus") => said == "MisereOutcome",
                        Some("search") if compound == Compound::Sum => said == "MisereOutcome",
                        Some("remoteness") => said == "Remoteness",
                        Some("suspense") => said == "Suspense",
                        Some("tallies") => said == "Tallies",
                        Some("outcomes") => said == "Outcome",
                        Some("nim-values") => said == "Outcome",
                        Some("loopy values") => said == "LoopyNimber",
                        Some("sides") => !OTHERS.contains(&&said[..]),
                        Some("entailed sets") => said == "Entailed" || said == "Nimber",
                        Some("search") => said == "search",
                        Some(other) => panic!("{other}"),
                    };
                    let name = about.name;
                    assert!(fits, "{features}, {name}: {compound} {play:?} gives {said}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 100);
}

/// The kind of value that the program gives; `search` if it gives only a winner.
fn ask(about: &About, compound: Compound, play: Play) -> String {
    let play = if play == Play::Misere { "misere" } else { "normal" };
    let compound = compound.to_string();
    let put = |question| {
        let args =
            [question, about.name, about.examples[0], "--compound", &compound, "--play", play];
        let answer = run(upstar(["--json"].into_iter().chain(args)), "");
        let json: Json = serde_json::from_str(&answer.stdout).unwrap();
        (answer.status, json)
    };
    let (status, value) = put("value");
    if status == Some(0) {
        return value["kind"].as_str().unwrap().to_owned();
    }
    assert_eq!((status, &value["error"]["kind"]), (Some(1), &Json::from("unsupported")), "{value}");
    assert!(value["error"]["message"].as_str().unwrap().len() > 20, "{value}");
    let (status, outcome) = put("outcome");
    match status {
        Some(0) => "search".to_owned(),
        _ => {
            assert_eq!(outcome["error"]["kind"], "unsupported", "{outcome}");
            "refused".to_owned()
        }
    }
}
