//! Laws of upsums, downsums and degrees on random stoppers, with the cases counted in which they say
//! something.

use crate::covers;
use crate::random::{Good, Pool, plain_ge, stopper};
use upstar_testing::Random;
use upstar_values::stopper::{Ending, Stopper};

const BOTH: [Ending; 2] = [Ending::Left, Ending::Right];

fn other(ending: Ending) -> Ending {
    match ending {
        Ending::Left => Ending::Right,
        Ending::Right => Ending::Left,
    }
}

impl Pool {
    /// An upsum or downsum, if it is known to be a stopper.
    fn sum(&mut self, g: Stopper, h: Stopper, ending: Ending) -> Option<Stopper> {
        self.store.add(g, h).unwrap().of(ending)
    }

    fn ge(&mut self, g: Stopper, h: Stopper) -> bool {
        self.store.ge(g, h).unwrap()
    }

    /// `g >= h`, or the other way round for the offside.
    fn ge_for(&mut self, ending: Ending, g: Stopper, h: Stopper) -> bool {
        match ending {
            Ending::Left => self.ge(g, h),
            Ending::Right => self.ge(h, g),
        }
    }

    fn neg(&mut self, g: Stopper) -> Stopper {
        self.store.neg(g).unwrap()
    }
}

#[test]
fn every_statement_has_a_law() {
    covers(
        "sum-properties",
        [
            "comm",
            "assoc",
            "neg",
            "mono",
            "ab",
            "abc",
            "abc-dual",
            "stopper-ineq",
            "degree-absorb2",
            "degree-pos",
            "degree-neg",
            "tiny-min",
            "on-top",
            "degree-idem",
            "degree-sum",
        ],
    );
}

/// comm, neg, ab: on pairs.
#[test]
fn pairs() {
    let mut pool = Pool::new(0x2545_f491_4f6c_dd1d, 80);
    let (mut known, mut different) = (0, 0);
    for _ in 0..1500 {
        let (a, b) = (pool.pick(), pool.pick());
        let (minus_a, minus_b) = (pool.neg(a), pool.neg(b));
        for ending in BOTH {
            let sum = pool.sum(a, b, ending);
            assert_eq!(sum, pool.sum(b, a, ending));
            let Some(sum) = sum else { continue };
            known += 1;
            let minus = pool.sum(minus_a, minus_b, other(ending)).unwrap();
            assert_eq!(pool.neg(sum), minus);
            if let Some(opposite) = pool.sum(a, b, other(ending)) {
                assert!(pool.ge_for(ending, sum, opposite));
                different += usize::from(sum != opposite);
            }
        }
    }
    assert!(known > 2500 && different > 150, "{known} {different}");
}

/// assoc, abc and abc-dual: on triples.
#[test]
fn triples() {
    let mut pool = Pool::new(0x9e37_79b9_7f4a_7c15, 60);
    let (mut associated, mut larger, mut not_larger) = (0, 0, 0);
    for _ in 0..1200 {
        let (a, b, c) = (pool.pick(), pool.pick(), pool.pick());
        for ending in BOTH {
            let (ab, bc) = (pool.sum(a, b, ending), pool.sum(b, c, ending));
            if let (Some(ab), Some(bc)) = (ab, bc)
                && let (Some(x), Some(y)) = (pool.sum(ab, c, ending), pool.sum(a, bc, ending))
            {
                assert_eq!(x, y);
                associated += 1;
            }
            // upsum(a,b) >= c iff a >= downsum(-b,c), and with the players exchanged.
            let minus = pool.neg(b);
            if let (Some(ab), Some(bc)) = (ab, pool.sum(minus, c, other(ending))) {
                let holds = pool.ge_for(ending, ab, c);
                assert_eq!(holds, pool.ge_for(ending, a, bc));
                *(if holds { &mut larger } else { &mut not_larger }) += 1;
            }
        }
    }
    assert!(
        associated > 1500 && larger > 500 && not_larger > 500,
        "{associated} {larger} {not_larger}"
    );
}

/// abc with the arrows the other way round is wrong: on, off, 0.
#[test]
fn arrows_the_other_way_round() {
    let mut pool = Pool::new(1, 8);
    let (on, off) = (pool.store.on().unwrap(), pool.store.off().unwrap());
    let minus_off = pool.neg(off);
    let zero = Stopper::ZERO;
    let downsum = pool.sum(on, off, Ending::Right).unwrap();
    let upsum = pool.sum(minus_off, zero, Ending::Left).unwrap();
    assert!(!pool.ge(downsum, zero) && pool.ge(on, upsum));
}

