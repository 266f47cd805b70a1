//! Rules that somebody wrote, under a name that queries use from then on.

use crate::query::prelude::*;
use crate::query::rules::RulesPage;

described! {
    /// Adds rules that somebody wrote under a name; the answer is the page on them
    pub struct AddRulesQuery {
        /// What questions call them from now on: `my.up`.
        #[serde(alias = "rules")]
        pub name: String,
        /// The text of the file.
        pub text: String,
    }
}

impl Query for AddRulesQuery {
    type Answer = RulesPage;
    const NAME: &'static str = "add-rules";
    const EXAMPLES: &'static [Example] =
        &[Example::new("", r#"{"name":"a.up","text":"game A\nheap n\nboth -> n-1\n"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<RulesPage, QueryError> {
        session.add_rules(&self.name, &self.text).map_err(|refusal| *refusal)?;
        session.page(&self.name)
    }
}
