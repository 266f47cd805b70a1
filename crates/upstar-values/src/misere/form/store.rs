//! The store of canonical forms.
//!
//! Conway (On Numbers and Games, ch. 12): if the options of H belong to a set S of games, every
//! other member of S has H as an option, and, when H = 0, some member of S is a P-position, then
//! the game with options S equals H; and there is no other simplification. A game without such
//! an H among the options of its options is in canonical form; equal games have the same one.
//!
//! G + 1 + 1 = G, so games come in pairs G, G+1. The member with the lower birthday is called
//! even; if E is even, the canonical options of E+1 are E and all E'+1. Only even games are
//! recorded; the lowest bit of a handle adds 1.
//!
//! Invariants: the options of a record are sorted in the order of [`super::order`], none twice,
//! and no reduction applies to them. So in one store `==` is equality of games.

use crate::misere::genus::Genus;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::hash::BuildHasher;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};

/// A canonical form; meaningless outside the store that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form(pub(super) u32);

impl Form {
    /// The game without moves.
    pub const ZERO: Form = Form(0);
    /// The nim-heap of size 1.
    pub const ONE: Form = Form(1);

    /// Is it the member with the lower birthday of its pair G, G+1?
    pub fn is_even(self) -> bool {
        self.0 & 1 == 0
    }

    /// The even member of its pair.
    pub fn even_part(self) -> Form {
        Form(self.0 & !1)
    }

    /// The game plus the nim-heap of size 1.
    pub fn plus_one(self) -> Form {
        Form(self.0 ^ 1)
    }

    /// The game, plus 1 if `odd`.
    pub(super) fn plus_parity(self, odd: bool) -> Form {
        Form(self.0 ^ u32::from(odd))
    }

