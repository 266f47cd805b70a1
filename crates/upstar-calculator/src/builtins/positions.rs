//! Positions of games: what they are worth, who wins, where one can move.

use super::Call;
use super::rows::{AnswerList, Arg, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, Judged, WantedTurns, fail, stopped};
use crate::position::{Position, Ruleset, Way};
use crate::value::{Game, Value};
use dashu_int::{IBig, UBig};
use std::collections::BTreeMap;
use std::sync::Arc;
use upstar_base::{Play, Player};
use upstar_engine::PlayMode;
use upstar_theory::compound::Compound;

/// Who moves and how it is played, in any order.
fn manner(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<(Option<Player>, PlayMode)> {
    let (mut who, mut manner) = (None, PlayMode::default());
    for (i, argument) in c.arguments.iter().enumerate().skip(1) {
        match argument {
            Value::Player(player) => who = Some(*player),
            Value::Way(Way::Play(play)) => manner.play = *play,
            Value::Way(Way::Compound(compound)) => manner.compound = *compound,
            Value::Ruleset(rules) if rules.is_sum() => manner.compound = Compound::Sum,
            other => {
                let needed = "a player, `misere` or a compound such as `join`";
                return Err(m.wrong_kind(needed, other, c.at(i)));
            }
        }
    }
    Ok((who, manner))
}

/// The manner, where nobody moves.
fn only_manner(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<PlayMode> {
    match manner(m, c)? {
        (None, manner) => Ok(manner),
        (Some(_), _) => Err(fail(ErrorKind::Kind, c.at(1), "no player is needed here")),
    }
}

fn value(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let (position, manner) = (<&Position>::get(m, c, 0)?, only_manner(m, c)?);
    m.position_value(position, manner, c.span)
}

fn value_in(m: &mut Interpreter, c: &Call<'_>, compound: Compound) -> Evaluated<Value> {
    let (position, manner) = (<&Position>::get(m, c, 0)?, only_manner(m, c)?);
    m.position_value(position, PlayMode { compound, ..manner }, c.span)
}

/// In a loopy game how soon the sum is over, elsewhere how soon the join is.
fn remoteness(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let (position, manner) = (<&Position>::get(m, c, 0)?, only_manner(m, c)?);
    if manner.play == Play::Normal
        && let Some(remoteness) = m.position_remoteness(position, c.span)?
    {
        return Ok(remoteness);
    }
    m.position_value(position, PlayMode { compound: Compound::Join, ..manner }, c.span)
}

fn nim_value(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let worth = value(m, c)?;
    match &worth {
        Value::Game(Game::OrdinalNimber(nimber)) => {
            let size = nimber.heap().clone();
            let size = upstar_values::surreal::Surreal::from(size);
            Ok(crate::numbers::Number::Surreal(Arc::new(size)).into_value())
        }
        _ => match m.nim_heap(&worth) {
            Some(heap) => Ok(Value::Game(Game::Integer(IBig::from(heap)))),
            None => {
                let text = m.brief(&worth);
                let message = format!("there is no nim-value: the position is worth {text}");
                Err(fail(ErrorKind::Domain, c.span, message))
            }
        },
    }
}

fn outcome(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let (position, manner) = (<&Position>::get(m, c, 0)?, only_manner(m, c)?);
    m.position_outcome(position, manner, c.span).map(|it| Value::Game(Game::Outcome(it)))
}

fn genus(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let position = <&Position>::get(m, c, 0)?;
    m.position_genus(position, c.span)
}

/// The turns of the player who is named, or of both.
fn turns(
    m: &mut Interpreter,
    c: &Call<'_>,
    wanted: WantedTurns,
    named: Option<Player>,
) -> Evaluated<Vec<Judged>> {
    let position = <&Position>::get(m, c, 0)?;
    let (who, manner) = manner(m, c)?;
    if let Some(who) = named.or(who) {
        return m.position_turns(position, manner, who, wanted, c.span);
    }
    if m.is_impartial(position, c.span)? {
        return m.position_turns(position, manner, Player::Left, wanted, c.span);
    }
    if wanted != WantedTurns::Legal {
        let mut error = fail(ErrorKind::Kind, c.span, "a player is needed: whose moves?");
        error.hint = Some("for example `.WinningMoves(Left)`".to_owned());
        return Err(error);
    }
    let mut both = m.position_turns(position, manner, Player::Left, wanted, c.span)?;
    both.extend(m.position_turns(position, manner, Player::Right, wanted, c.span)?);
    Ok(both)
}

fn options(m: &mut Interpreter, c: &Call<'_>, who: Option<Player>) -> Evaluated<Value> {
    let turns = turns(m, c, WantedTurns::Legal, who)?;
    m.set(turns.into_iter().map(|turn| turn.to), c.span)
}

fn moves(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let turns = turns(m, c, WantedTurns::Judged, None)?;
    let position = <&Position>::get(m, c, 0)?;
    let impartial = m.is_impartial(position, c.span)?;
    let who = manner(m, c)?.0.unwrap_or(Player::Left);
    let mut pairs = Vec::with_capacity(turns.len());
    for turn in turns {
        let words = m.judgement(&turn, who, impartial, c.span)?;
        pairs.push((turn.to, m.string(words, c.span)?));
    }
    m.map(pairs, c.span)
}

fn text(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let position = <&Position>::get(m, c, 0)?;
    let bytes = position.bytes() as u64;
    m.calc.budget().charge(bytes).map_err(stopped(c.span))?;
    m.calc.budget().refund(bytes);
    let text = position.text();
    m.string(text, c.span)
}

rows! { pub(super) TABLE |m, c|
    Position.Value(_, play = Nothing, compound = Nothing)
        "what a position is worth; in another compound and play if you say so"
        ["domineering(\"..|..\").Value", "+-1"] value(m, c);
    Position.CanonicalForm(_) "the value of a position"
        ["clobber(\"xo|ox\").CanonicalForm", "*"] value(m, c);
    Position.GameValue(_) "the value of a position"
        ["hackenbush(\"lr\").GameValue", "1/2"] value(m, c);
    Position.NimValue(_) "the size of the nim-heap that an impartial position is worth"
        ["kayles(9).NimValue", "4"] nim_value(m, c);
    Position.Outcome(_, play = Nothing, compound = Nothing)
        "who wins: L, R, N (the next player), P (the previous player), or a draw"
        ["kayles(4,1).Outcome(misere)", "N"] outcome(m, c);
    Position.OutcomeClass(_, play = Nothing, compound = Nothing) "the same as Outcome"
        ["(col(\".\") + hackenbush(\"l\")).OutcomeClass", "L"] outcome(m, c);
    Position.MisereOutcomeClass(position: &Position) "who wins when the last player to move loses"
        ["nim(1,1).MisereOutcomeClass", "N"] {
            let manner = PlayMode { play: Play::Misere, ..PlayMode::default() };
            m.position_outcome(position, manner, c.span)
        };
    Position.Options(_, player = Nothing, compound = Nothing)
        "the positions that a player can move to; of both players if none is named"
        ["kayles(3).Options", "{kayles(1),kayles(1,1),kayles(2)}"] options(m, c, None);
    Position.LeftOptions(_) "the positions that Left can move to"
        ["hackenbush(\"lr\").LeftOptions", "{hackenbush(\"_\")}"] options(m, c, Some(Player::Left));
    Position.RightOptions(_) "the positions that Right can move to"
        ["hackenbush(\"lr\").RightOptions", "{hackenbush(\"l\")}"]
            options(m, c, Some(Player::Right));
    Position.Moves(_, player = Nothing, play = Nothing, compound = Nothing)
        "every position that a player can move to, what the move gets him, win, draw or loss, and why"
        ["nim(2,1).Moves[nim(1,1)]", "\"win: leaves nim-sum 0\""] moves(m, c);
    Position.WinningMoves(_, player = Nothing, play = Nothing, compound = Nothing)
        "the positions to which a player moves and wins"
        ["nim(3,5,7).WinningMoves", "[nim(6,5,3),nim(7,4,3),nim(7,5,2)]"] {
            let turns = turns(m, c, WantedTurns::Winning, None)?;
            AnswerList(turns.into_iter().map(|turn| turn.to))
        };
    Position.Components(position: &Position) "the positions whose sum it is"
        ["kayles(5,3).Components", "[kayles(5),kayles(3)]"]
            m.position_components(position, c.span).map(AnswerList);
    Position.Negative(_) "the position with the players exchanged; also `-G`"
        ["hackenbush(\"lr\").Negative", "-hackenbush(\"lr\")"] m.negate(c.arg(0), c.at(0));
    Position.Remoteness(_, play = Nothing)
        "how soon it ends in a join, where one moves in every component; in a loopy game, how soon it ends itself, also as a sum"
        ["nim(3).Remoteness", "Remoteness(1)"] remoteness(m, c);
    Position.Suspense(_, play = Nothing) "how late it ends in a slow join"
        ["nim(3).Suspense", "Suspense(1)"] value_in(m, c, Compound::SlowJoin);
    Position.Tallies(_)
        "tolls and timers, for unions, where one moves in as many components as one likes"
        ["domineering(\"..|..\").Tallies", "1_1 -1_1"] value_in(m, c, Compound::Union);
    Position.Genus(_) "the genus of an impartial position in misère play"
        ["kayles(5).Genus", "4^146"] genus(m, c);
    Position.MisereGenus(_) "the same as Genus"
        ["grundys_game(13).MisereGenus", "3^1431"] genus(m, c);
    Position.MisereCanonicalForm(position: &Position)
        "the canonical form of an impartial position in misère play"
        ["kayles(5).MisereCanonicalForm", "*[2[2]321]"] m.position_form(position, c.span);
    Position.MisereNimValue(_) "the nim-value in misère play"
        ["kayles(5).MisereNimValue", "1"] match genus(m, c)? {
            Value::Game(Game::Genus(genus)) => {
                Value::Game(Game::Integer(IBig::from(genus.genus.exponent(0))))
            }
            other => other,
        };
    Position.Entailed(position: &Position)
        "the position after an entailing move: the player to move must answer there"
        ["top_entails(3).Entailed.Outcome", "N"] m.entailed_position(position, c.span);
    Position.Rules(position: &Position) "the ruleset; `sum` if there are several"
        ["kayles(9).Rules", "kayles"] {
            let sum = || Ruleset::named("sum");
            let rules = position.only_rules().cloned().or_else(sum);
            rules
                .map(|rules| Value::Ruleset(Arc::new(rules)))
                .ok_or_else(|| fail(ErrorKind::Domain, c.span, "these positions have no rules"))
        };
    Position.Text(_) "the position as the command line takes it"
        ["domineering(\"2x2\").Text", "\"..|..\""] text(m, c);
    Position.Picture(position: &Position) "the position drawn with characters"
        ["domineering(\"2x2\").Picture", "\"..\\n..\""] m.position_sketch(position, c.span);
    const normal "normal play: the last player to move wins"
        ["nim(1,1).Outcome(normal)", "P"] Value::Way(Way::Play(Play::Normal));
    const misere "misère play: the last player to move loses"
        ["nim(1,1).Outcome(misere)", "N"] Value::Way(Way::Play(Play::Misere));
    const join "a move in every component; the first one to end ends all"
        ["nim(3,5).Outcome(join)", "N"] Value::Way(Way::Compound(Compound::Join));
    const join_pass "a join with passes where only the opponent can move"
        ["nim(3,5).Value(join_pass)", "Remoteness(1)"]
            Value::Way(Way::Compound(Compound::JoinPass));
    Position.Remotenesses(position: &Position)
        "how many positions of each remoteness can be reached in an endless impartial game, by symmetry; Nothing stands for a draw"
        ["digraph(\"a>b,c;b>a;c>d @ a\").Remotenesses", "{0 => 1, 1 => 1, Nothing => 2}"] {
            let mut counts: BTreeMap<Option<u32>, u64> = BTreeMap::new();
            for (_, remoteness) in m.position_census(position, c.span)? {
                *counts.entry(remoteness).or_default() += 1;
            }
            let pairs = counts.into_iter().map(|(remoteness, count)| {
                let key = remoteness
                    .map_or(Value::Nothing, |n| Value::Game(Game::Integer(IBig::from(n))));
                (key, Value::Game(Game::Integer(IBig::from(count))))
            });
            let pairs = pairs.collect();
            m.map(pairs, c.span)
        };
    Position.OfRemoteness(position: &Position, n: Option<UBig>)
        "the positions of a remoteness that can be reached in an endless impartial game, by symmetry; of drawn ones without an argument"
        ["digraph(\"a>b,c;b>a;c>d @ a\").OfRemoteness(1).Length", "1"] {
            let wanted = n.map(|n| u32::try_from(&n).unwrap_or(u32::MAX));
            let mut texts = Vec::new();
            for (text, remoteness) in m.position_census(position, c.span)? {
                if remoteness == wanted {
                    texts.push(m.string(text, c.span)?);
                }
            }
            AnswerList(texts)
        };
    const slow_join "a move in every component where one can; the last one to end ends all"
        ["cutcake(\"3x4\").Value(slow_join)", "Suspense(5,6)"]
            Value::Way(Way::Compound(Compound::SlowJoin));
    const union "a move in one or more components"
        ["nim(3,3).Outcome(union)", "N"] Value::Way(Way::Compound(Compound::Union));
    const urgent_union "a union that ends with the first component in which nobody can move"
        ["nim(3,5).Outcome(urgent_union)", "N"] Value::Way(Way::Compound(Compound::UrgentUnion));
    const urgent_union_stuck
        "a union that ends as soon as the player to move cannot move in a component"
        ["cutcake(\"2x3+3x4\").Outcome(urgent_union_stuck)", "L"]
            Value::Way(Way::Compound(Compound::UrgentUnionStuck));
    const subselective "a move in one or more components, but not in all"
        ["nim(3,3).Outcome(subselective)", "P"] Value::Way(Way::Compound(Compound::Subselective));
}
