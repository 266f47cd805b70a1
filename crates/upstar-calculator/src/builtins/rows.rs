//! How the rows of the table are written, and what a row does around its body.
//!
//! A row says what it is called on, its parameters with the types that its body wants them in, one
//! line of definition, an example with its output, and the body:
//!
//! ```text
//! rows! { pub(super) TABLE |m, c|
//!     Game.Cool(g: Short, t: Dyadic) "G when every move costs t > -1"
//!         ["{3||2+*|1+*}.Cool(1/4)", "{11/4||2|3/2}"] m.calc.cool(g, &t).at(1);
//! }
//! ```
//!
//! `m` is the machine and `c` the call. Arguments become what their types say ([`Arg`]) before the
//! body runs, from left to right; one without a type is left to the body, `c.arg(1)`.
//! The body gives anything that has a value ([`Answer`]), and may leave with `?`: mistakes need not
//! say where they are ([`Raise`]).
//!
//! `fn` begins a function, `const` a constant, and `grow` a method that adds to the members of its
//! receiver. `Strip::Empty` is called on the name of a kind. A parameter of type `Option`, or with
//! `= Nothing` behind it, may be left out; one with `= Many` stands for any number of arguments.
//!
//! The macro takes one row after another, two steps each: a table has at most 60 rows.

pub(super) use super::answers::{Answer, AnswerList, AnswerSet};
pub(super) use super::args::{Arg, Args, Unread};
pub(super) use super::raise::{At, Raise, raise};

use super::Call;
use crate::error::Evaluated;
use crate::eval::Interpreter;
use crate::value::Value;

/// What the body answers, or its error with a span.
pub(crate) fn answered<T: Answer>(
    m: &mut Interpreter,
    c: &Call<'_>,
    body: impl FnOnce(&mut Interpreter) -> Result<T, Raise>,
) -> Evaluated<Value> {
    body(m).value(m, c)
}

/// An answer as it is: a body that gives none is then shown in its own place by the compiler.
pub(crate) fn answer<T: Answer>(answer: T) -> T {
    answer
}

/// The table that these rows are; see the head of this file.
macro_rules! rows {
    // The end.
    (@ $table:tt $m:ident $c:ident [$($done:tt)*]) => { rows! { @table $table [$($done)*] } };
    (@table [$visible:vis $table:ident] [$($done:tt)*]) => {
        $visible static $table: &[$crate::builtins::Builtin] = &[$($done)*];
    };
    // One row.
    (@ $table:tt $m:ident $c:ident [$($done:tt)*]
        const $name:tt $summary:literal [$example:expr, $output:expr] $body:expr; $($rest:tt)*
    ) => { rows! { @ $table $m $c [$($done)* $crate::builtins::Builtin {
        name: rows!(@name $name), on: None, parameters: &[], optional: 0,
        summary: $summary, example: $example, output: $output,
        run: $crate::builtins::BuiltinCode::Constant(|$m, span| {
            let $c = &$crate::builtins::Call { arguments: &[], spans: &[], span };
            $crate::builtins::rows::answered($m, $c, |$m| {
                let _ = &$m;
                Ok($crate::builtins::rows::answer($body))
            })
        }),
    },] $($rest)* } };
    (@ $table:tt $m:ident $c:ident $done:tt
        fn $name:tt($($p:tt $(: $kind:ty)? $(= $default:ident)?),*) $($rest:tt)*
    ) => { rows! { @row $table $m $c $done None, $name
        [$($p [$($kind)?] [$($default)?])*] [$($p [$($kind)?])*] $($rest)*
    } };
    (@ $table:tt $m:ident $c:ident $done:tt
        grow $on:ident.$name:tt($items:ident $(, $p:tt $(= $default:ident)?)*) $($rest:tt)*
    ) => { rows! { @grow $table $m $c $done $on $name $items [$($p [] [$($default)?])*] $($rest)* } };
    (@ $table:tt $m:ident $c:ident $done:tt
        $on:ident.$name:tt($r:tt $(: $of:ty)? $(, $p:tt $(: $kind:ty)? $(= $default:ident)?)*) $($rest:tt)*
    ) => { rows! { @row $table $m $c $done Some($crate::builtins::On::$on), $name
        [$($p [$($kind)?] [$($default)?])*] [$r [$($of)?] $($p [$($kind)?])*] $($rest)*
    } };
    (@ $table:tt $m:ident $c:ident $done:tt
        $on:ident $(| $other:ident)*::$name:tt($($p:tt $(: $kind:ty)? $(= $default:ident)?),*) $($rest:tt)*
    ) => { rows! { @row $table $m $c $done
        Some($crate::builtins::On::named(concat!(stringify!($on) $(, ", ", stringify!($other))*))), $name
        [$($p [$($kind)?] [$($default)?])*] [_ [] $($p [$($kind)?])*] $($rest)*
    } };
    (@row $table:tt $m:ident $c:ident [$($done:tt)*] $on:expr, $name:tt
        [$($p:tt $kind:tt $default:tt)*] [$($bound:tt $of:tt)*]
        $summary:literal [$example:expr, $output:expr] $body:expr; $($rest:tt)*
    ) => { rows! { @ $table $m $c [$($done)* $crate::builtins::Builtin {
        name: rows!(@name $name), on: $on,
        parameters: &[$(rows!(@name $p)),*],
        optional: 0 $(+ rows!(@optional $kind $default))*,
        summary: $summary, example: $example, output: $output,
        run: $crate::builtins::BuiltinCode::Call(|$m, $c| {
            #[allow(unused_mut)]
            let ($(rows!(@pattern $bound $of),)*): ($(rows!(@kind $of),)*) =
                $crate::builtins::rows::Args::get($m, $c)?;
            $crate::builtins::rows::answered($m, $c, |$m| {
                let _ = &$m;
                Ok($crate::builtins::rows::answer($body))
            })
        }),
    },] $($rest)* } };
    (@grow $table:tt $m:ident $c:ident [$($done:tt)*] $on:ident $name:tt $items:ident
        [$($p:tt $kind:tt $default:tt)*]
        $summary:literal [$example:expr, $output:expr] $body:expr; $($rest:tt)*
    ) => { rows! { @ $table $m $c [$($done)* $crate::builtins::Builtin {
        name: rows!(@name $name), on: Some($crate::builtins::On::$on),
        parameters: &[$(rows!(@name $p)),*],
        optional: 0 $(+ rows!(@optional $kind $default))*,
        summary: $summary, example: $example, output: $output,
        run: $crate::builtins::BuiltinCode::Grow(|$m, $items, $c| { let _ = &$m; $body }),
    },] $($rest)* } };
    // Parts of a row.
    (@name $name:ident) => { stringify!($name) };
    (@name $name:literal) => { $name };
    (@optional [] []) => { 0 };
    (@optional [] [Nothing]) => { 1 };
    (@optional [] [Many]) => { $crate::builtins::MANY };
    (@optional [$kind:ty] []) => { <$kind as $crate::builtins::rows::Arg<'_>>::OPTIONAL };
    (@pattern $p:tt []) => { _ };
    (@pattern $p:ident [$kind:ty]) => { mut $p };
    (@kind []) => { $crate::builtins::rows::Unread };
    (@kind [$kind:ty]) => { $kind };
    ($visible:vis $table:ident |$m:ident, $c:ident| $($rows:tt)*) => {
        rows! { @ [$visible $table] $m $c [] $($rows)* }
    };
}
pub(super) use rows;
