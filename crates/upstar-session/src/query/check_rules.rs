//! Whether rules are what they say: `upstar rules check FILE`.
//!
//! Components, normal forms and the like make answers fast; here they are held against plain play,
//! which knows nothing but the moves. Positions come from what the file tells to try, from its
//! table and from random boards, and from random play out of these. The first position that
//! disagrees is made as small as possible.

use crate::position::with_position;
use crate::query::prelude::*;
use crate::query::rules::told;
use crate::query::value::{self, value};
use std::collections::{HashMap, HashSet};
use upstar_base::{Options, Outcome, OutcomeClass, Player, Random, Verdict};
use upstar_rulefile::Own;
use upstar_rules::erased::Erased;
use upstar_rules::registry::About;
use upstar_rules::{MoveKind, Picture, PositionError, Rules, listed, read_sum};
use upstar_theory::compound::Compound;
use upstar_theory::misere::Misere;
use upstar_theory::theory::{PlayMode, Theory, choose_theory};
use upstar_theory::values::Values;
use upstar_values::{Calc, Store};

described! {
    /// Check rules: known values, and what was found out about them against plain play
    pub struct CheckRulesQuery {
        /// A file of rules: ./mygame.up
        pub rules: String,
        /// How many random positions are tried [default: 300]
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub games: Option<u32>,
        /// Try other random positions
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 0))]
        #[serde(default)]
        pub seed: u64,
    }
}

impl Query for CheckRulesQuery {
    type Answer = RulesCheck;
    const NAME: &'static str = "check-rules";
    const EXAMPLES: &'static [Example] = &[Example::new(
        "rules check nim --games 5 --seed 1",
        r#"{"rules":"nim","games":5,"seed":1}"#,
    )];

    fn rulesets(&self) -> Vec<&str> {
        vec![&self.rules]
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<RulesCheck, QueryError> {
        let CheckRulesQuery { rules, games, seed } = self;
        check(&mut session.state, rules, session.own.get(rules), *games, *seed)
    }
}

/// How many random positions are tried.
const GAMES: u32 = 300;

/// The most random positions that are tried.
const MOST_GAMES: u32 = 1_000_000;

/// A position has at most so many to come for plain search.
const MOST_POSITIONS: usize = 2_000;

/// What was found when rules were checked.
#[derive(Clone, Debug, Serialize)]
pub struct RulesCheck {
    /// The game.
    pub title: String,
    /// What was found out about it.
    pub found: Vec<(String, String)>,
    /// How many values that the file states were compared.
    pub known: usize,
    /// How many positions were compared with plain play.
    pub positions: usize,
    /// How many of them fall apart.
    pub split: usize,
    /// How many were too large for plain play, or endless.
    pub passed_over: usize,
    /// What is wrong, if something is.
    pub wrong: Option<Counterexample>,
    /// Why nothing was compared with brute force, if nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_checked: Option<String>,
}

/// A position that shows that something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// The position, as small as it was found.
    pub position: String,
    /// What is wrong with it.
    pub message: String,
}

impl Finding for RulesCheck {
    fn text(&self) -> String {
        let mut text = format!("{}\n{}", self.title, told(&self.found));
        let plural = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        match (&self.wrong, &self.not_checked) {
            (Some(wrong), _) => {
                text += &format!("wrong at {}: {}\n", wrong.position, wrong.message);
            }
            (None, Some(why)) => {
                let known = plural(self.known, "known value");
                text += &format!("not checked: {why} ({known} right)\n");
            }
            (None, None) => {
                text += &format!(
                    "ok: {}, {} beside plain play, of which {} fell apart\n",
                    plural(self.known, "known value"),
                    plural(self.positions, "position"),
                    self.split
                );
            }
        }
        text
    }

    fn is_complete(&self) -> bool {
        self.wrong.is_none() && self.not_checked.is_none()
    }
}

/// Rules of which nothing is used but the moves and the notation.
struct PlainRules<R>(Arc<R>);

impl<R: Rules> Rules for PlainRules<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position, who: Player, out: &mut dyn Options<R::Position>) {
        self.0.options(position, who, out);
    }

    fn parse(&self, text: &str) -> Result<R::Position, PositionError> {
        self.0.parse(text)
    }

    fn show(&self, position: &R::Position) -> String {
        self.0.show(position)
    }

    fn picture(&self, position: &R::Position) -> Picture {
        self.0.picture(position)
    }
}

