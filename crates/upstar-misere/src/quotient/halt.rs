//! Why a step of the quotient engine ends without its result.

use super::End;
use upstar_base::Stopped;

/// Why a step ended.
#[derive(Debug)]
pub(super) enum Halt {
    /// A query was given only so many nodes; it can be asked again with more.
    Nodes,
    /// The budget of the whole computation is used up.
    Stopped(Stopped),
    /// A limit of the method.
    Stuck(&'static str),
}

impl From<Halt> for End {
    fn from(halt: Halt) -> End {
        match halt {
            Halt::Stopped(stopped) => End::Stopped(stopped),
            Halt::Stuck(why) => End::Stuck(why),
            Halt::Nodes => End::Stuck("a search has too many nodes"),
        }
    }
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}
