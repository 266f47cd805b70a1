//! Families in the short form of the literature: `E(5)E(1,4)`, `1(25)E(9,12,17)D(1,4,20)`.
//!
//! A form says of each list of heaps that none, or exactly one, of its heaps occurs, or puts the
//! list into one of two blocks; of a block only the parity of the number of its heaps counts.
//! Starting from a frisky position that is not covered yet, the form is taken that covers most
//! positions and no other label.

use super::family::Decomposition;
use super::label::Label;

/// A family of frisky positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The label of all its positions.
    pub label: Label,
    /// The lists of which there is one heap.
    pub ones: Vec<usize>,
    /// Lists that are counted together: is the number of their heaps odd?
    pub blocks: Vec<(bool, Vec<usize>)>,
}

/// What a form says of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    None,
    One,
    Block(usize),
}

/// Not more tests of positions than this are made for one form.
const MOST: u64 = 20_000_000;

/// All vectors of numbers below some bounds.
struct Vectors {
    bounds: Vec<u64>,
    labels: Vec<Option<Label>>,
}

impl Vectors {
    fn each(&self, mut visit: impl FnMut(usize, &[u64]) -> bool) {
        let mut vector = vec![0; self.bounds.len()];
        for index in 0..self.labels.len() {
            if !visit(index, &vector) {
                return;
            }
            for (number, bound) in vector.iter_mut().zip(&self.bounds) {
                *number += 1;
                if *number < *bound {
                    break;
                }
                *number = 0;
            }
        }
    }
}

fn fits(places: &[Place], odd: [bool; 2], vector: &[u64]) -> bool {
    let mut sums = [0; 2];
    for (place, &number) in places.iter().zip(vector) {
        match place {
            Place::None if number != 0 => return false,
            Place::One if number != 1 => return false,
            Place::Block(block) => sums[*block] += number,
            _ => {}
        }
    }
    let right = |block: usize| (sums[block] % 2 == 1) == odd[block];
    right(0) && right(1)
}

impl Decomposition {
    /// The families in their short form; `None` if there are too many kinds of positions.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_misere::decomposition::family::decompose;
    /// use upstar_misere::{genus::Genera, quotient::solve};
    /// let (code, budget) = (".77".parse()?, Budget::unlimited());
    /// let kayles = solve(&code, 200, &budget);
    /// let found = decompose(&kayles, &mut Genera::new(code), &budget)?;
    /// let forms = found.merged().unwrap();
    /// assert_eq!(forms.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merged(&self) -> Option<Vec<Merged>> {
        let count = self.bounds.iter().try_fold(1u64, |all, &bound| all.checked_mul(bound))?;
        let forms = 3u64.checked_pow(u32::try_from(self.bounds.len()).ok()?)?;
        if count.checked_mul(forms)? > MOST {
            return None;
        }
        let mut vectors =
            Vectors { bounds: self.bounds.clone(), labels: vec![None; count as usize] };
        let mut labels = vectors.labels.clone();
        vectors.each(|index, vector| {
            labels[index] = self.label_of(vector);
            true
        });
        vectors.labels = labels;
        let mut covered = vec![false; count as usize];
        let mut merged = Vec::new();
        let mut starts: Vec<(usize, Vec<u64>)> = Vec::new();
        vectors.each(|index, vector| {
            if vectors.labels[index].is_some() {
                starts.push((index, vector.to_vec()));
            }
            true
        });
        // Few heaps first: they belong to the simplest forms.
        starts.sort_by_key(|(_, vector)| vector.iter().sum::<u64>());
        for (start, vector) in starts {
            let Some(label) = vectors.labels[start].filter(|_| !covered[start]) else { continue };
            let Some((places, odd)) = best(&vectors, &vector, label, &covered) else { continue };
            vectors.each(|index, vector| {
                covered[index] |= fits(&places, odd, vector);
                true
            });
            let with = |wanted: Place| {
                let lists = places.iter().enumerate().filter(move |(_, place)| **place == wanted);
                lists.map(|(list, _)| list).collect::<Vec<usize>>()
            };
            let blocks = [0, 1].map(|block| (odd[block], with(Place::Block(block))));
            let blocks = blocks.into_iter().filter(|(_, lists)| !lists.is_empty()).collect();
            merged.push(Merged { label, ones: with(Place::One), blocks });
        }
        Some(merged)
    }

    /// A merged family in the notation of Sibert and Conway.
    pub fn show_merged(&self, merged: &Merged) -> String {
        let heaps = |lists: &[usize]| {
            let mut heaps: Vec<u32> =
                lists.iter().flat_map(|&list| self.lists[list].iter().copied()).collect();
            heaps.sort_unstable();
            heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
        };
        let ones = merged.ones.iter().map(|&list| format!("1({})", heaps(&[list])));
        let blocks = merged.blocks.iter();
        let blocks = blocks
            .map(|(odd, lists)| format!("{}({})", if *odd { 'D' } else { 'E' }, heaps(lists)));
        let text: String = ones.chain(blocks).collect();
        if text.is_empty() { "empty".to_owned() } else { text }
    }
}

/// The form with this position that covers most.
fn best(
    vectors: &Vectors,
    start: &[u64],
    label: Label,
    covered: &[bool],
) -> Option<(Vec<Place>, [bool; 2])> {
    let choices: Vec<Vec<Place>> = start
        .iter()
        .map(|&number| match number {
            0 => vec![Place::Block(0), Place::Block(1), Place::None],
            1 => vec![Place::Block(0), Place::Block(1), Place::One],
            _ => vec![Place::Block(0), Place::Block(1)],
        })
        .collect();
    let mut best: Option<(usize, usize, Vec<Place>, [bool; 2])> = None;
    let mut numbers = vec![0; choices.len()];
    loop {
        let places: Vec<Place> =
            numbers.iter().zip(&choices).map(|(&i, choices): (&usize, _)| choices[i]).collect();
        // The first block comes first.
        let first = places.iter().find_map(|place| match place {
            Place::Block(block) => Some(*block),
            _ => None,
        });
        if first != Some(1) {
            let odd = [0, 1].map(|block| {
                let inside = places.iter().zip(start);
                let inside = inside.filter(|(place, _)| **place == Place::Block(block));
                inside.map(|(_, &number)| number).sum::<u64>() % 2 == 1
            });
            let (mut fresh, mut pure) = (0, true);
            vectors.each(|index, vector| {
                if fits(&places, odd, vector) {
                    pure = vectors.labels[index] == Some(label);
                    fresh += usize::from(!covered[index]);
                }
                pure
            });
            let blocks = places.iter().filter(|place| **place != Place::Block(1)).count();
            let better = best.as_ref().is_none_or(|b| (fresh, blocks) > (b.0, b.1));
            if pure && better {
                best = Some((fresh, blocks, places, odd));
            }
        }
        let next = (0..numbers.len()).rev().find(|&i| numbers[i] + 1 < choices[i].len());
        let Some(i) = next else { break };
        numbers[i] += 1;
        numbers[i + 1..].fill(0);
    }
    best.map(|(_, _, places, odd)| (places, odd))
}
