//! Pairs of numbers in JSON, each number under a name of its own.

use serde::{Serialize, Serializer};

/// Makes a function that writes a pair as fields with these names.
macro_rules! columns {
    ($name:ident, $first:ident, $second:ident) => {
        pub(crate) fn $name<S: Serializer>(
            pair: &Option<(u64, u64)>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            #[derive(Serialize)]
            struct PairColumns {
                $first: Option<u64>,
                $second: Option<u64>,
            }
            let ($first, $second) = pair.unzip();
            PairColumns { $first, $second }.serialize(serializer)
        }
    };
}

columns!(period, preperiod, period);
columns!(rares, rares, last_rare);
