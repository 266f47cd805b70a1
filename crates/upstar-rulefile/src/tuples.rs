//! Games with heaps or tuples of numbers: `both -> (m-k, n) for k from 1 to m`.
//!
//! A position is a multiset of tuples, each a component. A heap without tokens is gone; a tuple of
//! zeros is there as any other, a queen in the corner, unless the move leaves `nothing`. Play ends because a measure falls: the sum
//! of the entries, or what the file says. Every move is held against it, for each of the tuples that
//! it leaves.

use crate::code::{
    CodeGame, CodeRule, Op, Renaming, RuleResults, RuleRun, RunBoard, RunStop, Taker, Trouble,
};
use crate::falling::{Falling, Height};
use crate::prelude::*;
use upstar_rules::read_heaps;

/// The most tuples of a position.
const MOST_TUPLES: usize = 1 << 12;

/// A game of tuples, compiled.
#[derive(Clone, Debug)]
pub(crate) struct TupleGame {
    /// How many entries a tuple has.
    pub(crate) entries: usize,
    pub(crate) images: Vec<EntryExchange>,
    pub(crate) code: CodeGame,
}

/// A way to exchange entries that maps the rules to themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryExchange {
    /// Where each entry goes.
    pub(crate) places: Vec<usize>,
    pub(crate) negated: bool,
}

