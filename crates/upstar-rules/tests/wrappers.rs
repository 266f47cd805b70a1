//! Rules made from other rules: none of them leaves a method to its default.
//!
//! What a wrapper does not say falls back to a default that knows nothing of the rules inside.
//! The sources are read, so that a method that is added to [`Rules`] is asked for as well.

use upstar_base::Player;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::variant::{Dicotic, Impartial, Twisted, Whole};
use upstar_rules::{Rules, read_sum};

/// The names after `fn` at the first level of a block.
fn methods(block: &str) -> Vec<&str> {
    block
        .lines()
        .filter_map(|line| line.strip_prefix("    fn "))
        .filter_map(|rest| rest.split(['(', '<']).next())
        .collect()
}

/// The text from a line that begins so to the brace that ends it.
fn block<'s>(source: &'s str, start: &str) -> &'s str {
    let at = source.find(start).unwrap_or_else(|| panic!("no `{start}`"));
    let text = &source[at..];
    &text[..text.find("\n}\n").unwrap_or(text.len())]
}

#[test]
fn wrappers_answer_for_every_method() {
    let (rules, wrapper) = (include_str!("../src/rules.rs"), include_str!("../src/wrapper.rs"));
    for (name, of, least) in
        [("Rules", "", 20), ("Coded", "<Outer<W>>", 2), ("Banded", "<Outer<W>>", 2)]
    {
        let all = methods(block(rules, &format!("pub trait {name}")));
        assert!(all.len() >= least, "{all:?}");
        let said = methods(block(wrapper, &format!("impl<W: Wrapper> {name}{of} for W")));
        // Rules are made before they are wrapped.
        for &method in all.iter().filter(|&&method| method != "from_parameters") {
            assert!(said.contains(&method), "no wrapper says what `{method}` is");
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrapper {
    None,
    Erased,
    Whole,
    Impartial,
    Dicotic,
    Twisted,
}

/// What rules in a wrapper say of their examples: boards, and moves in words.
struct Said(Wrapper);

impl Said {
    fn visit(self, about: &About<'_>, rules: Erased) -> Vec<String> {
        match self.0 {
            Wrapper::None => said(about, &rules),
            Wrapper::Erased => said(about, &Erased::new(rules)),
            Wrapper::Whole => said(about, &Whole(rules)),
            Wrapper::Impartial => said(about, &Impartial(rules)),
            Wrapper::Dicotic => said(about, &Dicotic(rules)),
            Wrapper::Twisted => said(about, &Twisted(rules)),
        }
    }
}

/// The board of each example, and the moves of Left from it.
fn said<R: Rules>(about: &About, rules: &R) -> Vec<String> {
    let mut said = Vec::new();
    for example in about.examples {
        for position in read_sum(rules, example).into_iter().flatten() {
            let mut moves = Vec::new();
            rules.options(&position, Player::Left, &mut moves);
            let names = moves.iter().take(50).map(|to| {
                assert!(rules.can_move(&position, Player::Left, to), "{}: {example}", about.name);
                rules.name_move(&position, Player::Left, to)
            });
            let names: Vec<String> = names.collect();
            said.push(rules.display(&position));
            said.push(names.join(" "));
        }
    }
    said
}

#[test]
fn wrappers_speak_as_the_rules_inside() {
    for about in registry::all() {
        let ask = |wrapper| {
            registry::open(about.name, about.examples[0])
                .map(|(about, rules)| Said(wrapper).visit(about, rules))
                .unwrap()
        };
        let plain = ask(Wrapper::None);
        for wrapper in [Wrapper::Erased, Wrapper::Whole] {
            assert_eq!(ask(wrapper), plain, "{} in {wrapper:?}", about.name);
        }
        for wrapper in [Wrapper::Impartial, Wrapper::Dicotic, Wrapper::Twisted] {
            let boards = |said: Vec<String>| said.into_iter().step_by(2).collect::<Vec<_>>();
            assert_eq!(
                boards(ask(wrapper)),
                boards(plain.clone()),
                "{} in {wrapper:?}",
                about.name
            );
        }
        if about.impartial {
            assert_eq!(ask(Wrapper::Impartial), plain, "{}", about.name);
        }
    }
}
