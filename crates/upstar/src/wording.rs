//! What the command line calls things: fields of queries are options, queries are commands.

use upstar_session::{QueryError, Remedy};

/// The fields that are options; the others are arguments without a name.
const OPTIONS: [&str; 5] = ["endless", "entailed", "show", "outcome", "by"];

/// The same error as the command line tells it.
pub(crate) fn worded(refusal: QueryError) -> QueryError {
    let mut refusal = refusal.worded(words);
    if OPTIONS.contains(&&*refusal.field) {
        refusal.field = format!("--{}", refusal.field).into();
    } else if refusal.field == "days" {
        refusal.field = "--number-tree".into();
    }
    refusal
}

fn words(remedy: Remedy) -> String {
    match remedy {
        Remedy::Set(field, value) => format!(": --{field} {value}"),
        Remedy::Remoteness(field, value) => {
            format!(" (`--{field} {value}`) or of an endless impartial game")
        }
        Remedy::Search => {
            ": `upstar outcome` and `upstar moves` do that for small positions".into()
        }
        Remedy::ListRules => "; `upstar rules` lists them".into(),
        Remedy::Count => ": `--count` counts them, `--by heads` by their heads".into(),
        Remedy::Board(size) => {
            format!(": a board such as `--to {size}x{size}`, or one position, can be asked for")
        }
        Remedy::Keep => {
            ": --checkpoint is for sums of partizan games that end, in normal play".into()
        }
        Remedy::Table => "; with --time the table goes as far as that allows".into(),
        Remedy::Time => "`--time` allows more".into(),
        Remedy::Memory => "`--memory` allows more; the tables stay full, `:reset` in the \
                           calculator frees them"
            .into(),
    }
}
