//! Positions as expressions: every ruleset by name, sums, questions, names of CGSuite, errors.

use crate::answer;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, OutcomeClass};
use upstar_calculator::print::Notation;
use upstar_calculator::{Calculator, Value, help};
use upstar_engine::{Evaluator, OpenRules, PlayMode};
use upstar_rules::erased::Erased;
use upstar_rules::read_sum;
use upstar_rules::registry::{self, About};
use upstar_values::Calc;

fn says(input: &str) -> String {
    match answer(&mut Calculator::default(), input) {
        Ok(text) => text,
        Err(error) => format!("error: {error}"),
    }
}

/// A session that may hold a good deal.
fn bounded() -> Calculator {
    let budget = Arc::new(Budget::new(None, Some(1 << 30)));
    Calculator::new(Calc::new(Arc::default(), budget))
}

/// The word of the calculator for rules, with the parameters that are meant.
fn word(about: &About) -> String {
    let name = about.name.replace('-', "_");
    match registry::assumed(about.name) {
        Some(full) => {
            let inside = full.split_once('(').unwrap().1.strip_suffix(')').unwrap();
            format!("{name}(\"{inside}\")")
        }
        None => name,
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// What the theory that fits says of an example: the value in the notation of the calculator, and
/// who wins; `None` where there is no answer.
struct Asked<'a> {
    text: &'a str,
    session: &'a mut Calculator,
}

impl Asked<'_> {
    fn visit(self, about: &About<'_>, rules: Erased) -> (Option<String>, Option<OutcomeClass>) {
        let rules = Arc::new(OpenRules::new(about, rules));
        let terms = read_sum(&**rules.rules(), self.text).unwrap();
        let mode = PlayMode::default();
        let Ok(mut evaluator) = Evaluator::new(&rules, &mode, self.session.calc().fork()) else {
            return (None, None);
        };
        let at = evaluator.theory().standing(&terms).unwrap();
        let stores = self.session.stores();
        let (outcome, worth) = evaluator.ask(stores.stoppers, |theory| {
            let outcome = theory.verdicts(&at).ok().map(|(v, _)| OutcomeClass::from_first(v));
            (outcome, theory.worth(&at).ok())
        });
        let value = worth.and_then(|worth| self.session.worth_value(&worth).unwrap());
        (value.map(|value| self.session.show(&value, Notation::Ascii).unwrap()), outcome)
    }
}

/// The examples that take seconds are left to the engines' own tests.
fn is_quick(about: &About, text: &str) -> bool {
    !matches!(
        (about.name, text.len()),
        (
            "amazons"
                | "ceylonese-fox-and-geese"
                | "checkers"
                | "fox-and-geese"
                | "l-game"
                | "konane",
            17..
        )
    )
}

#[test]
fn every_ruleset_answers_as_its_theory() {
    let mut asked = 0;
    for about in registry::all() {
        for text in about.examples.iter().filter(|text| is_quick(about, text)).take(2) {
            let input = format!("{}(\"{}\")", word(about), quoted(text));
            let mut session = bounded();
            let rules = registry::assumed(about.name).unwrap_or(about.name.to_owned());
            let visitor = Asked { text, session: &mut session };
            let (value, outcome) = registry::open(&rules, text)
                .map(|(about, rules)| visitor.visit(about, rules))
                .unwrap();
            if let Some(value) = value {
                let got = answer(&mut session, &format!("({input}).Value"));
                assert_eq!(got.as_ref(), Ok(&value), "{input}.Value");
                asked += 1;
            }
            if let Some(outcome) = outcome {
                let got = answer(&mut session, &format!("({input}).Outcome"));
                assert_eq!(got, Ok(outcome.to_string()), "{input}.Outcome");
            }
        }
    }
    assert!(asked > 180, "only {asked} examples have a value");
}