/// mono.
#[test]
fn monotone() {
    let mut pool = Pool::new(0xdead_beef_cafe_f00d, 80);
    let mut comparable = 0;
    for _ in 0..3000 {
        let (a, b, c) = (pool.pick(), pool.pick(), pool.pick());
        if a == b || !pool.ge(a, b) {
            continue;
        }
        for ending in BOTH {
            if let (Some(x), Some(y)) = (pool.sum(a, c, ending), pool.sum(b, c, ending)) {
                assert!(pool.ge(x, y));
                comparable += 1;
            }
        }
    }
    assert!(comparable > 1000, "{comparable}");
}

/// stopper-ineq: for stoppers it does not matter how infinite plays are counted.
#[test]
fn inequalities_of_stoppers() {
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    let mut pool = Pool::new(3, 8);
    let (mut holding, mut failing) = (0, 0);
    for _ in 0..500 {
        let draft = stopper(&mut random);
        let values = pool.store.canonical(&draft).unwrap();
        for x in 0..draft.len() as u32 {
            for y in 0..draft.len() as u32 {
                let holds = pool.ge(values[x as usize], values[y as usize]);
                for good in [Good::Any, Good::First, Good::Second] {
                    assert_eq!(holds, x == y || plain_ge(&draft, x, y, good), "{draft:?} {x} {y}");
                }
                *(if holds { &mut holding } else { &mut failing }) += usize::from(x != y);
            }
        }
    }
    assert!(holding > 1000 && failing > 1000, "{holding} {failing}");
}

/// degree-absorb2, degree-pos, degree-neg, degree-idem, tiny-min, on-top.
#[test]
fn degrees() {
    let mut pool = Pool::new(0x5555_1234_aaaa_4321, 90);
    let zero = Stopper::ZERO;
    let (on, off) = (pool.store.on().unwrap(), pool.store.off().unwrap());
    let tiny = pool.store.tiny().unwrap();
    let (mut loopy, mut positive, mut absorbed) = (0, 0, 0);
    for g in pool.games.clone() {
        assert!(pool.ge(on, g) && pool.ge(g, off));
        if g != zero && pool.ge(g, zero) {
            assert!(pool.ge(g, tiny));
            positive += 1;
        }
        let Some(degree) = pool.store.degree(g).unwrap() else { continue };
        assert_eq!(degree == zero, !pool.store.is_loopy(g));
        if degree == zero {
            continue;
        }
        loopy += 1;
        assert!(pool.ge(degree, tiny));
        let minus = pool.neg(g);
        assert_eq!(pool.store.degree(minus).unwrap(), Some(degree));
        assert_eq!(pool.sum(degree, degree, Ending::Right), Some(degree));
        assert_eq!(pool.store.degree(degree).unwrap(), Some(degree));
        for x in [tiny, degree, pool.pick(), pool.pick()] {
            let fits = pool.ge(x, zero) && pool.ge(degree, x);
            if let Some(sum) = pool.sum(g, x, Ending::Right) {
                // downsum(g,x) <= g iff x <= deg(g)
                assert_eq!(pool.ge(g, sum), pool.ge(degree, x));
                if fits {
                    assert_eq!(sum, g);
                    absorbed += 1;
                }
            }
        }
    }
    assert!(loopy > 30 && positive > 10 && absorbed > 60, "{loopy} {positive} {absorbed}");
}

/// degree-sum.
#[test]
fn degrees_of_sums() {
    let mut pool = Pool::new(0x7777_8888_1111_2222, 80);
    let mut checked = 0;
    for _ in 0..600 {
        let (a, b) = (pool.pick(), pool.pick());
        let (Some(da), Some(db)) = (pool.store.degree(a).unwrap(), pool.store.degree(b).unwrap())
        else {
            continue;
        };
        let (Some(low), Some(high)) =
            (pool.sum(da, db, Ending::Right), pool.sum(da, db, Ending::Left))
        else {
            continue;
        };
        for ending in BOTH {
            if let Some(sum) = pool.sum(a, b, ending)
                && let Some(degree) = pool.store.degree(sum).unwrap()
                && degree != Stopper::ZERO
            {
                assert!(pool.ge(degree, low) && pool.ge(high, degree));
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}
