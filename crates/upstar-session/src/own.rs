//! Rules that somebody wrote: texts in, rulesets of this world.
//!
//! Nothing here reads files. Whoever has files puts a [`RulesLoader`] in front of the world; a page or a
//! package passes texts to [`crate::Session::add_rules`].

use crate::error::{Kind, QueryError};
use crate::state::SessionState;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_calculator::{Error, ErrorKind, LoadError, Span};
use upstar_rulefile::{Own, RuleFault, compile};
use upstar_rules::registry;

/// Where texts of rules come from that nobody has added.
pub trait RulesLoader: Send {
    /// Returns the text that goes by this name, read within the budget; `None` if there is none,
    /// and an error that says why if it cannot be read.
    fn text(&self, name: &str, budget: &Budget) -> Option<Result<String, LoadError>>;
}

impl<F: Fn(&str, &Budget) -> Option<Result<String, LoadError>> + Send> RulesLoader for F {
    fn text(&self, name: &str, budget: &Budget) -> Option<Result<String, LoadError>> {
        self(name, budget)
    }
}

/// A name without parameters.
pub(crate) fn plain(rules: &str) -> &str {
    rules.split('(').next().unwrap_or(rules).trim()
}

/// Does a name mean a file of rules, perhaps with parameters? One with `/` in it, one that ends in
/// `.up`, or `-`.
pub(crate) fn is_file(rules: &str) -> bool {
    let name = plain(rules);
    name == "-" || name.contains('/') || name.ends_with(".up")
}

/// The rules that were added, with their texts.
#[derive(Default)]
pub(crate) struct OwnRules(Vec<(String, String, Arc<Own>)>);

impl OwnRules {
    /// Adds rules, unless they are there already.
    pub(crate) fn add(
        &mut self,
        state: &mut SessionState,
        name: &str,
        text: &str,
    ) -> Result<(), QueryError> {
        let name = plain(name);
        let before = self.entry(name);
        if before.is_some_and(|(known, old, _)| known == name && old == text) {
            return Ok(());
        }
        if registry::about(name).is_ok() {
            let message = format!("there is a ruleset `{name}` already; take another name");
            return Err(QueryError::plain(Kind::Name, message));
        }
        let own = match compile(name, text) {
            Ok(own) => Arc::new(own),
            Err(faults) => {
                // The calculator has the rules that questions have; where there are none, whoever
                // loads the text is told its mistakes there.
                if before.is_none() {
                    state.session().offer(name, text);
                }
                return Err(refused(name, text, &faults));
            }
        };
        state.session().offer(name, text);
        state.remove_rules(name);
        self.0.retain(|(known, ..)| known != name);
        let added = state.add_rules(Arc::clone(&own) as Arc<dyn registry::Ruleset>);
        added.map_err(|error| QueryError::plain(Kind::Name, error.to_string()))?;
        self.0.push((name.to_owned(), text.to_owned(), own));
        Ok(())
    }

    /// The text of rules that were added.
    pub(crate) fn text(&self, rules: &str) -> Option<&str> {
        self.entry(rules).map(|(_, text, _)| text.as_str())
    }

    /// Returns the entry of rules that the registry finds by this name.
    fn entry(&self, rules: &str) -> Option<&(String, String, Arc<Own>)> {
        self.0.iter().find(|(known, ..)| registry::same_name(known, rules))
    }

    pub(crate) fn get(&self, rules: &str) -> Option<&Own> {
        self.entry(rules).map(|(.., own)| &**own)
    }

    /// What was found out about these rules.
    pub(crate) fn findings(&self, rules: &str) -> Vec<(String, String)> {
        let found = self.get(rules).map(Own::findings).unwrap_or_default();
        found.into_iter().map(|found| (found.what.to_owned(), found.text)).collect()
    }
}

/// All mistakes of a text: the first with its place, the others in notes.
fn refused(name: &str, text: &str, faults: &[RuleFault]) -> QueryError {
    let place = |fault: &RuleFault| {
        let start = fault.span.start.min(text.len());
        Span::new(start, fault.span.end.clamp(start, text.len()))
    };
    let line = |fault: &RuleFault| {
        let before = text.get(..fault.span.start).unwrap_or(text);
        1 + before.bytes().filter(|&byte| byte == b'\n').count()
    };
    let Some((first, others)) = faults.split_first() else {
        return QueryError::plain(Kind::Syntax, "these are no rules");
    };
    let mut error = Error::new(ErrorKind::Syntax, place(first), first.message.clone());
    error.hint.clone_from(&first.hint);
    error.notes = others.iter().map(|fault| format!("line {}: {fault}", line(fault))).collect();
    QueryError::new(name.to_owned(), text, error)
}

/// A file to begin with, for a game of this name.
///
/// ```
/// let text = upstar_session::starter("Shover");
/// assert!(text.starts_with("game Shover\n"));
/// let mut session = upstar_session::Session::default();
/// session.add_rules("shover.up", &text)?;
/// # Ok::<(), Box<upstar_session::QueryError>>(())
/// ```
pub fn starter(title: &str) -> String {
    let plain = title.chars().all(|c| c.is_alphanumeric() || c == ' ') && !title.is_empty();
    let title = if plain { title.to_owned() } else { format!("\"{}\"", title.replace('"', "'")) };
    format!(
        "game {title}\n\
         \"Left moves x, Right moves o: a stone jumps onto a neighbouring enemy, which is removed.\"\n\
         \n\
         // The kinds of squares; the first one fills an empty board. Or `strip`, `graph`,\n\
         // or numbers: `heap n`, `tuple (m, n)`.\n\
         grid . x o\n\
         \n\
         // A move: a direction, what is there, what becomes of it. Directions: east, west, north,\n\
         // south, horizontal, vertical, orthogonal, diagonal, compass, knight.\n\
         // [xo] is either, !x anything else, ? any square, .* any number of them, ^ the edge.\n\
         left orthogonal xo -> .x\n\
         right as left with x<->o\n\
         \n\
         // Boards for `upstar table FILE 3x4`, positions to try, values you are sure of.\n\
         start checkerboard x o\n\
         try \"xox|oxo\"\n\
         known \"xo\" = *\n"
    )
}
