//! The certificate of a quotient, and the quotient of a certificate.

use super::orders::orders;
use super::{End, Monoid, Quotient};
use std::sync::{Arc, OnceLock};
use upstar_base::Budget;
use upstar_proof::{Certificate, MisereQuotient, Periodic, Standing, standing};
use upstar_rules::heap::code::HeapCode;

impl Quotient {
    /// The certificate that these are the quotient and the pretending function of the game.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_misere::quotient::solve;
    /// let code = ".75".parse()?;
    /// let certificate = solve(&code, 100, &Budget::unlimited()).certificate(&code);
    /// assert!(upstar_proof::check(&certificate, &Budget::unlimited()).is_verified());
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn certificate(&self, code: &HeapCode) -> Certificate {
        let generators = self.presentation().generators;
        let classes: Vec<u16> =
            generators.iter().map(|&heap| self.pretending()[heap as usize]).collect();
        let monoid = self.monoid();
        let row = |x: u16| classes.iter().map(|&class| monoid.times(x, class)).collect();
        let periodic = match *self.end() {
            End::Complete { preperiod, period } => Some(Periodic { preperiod, period }),
            _ => None,
        };
        Certificate::new(MisereQuotient {
            code: code.to_string(),
            heaps: u64::from(self.heaps()),
            order: monoid.order() as u64,
            generators: generators.into_iter().map(u64::from).collect(),
            steps: (0..monoid.order() as u16).map(row).collect(),
            p_portion: monoid.p_portion(),
            pretending: self.pretending()[1..].to_vec(),
            periodic,
        })
    }

    /// What stands behind the quotient of this code and its pretending function: the word of the
    /// checker, or only that of the engine. The checker is asked once; what a limit ended is asked
    /// again.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_base::Budget;
    /// use upstar_misere::quotient::solve;
    /// let (code, budget) = (".75".parse()?, Arc::new(Budget::unlimited()));
    /// let quotient = solve(&code, 100, &budget);
    /// assert!(!quotient.is_verified());
    /// assert!(quotient.standing(&code, &budget).is_verified());
    /// assert!(quotient.is_verified());
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn standing(&self, code: &HeapCode, budget: &Arc<Budget>) -> Standing {
        if let Some(known) = self.standing.get() {
            return known.clone();
        }
        let found = standing(&self.certificate(code), budget);
        if found.was_stopped() {
            return found;
        }
        self.standing.get_or_init(|| found).clone()
    }

    /// Whether the checker was asked about the quotient and has accepted it.
    pub fn is_verified(&self) -> bool {
        self.standing.get().is_some_and(Standing::is_verified)
    }

    /// The quotient that a certificate speaks of, which somebody has verified; `None` if its numbers
    /// do not fit together.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_misere::quotient::{Quotient, solve};
    /// use upstar_proof::AnyClaim;
    /// let code = ".123".parse()?;
    /// let quotient = solve(&code, 100, &Budget::unlimited());
    /// let AnyClaim::MisereQuotient(claim) = quotient.certificate(&code).claim else { panic!() };
    /// let again = Quotient::from_certificate(&claim).unwrap();
    /// assert_eq!((again.orders(), again.end()), (quotient.orders(), quotient.end()));
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn from_certificate(claim: &MisereQuotient) -> Option<Quotient> {
        let monoid = Monoid::from_steps(&claim.steps, &claim.p_portion)?;
        let fits = |&class: &u16| usize::from(class) < monoid.order();
        if claim.pretending.len() as u64 != claim.heaps || !claim.pretending.iter().all(fits) {
            return None;
        }
        let end = match claim.periodic {
            None => End::Heaps,
            Some(Periodic { preperiod, period }) => {
                let last = preperiod.checked_add(period).filter(|_| preperiod > 0 && period > 0)?;
                if last > claim.heaps + 1 {
                    return None;
                }
                End::Complete { preperiod, period }
            }
        };
        Some(Quotient {
            orders: orders(&monoid, &claim.pretending),
            monoid: Arc::new(monoid),
            classes: std::iter::once(0).chain(claim.pretending.iter().copied()).collect(),
            nodes: 0,
            growth: None,
            end,
            standing: OnceLock::new(),
        })
    }
}
