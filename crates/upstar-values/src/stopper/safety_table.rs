//! Safety games for all pairs of positions of a stopper's graph at once.
//!
//! A large component asks for most pairs of its positions, so the safety game is solved for
//! all of them in one run over flat arrays: a state is a pair of positions and the player to move,
//! and the states that Left loses are found by going back from those in which Left cannot move.

use super::draft::{Draft, Ref};
use super::store::{Stopper, Stoppers};
use upstar_base::{Budget, Lists, Player, Stopped};

/// The most positions, values below included: six bytes for each pair of them.
const MOST: usize = 4096;

/// Which of the positions of a graph are at least as large as which.
pub(super) struct OrderTable {
    count: usize,
    nodes: u32,
    /// The values below the graph, and the number of each.
    values: Vec<Stopper>,
    numbers: Numbers,
    /// For a pair `(x, y)`, whether Left loses `x - y` with Right to move.
    lost: Vec<bool>,
}

/// Numbers for some of the stoppers of a store, found without hashing.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// The number of each stopper; none if it is `NONE` or not there.
    of: Vec<u32>,
}

/// No number.
const NONE: u32 = u32::MAX;

impl Numbers {
    fn get(&self, value: Stopper) -> Option<u32> {
        self.of.get(value.0 as usize).copied().filter(|&number| number != NONE)
    }

    /// The number of a stopper, `fresh` if it has none.
    fn get_or(&mut self, value: Stopper, fresh: u32) -> u32 {
        let place = value.0 as usize;
        if place >= self.of.len() {
            self.of.resize(place + 1, NONE);
        }
        if self.of[place] == NONE {
            self.of[place] = fresh;
        }
        self.of[place]
    }

    /// Takes the numbers of these away.
    fn forget(&mut self, values: &[Stopper]) {
        values.iter().for_each(|value| self.of[value.0 as usize] = NONE);
    }
}

impl OrderTable {
    /// The table of a stopper's graph; `None` if it would be too large.
    pub(super) fn new(
        store: &mut Stoppers,
        draft: &Draft,
        budget: &Budget,
    ) -> Result<Option<OrderTable>, Stopped> {
        let mut numbers = std::mem::take(&mut store.numbers);
        let mut values: Vec<Stopper> = Vec::new();
        let Some(options) = listed(store, draft, &mut values, &mut numbers) else {
            numbers.forget(&values);
            store.numbers = numbers;
            return Ok(None);
        };
        let (at, nodes) = (draft.len() + values.len(), draft.len() as u32);
        let bytes = 6 * (at * at) as u64;
        budget.charge(bytes)?;
        let lost = solve(at, &options, budget);
        budget.refund(bytes);
        Ok(Some(OrderTable { count: at, nodes, values, numbers, lost: lost? }))
    }

    /// Gives back what belongs to the store.
    pub(super) fn close(mut self, store: &mut Stoppers) {
        self.numbers.forget(&self.values);
        store.numbers = self.numbers;
    }

    /// Is `a >= b`? Both are positions of the graph.
    pub(super) fn ge(&self, a: Ref, b: Ref) -> Option<bool> {
        let number = |at: Ref| match at {
            Ref::Node(node) => (node < self.nodes).then_some(node),
            Ref::Known(value) => self.numbers.get(value),
        };
        Some(!self.lost[number(a)? as usize * self.count + number(b)? as usize])
    }
}

/// The options of the nodes of a graph and of all values below, with numbers for the values; `None`
/// if there are too many.
fn listed(
    store: &Stoppers,
    draft: &Draft,
    values: &mut Vec<Stopper>,
    numbers: &mut Numbers,
) -> Option<[Lists<u32>; 2]> {
    let nodes = draft.len() as u32;
    // With many values below, most pairs would be of those, which the store remembers anyway.
    let most = MOST.min(3 * draft.len());
    let mut options = [Lists::default(), Lists::default()];
    let mut at = 0;
    while at < draft.len() + values.len() {
        if at >= most {
            return None;
        }
        let place = match at.checked_sub(draft.len()) {
            None => Ref::Node(at as u32),
            Some(below) => Ref::Known(values[below]),
        };
        for who in Player::BOTH {
            let options = &mut options[who as usize];
            draft.for_options(store, place, who, |option| {
                options.push(match option {
                    Ref::Node(node) => node,
                    Ref::Known(value) => {
                        let fresh = nodes + values.len() as u32;
                        let number = numbers.get_or(value, fresh);
                        if number == fresh {
                            values.push(value);
                        }
                        number
                    }
                });
            });
            options.close();
        }
        at += 1;
    }
    Some(options)
}

/// For each pair of `count` positions whether Left loses their difference when Right is to move.
fn solve(count: usize, options: &[Lists<u32>; 2], budget: &Budget) -> Result<Vec<bool>, Stopped> {
    let before = options.each_ref().map(|lists| lists.inverse(count, |to, from| (to, from)));
    let (left, right) = (Player::Left as usize, Player::Right as usize);
    // Left moves in the first game as Left and in the second as Right.
    let mut open = vec![0u32; count * count];
    let mut work: Vec<(u32, Player)> = Vec::new();
    let mut lost = [vec![false; count * count], vec![false; count * count]];
    for x in 0..count {
        let mine = options[left].of(x).len();
        for y in 0..count {
            let moves = mine + options[right].of(y).len();
            open[x * count + y] = moves as u32;
            if moves == 0 {
                lost[left][x * count + y] = true;
                work.push(((x * count + y) as u32, Player::Left));
            }
        }
    }
    let mut steps = 0u32;
    while let Some((state, who)) = work.pop() {
        steps += 1;
        if steps.is_multiple_of(1 << 16) {
            budget.check()?;
        }
        let (x, y) = (state as usize / count, state as usize % count);
        // The one who moved here in the first game moved in the second as the other.
        let mover = !who;
        let in_first = before[mover as usize].of(x).iter().map(|&x| x as usize * count + y);
        let in_second = before[who as usize].of(y).iter().map(|&y| x * count + y as usize);
        for pair in in_first.chain(in_second) {
            if lost[mover as usize][pair] {
                continue;
            }
            if mover == Player::Left {
                open[pair] -= 1;
                if open[pair] > 0 {
                    continue;
                }
            }
            lost[mover as usize][pair] = true;
            work.push((pair as u32, mover));
        }
    }
    let [_, lost] = lost;
    Ok(lost)
}
