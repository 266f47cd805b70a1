//! Values in words, for people who do not know the notation.
//!
//! [`aloud`] is how somebody would read a value to a friend, [`meaning`] what the friend would
//! want to know: who is ahead, by how much, whether it pays to move. Both are sentences about the
//! canonical form and nothing else, so equal values are told alike.

use upstar_base::{Outcome, Player, Stopped};
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// Options that are read one by one; more are only counted.
const FEW: usize = 3;
/// How deep options are read before they are only counted.
const DEEP: usize = 2;

/// How a game is read aloud.
///
/// ```
/// use upstar_notation::spoken;
/// use upstar_values::{Calc, Dyadic, NumberUpStar};
/// let mut calc = Calc::default();
/// let game = calc.number_up_star(&NumberUpStar { number: Dyadic::from(1), up: 1, nim: 1 })?;
/// assert_eq!(spoken::aloud(&mut calc, game)?, "1 plus up star");
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn aloud(calc: &mut Calc, game: Short) -> Result<String, Stopped> {
    read(calc, game, DEEP)
}

/// What a game means for the players.
///
/// ```
/// use upstar_notation::spoken;
/// use upstar_values::{Calc, Dyadic};
/// let mut calc = Calc::default();
/// let game = calc.number(&"3/2".parse().unwrap())?;
/// let said = spoken::meaning(&mut calc, game)?;
/// assert_eq!(said, "Left is ahead by one and a half moves.");
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn meaning(calc: &mut Calc, game: Short) -> Result<String, Stopped> {
    if let Some(number) = calc.as_number(game) {
        return Ok(number_means(&number));
    }
    if let Some(marks) = calc.as_number_up_star(game) {
        return Ok(marks_mean(&marks, calc.outcome(game)));
    }
    if let Some(tiny) = calc.as_number_tiny(game)? {
        let winner = tiny.favours;
        let sign = if winner == Player::Left { "positive" } else { "negative" };
        if tiny.number.is_zero() {
            return Ok(capital(format!(
                "{sign}, so {winner} wins, but by a threat alone: it is closer to 0 than every \
                 number, far closer than up."
            )));
        }
        let ahead = ahead(&tiny.number);
        return Ok(format!("{ahead}, and a threat of {winner} makes it the tiniest bit better."));
    }
    let thermograph = calc.thermograph(game)?;
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    if temperature.sign().is_gt() {
        let average = if mean.is_zero() {
            "On average nobody is ahead".to_owned()
        } else {
            format!("On average {}", ahead(&mean))
        };
        return Ok(format!("Hot: a move is worth {}. {average}.", moves(&temperature)));
    }
    let who = who_wins(calc.outcome(game));
    Ok(if mean.is_zero() {
        format!("Smaller than every number, whichever sign it has. {who}.")
    } else {
        format!("{}, give or take less than every number.", ahead(&mean))
    })
}

fn read(calc: &mut Calc, game: Short, deep: usize) -> Result<String, Stopped> {
    if let Some(marks) = calc.as_number_up_star(game) {
        return Ok(marks_aloud(&marks));
    }
    if let Some(tiny) = calc.as_number_tiny(game)? {
        let word = if tiny.favours == Player::Left { "tiny" } else { "miny" };
        let of = read(calc, tiny.subscript, deep.saturating_sub(1))?;
        return Ok(if tiny.number.is_zero() {
            format!("{word} {of}")
        } else {
            format!("{} plus {word} {of}", number_aloud(&tiny.number))
        });
    }
    let negative = calc.neg(game)?;
    let left = calc.sorted_options(game, Player::Left)?;
    if negative == game && left.len() == 1 {
        return Ok(format!("plus or minus {}", read(calc, left[0], deep.saturating_sub(1))?));
    }
    let mut sides = Vec::new();
    for who in Player::BOTH {
        let options = calc.sorted_options(game, who)?;
        if deep == 0 || options.len() > FEW {
            let count = options.len();
            let noun = if count == 1 { "option" } else { "options" };
            sides.push(format!("{who} has {count} {noun}"));
            continue;
        }
        let mut texts = Vec::with_capacity(options.len());
        for &option in options.iter() {
            texts.push(read(calc, option, deep - 1)?);
        }
        sides.push(format!("{who} can move to {}", texts.join(" or ")));
    }
    Ok(format!("the game in which {}", sides.join(" and ")))
}

