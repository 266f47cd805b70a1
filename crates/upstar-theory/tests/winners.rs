//! Winners of boards that are too large for values, against a search that knows nothing but the
//! moves, and against the literature.

use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::file::FileError;
use upstar_base::file::sealed::{self, SealedError};
use upstar_base::{Budget, Outcome, Player, Stopped};
use upstar_rules::Rules;
use upstar_rules::grid::amazons::Amazons;
use upstar_rules::grid::clobber::Clobber;
use upstar_rules::grid::domineering::Domineering;
use upstar_rules::grid::plane::{Double, Medium, Small, Wide};
use upstar_testing::Random;
use upstar_theory::outcome_search::{OutcomeSearch, Team};
use upstar_theory::sum_solver::{Play, SumSolver};
use upstar_values::{Calc, Store};

type Known<P> = FxHashMap<(P, Player), bool>;

/// Does `who`, to move, win? By all moves.
fn plain<R: Rules>(
    rules: &R,
    position: &R::Position,
    who: Player,
    known: &mut Known<R::Position>,
) -> bool {
    let key = (position.clone(), who);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut options = Vec::new();
    rules.options(position, who, &mut options);
    let wins = options.iter().any(|option| !plain(rules, option, !who, known));
    known.insert(key, wins);
    wins
}

/// A board whose squares are drawn at random from these symbols.
fn board(rows: usize, columns: usize, symbols: &[char], random: &mut Random) -> String {
    let mut row = || (0..columns).map(|_| symbols[random.below(symbols.len())]).collect();
    (0..rows).map(|_| row()).collect::<Vec<String>>().join("|")
}

/// Random boards, each asked of an engine that remembers and of one that has just begun.
fn agrees<R: Rules>(rules: R, sizes: &[(usize, usize)], symbols: &[char], boards: usize) {
    let rules = Arc::new(rules);
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for &(rows, columns) in sizes {
        let mut known = Known::default();
        for size in [0, 6, 12] {
            let mut old = OutcomeSearch::new(&rules, Calc::default()).with_exact_size(size);
            for _ in 0..boards {
                let text = board(rows, columns, symbols, &mut random);
                let position = rules.parse(&text).unwrap();
                let mut new = OutcomeSearch::new(&rules, Calc::default()).with_exact_size(size);
                for who in Player::BOTH {
                    let expected = plain(&*rules, &position, who, &mut known);
                    let sum = std::slice::from_ref(&position);
                    assert_eq!(old.wins(sum, who), Ok(expected), "{text}, {who} first");
                    assert_eq!(new.wins(sum, who), Ok(expected), "{text}, {who} first");
                }
            }
        }
    }
}

#[test]
fn domineering_with_holes() {
    let sizes = [(4, 4), (4, 5), (5, 4), (4, 6), (3, 7)];
    agrees(Domineering::<Small>::new(), &sizes, &['.', '.', '.', '.', '#'], 60);
    agrees(Domineering::<Small>::new(), &sizes, &['.', '.', '#'], 60);
}

/// One thread searches the same positions each time.
#[test]
fn the_number_of_positions_is_the_same() {
    let rules = Arc::new(Domineering::<Small>::new());
    let position = [rules.parse(&rectangle(6, 6)).unwrap()];
    let visited = || {
        let mut winner = OutcomeSearch::new(&rules, Calc::default());
        assert_eq!(winner.outcome(&position), Ok(Outcome::N));
        winner.visited()
    };
    assert_eq!(visited(), visited());
}

#[test]
fn domineering_with_holes_on_wide_boards() {
    agrees(Domineering::<Wide>::new(), &[(4, 5), (2, 9)], &['.', '.', '.', '#'], 30);
    let sizes = [(4, 5), (5, 4), (2, 11), (9, 2), (3, 7), (7, 3)];
    agrees(Domineering::<Double>::new(), &sizes, &['.', '.', '.', '#'], 30);
}

#[test]
fn clobber_with_gaps() {
    let rules = Clobber::<Small>::from_parameters("").unwrap();
    agrees(rules, &[(3, 4), (2, 6)], &['x', 'o', 'x', 'o', '.'], 40);
    let rules = Clobber::<Small>::from_parameters("").unwrap();
    agrees(rules, &[(3, 4), (2, 6)], &['x', 'o'], 15);
}