#[test]
fn what_is_printed_reads_back() {
    let mut session = bounded();
    for about in registry::all() {
        for text in about.examples {
            let input = format!("{}(\"{}\")", word(about), quoted(text));
            let shown = answer(&mut session, &input).unwrap();
            let again = answer(&mut session, &shown).unwrap();
            assert_eq!(again, shown, "{input}");
            let same = answer(&mut session, &format!("({input}) == ({shown})"));
            assert_eq!(same.as_deref(), Ok("true"), "{input} and {shown}");
            let read = session.read(&shown).unwrap();
            assert_eq!(session.show(&read, Notation::Ascii).unwrap(), shown);
        }
    }
    for input in [
        "domineering(\"..\") + kayles(9)",
        "-hackenbush(\"lr\") + 3*kayles(5) - domineering(\"..\")",
        "kayles(9) + *4",
        "kayles(9) + {3||2|1} - 1/2 + ^*",
        "kayles(9) - 1",
        "kayles(9) + +-1",
        "kayles(9) + -3^2*4 + -3^2*4",
        "0*kayles(9)",
        "sum(\"*4\")",
        "sum(\"{0,-1|} + kayles:9\")",
        "sum(\"col:. + hackenbush:e + -(hackenbush:lr)\")",
        "(kayles(9) + *4).Components",
        "top_entails(5).Options",
        "subtraction(2,5,6)(9) + subtraction(1,2)(9)",
        "toads_and_frogs.With(2)(\"tt.ff\")",
        "tartan(turning_turtles, mock_turtles)(\"th|ht\")",
        "misere",
        "game.grid",
        "[grundys_game,subtraction(1,2),fjords.With(\"hex\")]",
    ] {
        let shown = answer(&mut session, input).unwrap();
        assert_eq!(answer(&mut session, &shown).as_ref(), Ok(&shown), "{input}");
        let read = session.read(&shown).unwrap();
        assert_eq!(session.show(&read, Notation::Ascii).unwrap(), shown, "{input}");
    }
}

#[test]
fn positions_print_short() {
    for (input, shown) in [
        ("domineering(\"2x4\")", "domineering(\"....|....\")"),
        ("domineering(2,4)", "domineering(\"....|....\")"),
        ("kayles(9)", "kayles(9)"),
        ("nim(3,5,7)", "nim(7,5,3)"),
        ("nim([3,5,7])", "nim(7,5,3)"),
        ("nim(\"3+5+7\")", "nim(7,5,3)"),
        ("kayles(\"9 + 8\")", "kayles(8) + kayles(9)"),
        ("kayles(\"9 + *4\")", "kayles(9) + *4"),
        ("octal(\"0.77\")(9)", "heaps(\"0.77\")(9)"),
        ("grundys_game", "grundys_game"),
        ("subtraction(1,2)", "subtraction(1,2)"),
        ("3*kayles(5) + kayles(5)", "4 * kayles(5)"),
        ("-kayles(5)", "kayles(5)"),
        ("--hackenbush(\"lr\")", "hackenbush(\"lr\")"),
        ("hackenbush(\"lr\") - hackenbush(\"lr\")", "hackenbush(\"lr\") - hackenbush(\"lr\")"),
        ("-2*hackenbush(\"lr\")", "-2 * hackenbush(\"lr\")"),
        ("0*kayles(5)", "sum(\"0\")"),
    ] {
        assert_eq!(says(input), shown, "{input}");
    }
}

#[test]
fn sums_of_different_games() {
    for (input, expected) in [
        ("(domineering(\"..|..\") + kayles(9) + *4).Value", "+-1"),
        ("(kayles(9) + nim(4)).Outcome", "P"),
        ("(hackenbush(\"lr\") - 1/2).Outcome", "P"),
        ("(-hackenbush(\"lr\")).Value", "-1/2"),
        ("(3*kayles(5)).Value", "*4"),
        ("(kayles(9) + grundys_game(18) + *4).Outcome(misere)", "N"),
        ("(kayles(9) + grundys_game(18) + *4).Genus.ToString", "\"4^564\""),
        ("(horses(\"c4\") + cutcake(\"2x3\")).Outcome(join)", "R"),
        ("(kayles(3) + *2).Options.Size", "5"),
        ("(domineering(\"..\") + kayles(1)).Options(Left)", "{domineering(\"..\") + kayles(0)}"),
        ("hackenbush(\"lr\") == hackenbush(\"l\")", "false"),
        ("hackenbush(\"lr\") == 1/2", "true"),
        ("1/2 == hackenbush(\"lr\")", "true"),
        ("kayles(9) == nim(4)", "true"),
        ("kayles(9) === nim(4)", "false"),
        ("nim(3) != nim(2,1)", "false"),
        ("hackenbush(\"lr\") < hackenbush(\"l\")", "true"),
        ("hackenbush(\"lr\") <= 1/2", "true"),
        ("domineering(\"..|..\") <> 0", "true"),
        ("kayles(9) <=> nim(4)", "0"),
        ("{hackenbush(\"l\")|-1}", "+-1"),
        ("{kayles(2),kayles(1),kayles(2)}", "{kayles(1),kayles(2)}"),
        ("[kayles(n).NimValue for n from 1 to 12]", "[1,2,3,1,4,3,2,1,4,2,6,4]"),
        ("{p.Value for p in domineering(\"2x2\").Options(Left)}", "{1}"),
        ("[p for p in domineering(\"..|..\").Moves(Left)].Size", "2"),
        ("infinite_nim(\"omega*2+3, omega+1\").NimValue", "ω×3+2"),
        ("infinite_nim(\"omega\").WinningMoves", "[infinite_nim(0)]"),
        ("nim(10^18).WinningMoves", "[nim(0)]"),
        ("kayles(5) is Position", "true"),
        ("kayles is Ruleset", "true"),
        ("kayles(9).Kind", "\"Position\""),
    ] {
        assert_eq!(says(input), expected, "{input}");
    }
}

