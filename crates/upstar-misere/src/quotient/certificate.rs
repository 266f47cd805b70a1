//! The certificate of a quotient.

use super::{End, Quotient};
use upstar_proof::{Certificate, MisereQuotient, Periodic};
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
        Certificate::misere_quotient(MisereQuotient {
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
}
