//! Which of two positions is better for Left: by who wins `G - H`, and for games that need not
//! end, whose difference may be drawn, by their values.

use crate::query::prelude::*;
use crate::question::Variant;
use std::borrow::Cow;
use std::cmp::Ordering;
use upstar_base::Verdict;
use upstar_rules::{read_sum, sum};

described! {
    /// Which of two positions is better for Left: `<`, `=`, `>` or `||`
    pub struct CompareQuery {
        /// The ruleset, perhaps with parameters
        pub rules: String,
        /// A position, or a sum of positions with ` + ` between them
        #[cfg_attr(feature = "clap", arg(allow_hyphen_values = true))]
        pub left: String,
        /// What it is compared with
        #[cfg_attr(feature = "clap", arg(allow_hyphen_values = true))]
        pub right: String,
        /// Play another game with the same positions
        #[cfg_attr(feature = "clap", arg(long, value_enum))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub variant: Option<Variant>,
    }
}

impl Query for CompareQuery {
    type Answer = ComparisonAnswer;
    const NAME: &'static str = "compare";
    const EXAMPLES: &'static [Example] = &[
        Example::new(
            "compare domineering '..|..' '....'",
            r#"{"rules":"domineering","left":"..|..","right":"...."}"#,
        ),
        Example::new(
            "compare nim 3 4 --variant dicotic",
            r#"{"rules":"nim","left":"3","right":"4","variant":"dicotic"}"#,
        ),
    ];

    fn rulesets(&self) -> Vec<&str> {
        let files = [&self.left, &self.right].into_iter().flat_map(|side| sum::files(side));
        std::iter::once(self.rules.as_str()).chain(files).collect()
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<ComparisonAnswer, QueryError> {
        let CompareQuery { rules, left, right, variant } = self;
        let difference = PositionDifference { rules, left, right };
        difference.read(&session.state)?;
        let place = difference.place(*variant);
        let found = session.with_position(&place, "the difference", |case| difference.order(case));
        match found.map_err(|refusal| difference.refused(refusal)) {
            // Both sides are right, but there is no difference of theirs.
            Err(refusal)
                if matches!(refusal.kind, Kind::Unsupported | Kind::Syntax)
                    && variant.is_none() =>
            {
                difference.by_values(&mut session.state)?.ok_or(refusal)
            }
            answered => answered,
        }
    }
}

/// How two positions compare.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonAnswer {
    /// The ruleset.
    pub rules: String,
    /// A position.
    pub left: String,
    /// Another.
    pub right: String,
    /// `<`, `=`, `>`, or `||` where neither is better.
    pub order: &'static str,
    /// Who wins the difference, or what the values are.
    pub why: Cow<'static, str>,
}

impl Finding for ComparisonAnswer {
    fn text(&self) -> String {
        format!("{}  {}\n", self.order, self.why)
    }

    fn because(&self) -> Option<&str> {
        Some(&self.why)
    }
}

/// The difference of two positions.
#[derive(Clone, Copy)]
struct PositionDifference<'a> {
    rules: &'a str,
    left: &'a str,
    right: &'a str,
}

/// What stands between the positions of a difference.
const MINUS: &str = " + -(";

