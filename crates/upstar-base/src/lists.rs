//! Lists one after another: the moves of a graph, forwards and backwards.

/// Lists of items, numbered from 0 and kept flat.
///
/// ```
/// use upstar_base::Lists;
/// let mut options = Lists::default();
/// for list in [&[][..], &[0, 1]] {
///     list.iter().for_each(|&option| options.push(option));
///     options.close();
/// }
/// assert_eq!(options.of(1), [0, 1]);
/// let before = options.inverse(2, |option, node| (option, node));
/// assert_eq!([before.of(0), before.of(1)], [[1], [1]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    items: Vec<T>,
    ends: Vec<u32>,
}

impl<T: Copy + Default> Lists<T> {
    /// How many lists are closed.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is no list closed?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends an item to the list that is open.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Closes the list that is open, and opens an empty one.
    pub fn close(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    /// A list that is closed.
    pub fn of(&self, list: usize) -> &[T] {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.items[start as usize..self.ends[list] as usize]
    }

    /// The same items in `count` other lists, from the first list to the last: `turn` says of an
    /// item and the number of its list in which list it is then, and as what.
    pub fn inverse(&self, count: usize, turn: impl Fn(T, u32) -> (u32, T)) -> Lists<T> {
        let mut ends = vec![0u32; count];
        self.items.iter().for_each(|&item| ends[turn(item, 0).0 as usize] += 1);
        let mut total = 0;
        for end in &mut ends {
            // Where the list starts; it ends where it has been filled to.
            total += std::mem::replace(end, total);
        }
        let mut items = vec![T::default(); self.items.len()];
        for list in 0..self.len() {
            for &item in self.of(list) {
                let (to, item) = turn(item, list as u32);
                let end = &mut ends[to as usize];
                items[*end as usize] = item;
                *end += 1;
            }
        }
        Lists { items, ends }
    }
}
