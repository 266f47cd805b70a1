//! The replies to a state: what each move leaves to the opponent, and in which order they are tried.
//!
//! Nearly all replies are decided at sight. So a component that was never met before is looked at
//! before it is entered among the others: only where the state stays open it is worth its memory.
//! In games whose components tell nothing at sight all are entered, and their moves are kept.

use super::OutcomeSearch;
use super::components::by_bounds;
use super::lanes::{LaneWalls, MOST_TERMS};
use super::rests::RestId;
use super::sight::StateSight;
use super::state::{LargeComponent, SearchState};
use crate::lists::options_in;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::Arc;
use upstar_base::{Player, Stopped};
use upstar_rules::Rules;

/// Up to this many moves are compared with each other, more are looked up.
const FEW: usize = 64;

/// One reply in so many, the most promising ones, are compared by how many answers they leave; and
/// at least and at most so many.
const AHEAD_IN: usize = 4;
const AHEAD: std::ops::RangeInclusive<usize> = 6..=24;

/// The same where bands decide most replies at sight: there the first ones are good guesses.
const AHEAD_WITH_BANDS: usize = 4;

/// So many parts of a sum are worth a step.
const MANY: usize = 64;

/// What an answer that must be refuted weighs at least, by how much work that is likely to be; and
/// in all-small games so much more for every square.
const ANSWER: i64 = 64;
const SQUARE: i64 = 8;

/// An answer that looks like so much, in 1/512 of a move, for the player who must refute it weighs
/// twice as much as the least, and so much less doubles what it weighs more.
const EASY: i64 = 2048;
const DOUBLING: i64 = 512;

/// It is doubled or halved so often at most.
const DOUBLINGS: i64 = 6;

/// Added to the rank of a move that is tried last.
const LAST: i64 = 1 << 40;

/// A state that is not decided yet.
pub(super) struct OpenState {
    /// How good it looks for the player to move; the least is tried first.
    pub(super) rank: i64,
    pub(super) state: SearchState,
    /// Where the open replies to it lie on the stack, if they were looked for.
    pub(super) replies: Option<Range<usize>>,
}

/// What is seen of a state by one move.
pub(super) enum StateReplies {
    /// Left, to move, wins by a reply that is decided, or loses since all are.
    Decided(bool),
    /// Where the open replies lie on the stack.
    Open(Range<usize>),
    /// The open ones weigh more than was asked for.
    Many,
}

/// What is seen of a state with a component that was not met before.
enum Glance {
    /// Does Left, to move, win?
    Decided(bool),
    /// What the players certainly get of the component, if that was asked.
    Open(Option<[LaneWalls; 2]>),
}

impl<R: Rules> OutcomeSearch<R> {
    /// The replies to the state at this place of the stack, perhaps those that a look ahead has
    /// found.
    pub(super) fn replies(&mut self, at: usize) -> Result<StateReplies, Stopped> {
        let Some(replies) = self.open[at].replies.clone() else {
            return self.new_replies(at, i64::MAX);
        };
        let mut end = replies.start;
        for reply in replies {
            match self.decided(reply) {
                Some(false) => return Ok(StateReplies::Decided(true)),
                Some(true) => {}
                None => {
                    self.open.swap(end, reply);
                    end += 1;
                }
            }
        }
        let start = self.open[at].replies.take().map_or(end, |replies| replies.start);
        Ok(if start == end { StateReplies::Decided(false) } else { StateReplies::Open(start..end) })
    }

