//! Outcome classes.

use upstar_base::{Outcome, OutcomeClass, Player};

#[test]
fn a_class_is_its_two_verdicts() {
    for class in OutcomeClass::ALL {
        let verdicts = Player::BOTH.map(|starter| class.first(starter));
        assert_eq!(OutcomeClass::from_first(verdicts), class);
        assert_eq!(-(-class), class);
        for starter in Player::BOTH {
            assert_eq!((-class).first(starter), class.first(!starter));
        }
    }
    for outcome in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
        for starter in Player::BOTH {
            let winner = OutcomeClass::from(outcome).winner(starter);
            assert_eq!(winner, Some(outcome.winner(starter)));
        }
    }
}
