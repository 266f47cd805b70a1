//! False claims, made by the thousand, against the checker: none may be verified.
//!
//! For each kind of certificate there are generators of claims: normal-play rules in the form of misère
//! ones, rules of other codes, other periods, smaller monoids, changed numbers, labels and words that
//! fit small sums only, and claims made from nothing. Brute force, by definition, judges which of them
//! are false ([`judge`]). The usual tests make 500 false claims of each kind; `scripts/attack` makes 20,000.
#![allow(clippy::unwrap_used)]

mod code;
mod finite;
mod judge;
mod labels;
mod periods;
mod tools;

use finite::Finite;
use judge::{Judge, Judgement};
use periods::By;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use upstar_base::{Budget, Random};
use upstar_proof::{AnyClaim, Certificate, Verdict, check};
use upstar_testing::golden;

/// How many false claims the usual tests make of each kind, and the long ones.
const FEW: usize = 500;
const MANY: usize = 20_000;

/// Steps that look only at the form of a claim, not at what it says of the game.
const FORM: [&str; 22] = [
    "seal",
    "code",
    "shape",
    "order",
    "heaps",
    "reach",
    "saltus",
    "sizes",
    "generators",
    "steps",
    "classes",
    "P-elements",
    "mask",
    "distance",
    "window",
    "bits",
    "from",
    "computed",
    "head",
    "tail",
    "nothing",
    "least",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Period(By),
    Quotient,
    Knots,
    Ladders,
    Counters,
}

impl Kind {
    fn of(certificate: &Certificate) -> Kind {
        match &certificate.claim {
            AnyClaim::NimPeriod(claim) => Kind::Period(By::of(&claim.theorem)),
            AnyClaim::MisereQuotient(_) => Kind::Quotient,
            AnyClaim::MisereKnots(_) => Kind::Knots,
            AnyClaim::MisereLadders(_) => Kind::Ladders,
            AnyClaim::MisereCounters(_) => Kind::Counters,
        }
    }
}

/// Whether the values that a claim is about are quickly computed.
fn is_short(certificate: &Certificate) -> bool {
    match &certificate.claim {
        AnyClaim::NimPeriod(claim) => claim.computed < 5_000,
        _ => true,
    }
}

/// The true certificates of a kind that are small enough to be checked again and again.
fn base(kind: Kind) -> Vec<Certificate> {
    let all = golden::all::<serde_json::Value>("certificates").into_iter();
    let all = all.map(|(_, value)| Certificate::read(&value.to_string()).unwrap());
    all.filter(|certificate| Kind::of(certificate) == kind && is_short(certificate)).collect()
}

/// Enough for the true certificates, and little enough for claims with many kinds of heaps.
fn budget(kind: Kind) -> Budget {
    let steps = if kind == Kind::Counters { 30_000 } else { 400_000 };
    Budget::steps_of(&Arc::new(Budget::new(None, Some(1 << 28))), steps)
}

/// A claim of this kind.
fn make(
    kind: Kind,
    base: &[Certificate],
    quotients: &[Finite],
    judge: &mut Judge,
    random: &mut Random,
) -> Option<Certificate> {
    let finite = |judge: &mut Judge, random: &mut Random| -> Option<Finite> {
        let mut rule = match random.below(6) {
            0 => Finite::from_nim_values(&tools::octal(random), false, judge)?,
            1 => Finite::from_nim_values(&tools::octal(random), true, judge)?,
            2 => return Some(Finite::from_nothing(random)),
            _ => random.pick(quotients)?.clone(),
        };
        for _ in 0..random.below(3) {
            rule.spoil(random);
        }
        Some(rule)
    };
    match kind {
        Kind::Period(by) => periods::claim(by, base, judge, random),
        Kind::Quotient if random.one_in(8) => tools::changed(random.pick(base)?, random),
        Kind::Quotient => finite(judge, random)?.quotient(),
        Kind::Knots => labels::knot_claim(base, judge, random),
        Kind::Ladders => labels::ladder_claim(base, judge, random),
        Kind::Counters if random.one_in(2) => labels::counter_claim(base, judge, random),
        Kind::Counters => finite(judge, random)?.counters(random),
    }
}

