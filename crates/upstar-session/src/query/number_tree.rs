//! The tree of the numbers born by some day.

use crate::query::picture::PictureAnswer;
use crate::query::prelude::*;
use upstar_notation::plot;

described! {
    /// The tree of the numbers born by some day, with a ruler and their Hackenbush strings
    pub struct NumberTreeQuery {
        /// The day.
        pub days: u32,
    }
}

impl Query for NumberTreeQuery {
    type Answer = PictureAnswer;
    const NAME: &'static str = "number-tree";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"days":3}"#)];

    fn run(&self, _: &mut Session, _: Hear<'_>) -> Result<PictureAnswer, QueryError> {
        number_tree(self.days)
    }
}

/// Draws the tree of numbers.
fn number_tree(days: u32) -> Result<PictureAnswer, QueryError> {
    let input = days.to_string();
    if days > plot::LAST_DAY {
        let message = format!("expected a day from 0 to {}", plot::LAST_DAY);
        return Err(QueryError::whole("days", &input, ErrorKind::Size, message));
    }
    let picture = plot::number_tree(days);
    Ok(PictureAnswer { input: vec![input], picture, sketch: None, warnings: Vec::new() })
}
