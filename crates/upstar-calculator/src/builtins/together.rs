//! Values of joins and unions, of loopy games and of games with entailing moves (Winning Ways
//! ch. 9, 10 and 12).

use super::Call;
use super::rows::{Answer, AnswerList, Arg, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail};
use crate::position::Way;
use crate::value::{Game, Paced, Value};
use dashu_int::UBig;
use upstar_base::{Outcome, OutcomeClass, Play, Player};
use upstar_values::surreal::OrdinalLoopy;
use upstar_values::{ComponentPace, Entailed, LoopyNimber, Tallies, Tally, Toll, mover_wins};

/// The number `i`, of 32 bits.
fn small(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<u32> {
    let n = m.natural(c.arg(i), c.at(i))?;
    u32::try_from(&n).map_err(|_| too_long(c.at(i)))
}

fn paced(m: &mut Interpreter, c: &Call<'_>, pace: ComponentPace) -> Evaluated<Value> {
    // The way of playing may stand last; it counts only where numbers are found from options.
    let given = (0..3).filter(|&i| !matches!(c.arg(i), Value::Nothing)).count();
    let (play, given) = match c.arg(given.saturating_sub(1)) {
        Value::Way(Way::Play(play)) => (*play, given - 1),
        _ => (Play::Normal, given),
    };
    if given == 3 {
        return Err(m.wrong_kind("`normal` or `misere`", c.arg(2), c.at(2)));
    }
    let left = player_number(m, c, 0, pace, play)?;
    let right = match given {
        0 | 1 => None,
        _ => Some(player_number(m, c, 1, pace, play)?),
    };
    Ok(Value::Game(Game::Paced(Paced { pace, left, right })))
}

/// The number of one player: as typed, or from those that the options leave to the opponent.
fn player_number(
    m: &mut Interpreter,
    c: &Call<'_>,
    i: usize,
    pace: ComponentPace,
    play: Play,
) -> Evaluated<u32> {
    let Value::List(items) = c.arg(i) else { return small(m, c, i) };
    let mut options = Vec::with_capacity(items.as_slice().len());
    for item in items.as_slice() {
        let n = m.natural(item, c.at(i))?;
        options.push(u32::try_from(&n).map_err(|_| too_long(c.at(i)))?);
    }
    Ok(pace.number(play, options))
}

fn too_long(span: crate::Span) -> Box<crate::Error> {
    fail(ErrorKind::Domain, span, format!("numbers up to {} are possible here", u32::MAX))
}

fn join(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut total = Paced::get(m, c, 0)?;
    for i in 1..c.arguments.len() {
        let next = Paced::get(m, c, i)?;
        if next.pace != total.pace {
            let message = "remotenesses and suspenses are of different joins: a rapid join has \
                remotenesses only, a slow one suspenses only";
            return Err(fail(ErrorKind::Kind, c.at(i), message));
        }
        let both = |a: u32, b: u32| total.pace.join([a, b]).unwrap_or(a);
        let right = |paced: Paced| paced.right.unwrap_or(paced.left);
        total = Paced {
            left: both(total.left, next.left),
            right: match (total.right, next.right) {
                (None, None) => None,
                _ => Some(both(right(total), right(next))),
            },
            ..total
        };
    }
    Ok(Value::Game(Game::Paced(total)))
}

fn winner(paced: Paced, play: Play) -> Outcome {
    let [left, right] =
        [paced.left, paced.right.unwrap_or(paced.left)].map(|number| mover_wins(play, number));
    Outcome::from_first(left, right)
}

/// Tallies, or those of a number.
impl Arg<'_> for Tallies {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        match c.arg(i) {
            Value::Game(Game::Tallies(tallies)) => Ok((***tallies).clone()),
            number @ Value::Game(Game::Integer(_) | Game::Rational(_)) => {
                m.dyadic(number, c.at(i)).map(Tallies::number)
            }
            other => Err(m.wrong_kind("tallies or a number", other, c.at(i))),
        }
    }
}

fn union(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut total = Tallies::get(m, c, 0)?;
    for i in 1..c.arguments.len() {
        let next = Tallies::get(m, c, i)?;
        for who in Player::BOTH {
            let (a, b) = (total.of(who), next.of(who));
            let infinite = |tally: &Tally| !matches!(tally.toll, Toll::Finite(_));
            if infinite(a) && infinite(b) && a.timer == b.timer && a.toll != b.toll {
                let message = "both players have won already: there is no such union";
                return Err(fail(ErrorKind::Domain, c.at(i), message));
            }
        }
        let both = |who| Tally::union([(total.of(who), 1), (next.of(who), 1)]);
        total = Tallies { left: both(Player::Left), right: both(Player::Right) };
    }
    m.tallies(total, c.span)
}

