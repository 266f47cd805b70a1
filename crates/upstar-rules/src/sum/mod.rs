//! Positions of any games together, negatives, multiples and plain values among them.
//!
//! The rules hold the games that occur in the text they were made for; a position is a multiset
//! of terms, each a position of one of these games, perhaps with the players exchanged. Its
//! components and parts are those of its terms, so every theory works on mixed sums as it does on
//! any other ruleset.
//!
//! Invariant of [`SumTerms`]: sorted, none twice, none with count 0; a term of an impartial game is
//! never negated. So equal sums are equal data.

mod plain;
mod read;

pub(crate) use plain::write_braces;
pub use plain::{PlainGame, PlainValues};
pub use read::{files, is_mixed};

use crate::erased::{Erased, Position};
use crate::notation::member;
use crate::prelude::*;
use crate::registry::{self, Registry};
use std::ops::Range;

/// The name of the ruleset.
pub const NAME: &str = "sum";

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Sum of different games
"Positions of different games lie side by side; a move is a move in one of them. In other compounds
  than sums a turn is made as the compound says. A minus sign exchanges the players."
notation "Terms joined by ` + ` or ` - `, signs between blanks: `RULES:POSITION` with any ruleset
  and its notation (in parentheses where it has blanks of its own), a plain value such as `*4`,
  `3/4`, `^*`, `+-1` or `{3|1}` (`:6` is a nim-heap too; `value:3` where a number could be a
  position), a negative `-(...)`, a multiple `3*(...)`."
try "col:. + hackenbush:e + -(hackenbush:lr)" "kayles:9 + grundys-game:18 + *4"
try "domineering:...|... + {1|-1}" "3*(cutcake:2x3) + -(domineering:2x2) + 1/2"
source "Winning Ways ch. 1 and 2: all games can be added"
known "kayles:9 + nim:4" = 0 (Winning Ways ch. 4)
known "hackenbush:lr + -1/2" = 0 (Winning Ways ch. 1)
"#;

/// The most terms, each counted as often as it occurs.
const MOST_TERMS: u64 = 1 << 16;

/// Up to this size a term is rather valued than searched.
const EXACT: u32 = 16;

/// A game that occurs.
struct SummedGame {
    /// As one types it, parameters included; empty for plain values.
    name: String,
    rules: Erased,
}

/// The prefix of plain values, where other rules would read them.
const VALUE: &str = "value";

/// The place of plain values among the games.
const PLAIN: u16 = 0;

/// A position of one game, perhaps with the players exchanged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    game: u16,
    negated: bool,
    position: Position,
}

weighs!(Term: position);

impl Term {
    /// Which of the games it belongs to.
    pub fn game(&self) -> usize {
        usize::from(self.game)
    }

    /// Are the players exchanged?
    pub fn is_negated(&self) -> bool {
        self.negated
    }

    /// The position, of the rules of its game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who `who` is inside.
    fn inside(&self, who: Player) -> Player {
        if self.negated { !who } else { who }
    }
}

/// Terms and how often each occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SumTerms(Vec<(Term, u64)>);

weighs!(SumTerms: 0);

impl SumTerms {
    fn one(term: Term) -> SumTerms {
        SumTerms(vec![(term, 1)])
    }

    /// The terms, each with how often it occurs.
    pub fn counted(&self) -> &[(Term, u64)] {
        &self.0
    }

    fn total(&self) -> u64 {
        self.0.iter().fold(0, |total, (_, count)| total.saturating_add(*count))
    }

    fn add(&mut self, term: Term, count: u64) {
        match self.0.binary_search_by(|(other, _)| other.cmp(&term)) {
            Ok(i) => self.0[i].1 = self.0[i].1.saturating_add(count),
            Err(i) => self.0.insert(i, (term, count)),
        }
    }

    /// The sum with one term, by its place among those that are counted, moved on.
    pub fn replaced(&self, place: usize, by: Position) -> SumTerms {
        let mut terms = self.clone();
        let term = Term { position: by, ..terms.0[place].0.clone() };
        terms.0[place].1 -= 1;
        if terms.0[place].1 == 0 {
            terms.0.remove(place);
        }
        terms.add(term, 1);
        terms
    }
}

