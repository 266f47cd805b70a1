//! Numbers that no short game is, beside games: known answers, laws, and what is refused.
//!
//! The laws are compared with a ring of finite stand-ins. To a game with few positions ω is a large
//! integer and 1/ω a small fraction, so a comparison must come out as with 2^8 and 1/2^8 for it, as
//! long as all numbers in the games are small beside these.

use crate::answer;
use upstar_calculator::Calculator;
use upstar_testing::Random;

#[test]
fn known_answers() {
    let mut session = Calculator::default();
    for (input, expected) in [
        ("{omega|}", "ω+1"),
        ("{0,1|omega}", "2"),
        ("{0|1/omega}", "1/(ω×2)"),
        ("{omega|omega}", "ω+*"),
        ("{omega|omega+*}", "ω+^"),
        ("{on|omega}", "ω+{on|0}"),
        ("on > omega", "true"),
        ("on == on + omega", "true"),
        ("over < 1/omega", "true"),
        ("over > 1/omega", "false"),
        ("omega:(-1)", "ω-1"),
        ("1:(-omega)", "1/ω"),
        ("2/3 + *", "2/3+*"),
        ("2/3 + * + *", "2/3"),
        ("omega + ^", "ω+^"),
        ("omega + ^ - omega", "^"),
        ("-(omega + ^)", "-ω+v"),
        ("3*(omega + ^)", "ω×3+^3"),
        ("omega + {3|1}", "ω+2+(+-1)"),
        ("(omega + {3|1}) - omega", "{3|1}"),
        ("5000 + over", "5000over"),
        ("(5000 + over) - 5000", "over"),
        ("5000over == 5000 + over", "true"),
        ("100 + over", "100over"),
        ("on > 10^6", "true"),
        ("10^9 + over > 10^9", "true"),
        ("10^9 + over < 10^9 + 1/2^600", "true"),
        ("10^9 + upon <> 10^9 + ^", "false"),
        ("10^9*{5|pass}", "5000000000over"),
        ("10^9*upon", "1000000000 * upon"),
        ("-10^9*upon + *", "-1000000000 * upon+*"),
        ("10^9*upon - (10^9 - 2)*upon == 2*upon + (uponth & -uponth)", "true"),
        ("10^9*upon > (10^9 - 1)*upon", "true"),
        ("10^9*upon > (10^9 - 1)*upon + *", "true"),
        ("10^9*upon <> (10^9 - 1)*upon + uponth + *", "true"),
        ("10^9*upon > (10^9 - 2)*upon + *", "true"),
        ("10^9*upon < over", "true"),
        ("10^9*upon > 3*^ + *2", "true"),
        ("10^9*upon < 1/2^600", "true"),
        ("10^9*upon - upon", "999999999 * upon+(uponth & -uponth)"),
        ("500 + 10^9*upon", "500+1000000000 * upon"),
        ("omega + 10^9*upon - omega == 10^9*upon", "true"),
        ("(40*upon + 60*upon) === 100*upon", "true"),
        ("(10^9*upon + uponth).Onside", "(1000000000 * upon+uponth).Onside"),
        ("10^9*upon + uponth", "1000000000 * upon+(uponth & -uponth)"),
        ("(10^9*upon + uponth).Offside", "1000000000 * upon"),
        ("(10^9*upon + uponth).Onside > 10^9*upon", "true"),
        ("omega + over", "ω+over"),
        ("omega + over > omega", "true"),
        ("omega + dud", "dud"),
        ("omega + (on & 0)", "ω+(on & 0)"),
        ("(omega + (on & 0)).Onside", "on"),
        ("(omega + (on & 0)).Offside", "ω"),
        ("hot + omega", "+-on"),
        (
            "[(2/3 + v).OutcomeClass, (-omega + {on|0}).OutcomeClass, (1/3 + dud).OutcomeClass]",
            "[L,N,D]",
        ),
        ("{omega + ^, omega - *} == {omega - *, omega + ^}", "true"),
        ("(2/3 + {1|-1}) <> 2/3", "true"),
        ("(2/3 + {1|-1}) <> 2", "false"),
        ("(omega + ^) === (omega + ^)", "true"),
    ] {
        assert_eq!(answer(&mut session, input).as_deref(), Ok(expected), "{input}");
    }
}

