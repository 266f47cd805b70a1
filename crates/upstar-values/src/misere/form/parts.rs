//! Parts of a game: X is a part of G if X + Y = G for some Y, which is then unique because sums
//! can be cancelled (Conway; proof in Allemang 1984).
//!
//! Let X + Y = G with G in canonical form. The options of G are among the sums X'+Y and X+Y',
//! and every such sum that is not an option of G has G as an option. Hence for each option G'
//! either X is a part of it and G'-X an option of Y, or Y is a part of it and G'-Y an option of
//! X. There are two cases:
//!
//! 1. No X'+Y is an option of G. Then X is a part of every G'; every X'+Y must have the option
//!    G, and that can only be X'+Y', so G-X' exists; and Y is exactly the game with the options
//!    G'-X and G-X'.
//! 2. Some X'+Y is an option of G. Then Y = G'-X' for some options.
//!
//! In both cases X or Y, say X, is a part of some option of G. Only even parts are looked for:
//! 1 is a part of every game. Consequences: 0 and 1 have no other parts than 0 and 1; a game
//! with the option 0 or 1 is prime, and so is one with three prime options G', not counting G'+1
//! (for X+Y' is prime only if Y' is 0 or 1).
//!
//! Theorem: `docs/misere.md#parts`.

use super::store::{Form, Forms};
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_base::deeper;

impl Forms {
    /// All pairs of even games with sum `g`, which is taken as even; (0, g) comes first.
    pub fn partitions_in_two(&mut self, g: Form) -> Result<Arc<[(Form, Form)]>, Stopped> {
        let g = g.even_part();
        if let Some(known) = self.partitions.get(&g) {
            return Ok(Arc::clone(known));
        }
        self.step()?;
        let found: Arc<[(Form, Form)]> = deeper(|| self.find_partitions(g))?.into();
        self.budget().charge((size_of::<(Form, Form)>() * (found.len() + 4)) as u64)?;
        self.partitions.insert(g, Arc::clone(&found));
        Ok(found)
    }

    fn find_partitions(&mut self, g: Form) -> Result<Vec<(Form, Form)>, Stopped> {
        let mut found = vec![(Form::ZERO, g)];
        let options = self.options(g);
        if options.iter().any(|option| option.even_part() == Form::ZERO) {
            return Ok(found);
        }
        let (mut of_options, mut primes) = (Vec::new(), 0);
        for &option in &options {
            let partitions = self.partitions_in_two(option)?;
            let first_of_pair = option.is_even() || !options.contains(&option.even_part());
            primes += u32::from(partitions.len() == 1 && first_of_pair);
            of_options.push(partitions);
        }
        if primes >= 3 {
            return Ok(found);
        }
        let mut candidates: Vec<Form> =
            of_options.iter().flat_map(|pairs| pairs.iter().flat_map(|&(x, y)| [x, y])).collect();
        candidates.sort_unstable_by(|&a, &b| self.compare(a, b));
        candidates.dedup();
        let mut changed = true;
        while changed {
            changed = false;
            for &x in &candidates {
                if counterpart(&found, x).is_some() {
                    continue;
                }
                self.step()?;
                if let Some(y) = self.difference_by_options(g, &options, &of_options, &found, x)? {
                    found.push((x, y));
                    changed = true;
                }
            }
        }
        Ok(found)
    }

