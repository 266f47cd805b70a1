//! Random numbers.

use upstar_base::Random;

#[test]
fn numbers_are_even() {
    let mut random = Random::new(7);
    let mut counts = [0; 6];
    (0..6000).for_each(|_| counts[random.below(6)] += 1);
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
    assert_eq!(random.below(0), 0);
}
