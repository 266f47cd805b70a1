//! Checking a misère quotient.
//!
//! Every step of the argument of `docs/quotients.md` is derived again: the steps commute and reach
//! every element, so they define a commutative monoid; the options of every heap are listed from
//! the code; the pretending function preserves outcomes ([`crate::contexts`]); no two elements
//! could be one; and, for all heaps, the pretending function repeats on the range that the
//! periodicity theorem needs.
//!
//! Theorems: `docs/quotients.md#context-sets`, `docs/quotients.md#quotient-periods`.

use crate::certificate::Claim;
use crate::contexts::{ContextHeaps, MonoidTable};
use crate::meter::Meter;
use crate::period::WatchValues;
use crate::rules::Rules;
use crate::shown::shown;
use crate::standing::MOST_PRODUCTS;
use crate::{Checked, Verdict, step, told};
use serde::{Deserialize, Serialize};
use upstar_base::Stopped;

/// The largest order.
const LARGEST: u64 = 1 << 15;

/// The claim that this bipartite monoid is the misère quotient of the heaps up to some size, or of
/// all heaps, with this pretending function. Element 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereQuotient {
    /// The code of the game.
    pub code: String,
    /// The largest heap that the argument looks at.
    pub heaps: u64,
    /// The number of elements.
    pub order: u64,
    /// Heaps whose classes generate the monoid; each is the least of its class.
    pub generators: Vec<u64>,
    /// The products of each element with the generators.
    pub steps: Vec<Vec<u16>>,
    /// The P-elements, increasing.
    pub p_portion: Vec<u16>,
    /// The classes of the heaps 1, 2, ...
    pub pretending: Vec<u16>,
    /// The period of the pretending function, if the quotient is that of all heaps.
    pub periodic: Option<Periodic>,
}

/// The pretending function repeats; both numbers are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Periodic {
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// With this period.
    pub period: u64,
}

impl Claim for MisereQuotient {
    fn is_short(&self) -> bool {
        let looked_at = self.heaps.saturating_add(self.generators.len() as u64);
        self.order.saturating_mul(looked_at) <= MOST_PRODUCTS
    }

    fn check(&self, meter: &Meter<'_>, _: Option<WatchValues<'_>>) -> Result<Verdict, Stopped> {
        told(all(self, meter))
    }
}

fn all(claim: &MisereQuotient, meter: &Meter<'_>) -> Checked<Verdict> {
    let rules = Rules::read(&claim.code)?;
    shape(claim, meter)?;
    let table = table(claim, meter)?;
    outcomes(claim, &rules, &table, meter)?;
    if let Some((x, y)) = table.inseparable(meter)? {
        return Ok(Verdict::refuted("reduced", format!("nothing separates {x} from {y}")));
    }
    let size = match claim.order {
        1 => "order 1".to_owned(),
        order => format!("order {order} with {} P-elements", claim.p_portion.len()),
    };
    let Some(periodic) = claim.periodic else {
        return Ok(Verdict::Verified(format!(
            "in misère play, the quotient of the heaps of {} up to {} has {size}",
            shown(&claim.code),
            claim.heaps
        )));
    };
    periodicity(claim, periodic, &rules, meter)?;
    Ok(Verdict::Verified(format!(
        "in misère play, the quotient of heaps of every size of {} has {size}; the classes of heaps have period {} \
         from {} on, and both numbers are least",
        shown(&claim.code),
        periodic.period,
        periodic.preperiod
    )))
}

/// Do the numbers fit together?
fn shape(claim: &MisereQuotient, meter: &Meter<'_>) -> Checked<()> {
    let MisereQuotient { heaps, order, generators, steps, p_portion, pretending, .. } = claim;
    step!("order", (1..=LARGEST).contains(order), "it must be from 1 to {LARGEST}");
    step!("order", steps.len() as u64 == *order, "there are {} rows of steps", steps.len());
    step!("heaps", pretending.len() as u64 == *heaps, "{} heaps have classes", pretending.len());
    let increasing = generators.windows(2).all(|pair| pair[0] < pair[1]);
    step!("generators", increasing, "they do not increase");
    let fits = |x: &u16| u64::from(*x) < *order;
    for (x, row) in steps.iter().enumerate() {
        meter.tick(1 + row.len() as u64)?;
        step!("steps", row.len() == generators.len(), "row {x} has {} entries", row.len());
        step!("steps", row.iter().all(fits), "row {x} names no element");
    }
    step!("classes", pretending.iter().all(fits), "a class names no element");
    step!("P-elements", p_portion.iter().all(fits), "one of them names no element");
    let increasing = p_portion.windows(2).all(|pair| pair[0] < pair[1]);
    step!("P-elements", increasing, "they do not increase");
    step!("P-elements", p_portion.first() != Some(&0), "the empty sum is an N-position");
    for (i, &generator) in generators.iter().enumerate() {
        let place = usize::try_from(generator).ok().and_then(|g| g.checked_sub(1));
        let class = place.and_then(|place| pretending.get(place));
        step!("generators", class.is_some(), "{generator} is no heap of the claim");
        let step = Some(&steps[0][i]);
        step!("generators", class == step, "1 times heap {generator} is not its class");
        meter.tick(1 + generator)?;
        let first = pretending.iter().position(|c| Some(c) == class);
        step!("generators", first == place, "{generator} is not the least heap of its class");
    }
    Ok(())
}

