//! Impartial games in misère play.

use super::Call;
use super::rows::{AnswerList, Arg, At, Raise, raise, rows};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::eval::{Interpreter, fail, stopped};
use crate::value::{Game, Genus, Value};
use std::sync::Arc;
use upstar_base::{Outcome, Stopped};
use upstar_misere::class::{Classifier, FormPositions};
use upstar_misere::form::{Form, NotAForm};
use upstar_misere::genus::{Blurry, Genus as Sharp, construct};

/// Asks the classifier.
fn class(
    m: &mut Interpreter,
    c: &Call<'_>,
    question: fn(&mut Classifier<Form>, &mut FormPositions<'_>, &Form) -> Result<bool, Stopped>,
) -> Evaluated<Value> {
    let g = Form::get(m, c, 0)?;
    let answer = question(&mut m.classes, &mut FormPositions(&mut m.misere), &g);
    answer.map(Value::Boolean).map_err(stopped(c.span))
}

fn genus(m: &mut Interpreter, g: Form) -> Result<Game, Stopped> {
    let genus = m.misere.genus(g)?;
    let on = &mut FormPositions(&mut m.misere);
    let short = m.classes.is_tame(on, &g)? || m.classes.is_restive(on, &g)?;
    let text = match m.misere.as_nim_heap(g) {
        Some(heap) => heap.to_string(),
        None if short => Genus::short_text(genus.base(), genus.exponent(0)),
        None => genus.to_string(),
    };
    Ok(Game::Genus(Arc::new(Genus { genus, text })))
}

fn read(m: &mut Interpreter, text: &str) -> Result<Form, Raise> {
    m.misere.read(text).or_else(|error| match error {
        NotAForm::Stopped(why) => Err(why.into()),
        NotAForm::Syntax { at, .. } | NotAForm::NoDifference { at } => {
            let message = format!("{error} after `{}`", text.get(..at).unwrap_or_default());
            raise(ErrorKind::Domain, message).at(0)
        }
    })
}

/// A genus among the arguments.
fn genus_at(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<Sharp> {
    match value {
        Value::Game(Game::Genus(genus)) => Ok(genus.genus.clone()),
        other => Err(m.wrong_kind("a genus", other, span)),
    }
}

fn full(genus: Sharp) -> Value {
    Value::Game(Game::Genus(Arc::new(Genus { text: genus.to_string(), genus })))
}

/// The genus of a game from those of its options.
fn genus_of(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let Value::List(items) = c.arg(0) else {
        return Err(m.wrong_kind("a list of genera", c.arg(0), c.at(0)));
    };
    let items: Vec<Value> = items.as_slice().to_vec();
    let genera = items.iter().map(|item| genus_at(m, item, c.at(0)));
    let genera = genera.collect::<Evaluated<Vec<Sharp>>>()?;
    Ok(full(Sharp::of_options(&genera)))
}

/// The genus of a game with an adder.
fn genus_plus(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let genus = genus_at(m, c.arg(0), c.at(0))?;
    let adder = match c.arg(1) {
        Value::Game(Game::Integer(n)) => u32::try_from(n.clone()).ok().filter(|&n| n <= 1 << 20),
        other => return Err(m.wrong_kind("the number of an adder", other, c.at(1))),
    };
    match adder {
        Some(adder) => Ok(full(genus.plus(adder / 2, adder % 2 == 1))),
        None => Err(fail(ErrorKind::Domain, c.at(1), "an adder is from 0 to 2^20")),
    }
}

/// The genus of a sum of two tame games.
fn tame_sum(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut sum = (0, false);
    for i in 0..2 {
        let genus = genus_at(m, c.arg(i), c.at(i))?;
        let firm = genus == Sharp::tame(genus.base(), true);
        if !firm && genus != Sharp::tame(genus.base(), false) {
            let message = format!("{genus} is not the genus of a tame game");
            return Err(fail(ErrorKind::Domain, c.at(i), message));
        }
        sum = (sum.0 ^ genus.base(), sum.1 || firm);
    }
    Ok(full(Sharp::tame(sum.0, sum.1)))
}

/// The game that was asked for, if there is one.
fn existing(found: Option<Form>, otherwise: &str) -> Result<Form, Raise> {
    found.map_or_else(|| raise(ErrorKind::Domain, otherwise), Ok)
}

fn outcome(m: &Interpreter, g: Form) -> Outcome {
    if m.misere.is_previous_win(g) { Outcome::P } else { Outcome::N }
}

rows! { pub(super) TABLE |m, c|
    fn Misere(text: &str) "the misère game with this text, in the notation of `*[..]` or of Winning Ways"
        ["Misere(\"2_2 2 1\")", "*[2[2]21]"] read(m, text);
    fn Genus(text: &str) "the genus with this text, as it is printed"
        ["Genus(\"0^0\") == (*[2]+*[2]).Genus", "true"] {
            let message =
                "expected a genus such as 2^1420, 0^0 or 8^8[10], or the size of a nim-heap";
            let genus = Genus::read(text).map(|genus| Game::Genus(Arc::new(genus)));
            genus.map_or_else(|| raise(ErrorKind::Domain, message).at(0), Ok)
        };
    fn GenusOf(genera) "the genus of a game whose options have these genera"
        ["GenusOf([Genus(\"0^0\"),Genus(\"2\"),Genus(\"1\")])", "3^1431"] genus_of(m, c);
    fn GenusPlus(genus, adder)
        "the genus of a game of this genus with an adder: so many halves of `*[2]`, and `*[1]` if odd"
        ["GenusPlus(Genus(\"2^1420\"), 3)", "1^531"] genus_plus(m, c);
    fn TameSum(first, second) "the genus of a sum of two tame games of these genera"
        ["TameSum(Genus(\"0^1\"), Genus(\"2^2\"))", "2^20"] tame_sum(m, c);
    fn GameWithGenus(text: &str)
        "a game with this blurry genus, written with 0, 1 and #; the last two symbols repeat"
        ["GameWithGenus(\"#0\").Genus", "0^20"] {
            let wanted = text.parse::<Blurry>();
            let wanted =
                wanted.or_else(|error| raise(ErrorKind::Domain, error.to_string()).at(0))?;
            let budget = Arc::clone(m.misere.budget());
            construct(&mut m.misere, &wanted, &budget)
        };
    MisereGame.Genus(g: Form)
        "nim-value and misère nim-values with 0, 1, 2, ... copies of `*[2]`; tame and restive \
         games with one superscript"
        ["*[[2],1].Genus", "2^1420"] genus(m, g);
    MisereGame.NimValue(g: Form) "the nim-value in normal play"
        ["*[[2],1].NimValue", "2"] m.misere.nim_value(g);
    MisereGame.MisereNimValue(g: Form) "the nim-heap that makes it a P-position"
        ["*[[2],1].MisereNimValue", "1"] m.misere.misere_nim_value(g);
    MisereGame.OutcomeClass(g: Form) "who wins misère play"
        ["*[1].OutcomeClass", "P"] outcome(m, g);
    MisereGame.MisereOutcomeClass(g: Form) "who wins misère play"
        ["*[1].MisereOutcomeClass", "P"] outcome(m, g);
    MisereGame.Birthday(g: Form) "the length of the longest play"
        ["*[[2],1].Birthday", "4"] m.misere.birthday(g);
    MisereGame.Options(g: Form) "the options of the canonical form"
        ["*[[2],0].Options", "[*[0],*[2#]]"] AnswerList(m.misere.options(g));
    MisereGame.Mate(g: Form) "the game whose options are the mates of the options; 0 and 1 are mates"
        ["*[0].Mate", "*[1]"] m.misere.mate(g);
    MisereGame.Link(g: Form, other: Form)
        "a game T such that both games plus T are P-positions"
        ["*[[[2]]].Link(*[2]+*[2])", "*[((2#1)21)32]"]
            existing(m.misere.link(g, other)?, "no game links them: one is an option of the other");
    MisereGame.IsLinkedTo(g: Form, other: Form)
        "is there a game T such that both games plus T are P-positions?"
        ["*[2].IsLinkedTo(*[1])", "false"] m.misere.is_linked(g, other);
    MisereGame.Distinguisher(g: Form, other: Form)
        "a game T such that this plus T is a P-position and the other plus T is not"
        ["*[2].Distinguisher(*[3])", "*[2]"]
            existing(m.misere.distinguisher(g, other)?, "equal games cannot be distinguished");
    MisereGame.MisereMinus(g: Form, part: Form) "the game that gives this one when the part is added"
        ["(*[2]+*[4]).MisereMinus(*[2])", "*[4]"]
            existing(m.misere.subtract(g, part)?, "there is no such difference");
    MisereGame.Parts(g: Form) "its even parts besides 0 and itself, in pairs"
        ["(*[2]+*[4]).Parts", "[*[2],*[4]]"] AnswerList(m.misere.proper_parts(g)?);
    MisereGame.Partitions(g: Form)
        "all ways to write it as a sum of even primes, and `*[1]` if it is odd"
        ["(*[2]+*[4]).Partitions", "[[*[2],*[4]]]"]
            AnswerList(m.misere.prime_partitions(g)?.into_iter().map(AnswerList));
    MisereGame.IsEven(g: Form) "is the birthday lower than that of the game plus 1?"
        ["*[2].IsEven", "true"] g.is_even();
    MisereGame.IsPrime(g: Form) "is it not 0 or 1 and without proper parts?"
        ["*[2].IsPrime", "true"] m.misere.is_prime(g);
    MisereGame.IsExtraverted(g: Form) "is every option a part?"
        ["(*[2]+*[2]).IsExtraverted", "true"] m.misere.is_extraverted(g);
    MisereGame.IsIntroverted(g: Form) "is it a part of every option?"
        ["*[1].IsIntroverted", "true"] m.misere.is_introverted(g);
    MisereGame.IsNimHeap(g: Form) "is it a nim-heap?"
        ["*[1,2,3].IsNimHeap", "true"] m.misere.as_nim_heap(g).is_some();
    MisereGame.IsTame(_) "is it tame, and so is every option?"
        ["*[[2]].IsTame", "true"] class(m, c, |classes, on, g| classes.is_hereditarily_tame(on, g));
    MisereGame.IsGenerallyTame(_) "is it tame, perhaps with wild options that can be taken back?"
        ["*[[2],1].IsGenerallyTame", "false"] class(m, c, |classes, on, g| classes.is_tame(on, g));
    MisereGame.IsRestive(_) "is it restive, and every option tame?"
        ["*[[2],0].IsRestive", "true"]
            class(m, c, |classes, on, g| classes.is_hereditarily_restive(on, g));
    MisereGame.IsGenerallyRestive(_) "is it restive, perhaps with wild options that can be taken back?"
        ["*[[2],0].IsGenerallyRestive", "true"]
            class(m, c, |classes, on, g| classes.is_restive(on, g));
    MisereGame.IsRestless(_) "is it restless?"
        ["*[[2],1].IsRestless", "true"] class(m, c, |classes, on, g| classes.is_restless(on, g));
    MisereGame.IsTameable(_) "is it tameable?"
        ["*[[2]].IsTameable", "true"] class(m, c, |classes, on, g| classes.is_tameable(on, g));
    MisereGame.IsHalfTame(_) "is it not tame, though its double is?"
        ["*[[2],0].IsHalfTame", "true"] class(m, c, |classes, on, g| classes.is_half_tame(on, g));
    MisereGame.MisereClass(g: Form)
        "nim, tame, tameable, restive, restless, half-tame or wild, as `misere genus` says it"
        ["*[[2],0].MisereClass", "\"restive+half-tame\""]
            m.classes.class(&mut FormPositions(&mut m.misere), &g)?.to_string();
}
