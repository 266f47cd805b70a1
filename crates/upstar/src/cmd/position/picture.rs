//! `upstar draw RULES POSITION`: a picture of a position, perhaps with its winning moves.

use super::case::Case;
use super::{Failure, Question, ask};
use crate::args::{Global, PositionArgs};
use upstar_base::{Player, Verdict};
use upstar_picture::{MOST_MARKS, Picture, TooLarge, marked};
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{Rules, read_sum};

struct Draw<'a>(&'a str);

impl Visitor for Draw<'_> {
    type Output = Result<Picture, Failure>;

    fn visit<R: Rules>(self, _: &'static About, rules: R) -> Self::Output {
        let sum = read_sum(&rules, self.0)?;
        Ok(Picture::sum(sum.iter().map(|term| rules.picture(term)).collect()))
    }
}

/// The picture of a sum of positions.
pub(crate) fn picture(rules: &str, position: &str) -> Result<Picture, Failure> {
    registry::visit(rules, position, Draw(position)).map_err(Failure::Rules)?
}

struct Write<'a>(&'a str);

impl Visitor for Write<'_> {
    type Output = Result<String, Failure>;

    fn visit<R: Rules>(self, _: &'static About, rules: R) -> Self::Output {
        let sum = read_sum(&rules, self.0)?;
        let terms: Vec<String> = sum.iter().map(|term| rules.sketch(term) + "\n").collect();
        Ok(terms.join("+\n"))
    }
}

/// A sum of positions drawn with characters.
pub(crate) fn text(rules: &str, position: &str) -> Result<String, Failure> {
    registry::visit(rules, position, Write(position)).map_err(Failure::Rules)?
}

/// The winning moves of a player, on the picture of the position.
struct Winning {
    who: Player,
}

impl Question for Winning {
    type Answer = Result<Picture, TooLarge>;
    const WHAT: &'static str = "the winning moves";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Self::Answer, Failure> {
        let who = self.who;
        let winning = case.moves(who)?.list.into_iter().filter(|m| m.verdict == Verdict::Win);
        let before = &case.standing.components;
        let sum = Picture::terms(before.iter().map(|term| case.rules.picture(term)).collect());
        let (mut marks, mut more) = (Vec::new(), 0);
        for found in winning {
            if marks.len() == MOST_MARKS {
                more += 1;
                continue;
            }
            let after = &found.to.components;
            let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
            // Components that come or go have no places that could be compared.
            let changed = changed.filter(|_| before.len() == after.len());
            let (mut shapes, mut names) = (Vec::new(), Vec::new());
            for (i, (old, new)) in changed {
                let touched = case.rules.touched(old, who, new);
                shapes.extend(touched.into_iter().map(|shape| sum.placed(i, shape)));
                names.push(case.rules.describe(old, who, new));
            }
            let name = if names.is_empty() { case.show(&found.to) } else { names.join(", ") };
            let says = if found.why.is_empty() { name } else { format!("{name}: {}", found.why) };
            marks.push((shapes, says));
        }
        Ok(marked(sum.picture, &marks, more, &format!("{who} has no winning move")))
    }
}

/// The picture of a position with the winning moves of a player marked on it.
pub(crate) fn winning_moves(
    global: &Global,
    place: &PositionArgs,
    who: Player,
) -> Result<Result<Picture, TooLarge>, Failure> {
    ask(global, place, Winning { who })
}