/// Have both players the same options in a plain value, here and ever after? `None` if the text is
/// no plain value.
pub fn is_impartial_value(text: &str) -> Option<bool> {
    PlainGame::read(text).ok().map(|value| value.is_impartial())
}

/// A term as one writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The rules with their parameters; empty for plain values.
    pub rules: String,
    /// The position in the notation of its rules.
    pub text: String,
    /// Are the players exchanged?
    pub negated: bool,
    /// How often it occurs.
    pub count: u64,
}

/// The rules of a sum: the games that occur in it.
pub struct Sum {
    games: Vec<SummedGame>,
    /// The game of terms without a prefix that are no plain values.
    default: Option<u16>,
    /// The rulesets that terms may name.
    registry: Registry,
}

impl Sum {
    /// Rules for the games that occur in `text`. Where `default` names rules, a term without a
    /// prefix is one of their positions if it can be.
    ///
    /// ```
    /// use upstar_rules::{Rules, read_sum, sum::Sum};
    /// let text = "col:. + -(hackenbush:lr) + 2*(*3)";
    /// let rules = Sum::reading(text, None);
    /// let sum = read_sum(&rules, text)?;
    /// assert_eq!(rules.show(&sum[1]), "-(hackenbush:lr)");
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn reading(text: &str, default: Option<&str>) -> Sum {
        Sum::knowing(&Registry::default(), text, default)
    }

    /// The same where rulesets were added.
    pub fn knowing(registry: &Registry, text: &str, default: Option<&str>) -> Sum {
        read::games(registry, text, default)
    }

    /// Rules for the games of all examples.
    pub fn from_parameters(text: &str) -> Result<Sum, PositionError> {
        crate::no_parameters(text)?;
        let page = registry::find(NAME);
        let examples = page.map_or_else(String::new, |page| page.examples.join(" + "));
        Ok(Sum::reading(&examples, None))
    }

    /// The rules of the games that occur, plain values first.
    pub fn games(&self) -> impl Iterator<Item = &Erased> {
        self.games.iter().map(|game| &game.rules)
    }

    /// The terms of a sum as one writes them.
    ///
    /// ```
    /// use upstar_rules::{Rules, sum::Sum};
    /// let text = "-(hackenbush:lr) + 2*(*3)";
    /// let rules = Sum::reading(text, None);
    /// let terms = rules.spelled(&rules.parse(text)?);
    /// assert_eq!((&*terms[1].rules, &*terms[1].text, terms[1].negated), ("hackenbush", "lr", true));
    /// assert_eq!((&*terms[0].rules, &*terms[0].text, terms[0].count), ("", "*3", 2));
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn spelled(&self, sum: &SumTerms) -> Vec<Spelled> {
        let spelled = |(term, count): &(Term, u64)| Spelled {
            rules: self.games[term.game()].name.clone(),
            text: self.rules(term).show(&term.position),
            negated: term.negated,
            count: *count,
        };
        sum.0.iter().map(spelled).collect()
    }

    fn rules(&self, term: &Term) -> &Erased {
        &self.games[term.game()].rules
    }

    fn term(&self, game: u16, negated: bool, position: Position) -> Term {
        let negated = negated && !self.games[usize::from(game)].rules.nature().impartial;
        Term { game, negated, position }
    }

    /// Some rules say this of themselves.
    fn any(&self, says: impl Fn(&Erased) -> bool) -> bool {
        self.games.iter().any(|game| says(&game.rules))
    }

    fn all(&self, say: impl Fn(&Erased) -> bool) -> bool {
        self.games.iter().all(|game| say(&game.rules))
    }

    /// Would the rules that terms without a prefix belong to read this?
    fn is_read_by_default(&self, text: &str) -> bool {
        let rules = self.default.map(|game| &self.games[usize::from(game)].rules);
        let is_member = |rules| member(rules, text).is_some_and(|member| member.is_ok());
        rules.is_some_and(|rules| rules.parse(text).is_ok() || is_member(rules))
    }

    fn show_term(&self, term: &Term) -> String {
        let text = self.rules(term).show(&term.position);
        let text = match self.games[term.game()].name.as_str() {
            "" if self.is_read_by_default(&text) => format!("{VALUE}:{text}"),
            "" => text,
            name if read::is_several(&text) => format!("{name}:({text})"),
            name => format!("{name}:{text}"),
        };
        if term.negated { format!("-({text})") } else { text }
    }

