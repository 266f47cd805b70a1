//! Pretending (Plambeck 2003): a misère game played with adders and a few special symbols.
//!
//! In a quotient, a heap may be treated as an adder `:a` if it has the same class, and as the
//! symbol of its class otherwise. A symbol X obeys the law (p,s): p+s copies may be replaced by s
//! copies. The laws are read off the proved quotient, so they hold in every sum of the heaps it
//! covers; they are the least ones. The genus of a sum is that of its reduced multiplicities as
//! far as outcomes go: the blurry genus is right for every sum, the sharp one is that of the sum
//! of the first heaps of each symbol.
//!
//! - the heap pretending table: an adder or a symbol for each heap ([`Name`]);
//! - the addition table: the genus for all reduced multiplicities ([`Pretension::addition`]);
//! - the adder approximator: an adder for each symbol, chosen so that the genus of the sum of
//!   adders is right as often as possible, and the exceptions.

mod approximator;
mod table;

pub use approximator::{Exception, Stand};
pub use table::{MOST_SUMS, Name, Pretension, Symbol};