#[test]
fn what_has_no_theory_is_refused() {
    let mut session = Calculator::default();
    for (input, words) in [
        ("{omega|0}", "infinitely far apart"),
        ("{2/3|0}", "no dyadic number apart"),
        ("omega:(-omega)", "not known to this program"),
        ("omega + *omega", "nimber"),
        ("{Z|Z} + omega", "short game"),
        ("inf + ^", "short game"),
        ("10^9*upon + ^", "upons"),
    ] {
        let message = answer(&mut session, input).unwrap_err();
        assert!(message.contains(words), "{input}: {message}");
    }
}

const NUMBERS: [&str; 9] =
    ["0", "1", "-2", "3/4", "omega", "-omega", "1/omega", "omega/2 - 1", "2 - 3/omega"];
const GAMES: [&str; 13] = [
    "0", "*", "^", "v*", "{2|-1}", "{1|0}", "over", "under", "upon", "on", "{on|0}", "{3|over}",
    "(1 & *)",
];

fn term(random: &mut Random) -> String {
    let number = NUMBERS[random.below(NUMBERS.len())];
    let game = GAMES[random.below(GAMES.len())];
    format!("(({number}) + {game})")
}

/// The same with finite numbers.
fn stand_in(text: &str) -> String {
    text.replace("omega", "256")
}

#[test]
fn order_is_that_of_finite_stand_ins() {
    let mut random = Random::new(0x0dd5_eed0_1234_0001);
    let mut session = Calculator::default();
    let (mut compared, mut confused) = (0, 0);
    for _ in 0..1500 {
        let (a, b) = (term(&mut random), term(&mut random));
        for sign in ["<", ">", "==", "<>"] {
            let text = format!("{a} {sign} {b}");
            let found = answer(&mut session, &text).unwrap();
            let expected = answer(&mut session, &stand_in(&text)).unwrap();
            assert_eq!(found, expected, "{text}");
            confused += usize::from(sign == "<>" && found == "true");
        }
        compared += 1;
    }
    assert!(compared == 1500 && confused > 100, "{confused}");
}

#[test]
fn sums_obey_the_laws_and_are_read_back() {
    let mut random = Random::new(0x0dd5_eed0_1234_0002);
    let mut session = Calculator::default();
    let mut translates = 0;
    for _ in 0..800 {
        let (a, b, c) = (term(&mut random), term(&mut random), term(&mut random));
        for law in [
            format!("{a} + {b} === {b} + {a}"),
            format!("({a} + {b}) + {c} === {a} + ({b} + {c})"),
            format!("-({a} + {b}) === (-{a}) + (-{b})"),
            format!("-(-{a}) === {a}"),
            format!("2*{a} === {a} + {a}"),
        ] {
            assert_eq!(answer(&mut session, &law).as_deref(), Ok("true"), "{law}");
        }
        let text = format!("{a} + {b}");
        let shown = answer(&mut session, &text).unwrap();
        let again = format!("({shown}) === {text}");
        assert_eq!(answer(&mut session, &again).as_deref(), Ok("true"), "{again}");
        let value = session.eval(&text).unwrap().value.unwrap();
        translates += usize::from(session.kind(&value) == "Translate");
    }
    assert!(translates > 200, "{translates}");
}

#[test]
fn options_move_the_number_out() {
    let mut random = Random::new(0x0dd5_eed0_1234_0003);
    let mut session = Calculator::default();
    let options = ["0", "*", "^", "1", "-1", "{1|0}", "over", "on", "off", "v*"];
    let mut games = 0;
    for _ in 0..600 {
        let mut side = |x: &str| {
            let list: Vec<String> = (0..random.below(3))
                .map(|_| format!("{x}{}", options[random.below(options.len())]))
                .collect();
            list
        };
        let (left, right) = (side(""), side(""));
        let plain = format!("{{{}|{}}}", left.join(","), right.join(","));
        let value = session.eval(&plain).unwrap().value.unwrap();
        // A number would be the simplest one elsewhere.
        let kind = session.kind(&value);
        if matches!(kind, "Integer" | "Dyadic") {
            continue;
        }
        games += 1;
        for x in ["omega", "2/3", "1/omega"] {
            let moved = |list: &[String]| -> String {
                list.iter().map(|o| format!("{x} + {o}")).collect::<Vec<_>>().join(",")
            };
            let text = format!("{{{}|{}}} === {x} + {plain}", moved(&left), moved(&right));
            assert_eq!(answer(&mut session, &text).as_deref(), Ok("true"), "{text}");
        }
    }
    assert!(games > 50, "{games}");
}
