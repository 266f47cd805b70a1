//! Random questions: all kinds, all rulesets, all manners of play.

use upstar_rules::registry::{self, About, Editor};
use upstar_testing::Random;

/// Rules that are added and variables that are set.
pub const DEFINITIONS: [&str; 10] = [
    r#"{"ask":"add-rules","name":"my.up","text":"game Mine\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n"}"#,
    r#"{"ask":"add-rules","name":"my.up","text":"game Mine\ngrid . x o\nleft orthogonal xo -> ..\nright as left with x<->o\n"}"#,
    r#"{"ask":"add-rules","name":"my.up","text":"game Mine\ngrid . x o\nleft east x. -> .x\nright west .o -> o.\n"}"#,
    r#"{"ask":"add-rules","name":"my.up","text":"game Mine\ngrid . x o\nleft orthogonal q -> .x\n"}"#,
    r#"{"ask":"add-rules","name":"My-Heap.up","text":"game Heaps\nheap n\nboth -> k for k from 0 to n-1 where n-k <= 2\n"}"#,
    r#"{"ask":"add-rules","name":"My-Heap.up","text":"game Heaps\nheap n\nboth -> k for k from 0 to n-1 where n-k <= 3\n"}"#,
    r#"{"ask":"eval","input":"x := 5"}"#,
    r#"{"ask":"eval","input":"x := {1||0|-2}"}"#,
    r#"{"ask":"eval","input":"class T(n) extends ImpartialGame def Options() := [T(k) for k from 0 to n-1] end; y := T(3)"}"#,
    r#"{"ask":"eval","input":"class T(n) extends Game def Options(p) := if p == Left then [n-1] else [] end end; z := T(3)"}"#,
];

/// Questions about files and variables.
const OWN: [&str; 15] = [
    r#"{"ask":"value","rules":"my.up","position":"xxo"}"#,
    r#"{"ask":"value","rules":"My.up","position":"xo.ox"}"#,
    r#"{"ask":"moves","rules":"my.up","position":"xxo|oxo","all":true}"#,
    r#"{"ask":"outcome","rules":"my.up","position":"x.o.x"}"#,
    r#"{"ask":"value","rules":"kayles","position":"3 + my.up:xxo"}"#,
    r#"{"ask":"value","rules":"my-heap.up","position":"7+4"}"#,
    r#"{"ask":"outcome","rules":"my_heap.up","position":"8+4","play":"misere"}"#,
    r#"{"ask":"misere","misere":"genus","code":"my-heap.up","position":"9"}"#,
    r#"{"ask":"check-rules","rules":"my.up","games":20}"#,
    r#"{"ask":"rules","name":"my.up"}"#,
    r#"{"ask":"eval","input":"load \"my.up\"; mine(\"xxo\").Value"}"#,
    r#"{"ask":"eval","input":"x + ^"}"#,
    r#"{"ask":"eval","input":"y + z + T(3)"}"#,
    r#"{"ask":"study","input":"x"}"#,
    r#"{"ask":"complete","input":"x.Temp","at":6}"#,
];

/// Questions about values.
const VALUES: [&str; 15] = [
    r#"{"ask":"eval","input":"{3||2|1} + ^*"}"#,
    r#"{"ask":"eval","input":"(cram(2,9) + cram(1,12)).Outcome"}"#,
    r#"{"ask":"eval","input":"cram(2,17).Outcome"}"#,
    r#"{"ask":"eval","input":"kayles(12,5).Genus"}"#,
    r#"{"ask":"eval","input":"{^|v*}.AtomicWeight"}"#,
    r#"{"ask":"eval","input":"domineering(3,3).Value.Thermograph"}"#,
    r#"{"ask":"study","input":"{2||1|-3}"}"#,
    r#"{"ask":"study","input":"domineering(2,4)"}"#,
    r#"{"ask":"graph","input":"{2||1|-3} + ^"}"#,
    r#"{"ask":"thermographs","games":["+-3","{4||1|0}"]}"#,
    r#"{"ask":"number-tree","days":3}"#,
    r#"{"ask":"rules","name":"clobber"}"#,
    r#"{"ask":"verify","certificate":"{}"}"#,
    r#"{"ask":"check-rules","rules":"clobber","games":20}"#,
    r#"{"ask":"heap-info","code":".77"}"#,
];

