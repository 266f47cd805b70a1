//! Times the genus calculator: `cargo run --release -p upstar-misere --example genera -- .77 80`.
#![allow(clippy::unwrap_used)]

use std::time::Instant;
use upstar_base::Budget;
use upstar_misere::genus::Genera;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (code, to) = (&args[0], args[1].parse::<u32>().unwrap());
    let start = Instant::now();
    let budget = Budget::unlimited();
    let mut genera = Genera::new(code.parse().unwrap());
    for n in 1..=to {
        let genus = genera.heap(n, &budget).unwrap();
        if args.len() > 2 {
            println!("{n}\t{genus}\t{}", genera.parts().heap(n));
        }
    }
    let parts = genera.parts().len();
    eprintln!("{code} {to}: {parts} parts, {} sums, {:?}", genera.known(), start.elapsed());
}
