//! The misère quotient of a game: of all heaps where that is possible, else of those up to some
//! size.

use super::labels::Labels;
use super::work;
use crate::query::prelude::*;
use upstar_misere::glance::glance;
use upstar_misere::quotient::{End, Quotient, Solver};
use upstar_misere::rule::Rule;
use upstar_proof::Standing;

described! {
    /// The misère quotient of a game, proved; of all heaps where that is possible
    pub struct SolveQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// Look at heaps up to this size at most [default: until the game is solved or a limit ends it]
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heaps: Option<String>,
        /// Whether a certificate is wanted.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(default)]
        pub certificate: bool,
    }
}

impl Query for SolveQuery {
    type Answer = Solved;
    const NAME: &'static str = "solve";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere solve .77 --heaps 9", r#"{"code":".77","heaps":"9"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Solved, QueryError> {
        work(session, |state, _| {
            let budget = &Arc::clone(state.budget());
            quotient(&code(&self.code)?, self.heaps.as_deref(), self.certificate, budget)
        })
    }
}

/// The largest heap when none is given; other limits come first.
const LARGEST: u64 = 1_000_000;
/// How many relations, elements and heaps people are shown.
const SHOWN: usize = 60;

/// A misère quotient.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// The code.
    pub code: String,
    /// Whether it is solved for heaps of every size, and the checker has accepted that.
    pub complete: bool,
    /// What stands behind it: `verified` by the checker, or `computed`.
    pub status: &'static str,
    /// Why what is computed is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
    /// The heaps that were looked at.
    pub heaps: u32,
    /// How many elements it has.
    pub order: usize,
    /// Those that are P-positions.
    pub p_portion: Vec<String>,
    /// The period of the classes of heaps.
    pub period: Option<u64>,
    /// From which heap on.
    pub preperiod: Option<u64>,
    /// Generators and relations.
    pub presentation: String,
    /// The heaps that are generators.
    pub generators: Vec<u32>,
    /// The kernel.
    pub kernel: Vec<String>,
    /// Is it that of Nim?
    pub tame: bool,
    /// The class of each heap from 1 on.
    pub pretending: Vec<String>,
    /// The order of the quotient of the heaps up to each.
    pub order_by_heap: Vec<u32>,
    /// What is known of its growth where it is not complete.
    pub growing: Option<String>,
    /// Labels and a rule that is proved for all heaps where no quotient is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Labels>,
    /// Why it is not complete.
    pub stopped: Option<String>,
    /// The limit that was reached, if one was.
    #[serde(skip)]
    pub cut: Option<Stopped>,
    /// The certificate, where one was wanted.
    #[serde(skip)]
    pub certificate: Option<String>,
    /// The letters with the heaps that they stand for.
    pub letters: Vec<(String, u32)>,
    #[serde(skip)]
    rule_name: &'static str,
    #[serde(skip)]
    short_presentation: String,
    #[serde(skip)]
    growths: Vec<u32>,
}

impl Finding for Solved {
    fn text(&self) -> String {
        let (code, order, p) = (&self.code, self.order, self.p_portion.len());
        let mut text = match (self.preperiod, self.period) {
            _ if self.rule.is_some() => {
                let name = self.rule_name;
                format!("{code} solved: no finite quotient is known, but {name}\n")
            }
            (Some(preperiod), Some(period)) if !self.complete => {
                let what = format!("order {order}, {p} P-elements");
                let why = self.unchecked.as_deref().unwrap_or("not checked");
                format!(
                    "{code} to heap {}: {what}; period {period} from heap {preperiod} on: computed, \
                     {why}\n",
                    self.heaps
                )
            }
            (Some(preperiod), Some(period)) => {
                let kind = if self.tame { "tame" } else { "wild" };
                let period = format!("period {period} from heap {preperiod} on");
                format!("{code} solved: order {order}, {p} P-elements, {kind}; {period}\n")
            }
            _ => {
                let why = self.stopped.as_deref().unwrap_or_default();
                let growing = self.growing.as_deref().unwrap_or_default();
                let heaps = self.heaps;
                let what = format!("order {order}, {p} P-elements");
                format!("{code} to heap {heaps}: {what}; {why}\n{growing}\n")
            }
        };
        if let Some(rule) = &self.rule {
            text += &format!("{}\n{}", rule.rule, rule.text());
            let (heaps, growing) = (self.heaps, self.growing.as_deref().unwrap_or_default());
            let stopped = self.stopped.iter().map(|why| format!("; {why}")).collect::<String>();
            text += &format!("the quotient of the heaps up to {heaps}: {growing}{stopped}\n");
        }
        let listed = |classes: &[String]| {
            let mut all: Vec<String> = classes.iter().take(SHOWN).cloned().collect();
            if classes.len() > SHOWN {
                all.push(format!("... ({})", classes.len()));
            }
            all.join(", ")
        };
        text += &format!("Q = {}\n", self.short_presentation);
        text += &format!("generators: {}\n", legend(&self.letters));
        text += &format!("P = {{{}}}\n", listed(&self.p_portion));
        text += &format!("kernel ({}): {}\n", self.kernel.len(), listed(&self.kernel));
        let growths = self.growths.iter();
        let growths: Vec<String> = growths
            .map(|&heap| format!("{}@{heap}", self.order_by_heap[heap as usize - 1]))
            .collect();
        text += &format!("order by heap: {}\n", growths.join(", "));
        for (i, class) in self.pretending.iter().enumerate() {
            text += &format!("{:>5}  {class}\n", i + 1);
        }
        if let (Some(preperiod), Some(period)) = (self.preperiod, self.period) {
            let from = preperiod + period;
            let rule = format!("heap n has the class of heap n-{period} for n >= {from}");
            let how = if self.complete { "proved" } else { "computed, not checked," };
            text += &format!("  ...  {rule}: {how} for all heaps\n");
        }
        text
    }

