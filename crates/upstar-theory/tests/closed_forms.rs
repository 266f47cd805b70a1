//! Closed forms and periods of Winning Ways, chapters 9 and 10, on larger boards than the printed
//! tables.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Options, Play, Player};
use upstar_rules::cake::coolcakes::Coolcakes;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, open};
use upstar_rules::variant::Impartial;
use upstar_rules::{Picture, PositionError, Rules};
use upstar_theory::compound::Compound;
use upstar_theory::compound::solver::CompoundSolver;
use upstar_theory::theory::Theory;
use upstar_values::value::Paced;
use upstar_values::{Tallies, Value};

type Cakes = <Coolcakes as Rules>::Position;

struct Boxed {
    impartial: bool,
}

impl Boxed {
    fn visit(self, _: &About<'_>, rules: Erased) -> Erased {
        if self.impartial { Erased::new(Impartial(rules)) } else { Erased::new(rules) }
    }
}

fn rules(name: &str) -> Arc<Erased> {
    Arc::new(
        open(name, "")
            .map(|(about, rules)| Boxed { impartial: false }.visit(about, rules))
            .unwrap(),
    )
}

fn impartial(name: &str) -> Arc<Erased> {
    Arc::new(
        open(name, "").map(|(about, rules)| Boxed { impartial: true }.visit(about, rules)).unwrap(),
    )
}

fn referee<R: Rules>(rules: &Arc<R>, compound: Compound, play: Play) -> CompoundSolver<R> {
    CompoundSolver::new(rules, compound, play, Arc::new(Budget::unlimited())).unwrap()
}

/// The numbers of Left and Right; of impartial games the same twice.
fn numbers<R: Rules>(
    referee: &mut CompoundSolver<R>,
    rules: &Arc<R>,
    cell: &[usize],
) -> (u32, u32) {
    let position = rules.family().cell(&[1 << 12, 1 << 12], cell).unwrap();
    let standing = referee.standing(&[position]).unwrap();
    match referee.worth(&standing).unwrap().value {
        Value::Paced(Paced { left, right, .. }) => (left, right.unwrap_or(left)),
        other => panic!("{other:?}"),
    }
}

fn tallies<R: Rules>(referee: &mut CompoundSolver<R>, position: R::Position) -> Tallies {
    let standing = referee.standing(&[position]).unwrap();
    match referee.worth(&standing).unwrap().value {
        Value::Tallies(tallies) => (**tallies).clone(),
        other => panic!("{other:?}"),
    }
}

fn squares(side: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..=side).flat_map(move |h| (1..=side).map(move |w| (h, w)))
}

#[test]
fn cutcakes_as_a_slow_join() {
    let rules = rules("cutcake");
    let mut referee = referee(&rules, Compound::SlowJoin, Play::Normal);
    for (h, w) in squares(32) {
        let expected = match h.cmp(&w) {
            std::cmp::Ordering::Less => (2 * w - 3, 2 * w - 2),
            std::cmp::Ordering::Greater => (2 * h - 2, 2 * h - 3),
            std::cmp::Ordering::Equal => (2 * h - 2, 2 * h - 2),
        };
        let found = numbers(&mut referee, &rules, &[h as usize, w as usize]);
        assert_eq!(found, expected, "{h}x{w}");
    }
}

#[test]
fn eatcakes_as_a_rapid_join() {
    let rules = rules("eatcake");
    let mut normal = referee(&rules, Compound::Join, Play::Normal);
    let mut misere = referee(&rules, Compound::Join, Play::Misere);
    for (h, w) in squares(30) {
        let cell = [h as usize, w as usize];
        let expected = match (h, w) {
            (1, 1) => (1, 1),
            (1, _) => (2, 1),
            (_, 1) => (1, 2),
            _ => (3, 3),
        };
        assert_eq!(numbers(&mut normal, &rules, &cell), expected, "{h}x{w}");
        let expected = match h.cmp(&w) {
            std::cmp::Ordering::Equal => (2 * h - 1, 2 * h - 1),
            std::cmp::Ordering::Less => (2 * h, 2 * h - 1),
            std::cmp::Ordering::Greater => (2 * w - 1, 2 * w),
        };
        assert_eq!(numbers(&mut misere, &rules, &cell), expected, "misère {h}x{w}");
    }
    let rules = impartial("eatcake");
    let mut normal = referee(&rules, Compound::Join, Play::Normal);
    let mut misere = referee(&rules, Compound::Join, Play::Misere);
    for (h, w) in squares(30) {
        let cell = [h as usize, w as usize];
        let (first, last) =
            (numbers(&mut normal, &rules, &cell).0, numbers(&mut misere, &rules, &cell).0);
        let expected = if (h, w) == (1, 1) { 1 } else { first + 1 };
        assert_eq!(last, expected, "{h}x{w}");
    }
}

