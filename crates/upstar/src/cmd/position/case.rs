//! A position with everything that can be asked of it, whatever theory answers.
//!
//! Sums of games that end are the business of the judge, in misère play with the help of the
//! theory of misère quotients and genera. All other compounds, endless play and moves out of turn
//! are the business of the referee.

use super::misere::Misere;
use super::{Failure, infinite, worth};
use crate::args::{Manner, Play};
use crate::desk::Desk;
use crate::progress;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped, Verdict, Weigh};
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::registry::About;
use upstar_rules::{PositionError, Rules};
use upstar_theory::compound::Compound;
use upstar_theory::compound::referee::{self, Legal, Referee, Standing, Unanswered};
use upstar_theory::judge::{self, Judge, Listing, Reason};
use upstar_theory::structure::theorem::Known;
use upstar_values::stopper::{Ending, Sides};

/// What is on the table and who answers questions about it.
pub(crate) struct Case<'c, R: Rules> {
    pub(crate) about: &'static About,
    pub(crate) rules: &'c Arc<R>,
    pub(crate) desk: &'c mut Desk,
    pub(crate) standing: Standing<R::Position>,
    play: judge::Play,
    arbiter: Arbiter<R>,
}

enum Arbiter<R: Rules> {
    Judge(Box<Judge<R>>, Option<Misere<R>>),
    Referee(Box<Referee<R>>),
    /// Infinitely many options, and values that are nimbers.
    Infinite,
}

/// A value as people and programs read it.
pub(crate) struct Worth {
    pub(crate) text: String,
    pub(crate) kind: &'static str,
    /// As data, for tables.
    pub(crate) cell: Json,
    /// What else there is to say, as members of a JSON object.
    pub(crate) more: Json,
    /// The same in words.
    pub(crate) note: Option<String>,
}

/// A turn of a player.
#[derive(Clone)]
pub(crate) struct Candidate<P> {
    pub(crate) to: Standing<P>,
    /// Which component was changed, if it is one.
    pub(crate) changed: Option<usize>,
    pub(crate) verdict: Verdict,
    /// What it leaves, where that has a name.
    pub(crate) value: Option<String>,
    /// The same as a short game, where it is one.
    pub(crate) short: Option<upstar_values::Short>,
    /// Why it wins or does not.
    pub(crate) why: String,
    /// Does the same player move again?
    pub(crate) again: bool,
    /// Is the game over?
    pub(crate) decides: bool,
}

/// The turns of a player.
pub(crate) struct Candidates<P> {
    pub(crate) list: Vec<Candidate<P>>,
    /// Are these all?
    pub(crate) complete: bool,
    /// Where only winning turns are listed: how many there are, and how many turns in all, as far
    /// as that is known.
    pub(crate) counts: Option<[Option<u128>; 2]>,
}

impl<P> Candidates<P> {
    /// Every turn there is, or the first ones.
    pub(crate) fn new(list: Vec<Candidate<P>>, complete: bool) -> Self {
        Candidates { list, complete, counts: None }
    }
}

/// The most winning turns that are listed where there are too many turns to list.
const MOST_WINNING: usize = 100;

impl<'c, R: Rules> Case<'c, R> {
    /// A position played in some manner; refused where no theory is known.
    pub(crate) fn new(
        about: &'static About,
        rules: &'c Arc<R>,
        desk: &'c mut Desk,
        manner: &Manner,
        threads: usize,
        terms: &[R::Position],
    ) -> Result<Self, Failure> {
        let compound = Compound::from(manner.compound);
        let play = judge::Play::from(manner.play);
        let plain = play == judge::Play::Normal && manner.variant.is_none();
        let theorem = rules.is_loopy() && plain && Known::of(rules).is_some();
        let ordinary = rules.special_moves().is_empty() && (!rules.is_loopy() || theorem);
        let budget = Arc::clone(desk.calc().budget());
        let (arbiter, standing) = if infinite::fits(&**rules, compound, play) {
            infinite::must_be_one_position(terms)?;
            let standing = Standing { components: terms.to_vec(), entailed: None };
            (Arbiter::Infinite, standing)
        } else if compound == Compound::Sum && ordinary && !rules.is_infinite() {
            let judge = Judge::new(rules, play, desk.calc().fork()).with_threads(threads);
            let misere = match manner.play {
                Play::Misere => Misere::of(rules, budget),
                Play::Normal => None,
            };
            let standing = Standing { components: terms.to_vec(), entailed: None };
            (Arbiter::Judge(Box::new(judge), misere), standing)
        } else {
            let referee = Referee::new(rules, compound, play, budget)
                .map_err(|reason| Failure::Unfit(format!("{}: {reason}", about.title)))?;
            let standing = referee.standing(terms)?;
            (Arbiter::Referee(Box::new(referee)), standing)
        };
        Ok(Case { about, rules, desk, standing, play, arbiter })
    }