    /// The even game Y with x + Y = g, if what was found so far determines it.
    fn difference_by_options(
        &mut self,
        g: Form,
        options: &[Form],
        of_options: &[Arc<[(Form, Form)]>],
        found: &[(Form, Form)],
        x: Form,
    ) -> Result<Option<Form>, Stopped> {
        let minus = |pairs: &[(Form, Form)], whole: Form, part: Form| {
            let odd = whole.is_even() != part.is_even();
            counterpart(pairs, part.even_part()).map(|y| y.plus_parity(odd))
        };
        let of_x = self.options(x);
        let first = of_x.iter().map(|&option| minus(found, g, option));
        let second = options.iter().zip(of_options).map(|(&o, pairs)| minus(pairs, o, x));
        let y_options: Option<Vec<Form>> = first.chain(second).collect();
        if let Some(y_options) = y_options {
            let y = self.make(&y_options)?;
            if y.is_even() && self.is_sum(x, y, g)? {
                return Ok(Some(y));
            }
        }
        for (&option, pairs) in options.iter().zip(of_options) {
            for &x_option in &of_x {
                if let Some(y) = minus(pairs, option, x_option)
                    && self.is_sum(x, y.even_part(), g)?
                {
                    return Ok(Some(y.even_part()));
                }
            }
        }
        Ok(None)
    }

    fn is_sum(&mut self, x: Form, y: Form, g: Form) -> Result<bool, Stopped> {
        let plausible = self.nim_value(x) ^ self.nim_value(y) == self.nim_value(g);
        Ok(plausible && self.add(x, y)? == g)
    }

    /// The game that gives `g` when `h` is added, if there is one.
    pub fn subtract(&mut self, g: Form, h: Form) -> Result<Option<Form>, Stopped> {
        let odd = g.is_even() != h.is_even();
        let pairs = self.partitions_in_two(g)?;
        Ok(counterpart(&pairs, h.even_part()).map(|y| y.plus_parity(odd)))
    }

    /// The even parts of a game other than 0 and its own even part.
    pub fn proper_parts(&mut self, g: Form) -> Result<Vec<Form>, Stopped> {
        let pairs = self.partitions_in_two(g)?;
        let both = |&(x, y): &(Form, Form)| if x == y { vec![x] } else { vec![x, y] };
        Ok(pairs.iter().skip(1).flat_map(both).collect())
    }

    /// Is it neither 0 nor 1 and without proper parts?
    pub fn is_prime(&mut self, g: Form) -> Result<bool, Stopped> {
        Ok(g.even_part() != Form::ZERO && self.partitions_in_two(g)?.len() == 1)
    }

    /// All ways to write a game as a sum of even primes, and 1 if it is odd.
    pub fn prime_partitions(&mut self, g: Form) -> Result<Vec<Vec<Form>>, Stopped> {
        let mut all = Vec::new();
        self.partition_further(g, &mut Vec::new(), &mut all)?;
        Ok(all)
    }

    fn partition_further(
        &mut self,
        rest: Form,
        primes: &mut Vec<Form>,
        all: &mut Vec<Vec<Form>>,
    ) -> Result<(), Stopped> {
        self.step()?;
        if rest.even_part() == Form::ZERO {
            all.push(primes.iter().copied().chain((!rest.is_even()).then_some(rest)).collect());
            return Ok(());
        }
        let pairs = self.partitions_in_two(rest)?;
        for part in pairs.iter().flat_map(|&(x, y)| if x == y { vec![x] } else { vec![x, y] }) {
            let increasing = primes.last().is_none_or(|&last| self.compare(last, part).is_le());
            if increasing
                && self.is_prime(part)?
                && let Some(rest) = self.subtract(rest, part)?
            {
                primes.push(part);
                self.partition_further(rest, primes, all)?;
                primes.pop();
            }
        }
        Ok(())
    }

    /// Is every option a part of the game? Equivalently the game is a part of the game with
    /// only this option, and of every game of whose options it is a part (Siegel).
    pub fn is_extraverted(&mut self, g: Form) -> Result<bool, Stopped> {
        let above = self.make(&[g])?;
        Ok(self.subtract(above, g)?.is_some())
    }

    /// Is the game a part of each of its options? Only 0 and 1 are.
    pub fn is_introverted(&self, g: Form) -> bool {
        g.even_part() == Form::ZERO
    }
}

fn counterpart(pairs: &[(Form, Form)], part: Form) -> Option<Form> {
    pairs.iter().find_map(|&(x, y)| match part {
        part if part == x => Some(y),
        part if part == y => Some(x),
        _ => None,
    })
}