    /// Finds the replies; those that are open are put on the stack, unless they weigh more than
    /// `most`.
    fn new_replies(&mut self, at: usize, most: i64) -> Result<StateReplies, Stopped> {
        self.calc().step()?;
        self.components.forget_many_moves();
        let (state, first) = (self.open[at].state.clone(), self.open.len());
        self.weight = 0;
        // The whole, seen by the opponent.
        let rest = self.rests.negative(state.rest);
        let whole = SearchState { rest, parts: state.parts.iter().map(|&part| -part).collect() };
        for (i, &part) in state.parts.iter().enumerate() {
            if i > 0 && part == state.parts[i - 1] {
                continue;
            }
            self.look(state.parts.len() / MANY)?;
            let mut others = whole.clone();
            others.parts.remove(i);
            let ends = match self.components.moves(part.index(), mover(part)) {
                Some(moves) => self.offer_known(part, moves, &others, most)?,
                None => self.expand(part, &others, most)?,
            };
            if ends {
                return Ok(self.ended(first, most));
            }
        }
        let (moves, cold) = self.rests.moves(self.values.calc(), state.rest)?;
        let last = self.rests.is_cold_number(self.values.calc(), state.rest);
        for (i, &rest) in moves.iter().enumerate() {
            let reply = SearchState { rest: self.rests.negative(rest), parts: whole.parts.clone() };
            let rank = if last && i + cold >= moves.len() { LAST } else { 0 };
            if self.offer(reply, rank, most)? {
                return Ok(self.ended(first, most));
            }
        }
        let end = self.open.len();
        Ok(if first == end { StateReplies::Decided(false) } else { StateReplies::Open(first..end) })
    }

    /// What is known where the replies were not looked through.
    fn ended(&mut self, first: usize, most: i64) -> StateReplies {
        if self.weight <= most {
            return StateReplies::Decided(true);
        }
        self.forget(first);
        StateReplies::Many
    }