#[test]
fn moves_that_win_leave_a_lost_game() {
    let mut session = bounded();
    for (game, player) in [
        ("domineering(\"....|....|....\")", "Left"),
        ("(domineering(\"..|..\") + hackenbush(\"lr\") + *2)", "Right"),
        ("(nim(3,5) + kayles(9))", "Left"),
        ("toads_and_frogs(\"tt..ff\")", "Left"),
    ] {
        let all = answer(&mut session, &format!("{game}.Options({player}).Size")).unwrap();
        let moves = answer(&mut session, &format!("{game}.Moves({player}).Size")).unwrap();
        assert_eq!(all, moves, "{game}");
        let wrong = format!(
            "[p for p in {game}.Options({player}) where \
             (p.Outcome == OutcomeClass.P or p.Outcome == OutcomeClass.{}) != \
             {game}.WinningMoves({player}).Contains(p)]",
            &player[..1]
        );
        assert_eq!(answer(&mut session, &wrong).as_deref(), Ok("[]"), "{game}");
    }
}

#[test]
fn names_of_cgsuite() {
    let rows: Vec<serde_json::Value> = upstar_testing::golden::read("cgsuite-positions.json");
    assert!(rows.len() > 40);
    let mut session = bounded();
    let mut wrong = Vec::new();
    for row in rows {
        let [input, expected] = ["input", "expected"].map(|key| row[key].as_str().unwrap());
        let got = answer(&mut session, input);
        if got.as_deref() != Ok(expected) {
            wrong.push(format!("{input} gives {got:?}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(says("game.graph.Col(\"R-.\").CanonicalForm"), "1/2");
    assert_eq!(says("col(\"R-.\").CanonicalForm"), "-1/2");
    assert_eq!(says("game.grid.Col(\"..\").Rules"), "game.grid.Col");
    assert_eq!(says("game.graph.Col(\"R-.\")"), "Col.Position(\"R-.\")");
    assert_eq!(says("game.graph.Col(\"R-.\") == col(\"L-.\")"), "true");
    // `Join` alone is the function that joins remotenesses.
    for about in registry::all().iter().filter(|about| about.name != "join-product") {
        let rules = about.name.replace('-', "_");
        let there = says(&format!("{rules}.Example.EnclosingObject"));
        let same = format!("{rules}.Example.EnclosingObject === {there}");
        assert_eq!(says(&same), "true", "{rules} {there}");
    }
    let moved = says("game.grid.Domineering(\"..|..\").Options(Left)");
    assert_eq!(moved, "{Domineering.Position(\"#.|#.\"),Domineering.Position(\".#|.#\")}");
    assert_eq!(says("game.grid.Knights(\"x..|..o\").CanonicalForm"), "*");
    let fox = "game.grid.CeyloneseFoxAndGeese(\"...F|....|....|G.G.\")";
    assert_eq!(says(&format!("{fox} == ceylonese_fox_and_geese(\"...F|....|....|G.G.\")")), "true");
    assert_eq!(says(&format!("{fox}.Options(Right).Length")), "2");
    let unknown = "game.grid.Explorer";
    let error = Calculator::default().eval(unknown).unwrap_err();
    assert!(error.hint.unwrap().contains("only CGSuite has Explorer"), "{}", error.message);
    let error = Calculator::default().eval("game.grid.Domineerng(\"..\")").unwrap_err();
    assert_eq!(error.hint.as_deref(), Some("did you mean `game.grid.Domineering`?"));
}

#[test]
fn errors_point_into_the_text() {
    for (input, marked, part) in [
        ("1 + domineering(\"..|.?\").Value", "?", "unexpected `?`"),
        ("domineering(\"..|.\")", ".", "row 2 has 1 squares"),
        ("kayles(\"9 + x\")", "x", "expected heap sizes"),
        ("subtraction(\"1,x\")(9)", "x", "expected"),
        ("heaps(\".7z\")(9)", "z", ""),
        ("domineering()", "domineering()", "takes a position"),
        ("domineering(true)", "domineering(true)", "takes a position"),
        ("kayles + 1", "kayles", "a position is needed here"),
        ("kayles(9) + over", "over", "a position or a short game"),
        ("kayles(9).Birthday", "Birthday", "is not defined for Position"),
        ("kayles.Value", "Value", "is not defined for Ruleset"),
        ("domineering(\"..\").WinningMoves", "WinningMoves", "whose moves"),
        ("domineering(\"..\").Outcome(3)", "3", "is needed here"),
        ("kayles(5).Entailed", "Entailed", "no entailing moves"),
        ("domineering(\"..\").Genus", "Genus", "impartial"),
        ("domineering(\"..\").NimValue", "NimValue", "no nim-value"),
        ("infinite_nim(\"omega\") + kayles(1)", "infinite_nim(\"omega\")", "played alone"),
        ("100000*kayles(1)", "100000*kayles(1)", "at most"),
    ] {
        let error = Calculator::default().eval(input).unwrap_err();
        let place = error.span.text(input).unwrap();
        assert!(error.message.contains(part), "{input}: {}", error.message);
        let near = marked == "100000*kayles(1)" || place.contains(marked) || marked.contains(place);
        assert!(near && !place.is_empty(), "{input}: {place:?} is marked: {}", error.message);
    }
    let hint =
        |input: &str| Calculator::default().eval(input).unwrap_err().hint.unwrap_or_default();
    assert_eq!(hint("domineerng(\"..\")"), "did you mean `domineering`?");
    assert_eq!(hint("grundy_game(5)"), "did you mean `grundys_game`?");
    assert!(hint("kayles(9).Birthday").contains(".Value.Birthday"));
    assert!(hint("kayles(true)").contains("for example `kayles("));
    assert!(hint("f := x -> domineering(x); f(\"..|.?\")").contains("domineering"));
}

#[test]
fn names_complete_and_have_help() {
    let session = Calculator::default();
    let (start, names) = session.complete("1 + grund", 9);
    assert_eq!((start, names), (4, vec!["grundy".to_owned(), "grundys_game".to_owned()]));
    let (_, names) = session.complete("kayles(9).Winn", 14);
    assert_eq!(names, ["WinningMoves"]);
    let (_, names) = session.complete("game.", 5);
    assert_eq!(names, ["graph", "grid", "heap", "misere", "strip"]);
    let (_, names) = session.complete("game.grid.Dom", 13);
    assert_eq!(names, ["Domineering"]);
    for about in registry::all() {
        let name = about.name.replace('-', "_");
        let text = help(&name).unwrap();
        assert!(text.contains(about.title) && text.contains("    > "), "{text}");
        assert!(help(about.name).is_some(), "{}", about.name);
        assert!(
            upstar_calculator::builtins()
                .all(|builtin| builtin.on.is_some() || builtin.name != name),
            "`{name}` is taken"
        );
    }
}

#[test]
fn limits_hold_for_positions() {
    let stops = |input: &str| {
        let budget = Arc::new(Budget::new(Some(Duration::from_millis(300)), Some(40 << 20)));
        let mut session = Calculator::new(Calc::new(Arc::default(), budget));
        let evaluation = session.eval(input);
        let shown = evaluation.map(|evaluation| {
            evaluation.value.map(|value| session.show(&value, Notation::Ascii).is_ok())
        });
        matches!(&shown, Err(error) if error.is_stopped()) || matches!(shown, Ok(Some(false)))
    };
    for input in [
        "domineering(16,16).Value",
        "amazons(\"x.....|......|......|......|......|.....o\").Moves(Left)",
        "nim(10^7).Options",
        "[kayles(n).Value for n from 1 to 10^9]",
        "clobber(30,30).Options(Left).Size + domineering(12,12).Value",
        "(domineering(9,9) + amazons(\"x.....|......|......|......|.....o\")).Outcome",
        "kayles.NimValueSequence(10^12)",
        "domineering(9,9).Value(union)",
    ] {
        assert!(stops(input), "{input}");
    }
}

#[test]
fn values_of_every_kind_have_their_methods() {
    let mut session = bounded();
    for (input, method, expected) in [
        ("horses(\"c4\").Value(join)", "Kind", "\"Remoteness\""),
        ("cutcake(\"3x4\").Value(slow_join)", "Kind", "\"Suspense\""),
        ("top_entails(7).Value", "Kind", "\"Entailed\""),
        ("domineering(\"..|..\").Value", "temperature", "1"),
        ("fox_and_geese.IsLoopy", "Kind", "\"Boolean\""),
    ] {
        let value = session.eval(input).unwrap().value.unwrap();
        let got = session.call(&value, method).unwrap();
        assert_eq!(session.show(&got, Notation::Ascii).unwrap(), expected, "{input}.{method}");
    }
    let position = session.position("kayles", "9").unwrap();
    assert!(matches!(position, Value::Position(_)));
    let value = session.call(&position, "value").unwrap();
    assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "*4");
}