/// Checks rules.
fn check(
    state: &mut SessionState,
    rules: &str,
    own: Option<&Own>,
    games: Option<u32>,
    seed: u64,
) -> Result<RulesCheck, QueryError> {
    let registry = state.registry();
    let refused = |failure: PositionFailure| failure.of(rules, "");
    if games.is_some_and(|games| games > MOST_GAMES) {
        let message = format!("at most {MOST_GAMES} random positions are tried");
        return Err(QueryError::plain(Kind::Size, message));
    }
    state.begin("checking");
    let size = if own.is_some_and(Own::is_strip) { (1, 64) } else { (8, 8) };
    let (games, dice, moves) = (games.unwrap_or(GAMES), Random::new(seed), Random::new(seed));
    let check = Check { state: &mut *state, own, games, dice, moves, rules };
    let opened = registry.open_sized(rules, size).map_err(PositionFailure::Rules);
    let checked = opened.and_then(|(about, rules)| check.run(&about, rules));
    state.end();
    checked.map_err(refused)
}

struct Check<'a> {
    state: &'a mut SessionState,
    own: Option<&'a Own>,
    games: u32,
    /// Chooses positions.
    dice: Random,
    /// Chooses moves.
    moves: Random,
    rules: &'a str,
}

/// What is compared, position by position.
struct Bench<R: Rules> {
    rules: Arc<R>,
    fast: Values<R>,
    slow: Values<PlainRules<R>>,
    fast_misere: Misere<R>,
    slow_misere: Misere<PlainRules<R>>,
    winners: Winners<R>,
    budget: Arc<Budget>,
}

/// Who answers where positions have no values of games that end: a theory, held against a search
/// that knows nothing but the moves.
enum Winners<R: Rules> {
    /// Positions have values.
    NotNeeded,
    /// This theory answers, as a sum or, if that has none, as a union of one component.
    Theory(Box<dyn Theory<R>>, Compound),
    /// No theory answers, for this reason.
    Refused(String),
}

impl<R: Rules> Winners<R> {
    fn of(rules: &Arc<R>, calc: Calc) -> Winners<R> {
        let nature = rules.nature();
        if !nature.loopy && nature.special_moves.is_empty() {
            return Winners::NotNeeded;
        }
        if nature.special_moves.contains(&MoveKind::Entailing) {
            let why = "moves that must be answered are not searched by brute force here";
            return Winners::Refused(why.to_owned());
        }
        let sum = choose_theory(rules, &PlayMode::default(), calc.fork());
        let sum = match sum {
            Ok(theory) => return Winners::Theory(theory, Compound::Sum),
            Err(unsupported) => unsupported,
        };
        let union = PlayMode { compound: Compound::Union, ..PlayMode::default() };
        match choose_theory(rules, &union, calc) {
            Ok(theory) => Winners::Theory(theory, Compound::Union),
            Err(_) => Winners::Refused(sum.to_string()),
        }
    }

    fn refused(&self) -> Option<String> {
        match self {
            Winners::Refused(why) => Some(why.clone()),
            Winners::NotNeeded | Winners::Theory(..) => None,
        }
    }
}