/// Tables and families.
const TABLES: [&str; 17] = [
    r#"{"ask":"table","rules":"domineering","size":"3x4"}"#,
    r#"{"ask":"table","rules":"cram","size":"3x3","play":"misere"}"#,
    r#"{"ask":"table","rules":"clobber","size":"2x4"}"#,
    r#"{"ask":"table","rules":"kayles","size":"14"}"#,
    r#"{"ask":"table","rules":"kayles","size":"14","play":"misere"}"#,
    r#"{"ask":"table","rules":"dawsons-kayles","size":"20","periods":true}"#,
    r#"{"ask":"table","rules":"cutcake","size":"4x6"}"#,
    r#"{"ask":"table","rules":"nim","size":"6","compound":"join"}"#,
    r#"{"ask":"table","rules":"wythoff","size":"6x6"}"#,
    r#"{"ask":"table","rules":"toads-and-frogs","size":"5"}"#,
    r#"{"ask":"table","rules":"snort","size":"1x6"}"#,
    r#"{"ask":"positions","rules":"nim","size":"4","outcome":"P"}"#,
    r#"{"ask":"positions","rules":"clobber","size":"1x5","count":true}"#,
    r#"{"ask":"positions","rules":"kayles","size":"8","count":true,"play":"misere"}"#,
    r#"{"ask":"positions","rules":"domineering","size":"2x3","by":"value","count":true}"#,
    r#"{"ask":"compare","rules":"domineering","left":"...|...","right":".."}"#,
    r#"{"ask":"compare","rules":"clobber","left":"xxo","right":"xo.xo"}"#,
];

/// Codes of heap games.
const CODES: [&str; 15] = [
    ".77", ".15", ".37", ".04", ".26", ".123", ".351", ".33", "4.7", ".145", ".07", ".3102", ".35",
    ".6", "4.3",
];

fn heaps(dice: &mut Random, largest: u64) -> String {
    let count = 1 + dice.below(3);
    let one = |dice: &mut Random| (1 + dice.under(largest)).to_string();
    (0..count).map(|_| one(dice)).collect::<Vec<_>>().join("+")
}