fn number_aloud(number: &Dyadic) -> String {
    let text = number.to_string();
    match text.strip_prefix('-') {
        Some(rest) => format!("minus {rest}"),
        None => text,
    }
}

fn marks_aloud(marks: &NumberUpStar) -> String {
    let mut infinitesimal = Vec::new();
    let count = marks.up.unsigned_abs();
    let arrow = if marks.up > 0 { "up" } else { "down" };
    match count {
        0 => {}
        1 => infinitesimal.push(arrow.to_owned()),
        2 => infinitesimal.push(format!("double {arrow}")),
        3 => infinitesimal.push(format!("triple {arrow}")),
        n => infinitesimal.push(format!("{n} times {arrow}")),
    }
    match marks.nim {
        0 => {}
        1 => infinitesimal.push("star".to_owned()),
        n => infinitesimal.push(format!("star {n}")),
    }
    let infinitesimal = infinitesimal.join(" ");
    match (marks.number.is_zero(), infinitesimal.is_empty()) {
        (_, true) => number_aloud(&marks.number),
        (true, false) => infinitesimal,
        (false, false) => format!("{} plus {infinitesimal}", number_aloud(&marks.number)),
    }
}

fn who_wins(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::L => "Left wins, whoever starts",
        Outcome::R => "Right wins, whoever starts",
        Outcome::N => "Whoever starts wins",
        Outcome::P => "Whoever starts loses",
    }
}

fn number_means(number: &Dyadic) -> String {
    if number.is_zero() {
        return "Nobody is ahead: whoever starts loses.".to_owned();
    }
    format!("{}.", ahead(number))
}

/// Who is ahead, and by how much.
fn ahead(number: &Dyadic) -> String {
    let who = if number.sign().is_lt() { Player::Right } else { Player::Left };
    format!("{who} is ahead by {}", moves(number))
}

/// A positive or negative number of moves, without its sign.
fn moves(number: &Dyadic) -> String {
    let text = number.to_string();
    let text = text.strip_prefix('-').unwrap_or(&text);
    let Some((above, below)) = text.split_once('/') else {
        return if text == "1" { "1 move".to_owned() } else { format!("{text} moves") };
    };
    let part = |above: u64| match (above, below) {
        (1, "2") => "half a move".to_owned(),
        (1, "4") => "a quarter of a move".to_owned(),
        (3, "4") => "three quarters of a move".to_owned(),
        (above, below) => format!("{above}/{below} of a move"),
    };
    match (above.parse::<u64>(), below.parse::<u64>()) {
        (Ok(above), Ok(half @ 2)) if above > half => match above / half {
            1 => "one and a half moves".to_owned(),
            whole => format!("{whole} and a half moves"),
        },
        (Ok(above), Ok(below)) if above > below => {
            format!("{} {}/{below} moves", above / below, above % below)
        }
        (Ok(above), Ok(_)) => part(above),
        _ => format!("{text} moves"),
    }
}

fn marks_mean(marks: &NumberUpStar, outcome: Outcome) -> String {
    let ahead = ahead(&marks.number);
    let has_number = !marks.number.is_zero();
    match (marks.up, marks.nim) {
        (0, nim) if has_number => {
            let heap = if nim == 1 { "one token".to_owned() } else { format!("{nim} tokens") };
            format!("{ahead}, and there is a Nim heap of {heap} besides.")
        }
        (0, 1) => "Whoever starts wins: both can move to 0, and that is all.".to_owned(),
        (0, nim) => format!("Whoever starts wins: it is a Nim heap of {nim}."),
        (up, _) => {
            let (sign, winner) =
                if up > 0 { ("positive", Player::Left) } else { ("negative", Player::Right) };
            if has_number {
                return format!(
                    "{ahead}, or a little more to {winner}: by less than every number."
                );
            }
            match outcome {
                Outcome::N => {
                    format!("Whoever starts wins. It leans to {winner}, by less than every number.")
                }
                _ => capital(format!(
                    "{sign}, so {winner} wins, but smaller than every {sign} number."
                ))
                .replace("smaller than every negative", "closer to 0 than every negative"),
            }
        }
    }
}

fn capital(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}