impl Check<'_> {
    fn run(mut self, about: &About<'_>, rules: Erased) -> Result<RulesCheck, PositionFailure> {
        let rules = Arc::new(rules);
        let found = self.own.map(Own::findings).unwrap_or_default();
        let mut checked = RulesCheck {
            title: about.title.to_owned(),
            found: found.into_iter().map(|f| (f.what.to_owned(), f.text)).collect(),
            known: 0,
            positions: 0,
            split: 0,
            passed_over: 0,
            wrong: None,
            not_checked: None,
        };
        let budget = Arc::clone(self.state.budget());
        let store = Arc::new(Store::default());
        let calc = || Calc::new(Arc::clone(&store), Arc::clone(&budget));
        let plain = Arc::new(PlainRules(Arc::clone(&rules)));
        let mut bench = Bench {
            fast: Values::new(&rules, calc()).without_theorems(),
            slow: Values::new(&plain, calc()),
            fast_misere: Misere::new(&rules, Arc::clone(&budget)),
            slow_misere: Misere::new(&plain, Arc::clone(&budget)),
            winners: Winners::of(&rules, calc()),
            rules: Arc::clone(&rules),
            budget,
        };
        checked.wrong = self.known(about, &mut checked.known)?;
        // The moves are chosen by what follows all positions, without keeping those.
        let start = self.dice.clone();
        for _ in 0..self.games {
            bench.budget.check()?;
            self.random();
        }
        self.moves = std::mem::replace(&mut self.dice, start);
        let examples = about.examples.len();
        for n in 0..examples.saturating_add(self.games as usize) {
            if checked.wrong.is_some() {
                break;
            }
            bench.budget.check()?;
            let text = match about.examples.get(n) {
                Some(&text) => text.to_owned(),
                None => self.random(),
            };
            let Ok(sum) = read_sum(&*rules, &text) else { continue };
            for position in sum {
                let walk = self.walk(&bench, position)?;
                for position in walk {
                    checked.wrong = bench.compare(&position, &mut checked)?;
                    if checked.wrong.is_some() {
                        break;
                    }
                }
            }
            if let Some(fault) = rules.fault() {
                return Err(PositionFailure::Fault(fault));
            }
        }
        if checked.positions == 0 {
            let why = bench.winners.refused();
            let why =
                why.unwrap_or_else(|| "no position is small enough for brute force".to_owned());
            checked.not_checked = Some(why);
        }
        Ok(checked)
    }
}

impl Check<'_> {
    /// Compares the values that the file states.
    fn known(
        &mut self,
        about: &About<'_>,
        count: &mut usize,
    ) -> Result<Option<Counterexample>, PositionFailure> {
        for known in about.known {
            let place = crate::question::PositionSpec::new(self.rules, known.position);
            let wrong = |message: String| {
                Ok(Some(Counterexample { position: known.position.to_owned(), message }))
            };
            let asked = with_position(self.state, &place, value::WHAT, |case| value(case, &[]));
            let found = match asked {
                Ok(found) => found,
                // A limit says nothing about the rules.
                Err(QueryError { kind: Kind::Stopped(stopped), .. }) if stopped.is_external() => {
                    return Err(stopped.into());
                }
                Err(refusal) => return wrong(refusal.to_string()),
            };
            self.state.begin("checking");
            let (is, says) = (format!("({})", found.value), format!("({})", known.value));
            let equal = self.state.session().eval(&format!("{is} == {says}"));
            let equal = match equal {
                Ok(evaluation) => {
                    matches!(evaluation.value, Some(upstar_calculator::Value::Boolean(true)))
                }
                Err(error) => match error.kind {
                    ErrorKind::Stopped(stopped) if stopped.is_external() => {
                        return Err(stopped.into());
                    }
                    _ => return wrong(format!("the value {} : {error}", known.value)),
                },
            };
            if !equal {
                let message = format!("the file says {}, it is {}", known.value, found.value);
                return wrong(message);
            }
            *count += 1;
        }
        Ok(None)
    }

    /// A random position as text.
    fn random(&mut self) -> String {
        let Some(own) = self.own else { return String::new() };
        let dice = &mut self.dice;
        if let Some(entries) = own.entries() {
            let tuple = |dice: &mut Random| {
                let number = |dice: &mut Random| dice.below(9).to_string();
                (0..entries).map(|_| number(dice)).collect::<Vec<_>>().join(",")
            };
            return tuple(dice);
        }
        let symbols = own.symbols();
        let (rows, columns) = match (own.is_strip(), own.is_graph()) {
            (true, _) => (1, 1 + dice.below(8)),
            (_, true) => (1 + dice.below(2), 1 + dice.below(3)),
            _ => (1 + dice.below(3), 1 + dice.below(4)),
        };
        let row = |dice: &mut Random| {
            (0..columns).map(|_| symbols[dice.below(symbols.len())]).collect::<String>()
        };
        (0..rows).map(|_| row(dice)).collect::<Vec<_>>().join("|")
    }

    /// A position and some that random play leads to.
    fn walk<R: Rules>(
        &mut self,
        bench: &Bench<R>,
        position: R::Position,
    ) -> Result<Vec<R::Position>, PositionFailure> {
        let mut walk = vec![position];
        for _ in 0..3 {
            let who = Player::BOTH[self.moves.below(2)];
            let Some(last) = walk.last() else { break };
            let options = listed(&*bench.rules, last, who, &bench.budget)?;
            match options.get(self.moves.below(options.len())) {
                Some(option) => walk.push(option.clone()),
                None => break,
            }
        }
        Ok(walk)
    }
}

