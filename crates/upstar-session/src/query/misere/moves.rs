//! Every winning move in a sum of heaps.
//!
//! A heap too large to list its moves is understood by the period of its game: splits that differ
//! by a period in both parts leave the same class, and one stands for all. In a game with a rule
//! for all heaps such splits fall into few runs with one outcome each.

use super::outcome::capped;
use super::ruleset::misere;
use super::solve::legend;
use super::work;
use super::{CodeMemory, large_position, mixed, mixed_moves, show_position};
use crate::answer::Asked;
use crate::moves::{Move, written};
use crate::query::prelude::*;
use serde::ser::{SerializeMap, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use upstar_base::{Player, Verdict};
use upstar_misere::game::SumOutcomes;
use upstar_misere::rule::Rule;

described! {
    /// Every winning move in a sum of heaps, and why it wins
    pub struct MovesQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// A sum of heaps such as 9+8+5+3 or 2*7+4; `-` reads sums from stdin, one a line
        #[cfg_attr(feature = "clap", arg(value_name = "POSITION"))]
        pub position: String,
        /// Tell an answer to every move
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub replies: bool,
    }
}

impl Query for MovesQuery {
    type Answer = MisereMoves;
    const NAME: &'static str = "moves";
    const EXAMPLES: &'static [Example] = &[Example::new(
        "misere moves .77 5+3 --replies",
        r#"{"code":".77","position":"5+3","replies":true}"#,
    )];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<MisereMoves, QueryError> {
        work(session, |state, memory| {
            let (budget, code) = (&Arc::clone(state.budget()), code(&self.code)?);
            winning(&code, memory.of(&code, budget), &self.position, self.replies, budget)
        })
    }
}

/// The most moves that are listed one by one.
const MOST_MOVES: u64 = 1_000_000;

/// The winning moves in a sum of heaps.
#[derive(Clone, Debug, Serialize)]
pub struct MisereMoves {
    /// The sum in misère play.
    #[serde(flatten)]
    pub place: Asked,
    /// Whose moves; both players have the same.
    pub player: Player,
    /// The moves.
    #[serde(serialize_with = "fields")]
    pub winning: Vec<Move>,
    /// How many moves lose.
    pub losing: u64,
    /// The letters in the names of elements with the heaps that they stand for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<(String, u32)>,
    /// An answer to every move, where they were wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Vec<Reply>>,
}

/// A move and an answer to it that wins; none if the move wins.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move.
    pub made: Move,
    /// The answer.
    pub answer: Option<Move>,
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.made.write(&["move", "to"], &mut map)?;
        map.serialize_entry("reply", &self.answer.as_ref().map(|answer| &answer.name))?;
        map.serialize_entry("leaves", &self.answer.as_ref().map(|answer| &answer.to))?;
        map.end()
    }
}

fn fields<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    written(moves, &["to", "value", "why", "move", "moves", "period"], serializer)
}

/// A winning move of a sum of heaps, and why it wins.
pub(super) fn winning_move(name: String, to: String, why: String) -> Move {
    let (verdict, reason) = (Some(Verdict::Win), Some(why));
    // Both players have the same moves.
    Move { verdict, reason, ..Move::new(Player::Left, name, to) }
}

/// Options of a heap: the heaps that are left, and the family they stand for.
type HeapChoice = (Vec<u64>, Option<(u64, u64)>);

