//! What the word before a cursor may become.

use crate::query::prelude::*;

described! {
    /// What the word before a place of an input may become
    pub struct CompleteQuery {
        /// The input.
        pub input: String,
        /// The place, in bytes.
        pub at: usize,
    }
}

impl Query for CompleteQuery {
    type Answer = Completions;
    const NAME: &'static str = "complete";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"input":"Temp","at":4}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Completions, QueryError> {
        Ok(complete(&mut session.state, &self.input, self.at))
    }
}

/// What the word before a place may become.
#[derive(Clone, Debug, Serialize)]
pub struct Completions {
    /// Where the word begins, in bytes.
    pub start: usize,
    /// The candidates.
    pub names: Vec<String>,
    /// What each is, in a line; empty where there is nothing to say.
    pub help: Vec<String>,
}

impl Finding for Completions {
    fn text(&self) -> String {
        self.names.iter().map(|name| format!("{name}\n")).collect()
    }
}

/// Candidates for the word that ends at `at`.
fn complete(state: &mut SessionState, input: &str, at: usize) -> Completions {
    let (start, names) = state.session().complete(input, at);
    let help = names.iter().map(|name| in_a_line(name)).collect();
    Completions { start, names, help }
}

/// What a name is: the line of its help after the one that says how it is written.
fn in_a_line(name: &str) -> String {
    let help = upstar_calculator::help(name).unwrap_or_default();
    help.lines().nth(1).map(|line| line.trim().to_owned()).unwrap_or_default()
}
