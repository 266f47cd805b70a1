//! temp
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let r = upstar_heaps::search(
        &a[1].parse().unwrap(),
        a[2].parse().unwrap(),
        &upstar_base::Budget::unlimited(),
        &mut (),
    );
    println!("{} {:?} {:?}", a[1], t.elapsed(), r);
}
