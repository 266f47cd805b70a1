//! Genus and canonical form of positions of any impartial ruleset whose play ends.

use super::canonical::Canonical;
use super::genus::{Classified, Genus};
use crate::case::Case;
use crate::desk::Desk;
use crate::position::{Inquiry, put};
use crate::question::{Manner, Place};
use crate::refusal::{Failure, Refusal};
use std::sync::Arc;
use upstar_base::{Budget, Play, Stopped};
use upstar_misere::form::Forms;
use upstar_misere::genus::{Blurry, Genus as Sharp};
use upstar_misere::heaps::Word;
use upstar_misere::position::Positions;
use upstar_rules::Rules;

/// What is found of a reduced position.
trait Asked {
    type Found;
    fn of<R: Rules>(
        self,
        rules: &R,
        positions: &mut Positions<R>,
        word: Word,
        budget: &Arc<Budget>,
    ) -> Result<Self::Found, Stopped>;
}

/// Reduces a position and asks.
struct Reduced<A>(A);

impl<A: Asked> Inquiry for Reduced<A> {
    type Found = A::Found;
    const WHAT: &'static str = "the misère form";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<A::Found, Failure> {
        let Some(mut positions) = Positions::new(case.rules()) else {
            let message = format!(
                "{} is partizan: genus and canonical form in misère play are for impartial games",
                case.about().title
            );
            return Err(Failure::Unfit(message));
        };
        let budget = Arc::clone(case.desk.budget());
        let word = positions.sum(&case.standing.components, &budget);
        let found = word.and_then(|word| self.0.of(&**case.rules(), &mut positions, word, &budget));
        found.map_err(|stopped| {
            let known = match positions.known() {
                1 => "1 position was reduced".to_owned(),
                n => format!("{n} positions were reduced"),
            };
            Failure::Stopped(stopped, Some(known))
        })
    }
}

struct AskGenus<'a> {
    place: &'a Place,
    blurry: bool,
    why: bool,
}

impl Asked for AskGenus<'_> {
    type Found = Genus;

    fn of<R: Rules>(
        self,
        rules: &R,
        positions: &mut Positions<R>,
        word: Word,
        budget: &Arc<Budget>,
    ) -> Result<Genus, Stopped> {
        let genus = positions.genus(&word, budget)?;
        let class = positions.class(&word, budget)?;
        let reversals = if self.why { Some(positions.reversals(&word, budget)?) } else { None };
        let found = Classified { genus, class, word, reversals };
        let names = (None, Some(self.place.rules.clone()));
        let show = |word: &Word| show_word(rules, positions, word);
        Ok(Genus::new(names, self.place.position.clone(), found, self.blurry, show))
    }
}

struct AskCanonical<'a>(&'a Place);

impl Asked for AskCanonical<'_> {
    type Found = Canonical;

    fn of<R: Rules>(
        self,
        _: &R,
        positions: &mut Positions<R>,
        word: Word,
        budget: &Arc<Budget>,
    ) -> Result<Canonical, Stopped> {
        let mut forms = Forms::new(Arc::clone(budget));
        let form = positions.form(&word, &mut forms)?;
        let names = (None, Some(self.0.rules.clone()));
        Canonical::new(names, self.0.position.clone(), &mut forms, form)
    }
}

fn misere(rules: &str, position: &str) -> Place {
    let manner = Manner { play: Play::Misere, ..Manner::default() };
    Place::new(rules, position).played(manner)
}

/// The genus of a position.
pub(super) fn genus(
    desk: &mut Desk,
    rules: &str,
    position: &str,
    blurry: bool,
    why: bool,
) -> Result<Genus, Refusal> {
    let place = misere(rules, position);
    put(desk, &place, Reduced(AskGenus { place: &place, blurry, why }))
}

/// The canonical form of a position.
pub(super) fn canonical(
    desk: &mut Desk,
    rules: &str,
    position: &str,
) -> Result<Canonical, Refusal> {
    let place = misere(rules, position);
    put(desk, &place, Reduced(AskCanonical(&place)))
}

/// Sharp as `2^1420`, blurry as `2(1##0)`.
pub(super) fn show_genus(genus: &Sharp, blurry: bool) -> String {
    match blurry {
        true => format!("{}({})", genus.base(), Blurry::from(genus)),
        false => genus.to_string(),
    }
}

/// A word in terms of the positions that introduced its parts and of an adder: `2[..|..]+:3`.
fn show_word<R: Rules>(rules: &R, positions: &Positions<R>, word: &Word) -> String {
    let mut terms = Vec::new();
    for &(part, count) in &word.parts {
        let times = if count > 1 { count.to_string() } else { String::new() };
        let position = positions.part(part).map(|part| rules.show(part)).unwrap_or_default();
        terms.push(format!("{times}[{position}]"));
    }
    if word.twos > 0 || word.one || terms.is_empty() {
        terms.push(format!(":{}", 2 * u64::from(word.twos) + u64::from(word.one)));
    }
    terms.join("+")
}
