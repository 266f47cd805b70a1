//! Games of files beside the rulesets that come along, in the same engine:
//! `cargo run --release -p upstar-bench --bin own`, with the name of a file behind `--` for that one
//! alone.
//!
//! For each position the processor time of the built-in ruleset with its own type and of the file,
//! whose rules are erased, taken in turn, the median of five; both values must be the same. The
//! targets: patterns 2.5 times as long on Domineering 5x5 and Clobber 4x4, 3.5 times on Toads and
//! Frogs, Konane and Amazons; code 5 times; compiling within 5 ms.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use cpu_time::ProcessTime;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_rulefile::compile;
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, Ruleset, open};
use upstar_theory::grundy::Grundy;
use upstar_theory::values::Values;
use upstar_values::{Calc, Short, Store};

/// What a position is worth, in a store that both ways share.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Valuation {
    Short(Short),
    Nim(u128),
}

struct Value<'a>(&'a str, &'a Arc<Store>);

impl Value<'_> {
    fn visit(self, _: &About<'_>, rules: Erased) -> Valuation {
        let rules = Arc::new(rules);
        let position = rules.parse(self.0).unwrap();
        if rules.nature().impartial {
            let budget = Arc::new(Budget::unlimited());
            return Valuation::Nim(
                Grundy::new(&rules, budget).without_theorems().of(position).unwrap(),
            );
        }
        let calc = Calc::new(Arc::clone(self.1), Arc::new(Budget::unlimited()));
        Valuation::Short(Values::new(&rules, calc).without_theorems().of(position).unwrap())
    }
}

fn milliseconds(work: impl FnOnce() -> Valuation) -> (Valuation, f64) {
    let start = ProcessTime::now();
    let worth = work();
    (worth, start.elapsed().as_secs_f64() * 1000.0)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn compare(file: &str, built_in: &str, own: &str, theirs: &str, target: f64) {
    if std::env::args().nth(1).is_some_and(|wanted| wanted != file) {
        return;
    }
    let path = format!("{}/../games/{file}.up", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let start = ProcessTime::now();
    let game = compile(file, &text).unwrap();
    let compiling = start.elapsed().as_secs_f64() * 1000.0;
    let size = upstar_rules::registry::shape(own);
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let store = Arc::new(Store::default());
        let (theirs_worth, time) = milliseconds(|| {
            open(built_in, theirs)
                .map(|(about, rules)| Value(theirs, &store).visit(about, rules))
                .unwrap()
        });
        fast.push(time);
        let erased = game.sized("", size).unwrap();
        let (worth, time) = milliseconds(|| Value(own, &store).visit(&game.about(), erased));
        slow.push(time);
        assert_eq!(worth, theirs_worth, "{file} {own}");
    }
    let (fast, slow) = (median(fast), median(slow));
    let ratio = slow / fast;
    let verdict = if ratio <= target { "ok" } else { "MISSED" };
    println!(
        "{file:16} {:22} built in {fast:9.2} ms, file {slow:9.2} ms, ratio {ratio:5.2} (target {target}) {verdict}; \
         compiled in {compiling:.2} ms",
        own.chars().take(22).collect::<String>()
    );
}

fn main() {
    let same = |file: &str, built_in: &str, position: &str, target: f64| {
        compare(file, built_in, position, position, target);
    };
    let board = |row: &str, rows: usize| vec![row; rows].join("|");
    same("domineering", "domineering", &board("....", 5), 2.5);
    same("domineering", "domineering", &board(".....", 5), 2.5);
    same("clobber", "clobber", "xoxo|oxox|xoxo", 2.5);
    same("clobber", "clobber", "xoxo|oxox|xoxo|oxox", 2.5);
    same("toads-and-frogs", "toads-and-frogs", "tttt..ffff", 3.5);
    same("konane", "konane", "xoxox|ox.xo|xoxox|oxoxo", 3.5);
    same("amazons", "amazons", "x...|....|...o", 3.5);
    same("cram", "cram", &board("....", 4), 2.5);
    same("kayles", "kayles", "2000", 5.0);
    compare("cutcake", "cutcake", "40,40", "40x40", 5.0);
    compare("toppling-dominoes", "toppling-dominoes", "lrelrelrel", "xoexoexoex", 5.0);
}
