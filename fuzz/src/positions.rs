//! The rulesets as a target: a text is a name of rules, a new line and a sum of positions. It is
//! read or refused with a place; what is read, and what one can move to, is written so that it
//! reads back; search and values agree on the winner.

use crate::target::{Finding, MEMORY, Target};
use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Player};
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::{self, About};
use upstar_rules::variant::{Dicotic, Impartial, Twisted};
use upstar_rules::{PositionError, Rules, RulesError, listed, split_sum};
use upstar_theory::sum_solver::{Play, SumSolver};
use upstar_values::Calc;

/// The rulesets.
pub(crate) struct Positions;

/// How long an engine may think.
const PATIENCE: Duration = Duration::from_millis(40);
/// Positions with longer texts are not given to engines.
const THINKABLE: usize = 40;
/// How many moves are followed from one position.
const WIDTH: usize = 3;
/// How many moves are made one after another.
const DEPTH: usize = 3;
/// Positions with more moves are the last in a line of play.
const MOVES: usize = 2000;

const PARAMETERS: &[&str] = &[
    "moore-nim(3)\n1+2+3",
    "subtraction(2,5,6)\n17",
    "subtraction(all-but 3)\n9",
    "octal(.77)\n7",
    "octal(4.7)\n5+6",
    "turning(1-3)\nhthht",
    "tartan(ruler,turnips)\nht|hh",
    "kotzig(1,2)\n7",
    "partizan-subtraction(1,2;1,3)\n9",
];

impl Target for Positions {
    const NAME: &'static str = "positions";

    fn seeds(&self) -> Vec<String> {
        let mut seeds: Vec<String> = PARAMETERS.iter().map(|&seed| seed.to_owned()).collect();
        for about in registry::all() {
            let known = about.known.iter().map(|known| known.position);
            for text in about.examples.iter().copied().chain(known) {
                seeds.push(format!("{}\n{text}", about.name));
            }
        }
        seeds
    }

    fn dictionary(&self) -> Vec<String> {
        let mut symbols: Vec<String> = registry::all()
            .iter()
            .flat_map(|about| about.examples)
            .flat_map(|example| example.chars())
            .map(String::from)
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        // Names of rules stand only in the first line.
        let names = registry::all().iter().map(|about| format!("{}\n", about.name));
        let mut words: Vec<String> = names.collect();
        for _ in 0..4 {
            words.extend(symbols.iter().cloned());
        }
        words.extend(["(", ")", " + ", "|", "||", ";", ":", ",", "-", "*"].map(str::to_owned));
        words
    }

    fn run(&self, text: &str) -> Result<String, Finding> {
        let (name, position) = text.split_once('\n').unwrap_or(("domineering", text));
        match registry::open(name, position)
            .map(|(about, rules)| Visit { name, text: position }.visit(about, rules))
        {
            Ok(result) => result,
            Err(RulesError::Unknown { .. } | RulesError::Taken(_)) => {
                Ok("unknown rules".to_owned())
            }
            Err(RulesError::Parameters(error)) => refused(name, name, &error),
        }
    }
}

fn refused(name: &str, text: &str, error: &PositionError) -> Result<String, Finding> {
    let place = error.at.checked_add(error.len).and_then(|end| text.get(error.at..end));
    if place.is_none() || error.message.is_empty() {
        let name = name.split('(').next().unwrap_or(name);
        let story = format!("{error:?} in {text:?}");
        return Err(Finding::new(format!("{name}: an error outside of the text"), story));
    }
    let message: String = error.message.chars().filter(|c| c.is_alphabetic()).collect();
    Ok(format!("{name}: {message}"))
}

struct Visit<'t> {
    name: &'t str,
    text: &'t str,
}

impl Visit<'_> {
    fn visit(self, about: &About<'_>, rules: Erased) -> Result<String, Finding> {
        let rules = Arc::new(Erased::new(rules));
        let terms = match split_sum(self.text) {
            Ok(terms) => terms,
            Err(error) => return refused(about.name, self.text, &error),
        };
        let mut sum = Vec::new();
        for (start, term) in terms {
            match rules.parse(term) {
                Ok(position) => sum.push(position),
                Err(error) => return refused(about.name, self.text, &error.shifted(start)),
            }
        }
        let walk = Walk { name: about.name.to_owned(), rules: &rules };
        let mut count = 0;
        for position in &sum {
            count += walk.look(position, DEPTH)?;
        }
        if !rules.nature().loopy && self.text.len() <= THINKABLE {
            walk.think(&sum)?;
            if count % 4 == 0 {
                for variant in 0..3 {
                    if let Ok(rules) = registry::open(self.name, self.text)
                        .map(|(about, rules)| Vary(variant).visit(about, rules))
                    {
                        Walk { name: about.name.to_owned(), rules: &Arc::new(rules) }
                            .think_of(self.text)?;
                    }
                }
            }
        }
        Ok(format!("{}: {}", about.name, count.min(30)))
    }
}