/// All exchanges of entries that map the rules to themselves; the first one changes nothing.
pub(crate) fn exchanges(
    rules: &[Vec<CodeRule>; 2],
    entries: usize,
    first: usize,
) -> Vec<EntryExchange> {
    let mut orders = vec![(0..entries).collect::<Vec<usize>>()];
    if entries <= 4 {
        orders.clear();
        permutations(entries, &mut Vec::new(), &mut orders);
    }
    let form = |rules: &[CodeRule], places: &[usize]| {
        let slot = |i: usize| {
            if (first..first + entries).contains(&i) { first + places[i - first] } else { i }
        };
        let to = Renaming {
            slot: &slot,
            entry: &|i| places[i],
            kind: &|kind| kind,
            function: &|function| function,
        };
        let image = |rule: &CodeRule| {
            let rule = rule.renamed(&to);
            (rule.kind as u8, rule.steps, rule.yields)
        };
        let mut all: Vec<_> = rules.iter().map(image).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let identity: Vec<usize> = (0..entries).collect();
    let plain = rules.each_ref().map(|rules| form(rules, &identity));
    let mut found = Vec::new();
    for places in orders {
        let image = rules.each_ref().map(|rules| form(rules, &places));
        for negated in [false, true] {
            let wanted = if negated { [&plain[1], &plain[0]] } else { [&plain[0], &plain[1]] };
            if [&image[0], &image[1]] == wanted {
                found.push(EntryExchange { places: places.clone(), negated });
            }
        }
    }
    found
}

fn permutations(n: usize, begun: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if begun.len() == n {
        out.push(begun.clone());
        return;
    }
    for i in 0..n {
        if !begun.contains(&i) {
            begun.push(i);
            permutations(n, begun, out);
            begun.pop();
        }
    }
}

/// A multiset of tuples: their entries one after another, the tuples sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tuples(SmallVec<[i64; 4]>);

impl Weigh for Tuples {
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

/// The rules of a game of tuples, with its parameters.
#[derive(Clone, Debug)]
pub struct TupleRules {
    game: Arc<TupleGame>,
    /// The values of the parameters, which lie in the first slots.
    parameters: Vec<i64>,
    blame: Blame,
    /// Can nobody move where all entries are 0? Then such heaps are gone.
    zero_is_dead: bool,
}

impl TupleRules {
    pub(crate) fn new(game: &Arc<TupleGame>, parameters: Vec<i64>) -> TupleRules {
        let blame = game.code.blame.anew();
        let mut rules =
            TupleRules { game: Arc::clone(game), parameters, blame, zero_is_dead: false };
        let zero: SmallVec<[i64; 4]> = SmallVec::from_elem(0, rules.game.entries);
        let mut found = false;
        for who in Player::BOTH {
            let mut any = false;
            let mut seen = |_: &[Vec<i64>]| {
                any = true;
                false
            };
            let ended = rules.each(&zero, who, None, &mut seen, &mut || false);
            found |= any || ended.is_err();
        }
        rules.zero_is_dead = !found && !rules.game.code.has_wins();
        rules
    }

    fn run(&self, tuple: &[i64]) -> RuleRun<'_> {
        self.game.code.run(RunBoard::default(), [&self.parameters, tuple])
    }

    /// The measure of a tuple.
    fn measure(&self, tuple: &[i64]) -> Result<Height, RunStop> {
        let sum = || tuple.iter().fold(0i64, |sum, &entry| sum.saturating_add(entry));
        self.game.code.height(|| self.run(tuple), sum)
    }

    /// Calls `each` with what each move of `who` leaves of a tuple, until it says no.
    fn each(
        &self,
        tuple: &[i64],
        who: Player,
        kind: Option<MoveKind>,
        each: &mut dyn FnMut(&[Vec<i64>]) -> bool,
        is_closed: &mut dyn FnMut() -> bool,
    ) -> Result<(), Trouble> {
        let mut run = || -> Result<(), RunStop> {
            let code = &self.game.code;
            let height = (!code.is_loopy).then(|| self.measure(tuple)).transpose()?;
            let falling = Falling::from(height);
            let mut moves = TupleMoves { rules: self, falling, each, is_closed };
            let mut run = self.run(tuple);
            code.rules(who, kind).try_for_each(|rule| run.rule(rule, &mut moves))
        };
        match run() {
            Ok(()) | Err(RunStop::Closed) => Ok(()),
            Err(RunStop::Trouble(trouble)) => Err(trouble),
        }
    }

    fn tuples<'p>(&self, position: &'p Tuples) -> impl Iterator<Item = &'p [i64]> {
        position.0.chunks_exact(self.game.entries)
    }

    fn of<'t>(&self, tuples: impl Iterator<Item = &'t [i64]>) -> Tuples {
        let is_there = |tuple: &&[i64]| !self.zero_is_dead || **tuple != [0];
        let mut all: Vec<&[i64]> = tuples.filter(is_there).collect();
        all.sort_unstable();
        Tuples(all.concat().into())
    }

    /// What must fall, in words.
    fn falls(&self) -> &'static str {
        if self.game.code.measure.is_empty() { "the sum of the entries" } else { "the measure" }
    }

    fn show_tuple(&self, tuple: &[i64]) -> String {
        tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
    }

    fn list(
        &self,
        position: &Tuples,
        who: Player,
        kind: Option<MoveKind>,
        out: &mut dyn Options<Tuples>,
    ) {
        if self.decided(position).is_some() || self.blame.is_set() {
            return;
        }
        let all: Vec<&[i64]> = self.tuples(position).collect();
        // Both ways to say that no more is wanted share the list.
        let out = std::cell::RefCell::new(out);
        for (i, tuple) in all.iter().enumerate() {
            if i > 0 && all[i - 1] == *tuple {
                continue;
            }
            let mut wanted = true;
            let ended = self.each(
                tuple,
                who,
                kind,
                &mut |sum| {
                    let others = all.iter().enumerate().filter(|(j, _)| *j != i);
                    let mut next: Vec<&[i64]> = others.map(|(_, other)| *other).collect();
                    next.extend(sum.iter().map(Vec::as_slice));
                    wanted = out.borrow_mut().push(self.of(next.into_iter()));
                    wanted
                },
                &mut || out.borrow_mut().is_closed(),
            );
            if let Err(trouble) = ended {
                self.blame.set(&trouble, &self.show(position));
                return;
            }
            if !wanted {
                return;
            }
        }
    }
}