    fn is_complete(&self) -> bool {
        self.complete
    }

    fn stopped(&self) -> Option<Stopped> {
        self.cut.clone()
    }

    fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }
}

/// The code of Nim.
const NIM: &str = "0.[3]";

/// Finds the quotient.
fn quotient(
    code: &HeapCode,
    heaps: Option<&str>,
    certificate: bool,
    budget: &Arc<Budget>,
) -> Result<Solved, QueryError> {
    let heaps = heaps.map(|text| amount(text, 1, "the largest heap")).transpose()?;
    if heaps.is_none() && code.to_string() == NIM {
        let message = "the misère quotient of Nim is infinite: the heaps 1, 2, 4, 8, ... are independent \
            of each other. A sum of heaps of 0 and 1 is a P-position if the number of ones is odd, any \
            other sum if its nim-sum is 0. Give `--heaps N` for the quotient of the heaps up to N";
        return Err(QueryError::plain(Kind::Unsupported, message));
    }
    let most = heaps.unwrap_or(LARGEST).min(LARGEST) as u32;
    let mut solver = Solver::new(code);
    let (mut quotient, rule) = glance(code, &mut solver, most, budget);
    let (rule, ended) = match rule {
        Ok(rule) => (rule, None),
        Err(stopped) => (None, Some(stopped)),
    };
    // Where a rule tells everything, a quotient is followed only as far as it was asked for.
    let further = rule.is_none() || heaps.is_some();
    if further && matches!(quotient.end(), End::Stopped(Stopped::Steps(_))) {
        quotient = solver.run(most, budget);
    }
    let names = quotient.presentation();
    let monoid = quotient.monoid();
    let named = |classes: &[u16]| classes.iter().map(|&x| names.name(x)).collect::<Vec<_>>();
    let period = match *quotient.end() {
        End::Complete { preperiod, period } => Some((preperiod, period)),
        _ => None,
    };
    // A rule was verified when it was found.
    let standing = rule.is_none().then(|| quotient.standing(code, budget));
    let verified = standing.as_ref().is_none_or(Standing::is_verified);
    let unchecked = standing.as_ref().and_then(Standing::unchecked);
    let cut = match (&ended, quotient.end()) {
        (Some(stopped), _) | (None, End::Stopped(stopped)) if further => Some(stopped.clone()),
        (None, _) if standing.as_ref().is_some_and(Standing::was_stopped) => Some(ended_by(budget)),
        _ => None,
    };
    Ok(Solved {
        code: code.to_string(),
        complete: rule.is_some() || period.is_some() && verified,
        status: standing.as_ref().map_or("verified", Standing::status),
        unchecked: unchecked.map(ToString::to_string),
        heaps: quotient.heaps(),
        order: monoid.order(),
        p_portion: named(&monoid.p_portion()),
        period: period.map(|(_, p)| p),
        preperiod: period.map(|(s, _)| s),
        presentation: names.text(usize::MAX),
        generators: names.generators.clone(),
        kernel: named(&monoid.kernel()),
        tame: quotient.is_tame(),
        pretending: named(&quotient.pretending()[1..]),
        order_by_heap: quotient.orders().to_vec(),
        growing: growing(&quotient),
        stopped: match &rule {
            Some(_) => cut.as_ref().map(ToString::to_string),
            None => ended.map(|stopped| stopped.to_string()).or_else(|| why_incomplete(&quotient)),
        }
        .filter(|_| period.is_none()),
        cut,
        certificate: certificate.then(|| match &rule {
            Some(rule) => rule.certificate(code).write(),
            None => quotient.certificate(code).write(),
        }),
        rule: rule.as_ref().map(Labels::new),
        rule_name: rule.as_ref().map_or("", Rule::name),
        letters: names.letters(),
        short_presentation: names.text(SHOWN),
        growths: quotient.growths().to_vec(),
    })
}

fn why_incomplete(quotient: &Quotient) -> Option<String> {
    Some(match quotient.end() {
        End::Complete { .. } => return None,
        End::Heaps if u64::from(quotient.heaps()) >= LARGEST => {
            format!("heaps are limited to {LARGEST}")
        }
        End::Heaps => "as many heaps as were asked for".to_owned(),
        End::Stopped(stopped) => stopped.to_string(),
        End::Stuck(why) => format!("the method ends here: {why}"),
    })
}

/// `a = h1, b = h2`.
pub(super) fn legend(letters: &[(String, u32)]) -> String {
    let all: Vec<String> =
        letters.iter().map(|(letter, heap)| format!("{letter} = h{heap}")).collect();
    all.join(", ")
}

/// What is known of the growth of a quotient that is not complete.
fn growing(quotient: &Quotient) -> Option<String> {
    if matches!(quotient.end(), End::Complete { .. }) {
        return None;
    }
    let (order, heaps) = (quotient.monoid().order(), quotient.heaps());
    let mut text = match quotient.growths() {
        growths if growths.len() > 3 && *growths.last()? > heaps - heaps / 4 => {
            format!("growing, order {order} at heap {heaps}")
        }
        growths => format!("order {order} from heap {} to {heaps}", growths.last()?),
    };
    if let Some(growth) = quotient.growth() {
        text += &format!("; at least {} at heap {}", growth.at_least, growth.heap);
    }
    Some(text)
}