impl PositionDifference<'_> {
    /// The place of the difference.
    fn place(&self, variant: Option<Variant>) -> PositionSpec {
        let manner = PlayMode { variant, ..PlayMode::default() };
        let position = format!("{}{MINUS}{})", self.left, self.right);
        PositionSpec::new(self.rules, position).played(manner)
    }

    /// Reads each side by itself, so that a mistake is shown where it was typed and no side can
    /// change how the other is read.
    fn read(&self, state: &SessionState) -> Result<(), QueryError> {
        let registry = state.registry();
        let read = |text: &str| {
            let (_, rules) = registry.open(self.rules, text)?;
            Ok(read_sum(&rules, text).map(drop))
        };
        let reads = |text: &str| matches!(read(text), Ok(Ok(())));
        // Where numbers are heaps, one that is too large is no value.
        let is_number = |text: &str| text.bytes().all(|c| c.is_ascii_digit() || c == b'^');
        let is_heap = |text: &str| is_number(text) && reads("1");
        for (field, side) in [("left", self.left), ("right", self.right)] {
            let refused = match read(side) {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => PositionFailure::Position(error).of(self.rules, side),
                Err(error) => return Err(PositionFailure::Rules(error).of(self.rules, side)),
            };
            // Beside a position, as in the difference, a value is read that alone is none.
            let is_value = is_closed(side) && !is_heap(side) && reads(&format!("-({side})"));
            if !is_value {
                return Err(QueryError { field: Cow::Borrowed(field), ..refused });
            }
        }
        Ok(())
    }

    /// A refusal of the difference as one of the side that it speaks of; one that speaks of both
    /// has no place.
    fn refused(&self, refusal: QueryError) -> QueryError {
        let Some(span) = refusal.span.filter(|_| refusal.field == "position") else {
            return refusal;
        };
        let sides = [("left", self.left, 0), ("right", self.right, self.left.len() + MINUS.len())];
        for (field, side, start) in sides {
            if start <= span.start && span.end <= start + side.len() {
                let (field, input) = (Cow::Borrowed(field), side.to_owned());
                let span = Some(Span::new(span.start - start, span.end - start));
                return QueryError { field, input, span, ..refusal };
            }
        }
        let (field, input) = (Cow::Borrowed(""), String::new());
        QueryError { field, input, span: None, ..refusal }
    }
}

/// Does every parenthesis have its partner?
fn is_closed(text: &str) -> bool {
    let depth = text.chars().try_fold(0u32, |depth, c| match c {
        '(' => depth.checked_add(1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}

impl PositionDifference<'_> {
    fn order(self, case: &mut OpenPosition<'_>) -> Result<ComparisonAnswer, PositionFailure> {
        if !case.is_sum_that_ends() {
            return Err(PositionFailure::unsupported(
                "only games that end are compared by their difference, others by their values, and \
                 these have none that have an order",
            ));
        }
        let ([left, right], _) = case.verdicts()?;
        let (order, why) = match (left == Verdict::Win, right == Verdict::Win) {
            (true, false) => (">", "Left wins the difference, whoever starts"),
            (false, true) => ("<", "Right wins the difference, whoever starts"),
            (false, false) => ("=", "whoever starts loses the difference"),
            (true, true) => ("||", "whoever starts wins the difference"),
        };
        let [rules, left, right] = [self.rules, self.left, self.right].map(str::to_owned);
        Ok(ComparisonAnswer { rules, left, right, order, why: Cow::Borrowed(why) })
    }
}

impl PositionDifference<'_> {
    /// Compares the values of endless games; none if they have no order.
    fn by_values(&self, state: &mut SessionState) -> Result<Option<ComparisonAnswer>, QueryError> {
        let notation = state.notation();
        state.begin("the values");
        let session = state.session();
        let found: Result<_, Box<Error>> = (|| {
            let mut value = |position: &str| {
                let position = session.position(self.rules, position)?;
                session.call(&position, "Value")
            };
            let (left, right) = (value(self.left)?, value(self.right)?);
            Ok((session.compare(&left, &right)?, [left, right]))
        })();
        let words = match &found {
            Ok((_, values)) => values.each_ref().map(|value| session.show(value, notation)),
            Err(_) => [Ok(String::new()), Ok(String::new())],
        };
        state.end();
        let (order, _) = match found {
            Ok(found) => found,
            Err(error) => return stopped_or_none(*error),
        };
        let order = match order {
            Some(Ordering::Less) => "<",
            Some(Ordering::Equal) => "=",
            Some(Ordering::Greater) => ">",
            None => "||",
        };
        let [one, other] = words;
        let why = format!(
            "the values are {} and {}",
            one.map_err(QueryError::limit)?,
            other.map_err(QueryError::limit)?
        );
        let [rules, left, right] = [self.rules, self.left, self.right].map(str::to_owned);
        Ok(Some(ComparisonAnswer { rules, left, right, order, why: Cow::Owned(why) }))
    }
}

/// A limit is an answer; anything else says that there is no order.
fn stopped_or_none<T>(error: Error) -> Result<Option<T>, QueryError> {
    match error.kind {
        ErrorKind::Stopped(stopped) => Err(QueryError::limit(stopped)),
        _ => Ok(None),
    }
}