    /// [`Case::entail`] where the command line says so.
    pub(crate) fn entail_as_told(&mut self, component: Option<usize>) -> Result<(), Failure> {
        let Some(component) = component else { return Ok(()) };
        self.entail(component).map_err(|error| {
            let text = component.to_string();
            let span = Span::new(0, text.len());
            let error = Error::new(ErrorKind::Domain, span, error.message);
            Failure::Argument("--entailed", text, Box::new(error))
        })
    }

    /// Says that the last move, to a component counted from 1, was an entailing one.
    fn entail(&mut self, component: usize) -> Result<(), PositionError> {
        let special = self.rules.special_moves();
        let wrong = |message: String| Err(PositionError::new(0, 0, message));
        if !special.contains(&upstar_rules::MoveKind::Entailing) {
            return wrong(format!("{} has no entailing moves", self.about.title));
        }
        match component.checked_sub(1).filter(|&i| i < self.standing.components.len()) {
            Some(place) => self.standing.entailed = Some(place),
            None => {
                let count = self.standing.components.len();
                return wrong(format!("expected a component from 1 to {count}"));
            }
        }
        Ok(())
    }

    /// What terms that were typed put on the table.
    pub(crate) fn read(&self, terms: &[R::Position]) -> Result<Standing<R::Position>, Stopped> {
        match &self.arbiter {
            Arbiter::Judge(..) | Arbiter::Infinite => {
                Ok(Standing { components: terms.to_vec(), entailed: None })
            }
            Arbiter::Referee(referee) => referee.standing(terms),
        }
    }

    /// Is a turn nothing but a move in one component?
    pub(crate) fn is_plain_sum(&self) -> bool {
        matches!(self.arbiter, Arbiter::Judge(..) | Arbiter::Infinite)
    }

    /// What was learnt so far.
    pub(crate) fn progress(&mut self) -> String {
        match &mut self.arbiter {
            Arbiter::Judge(judge, _) => judge.progress().to_string(),
            Arbiter::Referee(referee) => format!("{} positions are known", referee.known()),
            Arbiter::Infinite => "nothing is known".to_owned(),
        }
    }

    /// Why the values are known, where that is worth a word.
    pub(crate) fn because(&mut self) -> Option<String> {
        match &self.arbiter {
            Arbiter::Judge(judge, _) => judge.because(),
            Arbiter::Referee(_) | Arbiter::Infinite => None,
        }
    }

    /// A turn that was typed and is legal though it was not listed.
    pub(crate) fn unlisted(
        &self,
        who: Player,
        wanted: &[R::Position],
    ) -> Option<Candidate<R::Position>> {
        let from = &self.standing.components;
        let Arbiter::Judge(judge, _) = &self.arbiter else { return None };
        let changed = only(from, wanted).filter(|_| from.len() == wanted.len())?;
        let legal =
            judge.is_large(from) && self.rules.can_move(&from[changed], who, &wanted[changed]);
        legal.then(|| candidate(wanted.to_vec(), changed, false, None, String::new()))
    }

    /// The judge, where values are short games.
    pub(crate) fn judge(&mut self) -> Option<&mut Judge<R>> {
        match &mut self.arbiter {
            Arbiter::Judge(judge, _) => Some(judge),
            Arbiter::Referee(_) | Arbiter::Infinite => None,
        }
    }

