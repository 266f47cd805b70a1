//! Families in the short form of the literature: `E(5)E(1,4)`, `1(25)E(9,12,17)D(1,4,20)`.
//!
//! A form says of each list of heaps that none, or exactly one, of its heaps occurs, or puts the
//! list into one of two blocks; of a block only the parity of the number of its heaps counts. All
//! positions of a form have one label and one nim-value, as in the tables of the literature.
//! Starting from a frisky position that is not covered yet, the form is taken that covers most
//! positions which are new, and of those the one that covers most.
//!
//! `7+3k` in a list means the heaps 7, 10, 13, ...
//!
//! A number of heaps below the index of their class is meant exactly; "one heap" can be said of
//! such lists alone, for otherwise 1 stands for 3, 5, ... as well.

use super::family::Decomposition;
use super::label::OutcomePair;

/// A family of frisky positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The label of all its positions.
    pub label: OutcomePair,
    /// Their nim-value.
    pub nim_value: u32,
    /// The lists of which there is one heap.
    pub ones: Vec<usize>,
    /// Lists that are counted together: is the number of their heaps odd?
    pub blocks: Vec<(bool, Vec<usize>)>,
}

/// What a form says of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListPlace {
    None,
    One,
    Block(usize),
}

/// Not more tests of positions than this are made for one form.
const MOST: u64 = 20_000_000;

/// All vectors of numbers of heaps below the bounds of a decomposition.
struct Vectors<'a> {
    of: &'a Decomposition,
    /// Label and nim-value of those that are frisky.
    kinds: Vec<Option<(OutcomePair, u32)>>,
}

impl<'a> Vectors<'a> {
    fn new(of: &'a Decomposition, count: usize) -> Vectors<'a> {
        let mut vectors = Vectors { of, kinds: vec![None; count] };
        let mut kinds = Vec::with_capacity(count);
        vectors.each(|_, vector| {
            let odd = of.nim_values.iter().zip(vector).filter(|(_, number)| **number % 2 == 1);
            let nim_value = odd.fold(0, |sum, (value, _)| sum ^ value);
            kinds.push(of.label_of(vector).map(|label| (label, nim_value)));
            true
        });
        vectors.kinds = kinds;
        vectors
    }

    fn each(&self, mut visit: impl FnMut(usize, &[u64]) -> bool) {
        let mut vector = vec![0; self.of.bounds.len()];
        for index in 0..self.kinds.len() {
            if !visit(index, &vector) {
                return;
            }
            for (number, (_, end)) in vector.iter_mut().zip(&self.of.bounds) {
                *number += 1;
                if *number < *end {
                    break;
                }
                *number = 0;
            }
        }
    }
}

fn fits(places: &[ListPlace], odd: [bool; 2], vector: &[u64]) -> bool {
    let mut sums = [0; 2];
    for (place, &number) in places.iter().zip(vector) {
        match place {
            ListPlace::None if number != 0 => return false,
            ListPlace::One if number != 1 => return false,
            ListPlace::Block(block) => sums[*block] += number,
            _ => {}
        }
    }
    let right = |block: usize| (sums[block] % 2 == 1) == odd[block];
    right(0) && right(1)
}

impl Decomposition {
    /// The families in their short form; `None` if there are too many kinds of positions, or if
    /// some position has no such form.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_misere::decomposition::family::{NormalPlay, decompose, nim_values};
    /// use upstar_misere::{genus::Genera, quotient::solve};
    /// let (code, budget) = (".77".parse()?, Budget::unlimited());
    /// let kayles = solve(&code, 200, &budget);
    /// let values = nim_values(&mut Genera::new(code), 200, &budget)?;
    /// let normal = NormalPlay { values: &values, repeats: Some((71, 12)) };
    /// let found = decompose(&kayles, &normal, &budget)?;
    /// let forms = found.merged().unwrap();
    /// assert_eq!(forms.len(), 9);
    /// assert_eq!(found.show_merged(&forms[0]), "E(1,4,20)E(9,12,17)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merged(&self) -> Option<Vec<Merged>> {
        let count = self.bounds.iter().try_fold(1u64, |all, &(_, end)| all.checked_mul(end))?;
        let forms = 3u64.checked_pow(u32::try_from(self.bounds.len()).ok()?)?;
        if count.checked_mul(forms)? > MOST {
            return None;
        }
        let vectors = Vectors::new(self, count as usize);
        let mut covered = vec![false; count as usize];
        let mut merged = Vec::new();
        let mut starts: Vec<(usize, Vec<u64>)> = Vec::new();
        vectors.each(|index, vector| {
            if vectors.kinds[index].is_some() {
                starts.push((index, vector.to_vec()));
            }
            true
        });
        // Few heaps first: they belong to the simplest forms.
        starts.sort_by_key(|(_, vector)| vector.iter().sum::<u64>());
        for (start, vector) in starts {
            let Some(kind) = vectors.kinds[start].filter(|_| !covered[start]) else { continue };
            let (places, odd) = best(&vectors, &vector, kind, &covered)?;
            vectors.each(|index, vector| {
                covered[index] |= fits(&places, odd, vector);
                true
            });
            let with = |wanted: ListPlace| {
                let lists = places.iter().enumerate().filter(move |(_, place)| **place == wanted);
                lists.map(|(list, _)| list).collect::<Vec<usize>>()
            };
            let blocks = [0, 1].map(|block| (odd[block], with(ListPlace::Block(block))));
            let blocks = blocks.into_iter().filter(|(_, lists)| !lists.is_empty()).collect();
            let (label, nim_value) = kind;
            merged.push(Merged { label, nim_value, ones: with(ListPlace::One), blocks });
        }
        Some(merged)
    }