fn read_tallies(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let text = m.text(c.arg(0), c.at(0))?;
    let read = match text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(options) => Tallies::from_options(options),
        None => text.parse(),
    };
    match read {
        Ok(tallies) => m.tallies(tallies, c.at(0)),
        Err(_) => {
            let message = "expected two tallies such as `5_5 -6_4` or `inf_1 1/2_3`, a number, or the tallies \
                of options such as `{..inf_4, ..2_2 | 1_6..}`";
            Err(fail(ErrorKind::Domain, c.at(0), message))
        }
    }
}

fn toll(tally: &Tally) -> Value {
    match &tally.toll {
        Toll::MinusInfinity => Value::Game(Game::Infinity { negative: true }),
        Toll::Finite(x) => Value::dyadic(x),
        Toll::Infinity => Value::Game(Game::Infinity { negative: false }),
    }
}

fn read_loopy(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    if let Value::List(items) = c.arg(0) {
        let mut subscripts = std::collections::BTreeSet::new();
        for item in items.as_slice() {
            let Some(size) = super::ordinals::as_ordinal(item) else {
                return Err(m.wrong_kind("an ordinal", item, c.at(0)));
            };
            subscripts.insert(size);
        }
        return m.ordinal_loopy_value(OrdinalLoopy::Loopy(subscripts), c.at(0));
    }
    let text = m.text(c.arg(0), c.at(0))?;
    match text.parse() {
        Ok(value) => m.loopy_nimber(value, c.at(0)),
        Err(_) => {
            let message =
                "expected a loopy value such as `2@11`, `inf_{0,3}`, `inf`, `*3` or `loony`";
            Err(fail(ErrorKind::Domain, c.at(0), message))
        }
    }
}