    fn record(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// What is known of an even game.
#[derive(Debug)]
pub(super) struct EvenRecord {
    pub(super) options: Box<[Form]>,
    pub(super) birthday: u32,
    pub(super) nim: u32,
    pub(super) misere_nim: u32,
    /// Is it a nim-heap?
    nim_heap: bool,
}

/// A store of canonical forms, owned by the caller.
///
/// ```
/// use upstar_values::misere::form::{Form, Forms};
/// let mut forms = Forms::default();
/// let two = forms.nim_heap(2)?;
/// assert_eq!(forms.make(&[two, Form::ZERO])?, Form::ONE);
/// let four = forms.add(two, two)?;
/// assert_ne!(four, Form::ZERO);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Debug)]
pub struct Forms {
    records: Vec<EvenRecord>,
    index: HashTable<u32>,
    heaps: Vec<Form>,
    pub(super) sums: FxHashMap<(Form, Form), Form>,
    pub(super) partitions: FxHashMap<Form, Arc<[(Form, Form)]>>,
    pub(super) mates: FxHashMap<Form, Form>,
    pub(super) links: FxHashMap<(Form, Form), Option<Form>>,
    pub(super) distinguishers: FxHashMap<(Form, Form), Form>,
    pub(super) genera: FxHashMap<Form, Genus>,
    budget: Arc<Budget>,
    steps: u32,
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::new(Arc::new(Budget::unlimited()))
    }
}

fn hash(options: &[Form]) -> u64 {
    rustc_hash::FxBuildHasher.hash_one(options).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Forms {
    /// An empty store that works within `budget`.
    pub fn new(budget: Arc<Budget>) -> Forms {
        let mut forms = Forms {
            records: Vec::new(),
            index: HashTable::new(),
            heaps: vec![Form::ZERO, Form::ONE],
            sums: FxHashMap::default(),
            partitions: FxHashMap::default(),
            mates: FxHashMap::default(),
            links: FxHashMap::default(),
            distinguishers: FxHashMap::default(),
            genera: FxHashMap::default(),
            budget,
            steps: 0,
        };
        let zero = EvenRecord {
            options: Box::new([]),
            birthday: 0,
            nim: 0,
            misere_nim: 1,
            nim_heap: true,
        };
        forms.records.push(zero);
        forms
    }

    /// The budget that its methods keep to.
    pub fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// How many pairs G, G+1 are in the store.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Never: the store knows 0 and 1.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Counts one step of work.
    pub(super) fn step(&mut self) -> Result<(), Stopped> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(256) { self.budget.check() } else { Ok(()) }
    }

    pub(super) fn even(&self, form: Form) -> &EvenRecord {
        &self.records[form.record()]
    }

    /// The options of the canonical form, in order.
    pub fn options(&self, form: Form) -> Vec<Form> {
        let even = &self.even(form).options;
        if form.is_even() {
            return even.to_vec();
        }
        let mut options: Vec<Form> = even.iter().map(|option| option.plus_one()).collect();
        // Within a pair the even member comes first.
        for i in 1..options.len() {
            if options[i - 1] == options[i].plus_one() && !options[i - 1].is_even() {
                options.swap(i - 1, i);
            }
        }
        options.push(form.plus_one());
        options
    }

    /// How many options the canonical form has.
    pub fn option_count(&self, form: Form) -> usize {
        self.even(form).options.len() + usize::from(!form.is_even())
    }

    /// Is `option` an option of the canonical form of `form`?
    pub fn has_option(&self, form: Form, option: Form) -> bool {
        if !form.is_even() && option == form.plus_one() {
            return true;
        }
        let option = option.plus_parity(!form.is_even());
        let options = &self.even(form).options;
        options.binary_search_by(|&other| self.compare(other, option)).is_ok()
    }

    /// The length of the longest play of the canonical form.
    pub fn birthday(&self, form: Form) -> u32 {
        self.even(form).birthday + u32::from(!form.is_even())
    }

    /// The nim-value in normal play.
    pub fn nim_value(&self, form: Form) -> u32 {
        self.even(form).nim ^ u32::from(!form.is_even())
    }

    /// The misère nim-value: the least n such that the game plus the nim-heap of size n is a
    /// P-position.
    pub fn misere_nim_value(&self, form: Form) -> u32 {
        self.even(form).misere_nim ^ u32::from(!form.is_even())
    }

    /// Does the player who has just moved win misère play?
    pub fn is_previous_win(&self, form: Form) -> bool {
        self.misere_nim_value(form) == 0
    }

    /// The nim-heap of this size.
    pub fn nim_heap(&mut self, size: u32) -> Result<Form, Stopped> {
        const LARGEST: u32 = 1 << 14;
        if size > LARGEST {
            return Err(Stopped::Limit { what: "a misère nim-heap", limit: u64::from(LARGEST) });
        }
        while self.heaps.len() <= size as usize {
            let smaller = self.heaps.clone();
            let heap = self.make(&smaller)?;
            self.heaps.push(heap);
        }
        Ok(self.heaps[size as usize])
    }

    /// The size n if this is a nim-heap.
    pub fn as_nim_heap(&self, form: Form) -> Option<u32> {
        self.even(form).nim_heap.then(|| self.birthday(form))
    }

    /// The canonical form of the game with these options.
    pub fn make(&mut self, options: &[Form]) -> Result<Form, Stopped> {
        self.step()?;
        let mut options = options.to_vec();
        options.sort_unstable_by(|&a, &b| self.compare(a, b));
        options.dedup();
        let Some(&last) = options.last() else { return Ok(Form::ZERO) };
        if last.is_even() && self.options(last.plus_one()) == options {
            return Ok(last.plus_one());
        }
        let key = hash(&options);
        let same = |&i: &u32| *self.records[i as usize].options == options[..];
        if let Some(&record) = self.index.find(key, same) {
            return Ok(Form(record << 1));
        }
        // Some option has H as an option, so the deepest option is no option of H, and H is an
        // option of it.
        let deepest = options.iter().copied().max_by_key(|&option| self.birthday(option));
        for candidate in self.options(deepest.unwrap_or(last)) {
            if self.reverts(&options, candidate) {
                return Ok(candidate);
            }
        }
        self.record(options, key)
    }

    /// Does the game with these options equal `to` because all other options are reversible?
    fn reverts(&self, options: &[Form], to: Form) -> bool {
        let kept = self.options(to);
        let belongs = |&x: &Form| options.binary_search_by(|&other| self.compare(other, x)).is_ok();
        let reversible = |&x: &Form| kept.contains(&x) || self.has_option(x, to);
        kept.len() <= options.len()
            && kept.iter().all(belongs)
            && options.iter().all(reversible)
            && (to != Form::ZERO || options.iter().any(|&x| self.is_previous_win(x)))
    }

    fn record(&mut self, options: Vec<Form>, key: u64) -> Result<Form, Stopped> {
        let number = u32::try_from(self.records.len()).ok().filter(|&n| n < 1 << 31);
        let full = Stopped::Limit { what: "the number of misère games", limit: 1 << 31 };
        let number = number.ok_or(full)?;
        self.budget.charge((size_of::<EvenRecord>() + 4 * options.len() + 16) as u64)?;
        let birthday = options.iter().map(|&x| self.birthday(x)).max().unwrap_or(0) + 1;
        let nim = mex(options.iter().map(|&x| self.nim_value(x)));
        let misere_nim = mex(options.iter().map(|&x| self.misere_nim_value(x)));
        // Of n nim-heaps below n there is only the one set.
        let nim_heap =
            birthday as usize == options.len() && options.iter().all(|&x| self.even(x).nim_heap);
        let options = options.into_boxed_slice();
        self.records.push(EvenRecord { options, birthday, nim, misere_nim, nim_heap });
        let records = &self.records;
        self.index.insert_unique(key, number, |&i| hash(&records[i as usize].options));
        Ok(Form(number << 1))
    }
}

/// The least number that is not among `values`.
pub(super) fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    upstar_base::arithmetic::mex(&mut values) as u32
}
