//! The calculator as a target: any text gives a value or an error with a place in the text, and
//! what is printed reads back as the same value.

use crate::target::{Finding, MEMORY, TIME, Target};
use std::sync::Arc;
use upstar_base::Budget;
use upstar_calculator::plot::{self, Figure};
use upstar_calculator::print::Notation;
use upstar_calculator::{Calculator, Data, Error, Game, LoadError, Value, builtins, is_incomplete};
use upstar_values::Calc;

/// The calculator.
pub(crate) struct Lang;

const GOLDEN: &str = include_str!("../../golden/notation-cases.json");

/// Programs: inputs stand behind `> `.
const SUITE: [&str; 3] = [
    include_str!("../../crates/upstar-calculator/tests/suite/classes.up"),
    include_str!("../../crates/upstar-calculator/tests/suite/language.up"),
    include_str!("../../crates/upstar-calculator/tests/suite/statements.up"),
];

const MARKS: &str = "* ^ ^^ v vv *2 ^3 + - +- / % : & .. ( ) [ ] { } | || ||| , ; := -> => == != < > \
    <= >= <> <| |> <=> === !== and or not if then else elseif end for in from to by while where do \
    yield begin def is true false var break continue return try catch as ? ... load import print( error( class extends override this Game ImpartialGame Options x f ' ` \" // /* */ \\ $ 1* ^<2> ^[2] v<3> 1/2 3/4 1/3 ½ ↑ ⇑ ⧾₂ \
    ± ⋆ × ω inf -inf Left Right L R N P G g _ é Tiny( Miny( .Options(Left) .Options(Right) \
    .Heat(1) .Cool(1/2) x-> {0|0} {1|-1} {1||0|-1} +-1 '{*|*}' {=>} MutableList() MutableSet() MutableMap() Strip([0,1]) Grid([[1,2],[3,4]]) Graph.Path(3) \
    DirectedGraph.Cycle(3) Table([[1,2]]) Random(1) HeapRuleset(n->[[n-1]]) Symmetry.Transpose *[2#0] \
    *[[2],1] *[2[2]21] *[(2#1)2##] *[2[##-2]] # &12; .Genus inf_{0,3} inf_{} ∞_{1} 2@11 @ inf_ _{ 5_5 -6_4 \
    inf_1 -inf_2 1/2_3 _ sunny loony Entailed(\"1,4>\") Entailed(\"0,2\") Remoteness(1,2) Suspense(3) \
    Loopy(\"2@3\") kayles( nim( domineering( hackenbush( subtraction( toads_and_frogs( top_entails( sum( tree( \
    game.heap. game.grid. game.strip. game.graph. misere join union slow_join .With( kayles(9) nim(3,5) \
    domineering(\"..|..\") hackenbush(\"lr\") *4 -(";

impl Target for Lang {
    const NAME: &'static str = "lang";

    fn seeds(&self) -> Vec<String> {
        let mut seeds: Vec<String> = builtins().map(|b| b.example.to_owned()).collect();
        let golden: Vec<serde_json::Value> = serde_json::from_str(GOLDEN).unwrap_or_default();
        let rows: Vec<(&str, &str)> = golden
            .iter()
            .filter_map(|row| Some((row.get("group")?.as_str()?, row.get("input")?.as_str()?)))
            .collect();
        seeds.extend(rows.iter().map(|(_, input)| (*input).to_owned()));
        let programs = SUITE.iter().flat_map(|file| file.lines());
        seeds.extend(programs.filter_map(|line| line.strip_prefix("> ")).map(str::to_owned));
        for about in upstar_rules::registry::all() {
            let word = about.name.replace('-', "_");
            let with = registry_parameters(about.name);
            for text in about.examples {
                let text = text.replace('\\', "\\\\").replace('"', "\\\"");
                seeds.push(format!("{word}{with}(\"{text}\")"));
                seeds.push(format!("({word}{with}(\"{text}\") + kayles(3) - 1/2).Value"));
                seeds.push(format!("{word}{with}(\"{text}\").Options(Left)"));
                seeds.push(format!("{word}{with}(\"{text}\").WinningMoves(Right, misere)"));
            }
        }
        for pair in rows.windows(2) {
            if let [(group, first), (same, second)] = pair
                && group == same
                && first.contains(":=")
            {
                seeds.push(format!("{first}; {second}"));
            }
        }
        seeds
    }

    fn dictionary(&self) -> Vec<String> {
        let mut words: Vec<String> = MARKS.split_whitespace().map(str::to_owned).collect();
        words.push(" ".to_owned());
        words.extend(
            ["5_5 -6_4", "inf_1 -1/2_3", "-inf_2 ∞_4", "0_1 0_2", "Tally(\"1_2 inf_2\")"]
                .map(str::to_owned),
        );
        for about in upstar_rules::registry::all() {
            words.push(format!("{}(", about.name.replace('-', "_")));
            words.extend(about.examples.iter().map(|text| format!("\"{text}\"")));
        }
        for builtin in builtins() {
            let open = if builtin.parameters.is_empty() { "" } else { "(" };
            let dot = if builtin.on.is_some() { "." } else { "" };
            words.push(format!("{dot}{}{open}", builtin.name));
        }
        words
    }