/// The results for Left and for Right, each moving first, by going back from the ends of all play
/// that a position leads to.
fn by_moves_alone<R: Rules>(
    rules: &R,
    start: &R::Position,
    budget: &Arc<Budget>,
) -> Result<[Verdict; 2], Stopped> {
    let special = !rules.nature().special_moves.is_empty();
    let mut numbers = HashMap::from([(start.clone(), 0usize)]);
    let mut positions = vec![start.clone()];
    // For each position and player to move: what is known at once, and the moves; a move leads to
    // a position and says whether the opponent is to move there.
    let mut moves: Vec<[Vec<(usize, bool)>; 2]> = Vec::new();
    let mut known: Vec<[Option<bool>; 2]> = Vec::new();
    while moves.len() < positions.len() {
        budget.check()?;
        let position = positions[moves.len()].clone();
        let winner = if special { rules.decided(&position) } else { None };
        let (mut lists, mut wins) = ([Vec::new(), Vec::new()], [None; 2]);
        for who in Player::BOTH {
            if let Some(winner) = winner {
                wins[who as usize] = Some(winner == who);
                continue;
            }
            for option in listed(rules, &position, who, budget)?.iter() {
                let kind = match special {
                    true => rules.move_kind(&position, who, option),
                    false => MoveKind::Ordinary,
                };
                match kind {
                    MoveKind::Overriding => wins[who as usize] = Some(true),
                    // Nobody makes a move that loses at once.
                    MoveKind::Suiciding => {}
                    _ => {
                        let next = *numbers.entry(option.clone()).or_insert_with(|| {
                            positions.push(option.clone());
                            positions.len() - 1
                        });
                        lists[who as usize].push((next, kind != MoveKind::Complimenting));
                    }
                }
            }
        }
        moves.push(lists);
        known.push(wins);
    }
    loop {
        let mut changed = false;
        for node in (0..moves.len()).rev() {
            for who in [0, 1] {
                if known[node][who].is_some() {
                    continue;
                }
                let got = |&(next, turn): &(usize, bool)| match turn {
                    true => known[next][1 - who].map(|wins| !wins),
                    false => known[next][who],
                };
                let list = &moves[node][who];
                let found = match list.iter().any(|one| got(one) == Some(true)) {
                    true => Some(true),
                    false => list.iter().all(|one| got(one) == Some(false)).then_some(false),
                };
                changed |= found.is_some();
                known[node][who] = found;
            }
        }
        if !changed {
            return Ok(known[0].map(|wins| wins.map_or(Verdict::Draw, Verdict::of)));
        }
    }
}

/// Each position once, in order.
fn set<P: Clone + Ord>(list: &[P]) -> Vec<P> {
    let mut all = list.to_vec();
    all.sort_unstable();
    all.dedup();
    all
}

impl<R: Rules> Bench<R> {
    fn compare(
        &mut self,
        position: &R::Position,
        checked: &mut RulesCheck,
    ) -> Result<Option<Counterexample>, PositionFailure> {
        let few = self.few(position)?;
        if !few {
            checked.passed_over += 1;
            return Ok(None);
        }
        checked.positions += 1;
        let parts = self.parts(position);
        checked.split += usize::from(parts.len() > 1);
        let Some(message) = self.wrong(position)? else { return Ok(None) };
        let (position, message) = self.smaller(position.clone(), message)?;
        Ok(Some(Counterexample { position: self.rules.show(&position), message }))
    }

    /// Does a position consist of several components of a union?
    fn in_parts(&self, position: &R::Position) -> bool {
        let mut parts = Vec::new();
        self.rules.compound_parts(position, &mut parts);
        parts.iter().map(|(_, times)| times).sum::<u64>() > 1
    }

    fn parts(&self, position: &R::Position) -> Vec<R::Position> {
        let mut parts = Vec::new();
        self.rules.sum_components(position.clone(), &mut parts);
        let mut finer = Vec::new();
        for part in parts {
            let (form, negated) = self.rules.normal_form(part.clone());
            if negated || !self.rules.refine(&form, &mut finer) {
                finer.push(part);
            }
        }
        finer
    }