/// Takes what the rules find.
struct TupleMoves<'m> {
    rules: &'m TupleRules,
    falling: Falling,
    each: &'m mut dyn FnMut(&[Vec<i64>]) -> bool,
    is_closed: &'m mut dyn FnMut() -> bool,
}

impl Taker for TupleMoves<'_> {
    fn take(&mut self, found: RuleResults<'_>, place: TextSpan) -> Result<(), RunStop> {
        let RuleResults::Sum(sum) = found else { return Ok(()) };
        self.falling.count(place)?;
        let rules = self.rules;
        for tuple in sum {
            let words = || (rules.show_tuple(tuple), rules.falls().to_owned());
            self.falling.hold(place, || rules.measure(tuple), words)?;
        }
        if (self.each)(sum) { Ok(()) } else { Err(RunStop::Closed) }
    }

    fn is_closed(&mut self) -> bool {
        (self.is_closed)()
    }
}

impl Rules for TupleRules {
    type Position = Tuples;

    fn options(&self, position: &Tuples, who: Player, out: &mut dyn Options<Tuples>) {
        self.list(position, who, None, out);
    }

    fn parse(&self, text: &str) -> Result<Tuples, PositionError> {
        let entries = self.game.entries;
        let limit = |at: usize, len: usize| {
            PositionError::new(at, len, "expected numbers below 2^62".to_owned())
        };
        if entries == 1 {
            let heaps = read_heaps(text)?;
            if heaps.len() > MOST_TUPLES {
                let message = format!("the position has more than {MOST_TUPLES} heaps");
                return Err(PositionError::whole(text, message));
            }
            let mut all = Vec::with_capacity(heaps.len());
            for heap in heaps {
                let size = i64::try_from(heap).ok().filter(|&size| size < 1 << 62);
                all.push(size.ok_or_else(|| limit(0, text.len()))?);
            }
            return Ok(self.of(all.chunks_exact(1)));
        }
        if text.trim() == "0" {
            return Ok(self.of(std::iter::empty()));
        }
        let mut all: Vec<i64> = Vec::new();
        let mut start = 0;
        for term in text.split('+') {
            let indent = term.len() - term.trim_start().len();
            let bare = term.trim();
            let opened = bare.strip_prefix('(');
            let inside = opened.and_then(|bare| bare.strip_suffix(')')).unwrap_or(bare);
            let mut at = start + indent + usize::from(opened.is_some() && inside != bare);
            let numbers: Vec<&str> = inside.split([',', 'x']).collect();
            if numbers.len() != entries || all.len() / entries >= MOST_TUPLES {
                let message = format!("expected {entries} numbers with commas between them");
                return Err(PositionError::new(start + indent, bare.len(), message));
            }
            for number in numbers {
                let digits = number.trim();
                let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                let size = digits.parse::<i64>().ok().filter(|&size| plain && size < 1 << 62);
                all.push(size.ok_or_else(|| limit(at, number.len()))?);
                at += number.len() + 1;
            }
            start += term.len() + 1;
        }
        Ok(self.of(all.chunks_exact(entries)))
    }

    fn show(&self, position: &Tuples) -> String {
        let all: Vec<String> = self.tuples(position).map(|tuple| self.show_tuple(tuple)).collect();
        match &all[..] {
            [] => "0".to_owned(),
            [one] => one.clone(),
            _ if self.game.entries == 1 => all.join("+"),
            _ => all.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join("+"),
        }
    }

