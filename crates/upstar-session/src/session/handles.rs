//! Positions for programs: values as handles instead of text.

use super::Session;
use crate::error::{PositionFailure, QueryError};
use crate::open_position::OpenPosition;
use crate::position::{marked, with_position};
use crate::question::PositionSpec;
use std::borrow::Cow;
use upstar_calculator::{Calculator, Value};
use upstar_rules::{Rules, read_sum};

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
            Err(error) => Err(Box::new(PositionFailure::Rules(error).of(rules, ""))),
        }
    }

    /// Parses a position, or a sum of positions, and returns its terms as they are written, and
    /// which of them, counted from 0, is marked as one that must be answered.
    pub fn terms_of(
        &mut self,
        rules: &str,
        position: &str,
    ) -> Result<(Vec<String>, Option<usize>), Box<QueryError>> {
        self.begin();
        let terms = self.marked_terms(&PositionSpec::new(rules, position));
        terms.map_err(|failure| Box::new(failure.of(rules, position)))
    }

    /// The terms of a position, and which of them is marked. The mark is taken off before the rules
    /// are opened, since they would read the text as a sum of different games.
    fn marked_terms(
        &self,
        place: &PositionSpec,
    ) -> Result<(Vec<String>, Option<usize>), PositionFailure> {
        let registry = self.state.registry();
        let (place, term) = match marked(&registry, place)? {
            Some((bare, term)) => (Cow::Owned(bare), Some(term)),
            None => (Cow::Borrowed(place), None),
        };
        let opened = registry.open(&place.rules, &place.position);
        let (_, rules) = opened.map_err(PositionFailure::Rules)?;
        let terms = read_sum(&rules, &place.position)?;
        let terms = terms.iter().map(|term| rules.show(term)).collect();
        rules.fault().map_or(Ok((terms, term)), |fault| Err(PositionFailure::Fault(fault)))
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
}
