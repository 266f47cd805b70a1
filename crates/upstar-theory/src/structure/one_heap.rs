//! Games of independent heaps: the value of a single heap, of any size, and the moves from it.
//!
//! Heaps with a code are the business of [`AnyHeap`]: closed forms, proved periods, the heap
//! engine. Prim, Dim and Dividing Rulers have closed forms of their own. A position is worth the
//! nim-sum of its heaps; in misère play that is enough for subtraction games, whose heaps are
//! nim-heaps (Ferguson 1974).

use super::theorem::{Rest, Theorem, TheoremMoves};
use super::{heaps, primes};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use upstar_base::{Budget, Play, Stopped};
use upstar_heaps::any_heap::{self, AnyHeap, Replies, WantedOptions};
use upstar_rules::heap::code::HeapCode;
use upstar_rules::heap::dim::Dim;
use upstar_rules::heap::dividing_rulers::DividingRulers;
use upstar_rules::heap::grundys_game::GrundysGame;
use upstar_rules::heap::heaps::LargeHeaps;
use upstar_rules::heap::independent::Independent;
use upstar_rules::heap::lasker_nim::LaskerNim;
use upstar_rules::heap::nim::Nim;
use upstar_rules::heap::prim::Prim;
use upstar_rules::heap::subtraction::Take;
use upstar_rules::piecewise::Visit;

/// The code of a game of independent heaps, if it has one.
pub(crate) fn code_of(rules: &Independent) -> Option<HeapCode> {
    if rules.heap::<Nim>().is_some() {
        "0.[3]".parse().ok()
    } else if rules.heap::<LaskerNim>().is_some() {
        "4.[3]".parse().ok()
    } else if rules.heap::<GrundysGame>().is_some() {
        "4!.0".parse().ok()
    } else if let Some(take) = rules.heap::<Take>() {
        Some(HeapCode::subtraction(take.clone()))
    } else {
        rules.heap::<HeapCode>().cloned()
    }
}

/// A sum of heaps whose moves these rules know.
pub(super) struct SummedHeaps {
    rules: Arc<Independent>,
    one: OneHeap,
}

impl SummedHeaps {
    pub(super) fn of(rules: Arc<Independent>) -> Option<SummedHeaps> {
        let one = OneHeap::of(&rules)?;
        Some(SummedHeaps { rules, one })
    }
}

/// The values of single heaps.
enum OneHeap {
    /// With the values once they were needed.
    Code(HeapCode, Box<Mutex<Option<AnyHeap>>>),
    Prim {
        last_bean: bool,
    },
    Dim {
        whole_heap: bool,
    },
    DividingRulers,
}

impl OneHeap {
    fn of(rules: &Independent) -> Option<OneHeap> {
        if let Some(&Prim { last_bean }) = rules.heap() {
            return Some(OneHeap::Prim { last_bean });
        }
        if let Some(&Dim { whole_heap }) = rules.heap() {
            return Some(OneHeap::Dim { whole_heap });
        }
        if rules.heap::<DividingRulers>().is_some() {
            return Some(OneHeap::DividingRulers);
        }
        Some(OneHeap::Code(code_of(rules)?, Box::default()))
    }

    /// What a panic elsewhere left are values still: they are only appended.
    fn with<T>(
        code: &HeapCode,
        values: &Mutex<Option<AnyHeap>>,
        ask: impl FnOnce(&mut AnyHeap) -> T,
    ) -> T {
        let mut values: MutexGuard<'_, Option<AnyHeap>> =
            values.lock().unwrap_or_else(PoisonError::into_inner);
        ask(values.get_or_insert_with(|| AnyHeap::new(code)))
    }

    fn value(&self, heap: u128, budget: &Budget) -> Result<u128, Stopped> {
        match self {
            OneHeap::Code(code, values) => Self::with(code, values, |all| all.value(heap, budget)),
            OneHeap::Prim { last_bean } => {
                let value = primes::number_of_least_factor(heap, budget)?;
                Ok(if *last_bean && heap > 0 && value < 2 { 1 - value } else { value })
            }
            OneHeap::Dim { whole_heap } => Ok(heaps::dim(heap, *whole_heap).into()),
            OneHeap::DividingRulers => Ok(heaps::dividing_rulers(heap).into()),
        }
    }

    /// Moves that probably leave `value`, where going through the moves in order may take long.
    fn guesses(&self, heap: u128, value: u128, budget: &Budget) -> Result<Vec<Vec<u128>>, Stopped> {
        let power = heap & heap.wrapping_neg();
        let single = |left: u128| if left == 0 { Vec::new() } else { vec![left] };
        Ok(match self {
            OneHeap::Code(..) => Vec::new(),
            // The k-th prime does not divide a heap that is worth more.
            OneHeap::Prim { .. } => {
                let named = primes::prime(value, budget)?;
                [0, 1, 2].into_iter().chain(named).map(single).collect()
            }
            OneHeap::Dim { .. } => {
                let divisors = (0..128).map(|place| 1u128 << place).take_while(|&d| d <= power);
                divisors.chain([heap]).map(|d| single(heap - d)).collect()
            }
            OneHeap::DividingRulers => {
                let parts = (1..=8).filter_map(|m: u128| m.checked_mul(power));
                let pairs = parts.filter(|&part| part < heap).map(|part| vec![part, heap - part]);
                std::iter::once(single(heap / 2)).chain(pairs).collect()
            }
        })
    }

