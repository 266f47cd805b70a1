//! What a file says of its game besides the moves, kept so that [`About`] can borrow it.

use self_cell::self_cell;
use std::fmt;
use upstar_rules::page::Texts;
use upstar_rules::registry::{About, Known};

/// The lists of [`About`], which borrow from the texts.
pub(crate) struct PageLists<'t> {
    examples: Vec<&'t str>,
    known: Vec<Known<'t>>,
}

self_cell! {
    /// The texts with the lists that borrow from them.
    pub(crate) struct FilePage {
        owner: Texts,
        #[covariant]
        dependent: PageLists,
    }
}

impl fmt::Debug for FilePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.borrow_owner().fmt(f)
    }
}

impl FilePage {
    pub(crate) fn of(texts: Texts) -> FilePage {
        FilePage::new(texts, |texts| PageLists { examples: texts.examples(), known: texts.known() })
    }

    pub(crate) fn about(&self) -> About<'_> {
        let lists = self.borrow_dependent();
        self.borrow_owner().about(&lists.examples, &lists.known)
    }
}