    /// The value of what is on the table.
    pub(crate) fn worth(&mut self, play: Play) -> Result<Worth, Failure> {
        match &mut self.arbiter {
            Arbiter::Judge(judge, misere) if play == Play::Misere => {
                let (outcome, _) = judged(judge, misere.as_mut(), &self.standing.components)?;
                Ok(worth::outcome(outcome, "MisereOutcome"))
            }
            Arbiter::Judge(judge, _) if self.rules.is_impartial() => {
                let nim = judge.nim_value(&self.standing.components)?;
                let (text, kind) = self.desk.show_nim(nim)?;
                let cell = u64::try_from(nim).map_or_else(|_| json!(text), |nim| json!(nim));
                Ok(Worth { text, kind, cell, more: json!({}), note: None })
            }
            Arbiter::Judge(judge, _) => {
                let value = judge.value(&self.standing.components)?;
                let (text, kind) = self.desk.show_short(value)?;
                Ok(Worth { cell: json!(text), text, kind, more: json!({}), note: None })
            }
            Arbiter::Infinite => infinite::worth(self),
            Arbiter::Referee(referee) => match referee.worth(&self.standing) {
                Ok(referee::Worth::Sides(sides)) => match referee.stoppers() {
                    Some(store) => {
                        let (text, kind) = self.desk.show_sides(store, sides)?;
                        let note = sides_note(sides).map(|mut note| {
                            if text.contains('?') {
                                note.push_str("; `?` is one that is too large to print");
                            }
                            if let Some(reached) = self.desk.show_bounds(store) {
                                note.push_str("; ");
                                note.push_str(&reached);
                            }
                            note
                        });
                        Ok(Worth { cell: json!(text), text, kind, more: json!({}), note })
                    }
                    None => Err(Failure::Unfit("this game has no sides".to_owned())),
                },
                Ok(found) => {
                    let arrival = match &self.standing.components[..] {
                        [one] => self.rules.arrival(one),
                        _ => upstar_rules::MoveKind::Ordinary,
                    };
                    Ok(worth::of(&found, arrival))
                }
                Err(Unanswered::NoTheory(reason)) => {
                    let message = format!(
                        "{reason}: `upstar outcome` and `upstar moves` do that for small positions"
                    );
                    Err(Failure::Unfit(message))
                }
                Err(Unanswered::Refused(reason)) => Err(Failure::Unfit(reason)),
                Err(Unanswered::Stopped(stopped)) => {
                    let reached = referee.stoppers().and_then(|store| {
                        // The time that is allowed runs anew, for two texts.
                        store.budget().resume();
                        self.desk.show_bounds(store)
                    });
                    Err(Failure::Stopped(stopped, reached))
                }
            },
        }
    }

    /// Are values games with sides, endless ones?
    pub(crate) fn has_sides(&mut self) -> bool {
        match &mut self.arbiter {
            Arbiter::Referee(referee) => referee.stoppers().is_some(),
            Arbiter::Judge(..) | Arbiter::Infinite => false,
        }
    }

    /// What a method of the calculator says of the value, where values have sides.
    pub(crate) fn method_of_sides(&mut self, method: &str) -> Result<String, Failure> {
        let wrong = |error| Failure::Argument("--show", method.to_owned(), error);
        if let Arbiter::Referee(referee) = &mut self.arbiter
            && let Ok(referee::Worth::Sides(sides)) = referee.worth(&self.standing)
            && let Some(store) = referee.stoppers()
        {
            return self.desk.method_of_sides(store, sides, method).map_err(wrong);
        }
        Err(Failure::Unfit("this game has no sides".to_owned()))
    }

    /// What Left gets moving first and what Right does; perhaps with the reason.
    pub(crate) fn verdicts(&mut self) -> Result<([Verdict; 2], Option<String>), Stopped> {
        match &mut self.arbiter {
            Arbiter::Judge(judge, misere) => {
                let (outcome, why) = judged(judge, misere.as_mut(), &self.standing.components)?;
                let first = |who| Verdict::of(outcome.winner(who) == who);
                Ok((Player::BOTH.map(first), why))
            }
            Arbiter::Infinite => {
                let wins = !infinite::previous_wins::<R>(&self.standing.components)?;
                Ok(([Verdict::of(wins); 2], None))
            }
            Arbiter::Referee(referee) => {
                let left = referee.verdict(&self.standing, Player::Left)?;
                let right = match self.rules.is_impartial() {
                    true => left,
                    false => referee.verdict(&self.standing, Player::Right)?,
                };
                Ok(([left, right], None))
            }
        }
    }

    /// What the player to move gets who has no move.
    pub(crate) fn verdict_when_stuck(
        &mut self,
        play: Play,
        who: Player,
    ) -> Result<Verdict, Stopped> {
        match &mut self.arbiter {
            Arbiter::Judge(..) | Arbiter::Infinite => Ok(Verdict::of(play == Play::Misere)),
            Arbiter::Referee(referee) => referee.verdict(&self.standing, who),
        }
    }

    /// Every turn of `who`, the same result only once.
    pub(crate) fn moves(&mut self, who: Player) -> Result<Candidates<R::Position>, Stopped> {
        let standing = self.standing.clone();
        self.moves_from(&standing, who)
    }