/// Several searches at once say what one says.
fn together<R: Rules>(rules: R, sizes: &[(usize, usize)], symbols: &[char], boards: usize) {
    let rules = Arc::new(rules);
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    for &(rows, columns) in sizes {
        let mut known = Known::default();
        for threads in [2, 3] {
            let mut old = Team::new(&rules, &Calc::default(), threads);
            for _ in 0..boards {
                let text = board(rows, columns, symbols, &mut random);
                let position = rules.parse(&text).unwrap();
                for who in Player::BOTH {
                    let expected = plain(&*rules, &position, who, &mut known);
                    let answer = old.wins(std::slice::from_ref(&position), who);
                    assert_eq!(answer, Ok(expected), "{text}, {who} first, {threads} threads");
                }
            }
        }
    }
}

#[test]
fn teams_on_boards_with_holes() {
    let sizes = [(4, 5), (5, 4), (4, 6), (3, 7)];
    together(Domineering::<Small>::new(), &sizes, &['.', '.', '.', '.', '#'], 40);
    together(Domineering::<Medium>::new(), &[(4, 5)], &['.', '.', '.', '#'], 20);
    let rules = Clobber::<Small>::from_parameters("").unwrap();
    together(rules, &[(3, 4), (2, 6)], &['x', 'o', 'x', 'o', '.'], 40);
}

/// Two searches at once on boards that take some time, and the budget is given back.
#[test]
fn teams_on_large_boards() {
    let budget = Arc::new(Budget::new(None, Some(1 << 30)));
    let calc = Calc::new(Arc::new(Store::default()), Arc::clone(&budget));
    let rules = Arc::new(Domineering::<Small>::new());
    for (rows, columns, expected) in [(7, 7, Outcome::N), (6, 8, Outcome::R)] {
        let mut team = Team::new(&rules, &calc, 2);
        let position = [rules.parse(&rectangle(rows, columns)).unwrap()];
        assert_eq!(team.outcome(&position), Ok(expected), "{rows}x{columns}");
        assert!(team.visited() > 0);
    }
    let rules = Arc::new(Clobber::<Small>::from_parameters("").unwrap());
    let position = [rules.parse("xoxox|oxoxo|xoxox|oxoxo").unwrap()];
    assert_eq!(Team::new(&rules, &calc, 2).outcome(&position), Ok(Outcome::N));
    assert_eq!(budget.check(), Ok(()));
}

