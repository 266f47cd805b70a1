//! From text to tokens.

use upstar_syntax::{ErrorKind, Parser, ReadLimits, Reader, Relation, SyntaxError, T};

/// The kinds of all tokens of a text of at most so many bytes.
fn lex(source: &str, input: usize) -> Result<Vec<T>, SyntaxError> {
    let limits = ReadLimits { input, ..ReadLimits::default() };
    let reader = Reader { limits, ..Reader::default() };
    let mut parser = Parser::new(&reader, source, 0..source.len())?;
    let mut kinds = Vec::new();
    while kinds.last() != Some(&T::End) {
        kinds.push(parser.advance().kind);
    }
    Ok(kinds)
}

fn kinds(source: &str) -> Vec<T> {
    let mut kinds = lex(source, 1000).unwrap();
    assert_eq!(kinds.pop(), Some(T::End));
    kinds
}

#[test]
fn runs_of_v_are_downs_unless_a_letter_follows() {
    assert_eq!(kinds("v"), [T::Down(1)]);
    assert_eq!(kinds("vvv9"), [T::Down(3), T::Integer]);
    assert_eq!(kinds("vvvx"), [T::Name]);
    assert_eq!(kinds("v_"), [T::Name]);
    assert_eq!(kinds("16v9*8"), [T::Integer, T::Down(1), T::Integer, T::Star, T::Integer]);
    assert_eq!(kinds("av"), [T::Name]);
}

#[test]
fn bars_and_relations() {
    assert_eq!(kinds("|||"), [T::Bars(3)]);
    assert_eq!(kinds("0<|1"), [T::Integer, T::Relation(Relation::LessFuzzy), T::Integer]);
    assert_eq!(kinds("0|>1"), [T::Integer, T::Relation(Relation::GreaterFuzzy), T::Integer]);
    assert_eq!(
        kinds("<=> === !== => ->"),
        [
            T::Relation(Relation::Compare),
            T::Relation(Relation::Same),
            T::Relation(Relation::NotSame),
            T::FatArrow,
            T::Arrow
        ]
    );
}

#[test]
fn comments_and_strings_end_or_say_so() {
    assert_eq!(kinds("1 // one\n2 /* two */ 3"), [T::Integer; 3]);
    assert!(lex("/* ", 10).unwrap_err().at_end);
    assert!(lex("\"a\\\"", 10).unwrap_err().at_end);
    assert!(!lex("$", 10).unwrap_err().at_end);
    assert_eq!(lex("12345", 4).unwrap_err().error.kind, ErrorKind::Size);
}

#[test]
fn misere_games_as_they_are_printed() {
    for text in ["*[2#0]", "*[2[2]21]", "*[(2[##-2]0)[2]]", "*[(21)3]", "*[&12;2]", "*[2[#1]]"] {
        assert_eq!(kinds(text), [T::Misere], "{text}");
        assert_eq!(kinds(&format!("{text}+{text}")), [T::Misere, T::Plus, T::Misere]);
    }
    for text in ["*[2]", "*[[2],0]", "*[2,1]", "*[(2),1]", "*[x[2]]", "*[2-1]", "*[[1,2][1]]"] {
        assert_eq!(kinds(text)[..2], [T::Star, T::OpenBracket], "{text}");
    }
    assert!(lex("*[2#", 10).is_err());
}

#[test]
fn loopy_nimbers_and_tallies() {
    for text in ["inf_{}", "inf_{0,3}", "∞_{0,3}", "inf_{ 0 , 3 }", "2@11"] {
        assert_eq!(kinds(text), [T::Loopy], "{text}");
    }
    for text in ["5_5 -6_4", "1/2_0  3_1", "inf_1 -inf_2", "∞_2\t∞_4"] {
        assert_eq!(kinds(text), [T::Tallies], "{text}");
        assert_eq!(kinds(&format!("[{text},{text}]"))[1..4], [T::Tallies, T::Comma, T::Tallies]);
    }
    assert_eq!(kinds("inf"), [T::Name]);
    assert_eq!(kinds("inf_5"), [T::Name]);
    assert_eq!(kinds("∞-∞"), [T::Name, T::Minus, T::Name]);
    assert_eq!(kinds("5_5-6_4")[0], T::Integer);
    assert_eq!(kinds("x -5_5 -6_4"), [T::Name, T::Minus, T::Tallies]);
    assert_eq!(kinds("5_5 -6_4x")[0], T::Integer);
    assert!(lex("inf_{0,", 10).unwrap_err().at_end);
    assert!(!lex("inf_{0,x", 10).unwrap_err().at_end);
    assert!(lex("2@", 10).is_err());
}

#[test]
fn unicode_marks() {
    assert_eq!(kinds("1↑²*"), [T::Integer, T::Up(1), T::Raised, T::Star]);
    assert_eq!(kinds("⧾₂±½"), [T::Tiny(true), T::Lowered, T::PlusMinus, T::Vulgar(1, 2)]);
    assert_eq!(kinds("ω×3"), [T::Name, T::Times, T::Integer]);
}