/// Builds a variant of some rules.
struct Vary(usize);

impl Vary {
    fn visit(self, _: &About<'_>, rules: Erased) -> Erased {
        match self.0 {
            0 => Erased::new(Impartial(rules)),
            1 => Erased::new(Dicotic(rules)),
            _ => Erased::new(Twisted(rules)),
        }
    }
}

struct Walk<'r> {
    name: String,
    rules: &'r Arc<Erased>,
}

impl Walk<'_> {
    fn found(&self, what: &str, story: String) -> Finding {
        Finding::new(format!("{}: {what}", self.name), story)
    }

    /// Looks at a position and some that follow it; how many moves there are.
    fn look(&self, position: &Position, depth: usize) -> Result<usize, Finding> {
        let rules = self.rules;
        let shown = rules.show(position);
        match rules.parse(&shown) {
            Ok(back) if back == *position => {}
            // Cutting may leave more pieces than a person may type.
            Err(error) if error.message.contains("more than") => return Ok(0),
            // Who reached it has won or lost everything, which the position alone does not tell.
            Err(error) if error.message.ends_with("play is over") => return Ok(0),
            other => return Err(self.found("round trip", format!("{shown:?} gives {other:?}"))),
        }
        if depth == DEPTH && shown.len() < 200 {
            rules.picture(position).to_svg();
            rules.display(position);
        }
        rules.size(position);
        rules.move_heuristic(position);
        if let Some((low, high)) = rules.bounds(position)
            && low > high
        {
            return Err(self.found("bounds", format!("{shown:?}: {low} > {high}")));
        }
        let (form, _) = rules.normal_form(position.clone());
        let mut parts = Vec::new();
        rules.sum_components(form, &mut parts);
        for tied in Player::BOTH {
            if let Some(banded) = rules.banded() {
                banded.one_hand_tied(position, tied, 0..2);
            }
        }
        let mut count = 0;
        for who in Player::BOTH {
            // Heaps of 10^18 have more moves than any list holds.
            let budget = Arc::new(Budget::new(Some(PATIENCE), Some(MEMORY)));
            let Ok(options) = listed(&**rules, position, who, &budget) else { continue };
            count += options.len();
            if depth == 0 || shown.len() > 400 {
                continue;
            }
            let stride = options.len().div_ceil(WIDTH).max(1);
            for option in options.iter().step_by(stride) {
                if rules.name_move(position, who, option).is_empty() {
                    return Err(self.found("a move without a name", shown));
                }
                rules.move_kind(position, who, option);
                let left = if options.len() > MOVES { 0 } else { depth - 1 };
                self.look(option, left)?;
            }
        }
        Ok(count)
    }

    /// Reads a sum that is known to be right and thinks of it.
    fn think_of(&self, text: &str) -> Result<(), Finding> {
        let terms = split_sum(text).unwrap_or_default();
        let read =
            terms.iter().map(|(_, term)| self.rules.parse(term)).collect::<Result<Vec<_>, _>>();
        match read {
            Ok(sum) => self.think(&sum),
            Err(error) => Err(self.found("a variant does not read", format!("{text:?}: {error}"))),
        }
    }

    /// Asks the engines and compares what they say.
    fn think(&self, sum: &[Position]) -> Result<(), Finding> {
        let judge = |play| {
            let budget = Arc::new(Budget::new(Some(PATIENCE), Some(MEMORY)));
            SumSolver::new(self.rules, play, Calc::new(Arc::default(), budget))
        };
        let _ = judge(Play::Misere).outcome(sum);
        let mut by_value = judge(Play::Normal);
        let (value, outcome) = (by_value.value(sum), judge(Play::Normal).outcome(sum));
        if let (Ok(value), Ok(outcome)) = (value, outcome) {
            let expected = by_value.calc().outcome(value);
            if expected != outcome {
                let shown: Vec<String> = sum.iter().map(|p| self.rules.show(p)).collect();
                let story = format!("{shown:?}: {expected} by value, {outcome} by search");
                return Err(self.found("two outcomes", story));
            }
        }
        Ok(())
    }
}
