//! Values and winners of boards: `cargo run --release -p upstar-bench --bin boards [LARGE]`.
//!
//! Beside each winner the plain value-only path on the same position, where it ends in good time.
//! With `LARGE` the minutes-long ones too: the value of 6x6 Domineering, the winners of large boards.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Outcome};
use upstar_bench::{peak_megabytes, report, timed};
use upstar_rules::registry::{TypedVisitor, open, typed};
use upstar_rules::{Rules, split_sum};
use upstar_testing::Random;
use upstar_theory::sum_solver::{Play, SumSolver};
use upstar_theory::values::Values;
use upstar_theory::{grundy::Grundy, sum::SumWinner};
use upstar_values::{Calc, Store};

fn rectangle(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("|")
}

fn checkerboard(rows: usize, columns: usize) -> String {
    let row = |r: usize| {
        (0..columns).map(|c| if (r + c).is_multiple_of(2) { 'x' } else { 'o' }).collect()
    };
    (0..rows).map(row).collect::<Vec<String>>().join("|")
}

/// The value of a position, told by outcome, mean and temperature.
struct Value<'a> {
    name: &'a str,
    position: &'a str,
    target: Option<f64>,
}

impl TypedVisitor for Value<'_> {
    type Output = ();

    fn visit<R: Rules>(self, rules: Arc<R>) {
        let position = rules.parse(self.position).unwrap();
        let what = format!("{} {} value", self.name, short(self.position));
        if rules.nature().impartial {
            let (nim, seconds) =
                timed(|| Grundy::new(&rules, Arc::new(Budget::unlimited())).of(position).unwrap());
            return report(&what, seconds, self.target, &format!("*{nim}"));
        }
        let ((answer, known), seconds) = timed(|| {
            let mut values = Values::new(&rules, Calc::default());
            let value = values.of(position).unwrap();
            let known = values.known();
            let calc = values.calc();
            let number = calc.as_number(value).map(|x| format!("= {x}, ")).unwrap_or_default();
            let (mean, t) = (calc.mean(value).unwrap(), calc.temperature(value).unwrap());
            (format!("{number}{} mean {mean} temperature {t}", calc.outcome(value)), known)
        });
        report(&what, seconds, self.target, &format!("{answer} ({known} components)"));
    }
}

/// The winner of a sum by search, and by values alone within a time limit.
struct WhoWins<'a> {
    name: &'a str,
    position: &'a str,
    target: Option<f64>,
    value_only: bool,
}

impl TypedVisitor for WhoWins<'_> {
    type Output = ();

    fn visit<R: Rules>(self, rules: Arc<R>) {
        let terms = split_sum(self.position).unwrap();
        let sum: Vec<_> = terms.iter().map(|term| rules.parse(term.1).unwrap()).collect();
        let what = format!("{} {} winner", self.name, short(self.position));
        let ((outcome, visited), seconds) = timed(|| {
            let mut judge = SumSolver::new(&rules, Play::Normal, Calc::default());
            (judge.outcome(&sum).unwrap(), judge.progress().states)
        });
        report(&what, seconds, self.target, &format!("{outcome} ({visited} positions searched)"));
        if self.value_only {
            let limit = Duration::from_secs_f64((seconds * 100.0).clamp(1.0, 10.0));
            let budget = Arc::new(Budget::new(Some(limit), None));
            let (by_value, seconds) = timed(|| {
                let calc = Calc::new(Arc::new(Store::default()), budget);
                let mut judge = SumSolver::new(&rules, Play::Normal, calc);
                let value = judge.value(&sum)?;
                Ok::<Outcome, upstar_base::Stopped>(judge.calc().outcome(value))
            });
            let answer = by_value.map_or_else(|stopped| stopped.to_string(), |o| o.to_string());
            report("    by values alone", seconds, None, &answer);
        }
    }
}

fn short(position: &str) -> String {
    let rows = position.split('|').count();
    let columns = position.split('|').next().unwrap_or("").chars().count();
    if position.contains(" + ") {
        format!("sum of {}", position.split(" + ").count())
    } else {
        format!("{rows}x{columns}")
    }
}

/// Works with the type of the rules where the program does.
fn with_type(rules: &str, position: &str, work: impl TypedVisitor<Output = ()>) {
    let (_, rules) = open(rules, position).unwrap();
    typed(&rules, work).unwrap_or_else(|work| work.visit(Arc::new(rules)));
}

