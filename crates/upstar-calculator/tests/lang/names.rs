//! Names that are misspelt, and the names that rules of files get.

use upstar_calculator::Calculator;

#[test]
fn slips_are_found_and_strangers_are_not() {
    let mut session = Calculator::default();
    session.eval("Y := 1").unwrap();
    for (input, near) in [
        ("3.Temprature", Some("`.Temperature`")),
        ("3.temperature", Some("`.Temperature`")),
        ("3.Meen", Some("`.Mean`")),
        ("3.Haet", Some("`.Heat`")),
        ("3.Xyzzy", None),
        ("y", Some("`Y`")),
    ] {
        let hint = session.eval(input).unwrap_err().hint.unwrap_or_default();
        match near {
            Some(near) => assert!(hint.contains(near), "{input}: {hint}"),
            None => assert!(!hint.contains("did you mean"), "{input}: {hint}"),
        }
    }
}

#[test]
fn titles_of_rules_are_words() {
    for (title, expected) in [
        ("Toads and Frogs", "toads_and_frogs"),
        ("Grundy's Game", "grundys_game"),
        ("End-Nim (row)", "end_nim_row"),
        ("2048", "game_2048"),
        ("For", "game_for"),
        ("\u{56f4}\u{68cb}", "game"),
        ("V", "game_v"),
    ] {
        let mut session = Calculator::default();
        session.offer("it", &format!("game \"{title}\"\nheap n\nboth -> n-k for k from 1 to n\n"));
        session.eval("load \"it\"").unwrap_or_else(|error| panic!("{title}: {error}"));
        assert_eq!(session.names(), [expected], "{title}");
    }
}