/// Where a sequence starts to repeat, and its period, a divisor of `multiple`.
fn period(sequence: &[u32], multiple: usize) -> (usize, usize) {
    let mut found = None;
    for period in (1..=multiple).filter(|&p| multiple.is_multiple_of(p)) {
        let differs = (0..sequence.len() - period).rev();
        let start = differs
            .take_while(|&i| sequence[i] == sequence[i + period])
            .last()
            .unwrap_or(sequence.len());
        if start < sequence.len() / 2 {
            found = found.or(Some((start, period)));
        }
    }
    found.unwrap()
}

#[test]
fn periods_of_eatcakes() {
    let rules = impartial("eatcake");
    for (play, rows, multiple, further) in
        [(Play::Normal, 9, 16, &[(10, 48)][..]), (Play::Misere, 4, 18, &[(5, 36), (6, 36)][..])]
    {
        let mut referee = referee(&rules, Compound::SlowJoin, play);
        let mut row = |h: usize, width: usize| {
            let mut row = vec![0];
            row.extend((1..=width).map(|w| numbers(&mut referee, &rules, &[h, w]).0));
            row
        };
        for h in 1..=rows {
            let (start, period) = period(&row(h, 100), multiple);
            assert!(start + period <= 20, "{play} row {h}: {start} {period}");
        }
        for &(h, expected) in further {
            let (_, period) = period(&row(h, 4 * expected), expected);
            assert_eq!(period, expected, "{play} row {h}");
        }
    }
}

/// Far from the edge four columns more are four moves more, for misère play with passes.
#[test]
fn periods_of_the_horses() {
    let rules = rules("horses(quarter)");
    let mut referee = referee(&rules, Compound::JoinPass, Play::Misere);
    for row in 1..=14 {
        for column in 40..=120 {
            let (left, right) = numbers(&mut referee, &rules, &[row, column]);
            let further = numbers(&mut referee, &rules, &[row, column + 4]);
            assert_eq!(further, (left + 4, right + 4), "row {row}, column {column}");
            let (down, across) = numbers(&mut referee, &rules, &[column, row]);
            assert_eq!((across, down), (left, right));
        }
    }
}

#[test]
fn coolcakes() {
    let rules = rules("coolcakes");
    let mut referee = referee(&rules, Compound::Union, Play::Normal);
    for (h, w) in squares(40) {
        let (i, j) = (h.ilog2(), w.ilog2());
        let expected = match i.cmp(&j) {
            std::cmp::Ordering::Equal => format!("0_{0} 0_{0}", 2 * i + 1),
            std::cmp::Ordering::Less => format!("0_{} 0_{}", 2 * j, 2 * j + 1),
            std::cmp::Ordering::Greater => format!("0_{} 0_{}", 2 * i + 1, 2 * i),
        };
        let position = rules.family().member(&[h as usize, w as usize]).unwrap();
        assert_eq!(tallies(&mut referee, position), expected.parse().unwrap(), "{h}x{w}");
    }
}