impl Finding for MisereMoves {
    fn text(&self) -> String {
        let mut text = String::new();
        for m in &self.winning {
            let more = m.family.map_or(String::new(), |[moves, period]| {
                format!("; and with {period}, {}, ... tokens moved over: {moves} moves", 2 * period)
            });
            text += &format!("{}  leaves {}: {}{more}\n", m.name, m.to, m.why());
        }
        for Reply { made: Move { name, to, .. }, answer } in self.replies.iter().flatten() {
            text += &match answer {
                Some(Move { name: reply, to: leaves, .. }) => {
                    format!("{name}  leaves {to}; {reply} answers: {leaves} is P\n")
                }
                None => format!("{name}  leaves {to}, which is P\n"),
            };
        }
        if !self.letters.is_empty() && !self.winning.is_empty() {
            text += &format!("({})\n", legend(&self.letters));
        }
        if self.winning.is_empty() {
            text += match self.losing {
                0 => "no move is left: whoever is to move has won\n",
                _ => "no winning move\n",
            };
        }
        text
    }
}

/// Finds them.
fn winning(
    code: &HeapCode,
    memory: &mut CodeMemory,
    text: &str,
    replies: bool,
    budget: &Arc<Budget>,
) -> Result<MisereMoves, QueryError> {
    if mixed::is_mixed(text) {
        return mixed_moves::winning(code, memory, text, replies, budget);
    }
    let sum = large_position(text)?;
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    let mut game = SumOutcomes::new(code, capped(largest), budget).map_err(super::unfinished)?;
    let (winning, losing) = winning_moves(code, &sum, &mut game, budget)
        .map_err(|stopped| super::stopped(stopped, game.known()))?;
    let replies = if replies {
        let all = all_replies(code, &sum, &mut game, budget);
        Some(all.map_err(|stopped| super::stopped(stopped, game.known()))?)
    } else {
        None
    };
    let named = winning.iter().any(|winning| winning.value.is_some()) && game.rule().is_none();
    let letters = if named { game.letters() } else { Vec::new() };
    Ok(MisereMoves {
        letters,
        replies,
        place: Asked::plain(misere(&code.to_string(), &show_position(&sum))),
        player: Player::Left,
        winning,
        losing,
    })
}

fn winning_moves(
    code: &HeapCode,
    sum: &[(u64, u32)],
    game: &mut SumOutcomes,
    budget: &Arc<Budget>,
) -> Result<(Vec<Move>, u64), Stopped> {
    let (mut winning, mut losing) = (Vec::new(), 0u64);
    for &(heap, _) in sum {
        for (option, family) in options(code, heap, sum, game, budget)? {
            budget.check()?;
            let leaves = played(sum, heap, &option);
            let verdict = game.verdict(&leaves)?;
            if !verdict.previous_wins {
                losing = losing.saturating_add(family.map_or(1, |(moves, _)| moves));
                continue;
            }
            let found = winning_move(named(heap, &option), show_position(&leaves), verdict.why());
            let family = family.map(|(moves, period)| [moves, period]);
            winning.push(Move { value: verdict.class.clone(), family, ..found });
        }
    }
    Ok((winning, losing))
}

/// What a move in a heap may leave, the largest first, where these are not too many.
pub(super) fn listed(
    code: &HeapCode,
    heap: u64,
    budget: &Budget,
) -> Result<Option<Vec<Vec<u64>>>, Stopped> {
    let few = u32::try_from(heap).ok().filter(|&heap| code.most_options(heap) <= MOST_MOVES);
    let Some(heap) = few else { return Ok(None) };
    let mut options: BTreeSet<Vec<u64>> = BTreeSet::new();
    let mut end = Ok(());
    code.each_option(heap, &mut |option| {
        if end.is_ok() {
            options.insert(option.iter().copied().map(u64::from).collect());
            if options.len().is_multiple_of(1 << 12) {
                end = budget.check();
            }
        }
    });
    end?;
    Ok(Some(options.into_iter().rev().collect()))
}

/// Moves that cannot be listed one by one.
pub(super) fn too_many() -> Stopped {
    let what = "the number of moves, where no quotient of all heaps is known,";
    Stopped::Limit { what, limit: MOST_MOVES }
}

