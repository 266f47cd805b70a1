use std::time::Instant;
use upstar_base::Budget;
use upstar_heaps::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let code = a[1].parse().unwrap();
    let n: u64 = a[2].parse().unwrap();
    let b = Budget::unlimited();
    let mut p = plain::Plain::new(std::clone::Clone::clone(&code));
    let t = Instant::now();
    p.extend(1 << 16, &b).unwrap();
    let r0 = (1u64 << 16) as f64 / t.elapsed().as_secs_f64();
    let mut s = sparse::Sparse::new(Breaks::from_code(&code).unwrap());
    let mut l = 0u64;
    let mut k = 1024;
    loop {
        let t = Instant::now();
        let to = k.min(n);
        s.extend(to, &b).unwrap();
        let r = (to - l) as f64 / t.elapsed().as_secs_f64();
        l = to;
        if k >= n / 4 || to == n {
            println!(
                "{} {} rate {:.0} plain {:.0} ratio {:.1} {:?} {:?}",
                a[1],
                to,
                r,
                r0,
                r / r0,
                s.mask(),
                s.statistics()
            );
        }
        if to == n {
            break;
        }
        k *= 2;
    }
}
