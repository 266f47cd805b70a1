//! Random inputs for everything that reads text.
//!
//! Texts begin as the golden rows and the examples of builtins and rulesets, and are changed by
//! tokens and by characters; a text whose answer is of a new sort joins them. Reported are panics,
//! trials far over their budget, errors without a place, texts that do not read back, and
//! engines that disagree. A seed repeats a run as far as the clock does.

mod lang;
mod mutate;
mod positions;
mod target;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use target::{Finding, Target};
use upstar_testing::Random;

const USAGE: &str = "usage: upstar-fuzz [lang|positions] [--seconds N] [--seed N] [--input TEXT]
  lang        texts for the calculator
  positions   a name of rules, a new line and a sum of positions
Without a target both take turns of half the time. `--input` tries one text and says what came of it.";

/// The most texts that are kept.
const MOST_KEPT: usize = 20_000;

#[derive(Default)]
struct Arguments {
    target: Option<String>,
    seconds: u64,
    seed: u64,
    input: Option<String>,
}

fn arguments() -> Option<Arguments> {
    let mut arguments = Arguments { seconds: 60, ..Arguments::default() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "lang" | "positions" => arguments.target = Some(word),
            "--seconds" => arguments.seconds = words.next()?.parse().ok()?,
            "--seed" => arguments.seed = words.next()?.parse().ok()?,
            "--input" => arguments.input = Some(words.next()?),
            _ => return None,
        }
    }
    Some(arguments)
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    target::prepare();
    let wanted = |name| arguments.target.as_deref().is_none_or(|target| target == name);
    let targets = if arguments.target.is_none() { 2 } else { 1 };
    let time = Duration::from_secs(arguments.seconds) / targets;
    let mut found = 0;
    if wanted(lang::Lang::NAME) {
        found += fuzz(&lang::Lang, &arguments, time);
    }
    if wanted(positions::Positions::NAME) {
        found += fuzz(&positions::Positions, &arguments, time);
    }
    target::finish();
    ExitCode::from(u8::from(found > 0))
}

/// Tries texts on a target; how many sorts of findings there were.
fn fuzz<T: Target>(target: &T, arguments: &Arguments, time: Duration) -> usize {
    let mut hunt = Hunt { target, sorts: BTreeSet::new(), found: BTreeSet::new(), slowest: vec![] };
    if let Some(text) = &arguments.input {
        hunt.report(text);
        println!("{}: {:?}", T::NAME, hunt.sorts);
        return hunt.found.len();
    }
    let start = Instant::now();
    let mut random = Random::new(arguments.seed);
    let dictionary = target.dictionary();
    let mut kept = target.seeds();
    let seeds = kept.len();
    let mut trials = 0u64;
    for seed in &kept {
        hunt.report(seed);
        trials += 1;
    }
    while start.elapsed() < time {
        // New sorts of answers get half of the attention.
        let text = match random.pick(&kept[seeds..]) {
            Some(text) if random.one_in(2) => text,
            _ => random.pick(&kept).map_or("", String::as_str),
        };
        let other = random.pick(&kept).map_or("", String::as_str);
        let text = mutate::mutate(&mut random, text, &dictionary, other);
        trials += 1;
        if hunt.report(&text) && kept.len() < MOST_KEPT {
            kept.push(text);
        }
    }
    println!(
        "{}: {trials} trials in {:?}, {} sorts of answers, {} findings",
        T::NAME,
        start.elapsed(),
        hunt.sorts.len(),
        hunt.found.len()
    );
    for (took, text) in &hunt.slowest {
        println!("  slow: {took:?} {text:?}");
    }
    hunt.found.len()
}

/// What a run has seen so far.
struct Hunt<'t, T> {
    target: &'t T,
    sorts: BTreeSet<String>,
    found: BTreeSet<String>,
    slowest: Vec<(Duration, String)>,
}

impl<T: Target> Hunt<'_, T> {
    /// Tries a text and reports a finding of a new sort. Is the sort of the answer new?
    fn report(&mut self, text: &str) -> bool {
        let (took, result) = target::trial(self.target, text);
        self.slowest.push((took, text.to_owned()));
        self.slowest.sort_unstable_by(|a, b| b.cmp(a));
        self.slowest.truncate(5);
        match result {
            Ok(sort) => self.sorts.insert(sort),
            Err(finding) => {
                if self.found.insert(finding.sort.clone()) {
                    self.print(text, &finding);
                }
                false
            }
        }
    }

    fn print(&self, text: &str, finding: &Finding) {
        println!("FOUND {}\n  input: {text:?}\n  {}", finding.sort, finding.story);
        let fails = |text: &str| {
            let (_, result) = target::trial(self.target, text);
            result.is_err_and(|other| other.sort == finding.sort)
        };
        if !finding.sort.starts_with("too slow") {
            println!("  short: {:?}", mutate::shrink(text, fails));
        }
    }
}
