//! The rules of games by name.

use super::Call;
use super::rows::{AnswerList, Arg, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, stopped};
use crate::position::{Ruleset, word_of};
use crate::value::{Game, Value};
use dashu_int::IBig;
use upstar_rules::registry::About;

/// The page of rules.
impl<'c> Arg<'c> for About<'c> {
    fn get(m: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<Self> {
        let page = <&Ruleset>::get(m, c, i)?.about();
        page.ok_or_else(|| fail(ErrorKind::Name, c.at(i), "these rules have no page"))
    }
}

fn examples(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Vec<Value>> {
    let (about, rules) = (About::get(m, c, 0)?, <&Ruleset>::get(m, c, 0)?.assumed());
    let mut positions = Vec::new();
    for text in about.examples {
        let text = m.string(*text, c.span)?;
        positions.push(m.make_position(&rules, &[text], &[c.span], c.span)?);
    }
    Ok(positions)
}

fn nim_values(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let rules = <&Ruleset>::get(m, c, 0)?.assumed();
    let last = m.natural(c.arg(1), c.at(1))?;
    let mut values = m.growing();
    let mut n = IBig::ONE;
    while n <= IBig::from(last.clone()) {
        m.step(c.span)?;
        let position =
            m.make_position(&rules, &[Value::Game(Game::Integer(n.clone()))], &[c.span], c.span)?;
        let value = m.ask(position, "NimValue", c.span)?;
        values.push(value).map_err(stopped(c.span))?;
        n += 1;
    }
    m.finish_list(values, c.span)
}

rows! { pub(super) TABLE |m, c|
    Ruleset.Name(rules: &Ruleset) "the name of the rules on the command line"
        ["grundys_game.Name", "\"grundys-game\""] rules.full();
    Ruleset.Title(page: About<'_>) "the name of the game"
        ["grundys_game.Title", "\"Grundy's Game\""] page.title.to_owned();
    Ruleset.Description(page: About<'_>) "the rules in words"
        ["nim.Description",
         "\"Choose a heap and take any positive number of beans from it, perhaps all. Who cannot move loses.\""]
            page.rules.to_owned();
    Ruleset.Notation(page: About<'_>) "how positions are written"
        ["nim.Notation", "\"Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two.\""]
            page.notation.to_owned();
    Ruleset.Source(page: About<'_>) "who invented or described the game"
        ["kayles.Source", "\"H. E. Dudeney 1908; Winning Ways ch. 4\""]
            page.source.to_owned();
    Ruleset.Example(_) "a position to try"
        ["toads_and_frogs.Example", "toads_and_frogs(\"ttt..fff\")"] {
            let first = examples(m, c)?.into_iter().next();
            first.ok_or_else(|| fail(ErrorKind::Domain, c.span, "these rules have no example"))
        };
    Ruleset.Examples(_) "several positions to try"
        ["cutcake.Examples",
         "[cutcake(\"5x10\"),cutcake(\"3*2x5+4x4\"),cutcake(\"1x3\"),cutcake(\"3x1\")]"]
            examples(m, c).map(AnswerList);
    Ruleset.Parameters(rules: &Ruleset) "the parameters of the rules"
        ["subtraction(2,5,6).Parameters", "\"2,5,6\""]
            rules.assumed().parameters().unwrap_or_default().to_owned();
    Ruleset.With(rules: &Ruleset, parameters = Many)
        "the rules with parameters; where these are the game, a call does the same"
        ["wythoff.With(2)(\"3,5\").NimValue", "4"] {
            let spans: Vec<_> = (1..c.arguments.len()).map(|i| c.at(i)).collect();
            m.with_parameters(rules, &c.arguments[1..], &spans, c.span)
        };
    Ruleset.Position(rules: &Ruleset, position = Many)
        "a position of the rules, as a call makes it; positions named as in CGSuite are printed so"
        ["Nim.Position(5) == nim(5)", "true"] {
            let spans: Vec<_> = (1..c.arguments.len()).map(|i| c.at(i)).collect();
            m.make_position(&rules.assumed(), &c.arguments[1..], &spans, c.span)
        };
    Ruleset.IsImpartial(rules: &Ruleset) "have both players always the same moves?"
        ["[kayles.IsImpartial,domineering.IsImpartial]", "[true,false]"]
            m.facts_of(&rules.assumed(), c.span)?.impartial;
    Ruleset.IsLoopy(rules: &Ruleset) "can play go on for ever?"
        ["[fox_and_geese.IsLoopy,domineering.IsLoopy]", "[true,false]"]
            m.facts_of(&rules.assumed(), c.span)?.loopy;
    Ruleset.NimValueSequence(_, n) "the nim-values of the heaps 1 to n"
        ["kayles.NimValueSequence(12)", "[1,2,3,1,4,3,2,1,4,2,6,4]"] nim_values(m, c);
    const Rulesets "the names of all rulesets"
        ["Rulesets.Contains(\"kayles\")", "true"] {
            let mut names = Vec::new();
            for about in upstar_rules::registry::all() {
                names.push(m.string(word_of(about.name), c.span)?);
            }
            for word in m.loaded_words() {
                names.push(m.string(word, c.span)?);
            }
            AnswerList(names)
        };
    const game
        "the library of CGSuite, whose names are understood: `game.grid`, `game.heap`, `game.strip`, `game.graph`"
        ["game.heap.Kayles(10) + game.grid.Domineering(\"..\")",
         "Domineering.Position(\"..\") + Kayles.Position(10)"] Value::Package("game");
    const cgsuite "the rest of the library of CGSuite: `cgsuite.util.Grid` is `Grid`"
        ["cgsuite.util.Strip.Empty(2)", "Strip([0,0])"] Value::Package("cgsuite");
}
