//! The canonical form of a sum of heaps, with nim-heaps and adders beside them, in the notation of
//! Winning Ways.

use super::mixed::Mixed;
use super::{CodeMemory, GameName, small};
use super::{files, is_ruleset, ruleset, work};
use crate::query::prelude::*;
use upstar_misere::form::{Form, Forms, Style};
use upstar_misere::heaps::{PartForms, Parts};

described! {
    /// The canonical form of a sum of heaps or of a position of any ruleset
    pub struct CanonicalQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// A sum of heaps such as 9+8+5+3, or a position of the impartial ruleset that stands for the
        /// code; `-` reads from stdin: sums of heaps one a line, or the rows of one position
        #[cfg_attr(feature = "clap", arg(value_name = "POSITION"))]
        pub position: String,
        /// Give names to the games inside that occur several times
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub named: bool,
    }
}

impl Query for CanonicalQuery {
    type Answer = Canonical;
    const NAME: &'static str = "canonical";
    const EXAMPLES: &'static [Example] = &[Example::new(
        "misere canonical .77 5+3 --named",
        r#"{"code":".77","position":"5+3","named":true}"#,
    )];

    fn rulesets(&self) -> Vec<&str> {
        files(&self.code, &self.position)
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Canonical, QueryError> {
        let CanonicalQuery { code: name, position, named } = self;
        if is_ruleset(name) {
            return ruleset::canonical(&mut session.state, name, position, *named);
        }
        work(session, |state, memory| {
            let (budget, code) = (&Arc::clone(state.budget()), code(name)?);
            sum(&code, memory.of(&code, budget), position, *named, budget)
        })
    }
}

/// A canonical form in misère play.
#[derive(Clone, Debug, Serialize)]
pub struct Canonical {
    /// The game.
    #[serde(flatten)]
    pub game: GameName,
    /// The sum or position.
    pub position: String,
    /// The form.
    pub canonical: String,
    /// The names of parts that occur several times, where they were wanted, the last one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<[String; 2]>,
    /// The same as the calculator reads it.
    pub calculator: String,
    /// Its birthday.
    pub birthday: u32,
    /// How many options it has.
    pub options: usize,
    /// Its genus, unless a limit came first.
    pub genus: Option<String>,
}

impl Canonical {
    pub(super) fn new(
        game: GameName,
        position: String,
        forms: &mut Forms,
        form: Form,
        named: bool,
    ) -> Result<Canonical, Stopped> {
        let (canonical, names) = if named {
            forms.show_named(form)?
        } else {
            (forms.show(form, Style::Subscripts)?, Vec::new())
        };
        Ok(Canonical {
            game,
            position,
            canonical,
            names: names.into_iter().map(|(name, text)| [name, text]).collect(),
            calculator: format!("*[{}]", forms.show(form, Style::Brackets)?),
            birthday: forms.birthday(form),
            options: forms.option_count(form),
            genus: match forms.genus(form) {
                Ok(genus) => Some(genus.to_string()),
                Err(stopped) if stopped.is_external() => return Err(stopped),
                Err(_) => None,
            },
        })
    }
}

impl Finding for Canonical {
    fn text(&self) -> String {
        let names = self.names.iter().map(|[name, text]| format!("{name} = {text}\n"));
        format!("{}\n{}", self.canonical, names.collect::<String>())
    }
}

/// Heaps and forms of one code.
pub(super) struct KeptForms {
    parts: Parts,
    forms: Forms,
}

/// The form of a sum.
fn sum(
    code: &HeapCode,
    memory: &mut CodeMemory,
    text: &str,
    named: bool,
    budget: &Arc<Budget>,
) -> Result<Canonical, QueryError> {
    let sum = Mixed::read(text)?;
    let heaps = small(text, &sum.heaps)?;
    budget.begin("the canonical form", None);
    let fresh =
        || KeptForms { parts: Parts::new(code.clone()), forms: Forms::new(Arc::clone(budget)) };
    let KeptForms { parts, forms } = memory.canonical.get_or_insert_with(fresh);
    let largest = heaps.first().map_or(0, |&(heap, _)| heap);
    let form = (|| {
        parts.extend(largest, budget)?;
        let word = parts.sum(&heaps)?.plus(&sum.besides(parts, budget)?)?;
        PartForms::default().of(parts, forms, &word)
    })();
    let game = GameName::of(code);
    let found = form.and_then(|form| Canonical::new(game, sum.show(), forms, form, named));
    found.map_err(|stopped| {
        super::stopped(stopped, format!("{} canonical forms were made", forms.len()))
    })
}