/// The multiplication table.
fn table(claim: &MisereQuotient, meter: &Meter<'_>) -> Checked<MonoidTable> {
    let order = claim.steps.len();
    let step = |x: usize, g: usize| usize::from(claim.steps[x][g]);
    for x in 0..order {
        for a in 0..claim.generators.len() {
            meter.tick(1 + a as u64)?;
            for b in 0..a {
                let commute = step(step(x, a), b) == step(step(x, b), a);
                step!("steps commute", commute, "not {x} with generators {a} and {b}");
            }
        }
    }
    // Each element as an earlier one times a generator.
    let mut from: Vec<Option<(usize, usize)>> = vec![None; order];
    let mut reached = vec![0];
    let mut i = 0;
    while i < reached.len() {
        meter.tick(1 + claim.generators.len() as u64)?;
        for g in 0..claim.generators.len() {
            let next = step(reached[i], g);
            if next != 0 && from[next].is_none() {
                from[next] = Some((reached[i], g));
                reached.push(next);
            }
        }
        i += 1;
    }
    step!("onto", reached.len() == order, "only {} elements are sums of heaps", reached.len());
    meter.charge(2 * (order as u64).pow(2))?;
    let mut products = vec![0u16; order * order];
    for x in 0..order {
        meter.tick(order as u64)?;
        let row = &mut products[x * order..][..order];
        row[0] = x as u16;
        for &y in &reached[1..] {
            if let Some((before, g)) = from[y] {
                row[y] = claim.steps[usize::from(row[before])][g];
            }
        }
    }
    let mut p = vec![false; order];
    claim.p_portion.iter().for_each(|&x| p[usize::from(x)] = true);
    Ok(MonoidTable { order, products, p })
}

/// Does the pretending function preserve outcomes?
fn outcomes(
    claim: &MisereQuotient,
    rules: &Rules,
    table: &MonoidTable,
    meter: &Meter<'_>,
) -> Checked<()> {
    let mut heaps = ContextHeaps::new(table);
    let class = |heap: u64| usize::from(claim.pretending[heap as usize - 1]);
    for size in 1..=claim.heaps {
        meter.tick(table.order as u64)?;
        let mut options = vec![false; table.order];
        let mut any = false;
        let mut visit = |option: &[u64]| {
            any = true;
            let product = |sum: usize, &heap: &u64| {
                usize::from(table.products[sum * table.order + class(heap)])
            };
            options[option.iter().fold(0, product)] = true;
            Ok(())
        };
        rules.each_option(size, meter, &mut visit)?;
        if !any {
            step!("heaps without moves", class(size) == 0, "heap {size} has no move");
            continue;
        }
        heaps.add(size, class(size), &options, meter)?;
    }
    heaps.sums(meter)
}

/// Is it the quotient of all heaps?
fn periodicity(
    claim: &MisereQuotient,
    periodic: Periodic,
    rules: &Rules,
    meter: &Meter<'_>,
) -> Checked<()> {
    let Periodic { preperiod, period } = periodic;
    step!("sizes", rules.any_sizes(), "the code restricts the sizes of heaps");
    step!("period", period >= 1 && preperiod >= 1, "both numbers must be at least 1");
    let edge = preperiod.checked_add(period - 1).and_then(|e| e.checked_mul(rules.most_heaps()));
    let range = edge.and_then(|edge| edge.checked_add(rules.reach()));
    let enough =
        range.is_some_and(|range| claim.heaps >= range.max(preperiod.saturating_add(period)));
    step!("range", enough, "the theorem asks for more than {} heaps", claim.heaps);
    let class = |heap: u64| claim.pretending[heap as usize - 1];
    meter.tick(claim.heaps)?;
    for heap in preperiod..=claim.heaps - period {
        let same = class(heap) == class(heap + period);
        step!("classes repeat", same, "not those of heaps {heap} and {}", heap + period);
    }
    let sooner = preperiod > 1 && class(preperiod - 1) == class(preperiod - 1 + period);
    step!("least preperiod", !sooner, "the classes repeat from {} on", preperiod - 1);
    // The numbers are at most the number of classes that are listed.
    meter.tick(period)?;
    for shorter in (1..period).filter(|shorter| period % shorter == 0) {
        meter.tick(period)?;
        let repeats = (preperiod..preperiod + period - shorter)
            .all(|heap| class(heap) == class(heap + shorter));
        step!("least period", !repeats, "{shorter} is a period as well");
    }
    Ok(())
}