    /// Every turn of `who` from elsewhere.
    pub(crate) fn moves_from(
        &mut self,
        standing: &Standing<R::Position>,
        who: Player,
    ) -> Result<Candidates<R::Position>, Stopped> {
        let impartial = self.rules.is_impartial();
        let opponent = if impartial { "the opponent".to_owned() } else { (!who).to_string() };
        if let Arbiter::Judge(judge, _) = &mut self.arbiter
            && let Some(listing) = judge.listing(&standing.components, MOST_WINNING)?
        {
            return self.listed(standing, who, &opponent, listing);
        }
        match &mut self.arbiter {
            Arbiter::Infinite => infinite::moves(self, standing, who),
            Arbiter::Referee(referee) => {
                let listing = referee.turns(standing, who)?;
                let list = listing.turns.into_iter().map(|turn| {
                    let changed = match turn.to.components.len() == standing.components.len() {
                        true => only(&standing.components, &turn.to.components),
                        false => None,
                    };
                    Candidate {
                        changed,
                        verdict: turn.verdict,
                        value: worth::left(&turn.leaves),
                        short: None,
                        why: worth::why(&turn, &opponent),
                        again: turn.again,
                        decides: turn.decides,
                        to: turn.to,
                    }
                });
                Ok(Candidates::new(list.collect(), listing.complete))
            }
            Arbiter::Judge(judge, Some(misere)) => {
                let sum = &standing.components;
                misere.begin(sum);
                let budget = Arc::clone(self.desk.calc().budget());
                let mut after = sum.clone();
                let mut list = Vec::new();
                let legal = judge.legal(sum, who)?;
                let all = legal.len();
                for (i, (term, to)) in legal.into_iter().enumerate() {
                    progress::stage("moves", i, all);
                    let before = std::mem::replace(&mut after[term], to);
                    let (wins, why) = match misere.verdict(&after)? {
                        Some(verdict) => (verdict.previous_wins, verdict.why),
                        None => {
                            let wins = !judge.wins(&after, !who)?;
                            (wins, if wins { searched(&opponent) } else { refuted(&opponent) })
                        }
                    };
                    pay(&budget, &after)?;
                    list.push(candidate(after.clone(), term, wins, None, why));
                    after[term] = before;
                }
                Ok(Candidates::new(list, true))
            }
            Arbiter::Judge(judge, None) => {
                let budget = Arc::clone(self.desk.calc().budget());
                let mut list = Vec::new();
                for found in judge.moves(&standing.components, who)? {
                    pay(&budget, &standing.components)?;
                    let mut after = standing.components.clone();
                    after[found.term] = found.to;
                    let value = match found.value {
                        Some(value) => Some(self.desk.show_short(value)?.0),
                        None => None,
                    };
                    let why = match found.wins {
                        Some(reason) => reason_in_words(self.desk, reason, who, &opponent)?,
                        None => match &value {
                            Some(value) if impartial => format!("leaves nim-sum {value}"),
                            Some(value) => format!("leaves {value}: {opponent}, to move, wins"),
                            None => refuted(&opponent),
                        },
                    };
                    let wins = found.wins.is_some();
                    let listed = candidate(after, found.term, wins, value, why);
                    list.push(Candidate { short: found.value, ..listed });
                }
                Ok(Candidates::new(list, true))
            }
        }
    }

    /// The winning turns of a sum with too many turns to list.
    fn listed(
        &mut self,
        standing: &Standing<R::Position>,
        who: Player,
        opponent: &str,
        listing: Listing<R::Position>,
    ) -> Result<Candidates<R::Position>, Stopped> {
        let mut list = Vec::with_capacity(listing.moves.len());
        for found in listing.moves {
            let mut after = standing.components.clone();
            after[found.term] = found.to;
            let reason = found.wins.unwrap_or(Reason::NimHeaps);
            let reason = match self.play {
                judge::Play::Normal => Reason::NimValueZero,
                judge::Play::Misere => reason,
            };
            let why = reason_in_words(self.desk, reason, who, opponent)?;
            let value = (self.play == judge::Play::Normal).then(|| "0".to_owned());
            list.push(candidate(after, found.term, true, value, why));
        }
        let complete = listing.winning == Some(list.len() as u128);
        Ok(Candidates { list, complete, counts: Some([listing.winning, listing.all]) })
    }

