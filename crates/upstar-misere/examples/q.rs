#![allow(missing_docs, clippy::unwrap_used)]
use std::time::{Duration, Instant};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = Instant::now();
    let secs: u64 = a[3].parse().unwrap();
    let b = upstar_base::Budget::new(Some(Duration::from_secs(secs)), None);
    let q = upstar_misere::quotient::solve(&a[1].parse().unwrap(), a[2].parse().unwrap(), &b);
    println!(
        "{} heaps {} order {} P {} T' {} nodes {} {:?} {:?} {:?}",
        a[1],
        q.heaps(),
        q.monoid().order(),
        q.monoid().p_portion().len(),
        q.context_sets(),
        q.nodes(),
        q.end(),
        q.growth(),
        t.elapsed()
    );
    if a.len() > 4 {
        println!("{:?}", q.orders());
    }
}