    /// The terms one below the other, each under the name of its game.
    fn stacked(&self, sum: &SumTerms, drawn: impl Fn(&Erased, &Position) -> String) -> String {
        let term = |(term, count): &(Term, u64)| {
            let board = drawn(self.rules(term), &term.position);
            let sign = if term.negated { "-" } else { "" };
            let times = if *count > 1 { format!("{count} times ") } else { String::new() };
            match self.games[term.game()].name.as_str() {
                "" => format!("{times}{sign}{board}"),
                name => format!("{times}{sign}{name}\n{board}"),
            }
        };
        if sum.0.is_empty() {
            return "0".to_owned();
        }
        sum.0.iter().map(term).collect::<Vec<_>>().join("\n+\n")
    }

    /// The pictures of the terms in a row.
    fn pictures(&self, sum: &SumTerms) -> upstar_picture::Terms {
        let one = |(term, count): &(Term, u64)| {
            signed(self.rules(term).picture(&term.position), &sign(term, *count))
        };
        Picture::terms(sum.0.iter().map(one).collect())
    }

    /// Which term a move changed, with its position before and after.
    fn changed<'t>(
        &self,
        from: &'t SumTerms,
        to: &'t SumTerms,
    ) -> Option<(&'t Term, &'t Position)> {
        let count =
            |terms: &SumTerms, term: &Term| match terms.0.binary_search_by(|t| t.0.cmp(term)) {
                Ok(i) => terms.0[i].1,
                Err(_) => 0,
            };
        let fewer = |terms: &'t SumTerms, than: &SumTerms| {
            terms.0.iter().find(|(term, n)| *n > count(than, term)).map(|(term, _)| term)
        };
        match (fewer(from, to), fewer(to, from)) {
            (Some(before), Some(after)) => Some((before, &after.position)),
            // A move that changes nothing is a move of a term that has one.
            _ => from.0.iter().find_map(|(term, _)| {
                let stays =
                    |&who: &Player| self.rules(term).can_move(&term.position, who, &term.position);
                Player::BOTH.iter().any(stays).then_some((term, &term.position))
            }),
        }
    }
}

/// What stands before the picture of a term: `-`, `3*` or nothing.
fn sign(term: &Term, count: u64) -> String {
    let minus = if term.negated { "−" } else { "" };
    if count > 1 { format!("{minus}{count}×") } else { minus.to_owned() }
}

/// How wide the sign before a picture is.
fn sign_room(picture: &Picture, sign: &str) -> i32 {
    let letters = i32::try_from(sign.chars().count()).unwrap_or(0);
    letters.saturating_mul(6 * Picture::GRAIN / picture.grain.max(1))
}

/// A picture with a sign before it.
fn signed(picture: Picture, sign: &str) -> Picture {
    let room = sign_room(&picture, sign);
    if room == 0 {
        return picture;
    }
    let (width, height) = (picture.width.saturating_add(room), picture.height);
    let mut whole = Picture::fine(width, height, picture.grain);
    whole.shapes.push(Shape::text(room / 2, height / 2, sign, Color::Black));
    whole.shapes.extend(picture.shapes.into_iter().map(|shape| shape.moved(room, 0)));
    whole
}

impl Rules for Sum {
    type Position = SumTerms;

    fn options(&self, sum: &SumTerms, who: Player, out: &mut dyn Options<SumTerms>) {
        for (place, (term, _)) in sum.0.iter().enumerate() {
            let mut whole = Mapped::new(out, |option| sum.replaced(place, option));
            self.rules(term).options(&term.position, term.inside(who), &mut whole);
        }
    }

    fn most_options(&self, sum: &SumTerms) -> u128 {
        let most = |(term, _): &(Term, u64)| self.rules(term).most_options(&term.position);
        sum.0.iter().map(most).fold(0, u128::saturating_add)
    }

    fn parse(&self, text: &str) -> Result<SumTerms, PositionError> {
        read::terms(self, text)
    }

