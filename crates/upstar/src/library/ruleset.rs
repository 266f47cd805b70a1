//! Rulesets: the built-in ones, rule files and rules written in Rust.

use super::custom::{Custom, CustomRules};
use super::error::Error;
use super::position::Position;
use super::session::{Session, State};
use std::fmt;
use std::sync::Arc;
use upstar_session::Kind;

/// The rules of a game, such as Domineering or `subtraction(2,5,6)`.
///
/// ```
/// use upstar::Ruleset;
/// let domineering = Ruleset::named("domineering")?;
/// assert_eq!(domineering.title(), "Domineering");
/// assert_eq!(domineering.position("3x3")?.value()?.to_string(), "+-1");
/// # Ok::<(), upstar::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    session: Session,
    name: Arc<str>,
    title: Arc<str>,
}

impl Ruleset {
    /// Returns the built-in ruleset of this name, with parameters if it has any, in the shared
    /// session. [`Session::ruleset`] does that in another session.
    pub fn named(name: &str) -> Result<Ruleset, Error> {
        Session::shared().ruleset(name)
    }

    /// Compiles the text of a rule file in the shared session. [`Session::ruleset_from_text`] does
    /// that in another session.
    ///
    /// ```
    /// use upstar::Ruleset;
    /// let text = "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    /// let clobber = Ruleset::from_text(text)?;
    /// assert_eq!(clobber.position("xxo")?.value()?.to_string(), "^");
    /// let error = Ruleset::from_text("game Oops\ngrid . x\nleft q -> x\n").unwrap_err();
    /// assert_eq!(error.line(), Some(3));
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Ruleset, Error> {
        Session::shared().ruleset_from_text(text)
    }

    /// Makes a ruleset of rules written in Rust, in the shared session. [`Session::ruleset_of`]
    /// does that in another session.
    pub fn from_rules(rules: impl CustomRules) -> Result<Ruleset, Error> {
        Session::shared().ruleset_of(rules)
    }

    /// Returns the session that the ruleset belongs to.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the name with which queries name the ruleset.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Parses a position: a board, or a size such as `8x8`, which means the starting position of
    /// that size. Terms with ` + ` between them are a sum.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        let read = self.session.with(|state| Ok(state.session.terms_of(&self.name, text)?))?;
        let (terms, entailed) = read;
        Ok(Position::new(self, terms, entailed))
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.title)
    }
}

impl Session {
    /// Returns the ruleset of this name in this session.
    pub fn ruleset(&self, name: &str) -> Result<Ruleset, Error> {
        self.with(|state| self.known(state, name))
    }

    fn known(&self, state: &mut State, name: &str) -> Result<Ruleset, Error> {
        let title = state.session.title_of(name)?;
        Ok(Ruleset { session: self.clone(), name: name.into(), title: title.into() })
    }

    /// Compiles the text of a rule file. The same text gives the same ruleset, and another text
    /// another one, even if its title is the same.
    pub fn ruleset_from_text(&self, text: &str) -> Result<Ruleset, Error> {
        self.with(|state| {
            if let Some((name, _)) = state.rule_files.iter().find(|(_, known)| known == text) {
                let name = name.clone();
                return self.known(state, &name);
            }
            let number = state.rule_files.len() + 1;
            let name = format!("{}-{number}.up", plain(title_in(text)));
            state.session.add_rules(&name, text)?;
            state.rule_files.push((name.clone(), text.to_owned()));
            self.known(state, &name)
        })
    }

    /// Makes a ruleset of rules written in Rust; see [`CustomRules`].
    pub fn ruleset_of(&self, rules: impl CustomRules) -> Result<Ruleset, Error> {
        let name = self.with(|state| {
            state.custom += 1;
            Ok(format!("{}-rust-{}.up", plain(rules.title()), state.custom))
        })?;
        self.add_rules(Arc::new(Custom::new(name, rules)))
    }

    /// Adds rules with all that built-in ones have: those of the crate `upstar-rules`.
    pub fn add_rules(
        &self,
        rules: Arc<dyn upstar_rules::registry::Ruleset>,
    ) -> Result<Ruleset, Error> {
        self.with(|state| {
            let name = rules.about().name.to_owned();
            let added = state.session.add_ruleset(rules);
            added.map_err(|error| Error::new(Kind::Name, error.to_string()))?;
            self.known(state, &name)
        })
    }
}

/// The title in the first line of a rule file.
fn title_in(text: &str) -> &str {
    let line = text.lines().map(str::trim).find(|line| line.starts_with("game "));
    line.and_then(|line| line.strip_prefix("game ")).unwrap_or("rules")
}

/// A title as a part of a name.
fn plain(title: &str) -> String {
    let words = title.split('(').next().unwrap_or(title).to_lowercase();
    let words = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    if name.is_empty() { "rules".to_owned() } else { name }
}