fn value(rules: &str, position: &str, target: f64) {
    with_type(rules, position, Value { name: rules, position, target: Some(target) });
}

fn winner(rules: &str, position: &str, target: f64, value_only: bool) {
    let question = WhoWins { name: rules, position, target: Some(target), value_only };
    with_type(rules, position, question);
}

/// Every board of 4x4 squares: distinct values and the hottest.
struct Census;

impl TypedVisitor for Census {
    type Output = ();

    fn visit<R: Rules>(self, rules: Arc<R>) {
        let boards: Vec<_> = (0..1u32 << 16)
            .map(|bits| {
                let cell = |i: u32| if bits >> i & 1 == 1 { '.' } else { '#' };
                let row = |r: u32| (0..4).map(|c| cell(4 * r + c)).collect::<String>();
                rules.parse(&(0..4).map(row).collect::<Vec<_>>().join("|")).unwrap()
            })
            .collect();
        let ((distinct, hottest, on), seconds) = timed(|| {
            let mut values = Values::new(&rules, Calc::default());
            let mut counts = FxHashMap::default();
            for board in boards {
                *counts.entry(values.of(board).unwrap()).or_insert(0) += 1;
            }
            let mut all: Vec<_> = counts.iter().collect();
            all.sort_unstable_by_key(|(g, _)| g.index());
            let calc = values.calc();
            let heat = |&(&g, &n): &(&_, &usize)| (calc.temperature(g).unwrap(), n);
            let temperatures: Vec<_> = all.iter().map(heat).collect();
            let hottest = temperatures.iter().map(|(t, _)| t.clone()).max().unwrap();
            let on: usize = temperatures.iter().filter(|(t, _)| *t == hottest).map(|x| x.1).sum();
            (all.len(), hottest, on)
        });
        let answer = format!("{distinct} values, hottest {hottest} on {on} boards");
        report("domineering, all boards of 4x4", seconds, Some(0.05), &answer);
    }
}

/// Every row of ten squares of Toads and Frogs.
struct Rows;

impl TypedVisitor for Rows {
    type Output = ();

    fn visit<R: Rules>(self, rules: Arc<R>) {
        let rows: Vec<_> = (0..3u32.pow(10))
            .map(|n| {
                let symbol = |i: u32| ['.', 't', 'f'][(n / 3u32.pow(i) % 3) as usize];
                rules.parse(&(0..10).map(symbol).collect::<String>()).unwrap()
            })
            .collect();
        let ((counts, hottest), seconds) = timed(|| {
            let mut values = Values::new(&rules, Calc::default());
            let mut counts = [0; 4];
            let mut hottest = upstar_values::Dyadic::from(-1);
            for row in rows {
                let value = values.of(row).unwrap();
                let calc = values.calc();
                counts[calc.outcome(value) as usize] += 1;
                hottest = hottest.max(calc.temperature(value).unwrap());
            }
            (counts, hottest)
        });
        let [l, r, n, p] = counts;
        let answer = format!("{l} L, {r} R, {n} N, {p} P, hottest {hottest}");
        report("toads-and-frogs, all 3^10 rows", seconds, Some(0.06), &answer);
    }
}

/// Sums of random 5x5 boards: values first, then the winner of each sum.
struct RandomSums(usize);

impl TypedVisitor for RandomSums {
    type Output = ();

    fn visit<R: Rules>(self, rules: Arc<R>) {
        let mut random = Random::new(88_172_645);
        let mut values = Values::new(&rules, Calc::default());
        let mut slowest: f64 = 0.0;
        let mut answers = String::new();
        for _ in 0..5 {
            let terms: Vec<_> = (0..self.0)
                .map(|_| {
                    let mut cells = ['.'; 25];
                    (0..5).for_each(|_| cells[random.below(25)] = '#');
                    let rows: Vec<String> =
                        cells.chunks(5).map(|row| row.iter().collect()).collect();
                    values.of(rules.parse(&rows.join("|")).unwrap()).unwrap()
                })
                .collect();
            let budget = Arc::new(Budget::new(Some(Duration::from_secs(15)), None));
            let mut calc = values.calc().fork();
            calc.set_budget(budget);
            let (outcome, seconds) = timed(|| SumWinner::new(&mut calc).outcome(&terms));
            slowest = slowest.max(seconds);
            answers += &outcome.map_or_else(|_| "?".to_owned(), |o| o.to_string());
        }
        let what = format!("5 sums of {} random 5x5 boards, slowest", self.0);
        report(&what, slowest, (self.0 <= 16).then_some(0.1), &answers);
    }
}

