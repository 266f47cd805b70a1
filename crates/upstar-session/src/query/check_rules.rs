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
use std::collections::HashSet;
use upstar_base::{Options, Outcome, Player, Random};
use upstar_rulefile::Own;
use upstar_rules::erased::Erased;
use upstar_rules::registry::About;
use upstar_rules::{Picture, PositionError, Rules, listed, read_sum};
use upstar_theory::misere::Misere;
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
        match &self.wrong {
            Some(wrong) => text += &format!("wrong at {}: {}\n", wrong.position, wrong.message),
            None => {
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
        self.wrong.is_none()
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
    budget: Arc<Budget>,
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

    /// Are there few enough positions to come, and no cycle among them?
    fn few(&self, position: &R::Position) -> Result<bool, Stopped> {
        if self.rules.nature().loopy || !self.rules.nature().special_moves.is_empty() {
            return Ok(false);
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
                if let Some(found) = self.wrong(&candidate)?
                    && self.rules.size(&candidate) <= self.rules.size(&position)
                    && candidate != position
                {
                    (position, message) = (candidate, found);
                    continue 'again;
                }
            }
            return Ok((position, message));
        }
    }
}