    /// Heaps as columns of beans, anything else as it is written.
    fn picture(&self, position: &Tuples) -> Picture {
        const MOST_BEANS: i64 = 40;
        let heaps: Vec<&[i64]> = self.tuples(position).collect();
        let drawable = self.game.entries == 1 && heaps.iter().all(|heap| heap[0] <= MOST_BEANS);
        if !drawable || heaps.is_empty() || heaps.len() > 64 {
            let text = self.show(position);
            let width = text.chars().count().clamp(2, 200).div_ceil(2);
            let mut picture = Picture::new(width, 1);
            picture.shapes.push(Shape::text(5 * width as i32, 5, text, Color::Black));
            return picture;
        }
        let tallest = heaps.iter().map(|heap| heap[0]).max().unwrap_or(1).max(1) as usize;
        let mut picture = Picture::new(heaps.len(), tallest);
        for (i, heap) in heaps.iter().enumerate() {
            for bean in 0..heap[0] as i32 {
                let y = 10 * (tallest as i32 - bean) - 5;
                let x = 10 * i as i32 + 5;
                picture.shapes.push(Shape::Disc { x, y, radius: 4, fill: Color::Green });
            }
        }
        picture
    }

    fn nature(&self) -> Nature {
        let noun = if self.game.entries == 1 { "each heap" } else { "each tuple" };
        Nature { first_size: 0, ..self.game.code.nature(noun) }
    }

    fn sum_components(&self, position: Tuples, out: &mut dyn Options<Tuples>) {
        if position.0.len() == self.game.entries {
            out.push(position);
            return;
        }
        let is_alive = |tuple: &&[i64]| !self.zero_is_dead || tuple.iter().any(|&n| n != 0);
        let alive = self.tuples(&position).filter(is_alive);
        out.extend(alive.map(|tuple| Tuples(tuple.into())));
    }

    fn compound_parts(&self, position: &Tuples, out: &mut dyn Options<(Tuples, u64)>) {
        let mut counted: Vec<(Tuples, u64)> = Vec::new();
        for tuple in self.tuples(position) {
            match counted.last_mut() {
                Some((last, count)) if last.0[..] == *tuple => *count += 1,
                _ => counted.push((Tuples(tuple.into()), 1)),
            }
        }
        if counted.is_empty() {
            counted.push((position.clone(), 1));
        }
        out.extend(counted);
    }

    fn normal_form(&self, position: Tuples) -> (Tuples, bool) {
        if position.0.len() != self.game.entries {
            return (position, false);
        }
        let image = |exchange: &EntryExchange| {
            let mut tuple = position.0.clone();
            for (i, &place) in exchange.places.iter().enumerate() {
                tuple[place] = position.0[i];
            }
            (Tuples(tuple), exchange.negated)
        };
        let images = self.game.images.iter().map(image);
        images.min().unwrap_or_else(|| (position.clone(), false))
    }

    fn size(&self, position: &Tuples) -> u32 {
        position
            .0
            .iter()
            .fold(0u32, |sum, &n| sum.saturating_add(u32::try_from(n).unwrap_or(u32::MAX)))
    }

    fn move_kind(&self, position: &Tuples, who: Player, option: &Tuples) -> MoveKind {
        self.game.code.move_kind(who, option, self.decided(option), |kind, wanted| {
            self.list(position, who, Some(kind), wanted);
        })
    }

    fn decided(&self, position: &Tuples) -> Option<Player> {
        let holds = |op: &Op, tuple: &[i64]| {
            self.blame.truth(self.run(tuple).value(op), || self.show(position))
        };
        Player::BOTH.into_iter().find(|&who| {
            let mut wins = self.game.code.wins[who as usize].iter();
            wins.any(|op| self.tuples(position).any(|tuple| holds(op, tuple)))
        })
    }

    fn fault(&self) -> Option<String> {
        self.blame.get()
    }

    fn family(&self) -> Family<'_, Tuples> {
        Family::of(|size| {
            let tuple: Option<Vec<i64>> = size.iter().map(|&n| i64::try_from(n).ok()).collect();
            let tuple = tuple.filter(|tuple| tuple.len() == self.game.entries)?;
            Some(self.of(std::iter::once(tuple.as_slice())))
        })
    }
}

/// The largest number of entries of a tuple.
pub(crate) const MOST_ENTRIES: usize = 8;