    fn show(&self, sum: &SumTerms) -> String {
        let term = |(term, count): &(Term, u64)| match count {
            1 => self.show_term(term),
            n => format!("{n}*({})", self.show_term(term)),
        };
        if sum.0.is_empty() {
            return "0".to_owned();
        }
        sum.0.iter().map(term).collect::<Vec<_>>().join(" + ")
    }

    fn display(&self, sum: &SumTerms) -> String {
        self.stacked(sum, |rules, position| rules.display(position))
    }

    fn sketch(&self, sum: &SumTerms) -> String {
        self.stacked(sum, |rules, position| rules.sketch(position))
    }

    /// The name inside the term, after that of its game; terms of one game are counted.
    fn name_move(&self, from: &SumTerms, who: Player, to: &SumTerms) -> String {
        let Some((term, after)) = self.changed(from, to) else { return self.show(to) };
        let game = self.games[term.game()].name.as_str();
        if game.is_empty() {
            let show = |position| self.rules(term).show(position);
            let sign = if term.negated { "-" } else { "" };
            return format!("{sign}{}->{sign}{}", show(&term.position), show(after));
        }
        let name = self.rules(term).name_move(&term.position, term.inside(who), after);
        let alike = || from.0.iter().filter(|(other, _)| other.game == term.game);
        match (alike().count(), alike().position(|(other, _)| other == term)) {
            (2.., Some(place)) => format!("{game} {}: {name}", place + 1),
            _ => format!("{game}: {name}"),
        }
    }

    /// The terms in a row, a minus sign or a number before those that need one.
    fn picture(&self, sum: &SumTerms) -> Picture {
        if sum.0.is_empty() {
            let mut nothing = Picture::new(1, 1);
            nothing.shapes.push(Shape::text(5, 5, "0", Color::Black));
            return nothing;
        }
        self.pictures(sum).picture
    }

    fn touched(&self, from: &SumTerms, who: Player, to: &SumTerms) -> Vec<Shape> {
        let Some((term, after)) = self.changed(from, to) else { return Vec::new() };
        let Some(place) = from.0.iter().position(|(other, _)| other == term) else {
            return Vec::new();
        };
        let count = from.0[place].1;
        let rules = self.rules(term);
        let room = sign_room(&rules.picture(&term.position), &sign(term, count));
        let row = self.pictures(from);
        let touched = rules.touched(&term.position, term.inside(who), after);
        touched.into_iter().map(|shape| row.placed(place, shape.moved(room, 0))).collect()
    }

    fn nature(&self) -> Nature {
        // The kinds come in families: moves out of turn, and moves that decide.
        const KINDS: &[MoveKind] = &[
            MoveKind::Entailing,
            MoveKind::Complimenting,
            MoveKind::Overriding,
            MoveKind::Suiciding,
        ];
        let has = |kind: &MoveKind| self.any(|rules| rules.nature().special_moves.contains(kind));
        let special_moves = match (KINDS.iter().position(has), KINDS.iter().rposition(has)) {
            (Some(first), Some(last)) if first / 2 == last / 2 => &KINDS[first..=last],
            (Some(_), _) => KINDS,
            (None, _) => &[],
        };
        Nature {
            impartial: self.all(|rules| rules.nature().impartial),
            all_small: self.all(|rules| rules.nature().all_small || rules.nature().impartial),
            loopy: self.any(|rules| rules.nature().loopy),
            unbounded: self.any(|rules| rules.nature().unbounded),
            special_moves,
            part_noun: "the components of each term",
            exact_size: EXACT,
            ..Nature::PARTIZAN
        }
    }

    fn can_move(&self, from: &SumTerms, who: Player, to: &SumTerms) -> bool {
        let Some((term, after)) = self.changed(from, to) else { return false };
        let place = from.0.iter().position(|(other, _)| other == term);
        place.is_some_and(|place| from.replaced(place, after.clone()) == *to)
            && self.rules(term).can_move(&term.position, term.inside(who), after)
    }

    fn refine(&self, sum: &SumTerms, out: &mut dyn Options<SumTerms>) -> bool {
        let [(term, 1)] = &sum.0[..] else { return false };
        let whole = |part| SumTerms::one(self.term(term.game, term.negated, part));
        self.rules(term).refine(&term.position, &mut Mapped::new(out, whole))
    }

