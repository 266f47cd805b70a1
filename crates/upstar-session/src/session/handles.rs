//! Positions for programs: values as handles instead of text, and moves that nothing was solved for.

use super::Session;
use crate::error::{Failure, QueryError};
use crate::names::names;
use crate::open_position::OpenPosition;
use crate::position::with_position;
use crate::question::{PositionSpec, Question};
use upstar_base::{Player, Verdict};
use upstar_calculator::{Calculator, Value};
use upstar_rules::{Rules, read_sum};

/// A legal move, without a word about who wins.
#[derive(Clone, Debug)]
pub struct LegalMove {
    /// What the move is called.
    pub name: String,
    /// The position it leads to.
    pub to: String,
    /// The component, counted from 1, in which the opponent must answer.
    pub entailed: Option<usize>,
    /// Whether the same player moves again.
    pub again: bool,
    /// Who has won, if the move ends the game.
    pub winner: Option<Player>,
}

impl Session {
    /// Returns the calculator, whose values belong to this session.
    pub fn calculator(&mut self) -> &mut Calculator {
        self.state.session()
    }

    /// Returns the title of a ruleset; an error if there is no such ruleset or its parameters are
    /// wrong.
    pub fn title_of(&mut self, rules: &str) -> Result<String, Box<QueryError>> {
        self.begin();
        self.fetch_one(rules).map_err(Box::new)?;
        let registry = self.state.registry();
        match registry.open_sized(rules, (1, 1)) {
            Ok((about, _)) => Ok(about.title.to_owned()),
            Err(error) => Err(Box::new(Failure::Rules(error).of(rules, ""))),
        }
    }

    /// Parses a position, or a sum of positions, and returns its terms as they are written.
    pub fn terms_of(
        &mut self,
        rules: &str,
        position: &str,
    ) -> Result<Vec<String>, Box<QueryError>> {
        self.begin();
        let registry = self.state.registry();
        let opened = registry.open(rules, position).map_err(Failure::Rules);
        let terms = opened.and_then(|(_, rules)| {
            let terms = read_sum(&rules, position)?;
            let terms = terms.iter().map(|term| rules.show(term)).collect();
            rules.fault().map_or(Ok(terms), |fault| Err(Failure::Fault(fault)))
        });
        terms.map_err(|failure| Box::new(failure.of(rules, position)))
    }

    /// Returns the value of a position as a value of the calculator.
    ///
    /// ```
    /// use upstar_session::{Notation, PositionSpec, Session};
    /// let mut session = Session::default();
    /// let value = session.value_of(&PositionSpec::new("domineering", "....|...."))?;
    /// assert_eq!(session.calculator().show(&value, Notation::Ascii).unwrap(), "Miny(2)");
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn value_of(&mut self, place: &PositionSpec) -> Result<Value, Box<QueryError>> {
        self.begin();
        let run = |case: &mut OpenPosition<'_>| case.value();
        let value = with_position(&mut self.state, place, "the value", run);
        value.map_err(Box::new)
    }

    /// Returns the legal moves of a player, at most `most` of them, without solving anything.
    ///
    /// ```
    /// use upstar_session::{Player, PositionSpec, Session};
    /// let mut session = Session::default();
    /// let place = PositionSpec::new("domineering", "8x8");
    /// assert_eq!(session.legal_moves(&place, Player::Left, 1000)?.len(), 56);
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn legal_moves(
        &mut self,
        place: &PositionSpec,
        player: Player,
        most: usize,
    ) -> Result<Vec<LegalMove>, Box<QueryError>> {
        self.begin();
        self.fetch(&Question::Outcome(place.clone())).map_err(Box::new)?;
        let run = |case: &mut OpenPosition<'_>| {
            let turns = case.legal(player, most)?;
            let names = names(case, player, &turns)?;
            let told = turns.iter().zip(names).map(|(turn, name)| LegalMove {
                name,
                to: case.show(&turn.to),
                entailed: turn.to.entailed.map(|place| place + 1),
                again: turn.again,
                winner: turn.decides.then_some(match turn.verdict {
                    Verdict::Win => player,
                    _ => !player,
                }),
            });
            Ok(told.collect())
        };
        with_position(&mut self.state, place, "the moves", run).map_err(Box::new)
    }
}
