//! Other ways than the sum to play several games at once (Winning Ways ch. 9 and 10).
//!
//! - `joins`: a move in every component; remoteness and suspense;
//! - `tallies`: a move in one or more components; tolls and timers;
//! - `selective`: the same for impartial games in misère play;
//! - `endless`: joins and unions of loopy impartial games;
//! - `turns`: what a turn is in each compound;
//! - [`search`]: brute force, where no theory is known;
//! - `subselective`: a move in some components but not in all;
//! - [`theory`]: what all of these answer;
//! - `fitting`: which of them fits which rules;
//! - [`solver`]: every question about a compound, each put to the right engine.

pub(crate) mod endless;
pub(crate) mod fitting;
pub(crate) mod joins;
pub mod search;
pub(crate) mod selective;
mod single;
pub mod solver;
pub(crate) mod subselective;
pub(crate) mod tallies;
pub mod theory;
pub(crate) mod turns;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use upstar_base::{Budget, Listing, Stopped};
use upstar_rules::Rules;

/// How several components are played at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Compound {
    /// A move in one of them.
    ///
    /// Who cannot move anywhere has lost (in normal play).
    #[default]
    #[serde(alias = "disjunctive")]
    #[cfg_attr(feature = "clap", value(alias = "disjunctive"))]
    Sum,
    /// A move in each of them, until one cannot.
    ///
    /// Play ends as soon as the player to move cannot move in one of them.
    #[serde(alias = "rapid-join", alias = "conjunctive")]
    #[cfg_attr(feature = "clap", value(aliases = ["rapid-join", "conjunctive"]))]
    Join,
    /// A move in each of them where one can, until one is over.
    ///
    /// A pass in those where only the opponent can move; play ends with the first component in
    /// which nobody can.
    JoinPass,
    /// A move in each of them where one can, until all are over.
    ///
    /// As a join with passes, but play ends with the last component.
    #[serde(alias = "continued-conjunctive")]
    #[cfg_attr(feature = "clap", value(alias = "continued-conjunctive"))]
    SlowJoin,
    /// A move in one or more of them.
    #[serde(alias = "selective")]
    #[cfg_attr(feature = "clap", value(alias = "selective"))]
    Union,
    /// A move in one or more of them, until one is over.
    ///
    /// As a union, but play ends with the first component in which nobody can move: who ends it
    /// wins in normal play and loses in misère play. Who cannot move anywhere before that has
    /// lost in both.
    #[serde(alias = "severed-selective", alias = "shortened-selective")]
    #[cfg_attr(feature = "clap", value(aliases = ["severed-selective", "shortened-selective"]))]
    UrgentUnion,
    /// A move in one or more of them, until the player to move cannot in one.
    ///
    /// As an urgent union with the other finishing rule: play ends as soon as the player to move
    /// cannot move in some component, who then has lost in normal and won in misère play.
    UrgentUnionStuck,
    /// A move in one or more of them, but not in all.
    Subselective,
}

impl Compound {
    /// All of them.
    pub const ALL: [Compound; 8] = [
        Compound::Sum,
        Compound::Join,
        Compound::JoinPass,
        Compound::SlowJoin,
        Compound::Union,
        Compound::UrgentUnion,
        Compound::UrgentUnionStuck,
        Compound::Subselective,
    ];

    /// Does the move that ends a component decide everything? By the other finishing rule too, if
    /// nobody can be stuck alone.
    pub(crate) fn is_urgent(self, impartial: bool) -> bool {
        match self {
            Compound::UrgentUnion => true,
            Compound::UrgentUnionStuck => impartial,
            _ => false,
        }
    }

    /// Does one component without moves end everything?
    pub(crate) fn ends_with_first(self) -> bool {
        matches!(self, Compound::Join | Compound::JoinPass | Compound::UrgentUnion)
    }

    /// May a player pass where only the opponent can move?
    pub(crate) fn has_passes(self) -> bool {
        matches!(self, Compound::JoinPass | Compound::SlowJoin)
    }

    /// Do the pieces that a move leaves count as components of their own? In a subselective
    /// compound the components are fixed from the start.
    pub(crate) fn splits(self) -> bool {
        self != Compound::Subselective
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compound::Sum => "sum",
            Compound::Join => "join",
            Compound::JoinPass => "join-pass",
            Compound::SlowJoin => "slow-join",
            Compound::Union => "union",
            Compound::UrgentUnion => "urgent-union",
            Compound::UrgentUnionStuck => "urgent-union-stuck",
            Compound::Subselective => "subselective",
        })
    }
}

/// The components of a position, each kind with how often it occurs; a position in which there
/// is nothing is one component.
pub(crate) fn parts_of<R: Rules>(
    rules: &R,
    position: &R::Position,
    budget: &Arc<Budget>,
) -> Result<Vec<(R::Position, u64)>, Stopped> {
    let mut listing = Listing::new(budget, size_of::<(R::Position, u64)>());
    rules.compound_parts(position, &mut listing);
    let mut parts = listing.finish()?.into_vec();
    if parts.is_empty() {
        parts.push((position.clone(), 1));
    }
    Ok(parts)
}
