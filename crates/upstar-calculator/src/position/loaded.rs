//! Rules of a file that was loaded, by the name that they have in a session.
//!
//! A word of the calculator is made of the title, `toads_and_frogs` of "Toads and Frogs". The
//! registry of the session knows the rules by that word and `.up`, as a sum of different games
//! writes them; so they never take the name of rules that come along.
//!
//! Rules that are loaded later under the same title take the name. Positions that were made with
//! the earlier rules keep those, which get a name with a number: values never change behind a
//! user's back, and rules are compared by their serial number, not by their name.

use std::fmt;
use std::sync::{Arc, OnceLock};
use upstar_rulefile::{Own, RuleFault, compile};
use upstar_rules::registry::{About, Registry, RulesError, Ruleset};
use upstar_syntax::Key;

/// Rules of a file.
pub(crate) struct Loaded {
    word: String,
    text: String,
    /// How many rules were loaded before.
    serial: u64,
    rules: Arc<Own>,
    /// The same rules under another name, once others have taken theirs.
    replaced: OnceLock<Arc<Own>>,
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Loaded").field(&self.word).finish()
    }
}

impl Loaded {
    /// Reads rules.
    pub(crate) fn read(text: &str, serial: u64) -> Result<Loaded, Vec<RuleFault>> {
        let word = word(compile("", text)?.about().title);
        let rules = Arc::new(compile(&format!("{word}.up"), text)?);
        Ok(Loaded { word, text: text.to_owned(), serial, rules, replaced: OnceLock::new() })
    }

    /// Makes them known, in place of others of the same name.
    pub(crate) fn enter(&self, registry: &mut Registry) -> Result<(), RulesError> {
        registry.remove(self.name());
        registry.add(Arc::clone(self.own()) as Arc<dyn Ruleset>)
    }

    /// Gives up the name to other rules.
    pub(crate) fn make_way(&self) {
        let name = format!("{}.{}.up", self.word, self.serial);
        if let Ok(rules) = compile(&name, &self.text) {
            self.replaced.get_or_init(|| Arc::new(rules));
        }
    }

    /// Whether other rules have taken the name.
    pub(crate) fn is_replaced(&self) -> bool {
        self.replaced.get().is_some()
    }

    /// Whether the text is that of these rules.
    pub(crate) fn is_text(&self, text: &str) -> bool {
        self.text == text
    }

    /// What they are compared by: the name that they were loaded with, and which of that name.
    pub(crate) fn identity(&self) -> (&str, u64) {
        (self.rules.about().name, self.serial)
    }

    fn own(&self) -> &Arc<Own> {
        self.replaced.get().unwrap_or(&self.rules)
    }

    /// The name in the registry.
    pub(crate) fn name(&self) -> &str {
        self.about().name
    }

    /// The name in the calculator.
    pub(crate) fn word(&self) -> &str {
        &self.word
    }

    /// The page of the rules.
    pub(crate) fn about(&self) -> About<'_> {
        self.own().about()
    }
}

/// A title as a name of the calculator: letters and digits, `_` for everything else.
fn word(title: &str) -> String {
    let mut word = String::new();
    for c in title.chars().filter(|c| !matches!(c, '\'' | '\u{2019}')) {
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        } else if !word.is_empty() && !word.ends_with('_') {
            word.push('_');
        }
    }
    let word = word.trim_end_matches('_');
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_name && word != "v" && Key::parse(word).is_none() {
        word.to_owned()
    } else {
        format!("game_{word}").trim_end_matches('_').to_owned()
    }
}
