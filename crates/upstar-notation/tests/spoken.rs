//! Values in words.

use upstar_notation::spoken::{aloud, meaning};
use upstar_values::{Calc, Dyadic, NumberUpStar};

fn number(text: &str) -> Dyadic {
    text.parse().unwrap()
}

#[test]
fn numbers_say_who_is_ahead() {
    let mut calc = Calc::default();
    let mut said = |text: &str| {
        let game = calc.number(&number(text)).unwrap();
        meaning(&mut calc, game).unwrap()
    };
    assert_eq!(said("0"), "Nobody is ahead: whoever starts loses.");
    assert_eq!(said("1"), "Left is ahead by 1 move.");
    assert_eq!(said("-3"), "Right is ahead by 3 moves.");
    assert_eq!(said("-1/2"), "Right is ahead by half a move.");
    assert_eq!(said("7/2"), "Left is ahead by 3 and a half moves.");
    assert_eq!(said("11/8"), "Left is ahead by 1 3/8 moves.");
    assert_eq!(said("5/8"), "Left is ahead by 5/8 of a move.");
}

#[test]
fn a_game_and_its_negative_are_told_with_the_players_exchanged() {
    let mut calc = Calc::default();
    let one = calc.integer(1).unwrap();
    let two = calc.integer(2).unwrap();
    let up = calc.number_up_star(&NumberUpStar { number: number("0"), up: 1, nim: 0 }).unwrap();
    let both = calc.number_up_star(&NumberUpStar { number: number("1/4"), up: -2, nim: 3 });
    let tiny = calc.tiny(two).unwrap();
    let hot = calc.make(&[two], &[one]).unwrap();
    let exchange = |text: String| {
        let text = text.replace("Left", "?").replace("Right", "Left").replace('?', "Right");
        let text = text.replace("positive", "?").replace("negative", "positive");
        let text = text.replace('?', "negative").replace("Positive", "?");
        let text = text.replace("Negative", "Positive").replace('?', "Negative");
        text.replace("smaller than every negative", "closer to 0 than every negative")
            .replace("closer to 0 than every positive", "smaller than every positive")
    };
    for game in [one, up, both.unwrap(), tiny, hot] {
        let negative = calc.neg(game).unwrap();
        let (said, other) =
            (meaning(&mut calc, game).unwrap(), meaning(&mut calc, negative).unwrap());
        assert_eq!(exchange(said), other);
    }
}

#[test]
fn values_are_read_aloud() {
    let mut calc = Calc::default();
    let [one, two, three] = [1, 2, 3].map(|n| calc.integer(n).unwrap());
    let inner = calc.make(&[two], &[one]).unwrap();
    let game = calc.make(&[three], &[inner]).unwrap();
    let said = "the game in which Left can move to 3 and Right can move to the game in which \
                Left can move to 2 and Right can move to 1";
    assert_eq!(aloud(&mut calc, game).unwrap(), said);
    let minus = calc.neg(one).unwrap();
    let switch = calc.make(&[one], &[minus]).unwrap();
    assert_eq!(aloud(&mut calc, switch).unwrap(), "plus or minus 1");
    let tiny = calc.tiny(two).unwrap();
    let miny = calc.neg(tiny).unwrap();
    assert_eq!(aloud(&mut calc, miny).unwrap(), "miny 2");
    let marks = NumberUpStar { number: number("-1/2"), up: -2, nim: 2 };
    let game = calc.number_up_star(&marks).unwrap();
    assert_eq!(aloud(&mut calc, game).unwrap(), "minus 1/2 plus double down star 2");
}
