//! Why a turn wins or does not, and the words for it.
//!
//! A reason is what decided; with the verdict it makes a sentence. All sentences stand here.

use crate::compound::endless::Prospect;
use crate::loopy::values::LoopyLabel;
use upstar_base::{Player, Stopped, Verdict};
use upstar_misere::game::MisereVerdict;
use upstar_misere::genus::Genus;
use upstar_values::surreal::TransfiniteNimber;
use upstar_values::{ComponentPace, Short, Tally};

/// What decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The turn ends the game.
    AtOnce,
    /// The opponent must answer an entailing move.
    MustAnswer,
    /// The same player moves again.
    Again,
    /// The opponent cannot move and loses.
    NoReply,
    /// It leaves the nim-sum 0.
    NimSumZero,
    /// It leaves a nim-sum that is not 0: this nimber.
    NimSum(Short),
    /// It leaves a nim-sum that may be infinite; `None` if it is too large to be written down.
    Ordinal(Option<TransfiniteNimber>),
    /// It leaves the nim-value of a sum with entailing moves; `None` is loony.
    Loony(Option<u32>),
    /// It leaves nim-heaps that lose.
    NimHeaps,
    /// It leaves this value.
    Leaves(Short),
    /// A theorem, in these words.
    Theorem(&'static str),
    /// All replies were searched.
    Search,
    /// The same in a compound.
    Replies,
    /// A remoteness or suspense is left.
    Number(ComponentPace, u32),
    /// A tally is left.
    Tally(Tally),
    /// The value of a loopy impartial game is left.
    Loopy(LoopyLabel),
    /// In how many moves the game is over with best play; `None` for a draw, or where the sides
    /// tell who wins but not how soon.
    Remoteness(Option<u32>),
    /// Somebody can play for ever, and wins by that.
    ForEver,
    /// A join or union of loopy impartial games is left.
    Endless(Prospect),
    /// The nim-values of the components are the same.
    Level,
    /// The outcomes of the components of a union say that it is lost.
    Lost,
    /// A sum of heaps in misère play: quotient, rule or search.
    Heaps(MisereVerdict),
    /// A position in misère play has this genus.
    Genus(Genus),
    /// Misère Nim, with the genus of the heaps.
    MisereNim(Genus),
    /// Misère Nim with a nim-sum that no genus holds.
    LargeMisereNim(u128),
}

/// A value that a sentence names.
#[derive(Clone, Copy, Debug)]
pub enum NamedValue<'a> {
    /// A short game.
    Short(Short),
    /// A nimber that may be infinite.
    Ordinal(&'a TransfiniteNimber),
}

/// Prints the values that sentences name.
pub type Show<'s> = dyn FnMut(NamedValue<'_>) -> Result<String, Stopped> + 's;

impl Reason {
    /// One line for a turn of `who`: what it leaves, and who gains by that.
    pub fn words(
        &self,
        verdict: Verdict,
        who: Player,
        impartial: bool,
        show: &mut Show<'_>,
    ) -> Result<String, Stopped> {
        let opponent = if impartial { "the opponent".to_owned() } else { (!who).to_string() };
        let opponent = &opponent[..];
        if let Some(same) = self.either_way() {
            return Ok(same);
        }
        match verdict {
            Verdict::Win => self.why_it_wins(who, opponent, show),
            Verdict::Draw | Verdict::Loss => self.why_not(verdict == Verdict::Draw, opponent, show),
        }
    }

    /// The reason for an outcome rather than a turn.
    pub fn of_outcome(&self) -> Option<String> {
        match self {
            Reason::Search => Some("by search".to_owned()),
            other => other.either_way(),
        }
    }

    /// Words that do not depend on who wins.
    fn either_way(&self) -> Option<String> {
        match self {
            Reason::Heaps(verdict) => Some(verdict.why()),
            Reason::Genus(genus) => Some(format!("genus {genus}")),
            Reason::MisereNim(genus) => Some(format!("misère Nim, genus {genus}")),
            Reason::LargeMisereNim(nim) => Some(format!("misère Nim, nim-sum {nim}")),
            _ => None,
        }
    }