    /// Offers moves in a part that were found before, each together with `rest`; true when one wins at
    /// sight, or when the open ones weigh more than `most`.
    fn offer_known(
        &mut self,
        part: LargeComponent,
        moves: Range<usize>,
        rest: &SearchState,
        most: i64,
    ) -> Result<bool, Stopped> {
        for number in moves {
            let step = self.components.step(number);
            let negated = !part.is_negated();
            let small = self.rests.signed(step.rest, negated);
            let small = self.rests.sum(self.values.calc(), rest.rest, small)?;
            let mut reply = SearchState { rest: small, parts: rest.parts.clone() };
            for &new in self.components.parts(step) {
                reply.add(new.signed(negated));
            }
            if self.offer(reply, 0, most)? {
                if self.weight <= most {
                    self.components.put_first(part.index(), mover(part), number);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the moves in a part and offers each together with `rest`; true, and the others are not
    /// looked at, when one wins at sight, or when the open ones weigh more than `most`.
    fn expand(
        &mut self,
        part: LargeComponent,
        rest: &SearchState,
        most: i64,
    ) -> Result<bool, Stopped> {
        let (i, who, negated) = (part.index(), mover(part), !part.is_negated());
        let old = self.spare.pop().unwrap_or_default();
        let (rules, budget) = (Arc::clone(&self.rules), Arc::clone(self.budget()));
        let form = &self.components.get(i).form;
        let mut positions = options_in(old, &*rules, form, who, &budget)?;
        // A move where one has just won may win again.
        let is_first = positions.put_first(self.hopeful[who as usize]);
        let mut states: Vec<SearchState> = Vec::with_capacity(positions.len());
        let mut seen: FxHashSet<SearchState> = FxHashSet::default();
        let many = positions.len() > FEW;
        let mut ends = false;
        for (place, position) in positions.drain().enumerate() {
            self.calc().step()?;
            let mut state = SearchState::empty();
            let new = self.absorb_known(&mut state, position, false)?;
            if let Some((form, exchanged)) = new {
                let glance = if self.is_all_small {
                    Glance::Open(None)
                } else {
                    let reply = self.beside(rest, state.rest, &state.parts, negated)?;
                    self.glance(&reply, &form, exchanged ^ negated)?
                };
                let walls = match glance {
                    Glance::Decided(true) => continue,
                    Glance::Decided(false) => {
                        ends = true;
                        self.hope(who, place, is_first);
                        break;
                    }
                    Glance::Open(walls) => walls,
                };
                let i = self.enter(form)?;
                if let Some(walls) = walls {
                    for who in Player::BOTH {
                        self.components.set_cut(i, who, &walls[who as usize]);
                    }
                }
                self.absorb_entered(&mut state, i, exchanged)?;
            }
            let again = if many { !seen.insert(state.clone()) } else { states.contains(&state) };
            if again {
                continue;
            }
            let reply = self.beside(rest, state.rest, &state.parts, negated)?;
            states.push(state);
            if self.offer(reply, 0, most)? {
                ends = true;
                if self.weight <= most {
                    self.hope(who, place, is_first);
                }
                break;
            }
        }
        self.spare.extend(positions.into_spare());
        if !ends && self.is_all_small {
            let budget = self.values.calc().budget();
            self.components.set_moves(budget, i, who, &states)?;
        }
        Ok(ends)
    }

    /// The move of a player at this place of the list has won; the one that was hoped for may have
    /// been put first.
    fn hope(&mut self, who: Player, place: usize, is_first: bool) {
        let hopeful = &mut self.hopeful[who as usize];
        *hopeful = match place {
            0 if is_first => *hopeful,
            _ => place - usize::from(is_first && place <= *hopeful),
        };
    }

    /// A look at a state together with a component, exchanged if `negated`, that was not met before: does
    /// Left, to move, win? If that is not seen, what the players certainly get of the component.
    fn glance(
        &mut self,
        state: &SearchState,
        form: &R::Position,
        negated: bool,
    ) -> Result<Glance, Stopped> {
        if state.parts.is_empty()
            && state.rest == RestId::EMPTY
            && let Some(answer) = self.components.wins_alone(form, mover_in(negated))
        {
            return Ok(Glance::Decided(answer));
        }
        // It is one term more.
        let is_many = state.parts.len() + 2 > MOST_TERMS;
        let Some(totals) = self.totals(state).filter(|_| !is_many) else {
            return Ok(Glance::Open(None));
        };
        let mut walls = [LaneWalls::UNKNOWN; 2];
        let lead = totals[0].estimate() - totals[1].estimate();
        let first = if lead < 0 { Player::Right } else { Player::Left };
        let decides = |tied: Player, walls: &LaneWalls| {
            let total = || totals[tied as usize].plus(walls);
            walls.is_known()
                && match tied {
                    Player::Left => total().wins_first(),
                    Player::Right => total().wins_second(),
                }
        };
        // Bands tell the most; bounds of the whole are dear and seldom better.
        let seen = |tied: Player| Ok(Glance::Decided(tied == Player::Left));
        for tied in [first, !first] {
            let who = if negated { !tied } else { tied };
            walls[who as usize] = self.tied(form, who)?;
            if decides(tied, &walls[who as usize]) {
                return seen(tied);
            }
        }
        let bounds = by_bounds(self.rules.bounds(form));
        for tied in [first, !first] {
            let who = if negated { !tied } else { tied } as usize;
            walls[who] = walls[who].or(&bounds[who]);
            if decides(tied, &walls[who]) {
                return seen(tied);
            }
        }
        Ok(Glance::Open(Some(walls)))
    }

    /// A state and a further one, negated if `negated`.
    fn beside(
        &mut self,
        state: &SearchState,
        rest: RestId,
        parts: &[LargeComponent],
        negated: bool,
    ) -> Result<SearchState, Stopped> {
        let rest = self.rests.signed(rest, negated);
        let rest = self.rests.sum(self.values.calc(), state.rest, rest)?;
        let mut sum = SearchState { rest, parts: state.parts.clone() };
        parts.iter().for_each(|new| sum.add(new.signed(negated)));
        Ok(sum)
    }

    /// Considers a move after which the opponent has `reply`: true when it wins at sight, else
    /// it is kept, with so much more rank, unless it loses at sight. True also when the open ones
    /// weigh more than `most` then.
    fn offer(&mut self, mut reply: SearchState, more: i64, most: i64) -> Result<bool, Stopped> {
        match self.look_at(&mut reply)? {
            StateSight::Decided(opponent_wins) => Ok(!opponent_wins),
            StateSight::Open(rank) => {
                let many = reply.parts.len() / MANY;
                let size = if self.is_all_small { self.move_heuristic(&reply).1 } else { 0 };
                self.hold(rank + more, reply)?;
                self.look(many)?;
                self.weight += match () {
                    () if self.has_bands => weight(rank + more),
                    () if self.is_all_small => ANSWER + SQUARE * size,
                    () => ANSWER,
                };
                Ok(self.weight > most)
            }
        }
    }

    /// Many parts of a sum are worth a look at the clock.
    fn look(&mut self, many: usize) -> Result<(), Stopped> {
        if many > 0 { self.budget().spend(many as u64) } else { Ok(()) }
    }

    /// Who wins the state at this place of the stack, if that is seen at once by now.
    pub(super) fn decided(&mut self, at: usize) -> Option<bool> {
        let mut state = std::mem::replace(&mut self.open[at].state, SearchState::empty());
        let sight = self.at_sight(&mut state);
        self.open[at].state = state;
        match sight {
            StateSight::Decided(answer) => Some(answer),
            StateSight::Open(_) => None,
        }
    }

    /// Looks one move further at the most promising replies and puts first those to which the
    /// opponent has the fewest answers, or those that weigh least: not success but the size of the
    /// proof is what a search lacks. True if one of them is lost at sight; those that are won so are
    /// known then. What was found stays on the stack where it is dear to find.
    pub(super) fn by_fewest_replies(&mut self, replies: Range<usize>) -> Result<bool, Stopped> {
        let ahead = match () {
            () if self.is_all_small => replies.len(),
            () if self.has_bands => replies.len().min(AHEAD_WITH_BANDS),
            () => {
                let some = (replies.len() / AHEAD_IN).clamp(*AHEAD.start(), *AHEAD.end());
                replies.len().min(some)
            }
        };
        if ahead < 2 {
            return Ok(false);
        }
        let looked_at = replies.start..replies.start + ahead;
        // Who leaves more than the best so far need not be weighed to the end; but where replies are
        // seldom decided at sight, to look at all of them is what decides some.
        let mut best = i64::MAX;
        for (place, reply) in looked_at.clone().enumerate() {
            let known = match self.decided(reply) {
                Some(known) => Some(known),
                None => match self.new_replies(reply, best)? {
                    StateReplies::Decided(known) => Some(self.remember(reply, 0, known)?),
                    StateReplies::Many => {
                        self.open[reply].rank = best.saturating_add(1 + place as i64);
                        None
                    }
                    StateReplies::Open(answers) => {
                        self.open[reply].rank = self.weight;
                        if self.has_bands {
                            best = best.min(self.open[reply].rank);
                        }
                        if self.is_all_small {
                            // Their moves are kept, and more is known of the states by then.
                            self.forget(answers.start);
                        } else {
                            self.open[reply].replies = Some(answers);
                        }
                        None
                    }
                },
            };
            match known {
                Some(false) => return Ok(true),
                Some(true) => self.open[reply].rank = i64::MAX,
                None => {}
            }
        }
        self.open[looked_at].sort_by_key(|reply| reply.rank);
        Ok(false)
    }
}

/// What an answer of this rank weighs: the work that it is to refute it doubles with every step
/// down, and between them it grows evenly.
fn weight(rank: i64) -> i64 {
    let below = (EASY - rank).clamp(-DOUBLINGS * DOUBLING, DOUBLINGS * DOUBLING);
    let (steps, rest) = (below.div_euclid(DOUBLING), below.rem_euclid(DOUBLING));
    let more = ANSWER * (DOUBLING + rest) / DOUBLING;
    ANSWER + if steps < 0 { more >> -steps } else { more << steps }
}

/// Who moves in a part when it is Left's turn.
fn mover(part: LargeComponent) -> Player {
    mover_in(part.is_negated())
}

/// Who moves when it is Left's turn, in a component with the players exchanged or not.
fn mover_in(negated: bool) -> Player {
    if negated { Player::Right } else { Player::Left }
}