#[test]
fn select_boys_and_girls() {
    let rules = rules("select-boys-and-girls");
    let mut referee = referee(&rules, Compound::Union, Play::Normal);
    for n in 5..=199u32 {
        let (k, j) = (n / 5, n % 5);
        let (a, b) = (2 * k + 1, 2 * (k / 2) + 2);
        // The nearest integer to the square root of 2k - 1, without fractions.
        let root = (0..).find(|r| (2 * r + 1) * (2 * r + 1) > 4 * (2 * k - 1)).unwrap();
        let c = 2 * root;
        let same = match (n, j) {
            (5, _) => "4_1 0_2".to_owned(),
            (6, _) => "2_2 1_2".to_owned(),
            (_, 0) => format!("4_{b} 0_{b}"),
            (_, 1) => format!("3_{c} 1_{c}"),
            (_, 2) => format!("2_{a} 2_{a}"),
            (_, 3) => format!("2_{} 1_{}", b + 1, c + 1),
            _ => format!("3_{} 0_{}", c + 1, a + 1),
        };
        let different = match j {
            0 => format!("2_{b} -2_{b}"),
            1 => format!("1_{c} -1_{c}"),
            2 => format!("0_{a} 0_{a}"),
            3 => format!("1_{0} -1_{0}", c + 1),
            _ => format!("2_{0} -2_{0}", a + 1),
        };
        for (text, expected) in [(format!("L{n}L"), same), (format!("L{n}R"), different)] {
            let found = tallies(&mut referee, rules.parse(&text).unwrap());
            assert_eq!(
                found.to_string(),
                expected.parse::<Tallies>().unwrap().to_string(),
                "{text}"
            );
        }
    }
}

#[test]
fn mrs_grundy() {
    let (plain, variation) = (rules("mrs-grundy"), rules("mrs-grundy(variation)"));
    let mut plainly = referee(&plain, Compound::Union, Play::Normal);
    let mut varied = referee(&variation, Compound::Union, Play::Normal);
    for n in 1..=99usize {
        let k = n / 3;
        let expected = match (n, n % 3) {
            (_, 1) => "1_0 1_0".to_owned(),
            (2, _) => "-1_0 -1_0".to_owned(),
            (_, 2) => format!("2_1 -1_{}", 2 * k),
            _ => format!("0_{} 0_1", 2 * k - 1),
        };
        let found = tallies(&mut plainly, plain.family().member(&[n]).unwrap());
        assert_eq!(found, expected.parse().unwrap(), "{n}");
        let expected = match (n, n % 3) {
            (1, _) => "1_0 1_0".to_owned(),
            (_, 1) => format!("1_{} -2_1", 2 * k),
            (_, 2) => "-1_0 -1_0".to_owned(),
            _ => format!("0_1 0_{}", 2 * k - 1),
        };
        let found = tallies(&mut varied, variation.family().member(&[n]).unwrap());
        assert_eq!(found, expected.parse().unwrap(), "variation {n}");
    }
}

/// Coolcakes in which nobody may make a square.
struct NoSquares(Coolcakes);

impl Rules for NoSquares {
    type Position = Cakes;
    fn options(&self, cakes: &Cakes, who: Player, out: &mut dyn Options<Cakes>) {
        let mut all = Vec::new();
        self.0.options(cakes, who, &mut all);
        all.retain(|option: &Cakes| {
            option.kinds().iter().all(|(cake, _)| cake.height != cake.width)
        });
        out.extend(all);
    }
    fn parse(&self, text: &str) -> Result<Cakes, PositionError> {
        self.0.parse(text)
    }
    fn show(&self, cakes: &Cakes) -> String {
        self.0.show(cakes)
    }
    fn picture(&self, cakes: &Cakes) -> Picture {
        self.0.picture(cakes)
    }
    fn compound_parts(&self, cakes: &Cakes, out: &mut dyn Options<(Cakes, u64)>) {
        self.0.compound_parts(cakes, out);
    }
    fn normal_form(&self, cakes: Cakes) -> (Cakes, bool) {
        self.0.normal_form(cakes)
    }
}

/// Who leaves a square loses at once, so such moves may as well be forbidden.
#[test]
fn baked_alaska() {
    let (alaska, forbidden) = (rules("baked-alaska"), Arc::new(NoSquares(Coolcakes::default())));
    let mut cold = referee(&alaska, Compound::Union, Play::Normal);
    let mut cool = referee(&forbidden, Compound::Union, Play::Normal);
    for (h, w) in squares(29) {
        let size = [h as usize, w as usize];
        let found = tallies(&mut cold, alaska.family().member(&size).unwrap());
        let expected = if h == w {
            "inf_1 -inf_1".parse().unwrap()
        } else {
            tallies(&mut cool, forbidden.0.family().member(&size).unwrap())
        };
        assert_eq!(found, expected, "{h}x{w}");
    }
}