/// Makes this many false claims of a kind and checks each of them.
fn attack(kind: Kind, wanted: usize, seed: u64) {
    let base = base(kind);
    assert!(!base.is_empty(), "{kind:?} has no certificate to begin with");
    for certificate in &base {
        let verdict = check(certificate, &Budget::unlimited());
        assert!(verdict.is_verified(), "{verdict}: {}", certificate.write());
    }
    let quotients: Vec<Finite> = self::base(Kind::Quotient)
        .iter()
        .filter_map(|certificate| match &certificate.claim {
            AnyClaim::MisereQuotient(claim) if claim.order <= 40 => Finite::of(claim),
            _ => None,
        })
        .collect();
    let mut judge = Judge::default();
    let mut random = Random::new(seed);
    let mut steps: BTreeMap<&'static str, usize> = BTreeMap::new();
    let (mut made, mut refused, mut beyond, mut verified, mut tries) = (0, 0, 0, 0, 0);
    // How often each step has the last word, for true claims as well, and all that is said.
    let mut words: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut said = String::new();
    let mut log = log(kind);
    while made < wanted {
        tries += 1;
        assert!(tries < 200 * wanted, "{kind:?}: too few claims are false");
        let Some(certificate) = make(kind, &base, &quotients, &mut judge, &mut random) else {
            continue;
        };
        if !is_short(&certificate) {
            continue;
        }
        let judgement = judge.judge(&certificate, 15);
        // True claims take longest; a few of them show that the generators come near the truth.
        let may_hold = matches!(judgement, Judgement::Holds | Judgement::Open);
        if may_hold && kind != Kind::Quotient && !random.one_in(8) {
            continue;
        }
        let verdict = check(&certificate, &budget(kind));
        if let Some(log) = &mut log {
            let value: serde_json::Value = serde_json::from_str(&certificate.write()).unwrap();
            let line = serde_json::json!({ "verdict": verdict.to_string(), "certificate": value });
            writeln!(log, "{line}").unwrap();
        }
        let word = match &verdict {
            Verdict::Verified(_) => "verified",
            Verdict::Refuted { step, .. } => step,
            Verdict::Unknown(_) => "unknown",
        };
        *words.entry(word).or_default() += 1;
        said.push_str(&format!("{verdict}\n"));
        match judgement {
            Judgement::Holds | Judgement::Open => {
                verified += usize::from(verdict.is_verified());
                continue;
            }
            Judgement::Meaningless => {
                let text = certificate.write();
                assert!(!verdict.is_verified(), "a claim without a meaning is verified: {text}");
                continue;
            }
            Judgement::False(why) => {
                let text = certificate.write();
                assert!(!verdict.is_verified(), "a false claim is verified ({why}): {text}");
            }
        }
        made += 1;
        match verdict {
            Verdict::Refuted { step, .. } => {
                refused += 1;
                beyond += usize::from(!FORM.contains(&step));
                *steps.entry(step).or_default() += 1;
            }
            _ => *steps.entry("unknown").or_default() += 1,
        }
    }
    println!(
        "{kind:?}: {made} false claims, {refused} refuted, {beyond} beyond their form; {verified} others verified; {steps:?}"
    );
    assert!(beyond * 2 >= made, "{kind:?}: only {beyond} of {made} reach the theorem");
    assert!(verified > 0, "{kind:?}: no claim was ever true");
    if wanted == FEW {
        known(kind, &words, &said);
    }
}

/// The same claims get the same verdicts as ever, word for word; `UPSTAR_BLESS=1` writes down new ones.
fn known(kind: Kind, words: &BTreeMap<&'static str, usize>, said: &str) {
    let name = format!(
        "attack/{}.json",
        format!("{kind:?}").replace('(', "-").replace(')', "").to_lowercase()
    );
    // FNV-1a, 64 bits.
    let digest = said.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let table = serde_json::json!({ "verdicts": words, "digest": format!("{digest:016x}") });
    let text = serde_json::to_string_pretty(&table).unwrap() + "\n";
    if std::env::var_os("UPSTAR_BLESS").is_some() {
        std::fs::write(golden::path(&name), &text).unwrap();
    }
    assert_eq!(golden::text(&name), text, "{kind:?}: `UPSTAR_BLESS=1` accepts other verdicts");
}

/// A file for the claims with their verdicts, in the folder that `UPSTAR_ATTACK_LOG` names.
fn log(kind: Kind) -> Option<std::fs::File> {
    let folder = std::env::var_os("UPSTAR_ATTACK_LOG")?;
    let name = format!("{kind:?}.jsonl").replace('(', "-").replace(')', "");
    Some(std::fs::File::create(std::path::Path::new(&folder).join(name)).unwrap())
}

/// The certificates that claims are made from are true.
#[test]
fn the_true_ones_are_verified() {
    let kinds = [By::BoundedHeaps, By::SparseSpace, By::Tails, By::Arithmetic].map(Kind::Period);
    for kind in
        kinds.into_iter().chain([Kind::Quotient, Kind::Knots, Kind::Ladders, Kind::Counters])
    {
        let mut judge = Judge::default();
        for certificate in base(kind) {
            let verdict = check(&certificate, &Budget::unlimited());
            assert!(verdict.is_verified(), "{verdict}: {}", certificate.write());
            let judgement = judge.judge(&certificate, 18);
            let holds = matches!(judgement, Judgement::Holds | Judgement::Open);
            assert!(holds, "{judgement:?}: {}", certificate.write());
        }
    }
}

macro_rules! attacks {
    ($($few:ident, $many:ident: $kind:expr, $seed:literal;)+) => { $(
        #[test]
        fn $few() {
            attack($kind, FEW, $seed);
        }

        #[test]
        #[ignore = "20,000 false claims take minutes; `scripts/attack` runs it"]
        fn $many() {
            attack($kind, MANY, $seed + 1000);
        }
    )+ };
}

attacks! {
    bounded_heaps, bounded_heaps_long: Kind::Period(By::BoundedHeaps), 1;
    sparse_space, sparse_space_long: Kind::Period(By::SparseSpace), 2;
    tails, tails_long: Kind::Period(By::Tails), 3;
    arithmetic, arithmetic_long: Kind::Period(By::Arithmetic), 4;
    quotients, quotients_long: Kind::Quotient, 5;
    knots, knots_long: Kind::Knots, 6;
    ladders, ladders_long: Kind::Ladders, 7;
    counters, counters_long: Kind::Counters, 8;
}