/// What a move in a heap may leave, the largest first; one split may stand for many.
fn options(
    code: &HeapCode,
    heap: u64,
    sum: &[(u64, u32)],
    game: &SumOutcomes,
    budget: &Budget,
) -> Result<Vec<HeapChoice>, Stopped> {
    if let Some(options) = listed(code, heap, budget)? {
        return Ok(options.into_iter().map(|option| (option, None)).collect());
    }
    let digits = code.bits().filter(|digits| digits.iter().all(|&digit| digit < 8));
    let rule = game.rule().map(|rule| (rule, rule.sum(played(sum, heap, &[]))));
    let linear = game.rule().map(Rule::period);
    let (Some(digits), Some((start, period))) = (digits, game.period().or(linear)) else {
        return Err(too_many());
    };
    let mut options: BTreeMap<Vec<u64>, Option<(u64, u64)>> = BTreeMap::new();
    for (taken, &digit) in (0u64..).zip(&digits) {
        let Some(left) = heap.checked_sub(taken) else { continue };
        if digit & 1 != 0 && left == 0 {
            options.insert(Vec::new(), None);
        }
        if digit & 2 != 0 && left > 0 && taken > 0 {
            options.insert(vec![left], None);
        }
        if digit & 4 == 0 {
            continue;
        }
        // From `start` on, a smaller part stands for all that are larger by periods.
        for small in 1..start.saturating_add(period).min(left / 2 + 1) {
            budget.check()?;
            let family = (small >= start).then(|| ((left / 2 - small) / period + 1, period));
            match (&rule, family) {
                (Some((rule, rest)), Some((moves, _))) => {
                    let part = |i: u64| small + i * period;
                    let starts = rule.runs(rest, left, small, moves);
                    let ends = starts.iter().skip(1).copied().chain([moves]);
                    for (&from, to) in starts.iter().zip(ends) {
                        let option = vec![left - part(from), part(from)];
                        options.insert(option, Some((to - from, period)));
                    }
                }
                _ => {
                    options.insert(vec![left - small, small], family);
                }
            }
        }
    }
    Ok(options.into_iter().rev().collect())
}

/// An answer to every move of a sum.
fn all_replies(
    code: &HeapCode,
    sum: &[(u64, u32)],
    game: &mut SumOutcomes,
    budget: &Arc<Budget>,
) -> Result<Vec<Reply>, Stopped> {
    let mut replies = Vec::new();
    for &(heap, _) in sum {
        for (option, _) in options(code, heap, sum, game, budget)? {
            budget.check()?;
            let after = played(sum, heap, &option);
            let made = |heap, option: &[u64], after: &[(u64, u32)]| {
                Move::new(Player::Left, named(heap, option), show_position(after))
            };
            let mut reply = Reply { made: made(heap, &option, &after), answer: None };
            if !game.is_p(&after)?.0 {
                'found: for &(heap, _) in &after {
                    for (option, _) in options(code, heap, &after, game, budget)? {
                        budget.check()?;
                        let answered = played(&after, heap, &option);
                        if game.is_p(&answered)?.0 {
                            reply.answer = Some(made(heap, &option, &answered));
                            break 'found;
                        }
                    }
                }
            }
            replies.push(reply);
        }
    }
    Ok(replies)
}

/// The name of a move in a heap.
pub(super) fn named(heap: u64, option: &[u64]) -> String {
    let to: Vec<String> = option.iter().map(ToString::to_string).collect();
    format!("{heap}->{}", if to.is_empty() { "0".to_owned() } else { to.join("+") })
}

/// The sum after a move in one heap.
pub(super) fn played(sum: &[(u64, u32)], heap: u64, option: &[u64]) -> Vec<(u64, u32)> {
    let mut next: BTreeMap<u64, u32> = sum.iter().copied().collect();
    if let Some(times) = next.get_mut(&heap) {
        *times -= 1;
    }
    for &size in option {
        let times = next.entry(size).or_default();
        *times = times.saturating_add(1);
    }
    next.into_iter().rev().filter(|&(_, times)| times > 0).collect()
}