/// Twenty random rows of Clobber, where one square in `gap` is empty: who wins each.
struct Gaps {
    squares: usize,
    gap: usize,
}

impl TypedVisitor for Gaps {
    type Output = ();

    fn visit<R: Rules>(self, rules: Arc<R>) {
        let mut random = Random::new(88_172_645);
        let mut square = || match random.below(self.gap) {
            0 => '.',
            _ => ['x', 'o'][random.below(2)],
        };
        let rows: Vec<_> = (0..20)
            .map(|_| rules.parse(&(0..self.squares).map(|_| square()).collect::<String>()).unwrap())
            .collect();
        let (answers, seconds) = timed(|| {
            let winner = |row: &R::Position| {
                let mut judge = SumSolver::new(&rules, Play::Normal, Calc::default());
                judge.outcome(std::slice::from_ref(row)).unwrap().to_string()
            };
            rows.iter().map(winner).collect::<String>()
        });
        let what = format!("clobber, 20 rows of {}, a gap in {}", self.squares, self.gap);
        report(&what, seconds, Some(3.0), &answers);
    }
}

const STRIPS: &str = "OXOXXXOXXX XOOXXXOXXX XOXXXXOOXX OXXXOXXXXO OOOOOOXXXX OOOOOXXOXO XOOXXOOOOO \
                      XXOOXXOOOO OXOOXXOXXO XXOOOXXOOO XOOOOOXXXX XXXXOXOOXX";

fn main() {
    let large = std::env::args().nth(1).is_some_and(|word| word.eq_ignore_ascii_case("large"));
    for (r, c, target) in [(3, 4, 0.05), (4, 4, 0.05), (4, 5, 0.05), (5, 5, 0.15), (5, 6, 5.0)] {
        value("domineering", &rectangle(r, c), target);
    }
    for (r, c, target) in [(6, 6, 0.05), (7, 7, 0.5), (6, 8, 2.0)] {
        winner("domineering", &rectangle(r, c), target, true);
    }
    with_type("domineering", "....|....|....|....", Census);
    with_type("toads-and-frogs", "t........f", Rows);
    value("clobber", &checkerboard(3, 4), 0.3);
    value("clobber", &checkerboard(3, 5), 0.3);
    winner("clobber", &checkerboard(4, 5), 0.3, false);
    for (n, target) in [(13, 0.1), (16, 1.5)] {
        value("clobber", &"xo".repeat(n), target);
    }
    for (n, target) in [(16, 0.05), (30, 4.0)] {
        winner("clobber", &"xo".repeat(n), target, n == 16);
    }
    winner("clobber", &STRIPS.split_whitespace().collect::<Vec<_>>().join(" + "), 0.02, true);
    for n in [8, 16, 24] {
        with_type("domineering", ".....|.....|.....|.....|.....", RandomSums(n));
    }
    value("amazons", "x..#|....|.#.o", 0.1);
    value("amazons", "x...|....|....|...o", 8.0);
    winner("amazons", "x...|....|....|...o", 0.15, false);
    value("cram", &rectangle(4, 5), 5.0);
    value("cram", &rectangle(5, 5), 5.0);
    for (rules, r, c) in [("cram", 3, 9), ("cram", 8, 8), ("grid-col", 5, 5), ("grid-col", 6, 7)] {
        winner(rules, &rectangle(r, c), 0.5, false);
    }
    winner("grid-snort", "....#|.....|..#..|.....|.....", 0.1, false);
    winner("grid-snort", &rectangle(7, 8), 0.1, false);
    winner("amazons", "x....|.....|.....|....o", 0.5, false);
    winner("konane", "xoxoxo|oxoxox|xo..xo|oxoxox|xoxoxo", 0.5, false);
    for gap in [6, 12, 24] {
        with_type("clobber", &"xo".repeat(30), Gaps { squares: 60, gap });
    }
    if large {
        winner("cram", &rectangle(5, 7), 20.0, false);
        winner("amazons", "x....|.....|.....|.....|....o", 12.5, false);
        winner("clobber", &checkerboard(4, 6), 5.0, false);
        winner("clobber", &checkerboard(5, 5), 20.0, false);
        winner("domineering", &rectangle(8, 8), 4.0, false);
        winner("domineering", &rectangle(7, 9), 20.0, false);
        value("domineering", &rectangle(6, 6), 180.0);
    }
    println!("peak memory {} MB", peak_megabytes());
}