    /// The turns of `who` without a word about who wins, at most so many.
    pub(crate) fn legal(
        &self,
        who: Player,
        most: usize,
    ) -> Result<Vec<Candidate<R::Position>>, Stopped> {
        let standing = &self.standing;
        match &self.arbiter {
            Arbiter::Infinite => Ok(infinite::legal(&**self.rules, standing, who, most)),
            Arbiter::Judge(judge, _) => {
                let moves = judge.some_legal(&standing.components, who, most)?.into_iter();
                let after = |(term, to)| {
                    let mut after = standing.components.clone();
                    after[term] = to;
                    Ok(candidate(after, term, false, None, String::new()))
                };
                moves.map(after).collect()
            }
            Arbiter::Referee(referee) => {
                let turns = referee.legal(standing, who, most)?.into_iter();
                let turn = |turn: Legal<R::Position>| Candidate {
                    changed: match turn.to.components.len() == standing.components.len() {
                        true => only(&standing.components, &turn.to.components),
                        false => None,
                    },
                    to: turn.to,
                    verdict: turn.winner.map_or(Verdict::Draw, |winner| Verdict::of(winner == who)),
                    value: None,
                    short: None,
                    why: String::new(),
                    again: turn.again,
                    decides: turn.winner.is_some(),
                };
                Ok(turns.map(turn).collect())
            }
        }
    }

    /// What is on the table, as it is typed.
    pub(crate) fn show(&self, standing: &Standing<R::Position>) -> String {
        match &standing.components[..] {
            [one] => self.rules.show(one),
            several => {
                let term = |term: &R::Position| format!("({})", self.rules.show(term));
                several.iter().map(term).collect::<Vec<_>>().join(" + ")
            }
        }
    }
}

/// Counts what a move holds until it is reported.
fn pay<P: Weigh>(budget: &Budget, components: &Vec<P>) -> Result<(), Stopped> {
    budget.charge((components.heap_bytes() + 256) as u64)?;
    budget.check()
}

/// The outcome of a sum that a judge answers for, in misère play by theory if there is one.
fn judged<R: Rules>(
    judge: &mut Judge<R>,
    misere: Option<&mut Misere<R>>,
    sum: &[R::Position],
) -> Result<(Outcome, Option<String>), Stopped> {
    let Some(misere) = misere else { return Ok((judge.outcome(sum)?, None)) };
    misere.begin(sum);
    if let Some(verdict) = misere.verdict(sum)? {
        let outcome = if verdict.previous_wins { Outcome::P } else { Outcome::N };
        return Ok((outcome, Some(verdict.why)));
    }
    Ok((judge.outcome(sum)?, Some("by search".to_owned())))
}

/// Which entry differs, if it is a single one.
fn only<P: PartialEq>(before: &[P], after: &[P]) -> Option<usize> {
    if before.len() != after.len() {
        return None;
    }
    let mut differ = (0..before.len()).filter(|&i| before[i] != after[i]);
    let first = differ.next()?;
    differ.next().is_none().then_some(first)
}

pub(super) fn candidate<P>(
    components: Vec<P>,
    term: usize,
    wins: bool,
    value: Option<String>,
    why: String,
) -> Candidate<P> {
    Candidate {
        to: Standing { components, entailed: None },
        changed: Some(term),
        verdict: Verdict::of(wins),
        value,
        short: None,
        why,
        again: false,
        decides: false,
    }
}

fn searched(opponent: &str) -> String {
    format!("every reply of {opponent} loses (by search)")
}

fn refuted(opponent: &str) -> String {
    format!("{opponent} has a winning reply (by search)")
}

/// What is to be said of sides that are no stoppers.
fn sides_note(sides: Sides) -> Option<String> {
    let which = match (sides.of(Ending::Left), sides.of(Ending::Right)) {
        (Some(_), Some(_)) => return None,
        (None, Some(_)) => "the onside is",
        (Some(_), None) => "the offside is",
        (None, None) => "the sides are",
    };
    Some(format!("{which} not known to equal a stopper, and may not be as simple as possible"))
}

/// One line of reason for a winning move of `who`.
fn reason_in_words(
    desk: &mut Desk,
    reason: Reason,
    who: Player,
    opponent: &str,
) -> Result<String, Stopped> {
    Ok(match reason {
        Reason::NimValueZero => "leaves nim-sum 0".to_owned(),
        Reason::NimHeaps => format!("leaves nim-heaps that {opponent}, to move, loses"),
        Reason::Theorem(statement) => format!("{opponent}, to move, loses: {statement}"),
        Reason::NoReply => format!("leaves {opponent} without a move"),
        Reason::Search => searched(opponent),
        Reason::Value(value) => {
            let (text, _) = desk.show_short(value)?;
            if text == "0" {
                format!("leaves 0: {opponent}, to move, loses")
            } else {
                let sign = if who == Player::Left { ">" } else { "<" };
                format!("leaves {text} {sign} 0: {who} wins, whoever moves")
            }
        }
    })
}