    fn run(&self, text: &str) -> Result<String, Finding> {
        let budget = Arc::new(Budget::new(Some(TIME), Some(MEMORY)));
        let mut session = Calculator::new(Calc::new(Arc::default(), Arc::clone(&budget)));
        // What is loaded is its own name.
        session.set_loader(|name, _| Ok::<_, LoadError>(name.to_owned()));
        let incomplete = is_incomplete(text);
        session.complete(text, text.len() / 2);
        session.complete(text, text.len());
        let value = match session.eval(text) {
            Err(error) => return refused(text, &error).map(|sort| format!("{incomplete} {sort}")),
            Ok(evaluation) => evaluation.value,
        };
        let Some(value) = value else { return Ok("no value".to_owned()) };
        let kind = session.kind(&value);
        budget.resume();
        let _ = session.show(&value, Notation::Latex);
        if let Value::Thermograph(thermograph) = &value {
            let figures = [Figure::new("", Arc::clone(thermograph))];
            plot::svg(&figures);
            plot::terminal(&figures, 80);
        }
        let mut length = 0;
        for notation in [Notation::Ascii, Notation::Unicode] {
            budget.resume();
            if let Ok(shown) = session.show(&value, notation) {
                length = shown.len();
                if length < 20_000 && reads_back(&value) {
                    round_trip(&mut session, &budget, &value, &shown, notation)?;
                }
            }
        }
        Ok(format!("{kind} {}", length.checked_ilog2().unwrap_or(0)))
    }
}

/// The parameters of rules that must have them, as they are written in the calculator.
fn registry_parameters(name: &str) -> String {
    let full = upstar_rules::registry::assumed(name).unwrap_or_default();
    let inside = full.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inside.map_or(String::new(), |inside| format!("(\"{inside}\")"))
}

/// Does an error name a place in the text? Its sort: the message without the particulars.
fn refused(text: &str, error: &Error) -> Result<String, Finding> {
    let spans = std::iter::once(error.span).chain(error.other.iter().map(|(span, _)| *span));
    for span in spans {
        if span.text(text).is_none() {
            return Err(Finding::new("an error outside of the text", format!("{error:?}")));
        }
    }
    if error.message.is_empty() {
        return Err(Finding::new("an error without a message", format!("{error:?}")));
    }
    let mut sort = String::new();
    for (i, part) in error.message.split('`').enumerate() {
        if i % 2 == 0 {
            sort.extend(part.chars().filter(|c| !c.is_ascii_digit()));
        }
    }
    Ok(sort.chars().take(40).collect())
}

/// Is this one of the kinds whose text is also an input?
fn reads_back(value: &Value) -> bool {
    match value {
        Value::Thermograph(_)
        | Value::Wall(_)
        | Value::Expansion(_)
        | Value::Function(_)
        | Value::Builtin(_)
        | Value::Game(Game::Outcome(_))
        | Value::Kind(_)
        | Value::Entry(_) => false,
        Value::List(items) | Value::Set(items) => items.as_slice().iter().all(reads_back_inside),
        Value::Map(map) => {
            map.entries().iter().all(|(k, v)| reads_back_inside(k) && reads_back_inside(v))
        }
        // What is in them is not public.
        Value::MutableList(_) | Value::MutableSet(_) => false,
        Value::Data(data) => {
            matches!(&***data, Data::Strip(_) | Data::Grid(_) | Data::Graph(_) | Data::Symmetry(_))
        }
        _ => true,
    }
}

/// The same inside of a collection.
fn reads_back_inside(value: &Value) -> bool {
    !matches!(value, Value::Game(Game::Genus(_))) && reads_back(value)
}

fn round_trip(
    session: &mut Calculator,
    budget: &Budget,
    value: &Value,
    shown: &str,
    notation: Notation,
) -> Result<(), Finding> {
    let kind = session.kind(value);
    let mut reader = Calculator::new(session.calc().fork());
    budget.resume();
    // A genus is printed as the literature does, and read by a function.
    let read = match value {
        Value::Game(Game::Genus(_)) => {
            reader.eval(&format!("Genus(\"{shown}\")")).map(|read| read.value)
        }
        _ => reader.read(shown).map(Some),
    };
    let back = match read.map(|back| back.unwrap_or(Value::Nothing)) {
        Ok(back) => back,
        Err(error) if error.is_stopped() => return Ok(()),
        Err(error) => {
            let story = format!("{shown:?} is not read: {error}");
            return Err(Finding::new(format!("round trip of {kind} in {notation:?}"), story));
        }
    };
    let wrong =
        |story: String| Err(Finding::new(format!("round trip of {kind} in {notation:?}"), story));
    budget.resume();
    match reader.show(&back, notation) {
        Ok(again) if again != shown => return wrong(format!("{shown:?} becomes {again:?}")),
        Ok(_) if reader.kind(&back) != kind => {
            return wrong(format!("{shown:?} becomes of kind {}", reader.kind(&back)));
        }
        _ => {}
    }
    match (session.game(value), reader.game(&back)) {
        (Ok(g), Ok(h)) if g != h => wrong(format!("{shown:?} becomes another game")),
        _ => Ok(()),
    }
}