    /// The moves from one heap that leave `value`.
    fn replies(
        &self,
        rules: &Independent,
        heap: u128,
        value: u128,
        most: usize,
        budget: &Budget,
    ) -> Result<Replies, Stopped> {
        if let OneHeap::Code(code, values) = self {
            return Self::with(code, values, |all| all.options_worth(heap, value, most, budget));
        }
        let own = self.value(heap, budget)?;
        if value == own {
            return Ok(Replies { options: Vec::new(), count: Some(0), all: None });
        }
        let mut of = |left: &[u128]| {
            left.iter().try_fold(0, |sum, &heap| Ok(sum ^ self.value(heap, budget)?))
        };
        let mut guessed: Vec<Vec<u128>> = Vec::new();
        for left in self.guesses(heap, value, budget)? {
            if rules.each().allows(heap, &left) && of(&left)? == value && !guessed.contains(&left) {
                guessed.push(left);
            }
        }
        // With a guess in hand the rest is only for the list.
        let looks = if guessed.is_empty() { None } else { Some(LISTED) };
        let each =
            |visit: &mut dyn Visit<u128>| rules.each().moves(heap, &mut Patient { visit, looks });
        let wanted = WantedOptions { value, most, sure: value < own && guessed.is_empty() };
        let mut found = any_heap::scan(each, &mut of, wanted, budget)?;
        let sorted = |mut left: Vec<u128>| {
            left.sort_unstable();
            left
        };
        for left in &guessed {
            let listed = found.options.iter().any(|l| sorted(l.clone()) == sorted(left.clone()));
            if !listed && found.options.len() < most {
                found.options.push(left.clone());
            }
        }
        Ok(found)
    }
}

/// How many moves of a heap without a code are looked at when a good one is known.
const LISTED: u32 = 1 << 12;

/// Hands on moves and pauses, so many of them if there is a bound.
struct Patient<'v> {
    visit: &'v mut dyn Visit<u128>,
    looks: Option<u32>,
}

impl Patient<'_> {
    fn look(&mut self, cost: u32) -> ControlFlow<()> {
        let Some(looks) = &mut self.looks else { return ControlFlow::Continue(()) };
        match looks.checked_sub(cost) {
            Some(left) => {
                *looks = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}

impl Visit<u128> for Patient<'_> {
    fn pieces(&mut self, heaps: &[u128]) -> ControlFlow<()> {
        self.look(1)?;
        self.visit.pieces(heaps)
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.look(64)?;
        self.visit.pause()
    }
}

impl Theorem<LargeHeaps> for SummedHeaps {
    fn statement(&self) -> &'static str {
        match &self.one {
            OneHeap::Code(..) => {
                "heaps add by nim-sums; single heaps have a closed form, a period or a sequence \
                 that is computed (Sprague, Grundy)"
            }
            OneHeap::Prim { .. } => {
                "a heap is worth k if the k-th prime is the least that divides it (Winning Ways \
                 ch. 4)"
            }
            OneHeap::Dim { .. } | OneHeap::DividingRulers => {
                "a heap is worth what the power of 2 says that divides it (Winning Ways ch. 4, 13)"
            }
        }
    }

    fn because(&self) -> Option<String> {
        match &self.one {
            OneHeap::Code(code, values) => OneHeap::with(code, values, |all| {
                all.period().is_some().then(|| all.because()).flatten()
            }),
            _ => None,
        }
    }

    fn nim_value(&self, position: &LargeHeaps, budget: &Budget) -> Result<Option<u128>, Stopped> {
        let mut sum = 0;
        for &heap in position.sizes() {
            sum ^= self.one.value(heap, budget)?;
        }
        Ok(Some(sum))
    }

    fn rest(
        &self,
        position: &LargeHeaps,
        play: Play,
        budget: &Budget,
    ) -> Result<Option<Rest>, Stopped> {
        let nim_heaps = match &self.one {
            OneHeap::Code(code, _) => code.is_subtraction(),
            _ => false,
        };
        if play == Play::Misere && !nim_heaps {
            return Ok(None);
        }
        let mut rest = Rest::default();
        for &heap in position.sizes() {
            let value = self.one.value(heap, budget)?;
            rest.nim ^= value;
            rest.firm += u64::from(value > 1);
        }
        Ok(Some(rest))
    }

    fn winning(
        &self,
        position: &LargeHeaps,
        elsewhere: Rest,
        play: Play,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<TheoremMoves<LargeHeaps>>, Stopped> {
        let Some(here) = self.rest(position, play, budget)? else { return Ok(None) };
        let mut found = TheoremMoves::none();
        for place in position.distinct() {
            let heap = position.sizes()[place];
            let value = self.one.value(heap, budget)?;
            let firm = elsewhere.firm + here.firm - u64::from(value > 1);
            let others = Rest { nim: elsewhere.nim ^ here.nim ^ value, firm };
            let (wanted, room) = (others.wanted(play), most - found.moves.len());
            let Replies { options, count, all } =
                self.one.replies(&self.rules, heap, wanted, room, budget)?;
            let replies = TheoremMoves { moves: options, count, all };
            found.add(replies, |by| position.replaced(place, &by));
        }
        Ok(Some(found))
    }
}