    /// A merged family in the notation of Sibert and Conway.
    pub fn show_merged(&self, merged: &Merged) -> String {
        let heaps = |lists: &[usize]| {
            let mut heaps: Vec<(u64, u64)> = Vec::new();
            for list in lists.iter().map(|&list| &self.lists[list]) {
                heaps.extend(list.heaps.iter().map(|&heap| (heap, 0)));
                heaps.extend(list.progressions.iter().map(|&first| (first, list.step)));
            }
            heaps.sort_unstable();
            let heap = |&(first, step): &(u64, u64)| match step {
                0 => first.to_string(),
                step => format!("{first}+{step}k"),
            };
            heaps.iter().map(heap).collect::<Vec<_>>().join(",")
        };
        let ones = merged.ones.iter().map(|&list| format!("1({})", heaps(&[list])));
        let blocks = merged.blocks.iter();
        let blocks = blocks
            .map(|(odd, lists)| format!("{}({})", if *odd { 'D' } else { 'E' }, heaps(lists)));
        let text: String = ones.chain(blocks).collect();
        if text.is_empty() { "empty".to_owned() } else { text }
    }
}

/// The form with this position that covers most, if there is one.
fn best(
    vectors: &Vectors<'_>,
    start: &[u64],
    kind: (OutcomePair, u32),
    covered: &[bool],
) -> Option<(Vec<ListPlace>, [bool; 2])> {
    let choices: Vec<Vec<ListPlace>> = start
        .iter()
        .zip(&vectors.of.bounds)
        .map(|(&number, &(exact, _))| {
            let alone = match number {
                0 => Some(ListPlace::None),
                1 => Some(ListPlace::One),
                _ => None,
            };
            let blocks = [ListPlace::Block(0), ListPlace::Block(1)];
            blocks.into_iter().chain(alone.filter(|_| number < exact)).collect()
        })
        .collect();
    /// What a choice costs, the choice, and which blocks it uses.
    type Best = ((usize, usize, usize), Vec<ListPlace>, [bool; 2]);
    let mut best: Option<Best> = None;
    let mut numbers = vec![0; choices.len()];
    loop {
        let places: Vec<ListPlace> =
            numbers.iter().zip(&choices).map(|(&i, choices): (&usize, _)| choices[i]).collect();
        // The first block comes first.
        let first = places.iter().find_map(|place| match place {
            ListPlace::Block(block) => Some(*block),
            _ => None,
        });
        if first != Some(1) {
            let odd = [0, 1].map(|block| {
                let inside = places.iter().zip(start);
                let inside = inside.filter(|(place, _)| **place == ListPlace::Block(block));
                inside.map(|(_, &number)| number).sum::<u64>() % 2 == 1
            });
            let (mut fresh, mut all, mut pure) = (0, 0, true);
            vectors.each(|index, vector| {
                if fits(&places, odd, vector) {
                    pure = vectors.kinds[index] == Some(kind);
                    fresh += usize::from(!covered[index]);
                    all += 1;
                }
                pure
            });
            let one_block = places.iter().filter(|place| **place != ListPlace::Block(1)).count();
            let worth = (fresh, all, one_block);
            if pure && best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, places, odd));
            }
        }
        let next = (0..numbers.len()).rev().find(|&i| numbers[i] + 1 < choices[i].len());
        let Some(i) = next else { break };
        numbers[i] += 1;
        numbers[i + 1..].fill(0);
    }
    best.map(|(_, places, odd)| (places, odd))
}
