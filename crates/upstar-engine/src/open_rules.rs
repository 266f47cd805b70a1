//! Rules that are open for positions up to some size: what can be done with positions without
//! solving anything.

use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::position::ReducedPositions;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::About;
use upstar_rules::sum::{Spelled, Sum};
use upstar_rules::{Editor, MoveKind, PositionError, Rules, read_sum};
use upstar_theory::structure::theorem::KnownTheorem;

/// General properties of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether both players have the same moves.
    pub impartial: bool,
    /// Whether play can be infinite.
    pub loopy: bool,
    /// Whether a position can have infinitely many options.
    pub infinite: bool,
    /// Whether there are entailing moves.
    pub entailing: bool,
    /// Whether sums in normal play add short games.
    pub ordinary: bool,
}

/// A ruleset that is open for positions up to some size.
pub struct OpenRules {
    title: String,
    is_board: bool,
    rules: Arc<Erased>,
}

impl OpenRules {
    /// Returns the open rules of a ruleset that the registry has opened.
    pub fn new(about: &About<'_>, rules: Erased) -> OpenRules {
        let is_board = matches!(about.editor, Editor::Cells(_));
        OpenRules { title: about.title.to_owned(), is_board, rules: Arc::new(rules) }
    }

    /// The title of the ruleset.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether positions are boards of squares.
    pub fn is_board(&self) -> bool {
        self.is_board
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Erased> {
        &self.rules
    }

    /// Returns the general properties of the rules.
    pub fn facts(&self) -> Facts {
        let rules = &self.rules;
        let special = rules.nature().special_moves;
        let ends = !rules.nature().loopy || KnownTheorem::of(rules).is_some();
        Facts {
            impartial: rules.nature().impartial,
            loopy: rules.nature().loopy,
            infinite: rules.nature().infinite,
            entailing: special.contains(&MoveKind::Entailing),
            ordinary: special.is_empty() && ends && !rules.nature().infinite,
        }
    }

    /// Returns the error that occurred while moves were listed, if there was one: no answer that
    /// was given since then counts.
    pub fn fault(&self) -> Option<String> {
        self.rules.fault()
    }

    /// Parses positions of the rules and returns each as the rules write it.
    pub fn read(&self, text: &str) -> Result<Vec<Spelled>, PositionError> {
        let terms = read_sum(&*self.rules, text)?;
        Ok(terms.iter().flat_map(|term| self.spell(term)).collect())
    }

    /// Returns the text of a position: of a sum of different games the text of each term.
    pub fn spell(&self, position: &Position) -> Vec<Spelled> {
        match (self.rules.downcast::<Sum>(), position.downcast::<Sum>()) {
            (Some(sum), Some(terms)) => sum.spelled(terms),
            _ => vec![Spelled {
                rules: String::new(),
                text: self.rules.show(position),
                negated: false,
                count: 1,
            }],
        }
    }

    /// Returns the components of a position.
    pub fn components(&self, position: &Position) -> Vec<Spelled> {
        let mut components = Vec::new();
        self.rules.sum_components(position.clone(), &mut components);
        components.iter().flat_map(|part| self.spell(part)).collect()
    }

    /// Lets `query` reduce positions in misère play, and releases the memory that this took.
    /// Returns `None` unless the rules are impartial and play ends.
    pub fn reduced<T>(
        &self,
        budget: &Arc<Budget>,
        query: impl FnOnce(&mut ReducedPositions<Erased>, &Budget) -> Result<T, Stopped>,
    ) -> Option<Result<T, Stopped>> {
        let mut positions = ReducedPositions::new(&self.rules)?;
        let part = Budget::steps_of(budget, u64::MAX);
        let answer = query(&mut positions, &part);
        budget.refund(part.held());
        Some(answer)
    }
}