    fn fault(&self) -> Option<String> {
        self.games.iter().find_map(|game| game.rules.fault())
    }

    fn sum_components(&self, sum: SumTerms, out: &mut dyn Options<SumTerms>) {
        for (Term { game, negated, position }, count) in sum.0 {
            let mut inner = Vec::new();
            self.games[usize::from(game)].rules.sum_components(position, &mut inner);
            for part in inner {
                let one = SumTerms::one(self.term(game, negated, part));
                if !(0..count).all(|_| out.push(one.clone())) {
                    return;
                }
            }
        }
    }

    fn compound_parts(&self, sum: &SumTerms, out: &mut dyn Options<(SumTerms, u64)>) {
        if sum.0.is_empty() {
            out.push((SumTerms::default(), 1));
        }
        for (term, count) in &sum.0 {
            let mut terms = Mapped::new(out, |(part, times): (Position, u64)| {
                let one = SumTerms::one(self.term(term.game, term.negated, part));
                (one, times.saturating_mul(*count))
            });
            self.rules(term).compound_parts(&term.position, &mut terms);
        }
    }

    fn normal_form(&self, mut sum: SumTerms) -> (SumTerms, bool) {
        let [(term, 1)] = &mut sum.0[..] else { return (sum, false) };
        let (form, exchanged) = self.rules(term).normal_form(term.position.clone());
        let negated = term.negated ^ exchanged;
        (SumTerms::one(Term { game: term.game, negated: false, position: form }), negated)
    }

    /// What its own rules would rather value is small here too.
    fn size(&self, sum: &SumTerms) -> u32 {
        sum.0.iter().fold(0, |total: u32, (term, count)| {
            let times = u32::try_from(*count).unwrap_or(u32::MAX);
            let rules = self.rules(term);
            let size = match rules.size(&term.position) {
                small if small <= rules.nature().exact_size => small.min(EXACT),
                large => large.saturating_add(EXACT),
            };
            total.saturating_add(size.saturating_mul(times))
        })
    }

    fn bounds(&self, sum: &SumTerms) -> Option<(i64, i64)> {
        let mut total = (0i64, 0i64);
        for (term, count) in &sum.0 {
            let (low, high) = self.rules(term).bounds(&term.position)?;
            let (low, high) =
                if term.negated { (high.checked_neg()?, low.checked_neg()?) } else { (low, high) };
            let times = i64::try_from(*count).ok()?;
            total.0 = total.0.checked_add(low.checked_mul(times)?)?;
            total.1 = total.1.checked_add(high.checked_mul(times)?)?;
        }
        Some(total)
    }

    fn move_heuristic(&self, sum: &SumTerms) -> i32 {
        sum.0.iter().fold(0, |total: i32, (term, _)| {
            let promise = self.rules(term).move_heuristic(&term.position);
            total.saturating_add(if term.negated { promise.saturating_neg() } else { promise })
        })
    }

    fn banded(&self) -> Option<&dyn Banded<SumTerms>> {
        Some(self)
    }

    fn move_kind(&self, from: &SumTerms, who: Player, to: &SumTerms) -> MoveKind {
        match self.changed(from, to) {
            Some((term, after)) => {
                self.rules(term).move_kind(&term.position, term.inside(who), after)
            }
            None => MoveKind::Ordinary,
        }
    }

    fn decided(&self, sum: &SumTerms) -> Option<Player> {
        sum.0.iter().find_map(|(term, _)| {
            self.rules(term).decided(&term.position).map(|winner| term.inside(winner))
        })
    }

    fn family(&self) -> Family<'_, SumTerms> {
        Family::none().with_arrival(|sum: &SumTerms| match &sum.0[..] {
            [(term, 1)] => self.rules(term).family().arrival(&term.position),
            _ => MoveKind::Ordinary,
        })
    }
}

impl Banded<SumTerms> for Sum {
    fn one_hand_tied(&self, sum: &SumTerms, tied: Player, lines: Range<usize>) -> Option<SumTerms> {
        let [(term, 1)] = &sum.0[..] else { return None };
        let tied = term.inside(tied);
        let band = self.rules(term).banded()?.one_hand_tied(&term.position, tied, lines)?;
        Some(SumTerms::one(self.term(term.game, term.negated, band)))
    }
}