    /// Are there few enough positions to come, and is there something to compare?
    fn few(&self, position: &R::Position) -> Result<bool, Stopped> {
        match &self.winners {
            Winners::Refused(_) => return Ok(false),
            // In a union each part is a component of its own.
            Winners::Theory(_, Compound::Union) if self.in_parts(position) => return Ok(false),
            _ => {}
        }
        let mut known = HashSet::from([position.clone()]);
        let mut open = vec![position.clone()];
        while let Some(position) = open.pop() {
            self.budget.check()?;
            for who in Player::BOTH {
                for option in listed(&*self.rules, &position, who, &self.budget)?.iter() {
                    if known.insert(option.clone()) {
                        open.push(option.clone());
                    }
                }
            }
            if known.len() > MOST_POSITIONS {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is wrong with a position, if something is.
    fn wrong(&mut self, position: &R::Position) -> Result<Option<String>, Stopped> {
        let rules = Arc::clone(&self.rules);
        let text = rules.show(position);
        match rules.parse(&text) {
            Ok(again) if again == *position => {}
            _ => return Ok(Some("it is not read back as it is written".to_owned())),
        }
        let lists = Player::BOTH.map(|who| listed(&*rules, position, who, &self.budget));
        let [left, right] = lists;
        let (left, right) = (left?, right?);
        for (who, list) in Player::BOTH.into_iter().zip([&left, &right]) {
            if **list != *listed(&*rules, position, who, &self.budget)? {
                return Ok(Some(format!("the moves of {who} differ when listed twice")));
            }
        }
        if rules.nature().impartial && set(&left) != set(&right) {
            return Ok(Some("the players have different moves, though it is impartial".to_owned()));
        }
        if rules.nature().all_small && left.is_empty() != right.is_empty() {
            return Ok(Some("only one player can move, though it is all-small".to_owned()));
        }
        if let Winners::Theory(theory, _) = &mut self.winners {
            let at = theory.standing(std::slice::from_ref(position))?;
            let fast = theory.verdicts(&at)?.0;
            let slow = by_moves_alone(&*rules, position, &self.budget)?;
            let told = |verdicts: [Verdict; 2]| OutcomeClass::from_first(verdicts).to_string();
            return Ok((fast != slow).then(|| {
                let (fast, slow) = (told(fast), told(slow));
                format!(
                    "by its components and symmetries the outcome is {fast}, by its moves alone \
                     {slow}"
                )
            }));
        }
        let fast = self.fast.of(position.clone())?;
        let slow = self.slow.of(position.clone())?;
        if fast != slow {
            let calc = self.slow.calc();
            let mut show = |value| {
                upstar_notation::print::short(calc, value, upstar_notation::print::Notation::Ascii)
            };
            let (fast, slow) = (show(fast)?, show(slow)?);
            let message = format!(
                "by its components and symmetries it is worth {fast}, by its moves alone {slow}"
            );
            return Ok(Some(message));
        }
        let sum = std::slice::from_ref(position);
        let fast: Outcome = self.fast_misere.outcome(sum)?;
        let slow: Outcome = self.slow_misere.outcome(sum)?;
        if fast != slow {
            let message =
                format!("in misère play its components give {fast}, its moves alone give {slow}");
            return Ok(Some(message));
        }
        Ok(None)
    }

    /// The smallest position with something wrong that options and parts lead to.
    fn smaller(
        &mut self,
        mut position: R::Position,
        mut message: String,
    ) -> Result<(R::Position, String), Stopped> {
        'again: loop {
            let mut candidates = Vec::new();
            for who in Player::BOTH {
                let options = listed(&*self.rules, &position, who, &self.budget)?;
                candidates.extend(options.iter().cloned());
            }
            candidates.extend(self.parts(&position).into_iter().filter(|part| *part != position));
            for candidate in candidates {
                // Where play can come back, only a smaller position is nearer to the end.
                let (size, now) = (self.rules.size(&candidate), self.rules.size(&position));
                let smaller = size < now || (size == now && !self.rules.nature().loopy);
                if smaller
                    && candidate != position
                    && let Some(found) = self.wrong(&candidate)?
                {
                    (position, message) = (candidate, found);
                    continue 'again;
                }
            }
            return Ok((position, message));
        }
    }
}
