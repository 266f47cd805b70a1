//! Ordinal sums with loopy games.

use super::{Interpreter, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::Value;
use upstar_base::Player;
use upstar_values::stopper::{Ending, LoopyError, Sides, Stopper};

/// What a loopy game lacks, at its place.
pub(crate) fn loopy_error(span: Span) -> impl Fn(LoopyError) -> Box<crate::Error> {
    move |error| match error {
        LoopyError::Stopped(why) => stopped(span)(why),
        other => fail(ErrorKind::Domain, span, other.to_string()),
    }
}

impl Interpreter {
    /// `g : h` where one of them is loopy. A base must be a stopper, or a form as written; what
    /// stands on it may have two sides.
    pub(crate) fn ordinal_sum_sided(
        &mut self,
        left: &Value,
        right: &Value,
        spans: [Span; 2],
        at: Span,
    ) -> Evaluated<Value> {
        let base = self.base(left, spans[0])?;
        let above = self.sides(right, spans[1])?;
        let mut found = Vec::with_capacity(2);
        for ending in [Ending::Left, Ending::Right] {
            let side = above.of(ending).ok_or(LoopyError::NoSide).map_err(loopy_error(spans[1]))?;
            let sum = self.stoppers.ordinal_sum_of_form(&base, side).map_err(stopped(at))?;
            found.push(self.sided(Sides::stopper(sum), at)?);
        }
        self.with_sides(&found[0], &found[1], at)
    }

    /// The options of a base: those of a form as written, else those of the canonical form.
    pub(crate) fn base(&mut self, value: &Value, span: Span) -> Evaluated<[Vec<Stopper>; 2]> {
        let Value::Form(id) = value else {
            let g = self.stopper(value, span)?;
            return Ok(Player::BOTH.map(|who| self.stoppers.options(g, who).to_vec()));
        };
        let mut base = [Vec::new(), Vec::new()];
        for who in Player::BOTH {
            let options = self.forms.options(&mut self.calc, *id, who).map_err(stopped(span))?;
            for &option in options.iter() {
                let short = self.form_value(option, span)?;
                let g = self.stoppers.of_short(&mut self.calc, short).map_err(stopped(span))?;
                base[who as usize].push(g);
            }
        }
        Ok(base)
    }
}