fn heap_question(dice: &mut Random) -> String {
    let code = *dice.pick(&CODES).unwrap();
    let to = 1 + dice.under(40);
    let size = *dice.pick(&[6, 12, 40, 3000, 5_000_000]).unwrap();
    let position = heaps(dice, size);
    let small = heaps(dice, 9);
    let few = 1 + dice.under(9);
    let misere = |rest: String| format!(r#"{{"ask":"misere","code":"{code}","misere":{rest}}}"#);
    match dice.below(22) {
        0 => format!(r#"{{"ask":"heap-values","code":"{code}","to":"{to}"}}"#),
        1 => format!(r#"{{"ask":"heap-period","code":"{code}","limit":"{}"}}"#, 50 * to),
        2 => format!(r#"{{"ask":"heap-certificate","code":"{code}","limit":"{}"}}"#, 50 * to),
        3 => format!(r#"{{"ask":"heap-sparse","code":"{code}","to":"{}"}}"#, 50 * to),
        4 => format!(r#"{{"ask":"quotient-tables","code":"{code}","heaps":"{few}"}}"#),
        5..=9 => misere(format!(r#""outcome","position":"{position}""#)),
        10 => misere(format!(r#""moves","position":"{position}""#)),
        11 => misere(format!(r#""moves","position":"{small}","replies":true"#)),
        12 => misere(format!(r#""genus","position":"{position}""#)),
        13 => misere(format!(r#""genus","position":"{small}","why":true,"options":true"#)),
        14 => misere(format!(r#""genus-table","to":"{few}""#)),
        15 => misere(format!(r#""genus-table","to":"{few}","pairs":true"#)),
        16 => misere(format!(r#""canonical","position":"{small}""#)),
        17 => misere(format!(r#""p-positions","to":"{few}","heaps":2"#)),
        18 => misere(format!(r#""solve","heaps":"{to}""#)),
        19 => misere(format!(r#""genera","tokens":{few}"#)),
        20 => misere(r#""frisky","heaps":2"#.to_owned()),
        _ => misere(format!(r#""pretend","heaps":{few}"#)),
    }
}

fn board(dice: &mut Random, symbols: &str) -> String {
    let symbols: Vec<char> = symbols.chars().filter(|c| !c.is_whitespace()).collect();
    let (rows, columns) = (1 + dice.below(2), 1 + dice.below(5));
    let row = |dice: &mut Random| -> String {
        (0..columns).map(|_| *dice.pick(&symbols).unwrap()).collect()
    };
    (0..rows).map(|_| row(dice)).collect::<Vec<_>>().join("|")
}

fn position(dice: &mut Random, about: &About<'_>) -> String {
    let one = |dice: &mut Random| match about.editor {
        Editor::Cells(symbols) if !dice.one_in(4) => board(dice, symbols),
        Editor::Heaps if !dice.one_in(4) => heaps(dice, 12),
        _ => (*dice.pick(about.examples).unwrap()).to_owned(),
    };
    if dice.one_in(4) { format!("{} + {}", one(dice), one(dice)) } else { one(dice) }
}

fn place(dice: &mut Random) -> String {
    let rules = registry::all();
    let about = rules[dice.below(rules.len())];
    let name = registry::assumed(about.name).unwrap_or_else(|| about.name.to_owned());
    let position = serde_json::to_string(&position(dice, about)).unwrap();
    let mut manner = String::new();
    let mut add = |dice: &mut Random, one_in, key: &str, words: &[&str]| {
        if dice.one_in(one_in) {
            manner += &format!(r#","{key}":"{}""#, dice.pick(words).unwrap());
        }
    };
    add(dice, 4, "play", &["misere"]);
    add(
        dice,
        5,
        "compound",
        &["join", "join-pass", "slow-join", "union", "urgent-union", "urgent-union-stuck"],
    );
    add(dice, 12, "variant", &["impartial", "dicotic", "twisted"]);
    add(dice, 12, "endless", &["left", "right"]);
    format!(r#""rules":"{name}","position":{position}{manner}"#)
}

fn position_question(dice: &mut Random) -> String {
    let place = place(dice);
    let player = *dice.pick(&["left", "right"]).unwrap();
    let more = match dice.below(12) {
        0 | 1 => r#""ask":"value""#.to_owned(),
        2 => r#""ask":"value","show":["mean","temperature"]"#.to_owned(),
        3 | 4 => r#""ask":"outcome""#.to_owned(),
        5 => r#""ask":"moves","all":true"#.to_owned(),
        6 => r#""ask":"moves","replies":true"#.to_owned(),
        7 => format!(r#""ask":"moves","player":"{player}""#),
        8 => r#""ask":"analyse""#.to_owned(),
        9 => r#""ask":"options""#.to_owned(),
        10 => format!(r#""ask":"choose","player":"{player}","seed":{}"#, dice.below(9)),
        _ => format!(r#""ask":"picture","winning":"{player}""#),
    };
    format!("{{{more},{place}}}")
}

/// Do definitions change what this question means?
pub fn is_own(question: &str) -> bool {
    OWN.contains(&question)
}

/// A random question, as it is sent.
pub fn random_question(dice: &mut Random) -> String {
    match dice.below(20) {
        0..=9 => position_question(dice),
        10..=14 => heap_question(dice),
        15 => (*dice.pick(&TABLES).unwrap()).to_owned(),
        16 => (*dice.pick(&VALUES).unwrap()).to_owned(),
        _ => (*dice.pick(&OWN).unwrap()).to_owned(),
    }
}