    /// Why a turn wins.
    fn why_it_wins(
        &self,
        who: Player,
        opponent: &str,
        show: &mut Show<'_>,
    ) -> Result<String, Stopped> {
        Ok(match self {
            Reason::AtOnce => "wins at once".to_owned(),
            Reason::MustAnswer => format!("{opponent} must answer there, and every answer loses"),
            Reason::Again => "gives another move, and one of them wins".to_owned(),
            Reason::NoReply | Reason::Remoteness(Some(0)) => {
                format!("leaves {opponent} without a move")
            }
            Reason::NimSumZero | Reason::NimSum(_) | Reason::Ordinal(_) | Reason::Loony(_) => {
                "leaves nim-sum 0".to_owned()
            }
            Reason::NimHeaps => format!("leaves nim-heaps that {opponent}, to move, loses"),
            Reason::Leaves(Short::ZERO) => format!("leaves 0: {opponent}, to move, loses"),
            Reason::Leaves(value) => {
                let sign = if who == Player::Left { ">" } else { "<" };
                let text = show(NamedValue::Short(*value))?;
                format!("leaves {text} {sign} 0: {who} wins, whoever moves")
            }
            Reason::Theorem(statement) => format!("{opponent}, to move, loses: {statement}"),
            Reason::Number(pace, number) => {
                format!("leaves {opponent} {} {number}, and who is to move loses that", pace.name())
            }
            Reason::Tally(tally) => format!("leaves {opponent} the tally {tally}, which loses"),
            Reason::Loopy(LoopyLabel { remoteness: Some(0), .. }) => {
                format!("leaves {opponent} without a move")
            }
            Reason::Loopy(LoopyLabel { remoteness: Some(remoteness), .. }) => {
                format!("leaves 0: {opponent} loses in {} at most", moves(*remoteness))
            }
            Reason::Loopy(LoopyLabel { value, .. }) => match value.stage() {
                Some(stage) => format!("leaves 0, seen at stage {stage}"),
                None => {
                    "leaves 0; from there every move can be answered nearer to the end".to_owned()
                }
            },
            Reason::Remoteness(Some(far)) => {
                format!("{opponent} loses in {} at most", moves(*far))
            }
            Reason::Remoteness(None) => format!("{opponent} loses, as the sides tell"),
            Reason::ForEver => format!("{who} can play for ever, and wins by that"),
            Reason::Level => "leaves the same nim-value in all components".to_owned(),
            Reason::Lost => {
                format!("leaves {opponent} a union that is lost: no component can be won")
            }
            Reason::Endless(prospect) => {
                let far = prospect.remoteness.unwrap_or(0);
                match prospect.is_union {
                    true if far == 0 => format!("leaves {opponent} without a move"),
                    true => format!(
                        "leaves {opponent} only components that lose for who is to move there: at \
                         most {far} more moves"
                    ),
                    false => {
                        format!("leaves {opponent} remoteness {far}, and who is to move loses that")
                    }
                }
            }
            _ => format!("every reply of {opponent} loses (by search)"),
        })
    }

    /// Why a turn does not win.
    fn why_not(&self, drawn: bool, opponent: &str, show: &mut Show<'_>) -> Result<String, Stopped> {
        let gains = if drawn { "can hold the draw" } else { "wins" };
        Ok(match self {
            Reason::AtOnce => "loses at once".to_owned(),
            Reason::MustAnswer => {
                let answer = if drawn { "holds the draw" } else { "wins" };
                format!("{opponent} must answer there, and one answer {answer}")
            }
            Reason::Again => {
                let best = if drawn { "the best of them draws" } else { "none of them wins" };
                format!("gives another move, but {best}")
            }
            Reason::NimSum(value) => format!("leaves nim-sum {}", show(NamedValue::Short(*value))?),
            Reason::Ordinal(Some(value)) => {
                format!("leaves nim-sum {}", show(NamedValue::Ordinal(value))?)
            }
            Reason::Ordinal(None) => "leaves a nim-sum that is not 0".to_owned(),
            Reason::Loony(Some(value)) => format!("leaves nim-sum {value}"),
            Reason::Loony(None) => format!("leaves a loony position: {opponent}, to move, wins"),
            Reason::Leaves(value) => {
                format!("leaves {}: {opponent}, to move, wins", show(NamedValue::Short(*value))?)
            }
            Reason::Theorem(statement) => format!("{opponent}, to move, wins: {statement}"),
            Reason::Number(pace, number) => {
                format!("leaves {opponent} {} {number}, and who is to move wins that", pace.name())
            }
            Reason::Tally(tally) => format!("leaves {opponent} the tally {tally}, which wins"),
            Reason::Loopy(label) => format!("leaves {}: {opponent}, to move, {gains}", label.value),
            Reason::Remoteness(Some(far)) if !drawn => {
                format!("{opponent} wins in {} at most", moves(*far))
            }
            Reason::Remoteness(_) if drawn => "nobody can force a win".to_owned(),
            Reason::Remoteness(_) => format!("{opponent} wins, as the sides tell"),
            Reason::ForEver => format!("{opponent} can play for ever, and wins by that"),
            Reason::Level => "leaves different nim-values in the components".to_owned(),
            Reason::Lost => format!("leaves {opponent} a union with a component that can be won"),
            Reason::Endless(_) => format!("{opponent}, to move, {gains}"),
            Reason::Replies => format!("{opponent} has a reply that {gains} (by search)"),
            _ => format!("{opponent} has a winning reply (by search)"),
        })
    }
}

/// So many moves, in words.
fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