/// A search that is ended again and again, each time after a few steps more, and goes on from its
/// file comes to the same end.
fn goes_on<R: Rules>(rules: R, text: &str, first: u64, threads: usize) {
    let rules = Arc::new(rules);
    let position = [rules.parse(text).unwrap()];
    let expected = OutcomeSearch::new(&rules, Calc::default()).outcome(&position).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let (mut steps, mut ended) = (first, 0);
    let outcome = loop {
        let budget = Arc::new(Budget::steps_of(&Arc::new(Budget::unlimited()), steps));
        let calc = Calc::new(Arc::new(Store::default()), budget);
        let mut judge = SumSolver::new(&rules, Play::Normal, calc).with_threads(threads);
        let kept = match judge.outcome_kept(&position, &file, text) {
            Ok(kept) => kept,
            // Not even what is known could be read.
            Err(SealedError::File(FileError::Stopped(_))) => {
                steps *= 2;
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        kept.saved.unwrap();
        match kept.outcome {
            Ok(outcome) => break outcome,
            Err(stopped) => assert_eq!(stopped, Stopped::Steps(steps)),
        }
        ended += 1;
        steps += first / 2;
    };
    assert_eq!(outcome, expected, "{text}");
    assert!(ended > 0, "{text}");
    // What is known by now is the answer.
    let mut judge = SumSolver::new(&rules, Play::Normal, Calc::default());
    let kept = judge.outcome_kept(&position, &file, text).unwrap();
    assert_eq!((kept.outcome.unwrap(), judge.progress().states), (expected, 0), "{text}");
}

#[test]
fn searches_go_on_from_files() {
    for threads in [1, 2] {
        goes_on(Domineering::<Small>::new(), &rectangle(7, 7), 4000, threads);
        goes_on(Domineering::<Medium>::new(), &rectangle(7, 7), 10_000, threads);
        let rules = Clobber::<Small>::from_parameters("").unwrap();
        goes_on(rules, "xoxox|oxoxo|xoxox", 500, threads);
        let rules = Amazons::<Small>::from_parameters("").unwrap();
        goes_on(rules, "x...|....|....|...o", 1000, threads);
    }
}

#[test]
fn files_of_other_searches_are_refused() {
    let rules = Arc::new(Domineering::<Small>::new());
    let position = [rules.parse(&rectangle(7, 7)).unwrap()];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let ask = |name: &str| {
        let mut judge = SumSolver::new(&rules, Play::Normal, Calc::default());
        judge.outcome_kept(&position, &file, name)
    };
    assert!(ask("7x7").unwrap().saved.unwrap() > 0);
    let whole = std::fs::read(&file).unwrap();
    let what = |name: &str| match ask(name) {
        Err(SealedError::Foreign { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(what("7x8"), "it belongs to `7x7`");
    let mut random = Random::new(5);
    for _ in 0..40 {
        let mut damaged = whole.clone();
        damaged[random.below(whole.len())] ^= 1 << random.below(8);
        std::fs::write(&file, &damaged).unwrap();
        what("7x7");
        std::fs::write(&file, &whole[..random.below(whole.len())]).unwrap();
        what("7x7");
    }
    // Under a right seal, but with less in it than it says.
    let body = &whole[20..whole.len() - 8];
    for cut in [1, 2, 5, 40, body.len() / 2, body.len() - 7] {
        sealed::write(&file, &body[..body.len() - cut]).unwrap();
        assert_eq!(what("7x7"), "its pieces do not fit together", "{cut}");
    }
    std::fs::write(&file, &whole).unwrap();
    assert_eq!(ask("7x7").unwrap().outcome, Ok(Outcome::N));
}

fn rectangle(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("|")
}

/// Rows and columns up to 6: Breuker, Uiterwijk and van den Herik, Solving 8x8 Domineering,
/// Theoretical Computer Science 230 (2000), table 1.
const RECTANGLES: [&str; 6] = ["PRRRRR", "LNNRLN", "LNNRRR", "LLLNLN", "LRLRPR", "LNLNLN"];

#[test]
fn rectangles_of_domineering() {
    let rules = Arc::new(Domineering::<Small>::new());
    for (rows, line) in (1..).zip(RECTANGLES) {
        for (columns, expected) in (1..).zip(line.chars()) {
            let position = [rules.parse(&rectangle(rows, columns)).unwrap()];
            let outcome = OutcomeSearch::new(&rules, Calc::default()).outcome(&position).unwrap();
            assert_eq!(outcome.to_string(), expected.to_string(), "{rows}x{columns}");
            if rows * columns > 25 {
                continue;
            }
            let mut known = Known::default();
            let [left, right] =
                Player::BOTH.map(|who| plain(&*rules, &position[0], who, &mut known));
            assert_eq!(Outcome::from_first(left, right), outcome, "{rows}x{columns}");
        }
    }
}

/// A search within so many bytes.
fn within(memory: u64, rows: usize, columns: usize) -> Result<Outcome, Stopped> {
    let rules = Arc::new(Domineering::<Small>::new());
    let calc = Calc::new(Arc::new(Store::default()), Arc::new(Budget::new(None, Some(memory))));
    let mut winner = OutcomeSearch::new(&rules, calc);
    winner.outcome(&[rules.parse(&rectangle(rows, columns)).unwrap()])
}

#[test]
fn a_search_with_little_memory_forgets_and_says_the_same() {
    assert_eq!(within(1 << 30, 6, 8), Ok(Outcome::R));
    assert_eq!(within(48 << 20, 6, 8), Ok(Outcome::R));
    assert_eq!(within(1 << 17, 6, 8), Err(Stopped::Memory(1 << 17)));
}