rows! { pub(super) TABLE |m, c|
    fn Remoteness(left, right = Nothing, play = Nothing)
        "how soon a component of a rapid join ends if Left or Right starts, one number if it is impartial; a list is of what the options leave to the opponent"
        ["[Remoteness(10,12), Remoteness([4,1,2]), Remoteness([0,2],[3,5],misere)]",
         "[Remoteness(10,12),Remoteness(3),Remoteness(3,4)]"] paced(m, c, ComponentPace::Rapid);
    fn Suspense(left, right = Nothing, play = Nothing)
        "how late a component of a slow join ends if Left or Right starts, one number if it is impartial; a list is of what the options leave to the opponent"
        ["[Suspense(3), Suspense([4,1,2]), {0|Suspense(1,2)}]",
         "[Suspense(3),Suspense(5),Suspense(1,2)]"] paced(m, c, ComponentPace::Slow);
    fn Join(a = Many) "the least of remotenesses or the greatest of suspenses: that of the join"
        ["Join(Remoteness(10,12), Remoteness(11,11))", "Remoteness(10,11)"] join(m, c);
    Paced.OutcomeClass(paced: Paced) "who wins in normal play: the player to move if the number is odd"
        ["Remoteness(1,2).OutcomeClass", "L"] winner(paced, Play::Normal);
    Paced.MisereOutcomeClass(paced: Paced) "who wins in misère play: the player to move if the number is even"
        ["Remoteness(10,11).MisereOutcomeClass", "L"] winner(paced, Play::Misere);
    Paced.Numbers(paced: Paced) "the numbers if Left and if Right starts"
        ["Suspense(3,4).Numbers", "[3,4]"] AnswerList([paced.left, paced.right.unwrap_or(paced.left)]);
    fn Tally(text)
        "reads two tallies, the number of a cold position, or a position by the tallies that its options leave to the opponent"
        ["[Tally(\"inf_1 -1/2_3\"), Tally(\"{..inf_6, ..inf_4 | 1_9.., 1_6..}\"), {1_2 0_1|0_1 0_1}]",
         "[inf_1 -1/2_3,inf_5 1_7,0]"] read_tallies(m, c);
    fn Union(a = Many) "the tallies of a union; a number is a cold component"
        ["Union(4_3 1_4, 1_2 0_1, 0_5 -7_3)", "5_5 -6_4"] union(m, c);
    Tallies.OutcomeClass(tallies: Tallies)
        "who wins: by the sign of the toll, and if that is 0 by the parity of the timer"
        ["(5_5 -6_4).OutcomeClass", "N"] {
            let wins = |who| tallies.of(who).winner(who) == who;
            Outcome::from_first(wins(Player::Left), wins(Player::Right))
        };
    Tallies.Toll(tallies: Tallies, player: Player) "how many moves Left is ahead in the end if that player starts"
        ["(5_5 -6_4).Toll(Right)", "-6"] toll(tallies.of(player));
    Tallies.Timer(tallies: Tallies, player: Player) "how long the fight lasts if that player starts"
        ["(5_5 -6_4).Timer(Right)", "4"] tallies.of(player).timer;
    fn Loopy(text)
        "the value of a loopy impartial game as tables show it, or by the list of its subscripts"
        ["[Loopy(\"inf\"), Loopy([0,3]) + *omega]", "[inf_{},Loopy([ω,ω+3])]"] read_loopy(m, c);
    LoopyNimber.OutcomeClass(_) "who wins: N, P, or D if play goes on for ever"
        ["[x.OutcomeClass for x in [inf_{0,3},inf_{1},0@2]]", "[N,D,P]"] {
            match c.arg(0) {
                Value::Game(Game::OrdinalLoopy(value)) => value.outcome(),
                _ => <&LoopyNimber>::get(m, c, 0)?.outcome(),
            }
        };
    LoopyNimber.Subscripts(_)
        "the sizes of the nim-heaps among the options of what is not a nim-heap, else Nothing"
        ["(inf_{0,3} + *1).Subscripts", "[1,2]"] {
            if let Value::Game(Game::OrdinalLoopy(value)) = c.arg(0) {
                let OrdinalLoopy::Loopy(subscripts) = &**value else { return Ok(Value::Nothing) };
                let sizes = subscripts.iter().cloned().map(super::ordinals::value);
                return Ok(m.list(sizes, c.span)?);
            }
            match <&LoopyNimber>::get(m, c, 0)? {
                LoopyNimber::Loopy(subscripts) => AnswerList(subscripts.iter().copied()).value(m, c)?,
                _ => Value::Nothing,
            }
        };
    LoopyNimber.Stage(_) "at which stage of Smith's labelling a nim-heap is found, else Nothing"
        ["2@11.Stage", "11"] match c.arg(0) {
            Value::Game(Game::OrdinalLoopy(_)) => None,
            _ => <&LoopyNimber>::get(m, c, 0)?.stage(),
        };
    LoopyNimber.NimValue(_) "n for a game equal to *n, else Nothing"
        ["2@11.NimValue", "2"] m.nim_heap(c.arg(0));
    const sunny "an entailing move to it wins whatever else there is: the set of all numbers"
        ["sunny.Contains(7)", "true"] m.entailed(Entailed::sunny(), c.span);
    const loony "the player to move from it wins whatever else there is: the empty set"
        ["loony + *3", "loony"] m.entailed(Entailed::loony(), c.span);
    fn Entailed(text: &str)
        "reads the set of the n for which the move to a position wins beside *n; `4>` is 4 and above"
        ["Entailed(\"1,4>\")", "Entailed(\"1,4>\")"] match text.parse() {
            Ok(set) => m.entailed(set, c.at(0)),
            Err(_) => {
                let message = "expected an entailed value such as `1,4>`, `0,2`, `sunny` or `loony`, \
                        with numbers up to 1048576";
                Err(fail(ErrorKind::Domain, c.at(0), message))
            }
        };
    Entailed.Complement(set: &Entailed) "the numbers that are not in the set"
        ["Entailed(\"1,4>\").Complement", "Entailed(\"0,2,3\")"] {
            let complement = set.complement();
            m.entailed(complement, c.span)
        };
    Entailed.Contains(set: &Entailed, n: UBig) "does an entailing move to it win when the rest is worth *n?"
        ["Entailed(\"1,4>\").Contains(3)", "false"]
            u32::try_from(&n).map_or(set.is_cofinite(), |n| set.contains(n));
    Entailed.Least(set: &Entailed)
        "the nim-value after an ordinary move, the least number in the set; Nothing if it is loony"
        ["Entailed(\"1,4>\").Least", "1"] set.least();
    Entailed.Union(set: &Entailed, other: &Entailed) "the numbers in one of the sets"
        ["Entailed(\"1,4>\").Union(Entailed(\"0,2\"))", "Entailed(\"0,1,2,4>\")"] {
            let mut union = set.clone();
            union.add(other);
            m.entailed(union, c.span)
        };
    Entailed.OutcomeClass(set: &Entailed)
        "who wins it alone after an ordinary move: P if the set contains 0, else N"
        ["Entailed(\"1,4>\").OutcomeClass", "N"] {
            let previous = set.least() == Some(0);
            if previous { OutcomeClass::P } else { OutcomeClass::N }
        };
}
