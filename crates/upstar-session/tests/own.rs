//! Files of rules through the door: the library, mistakes, faults while running, planted errors.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Options, Player};
use upstar_rulefile::{Own, compile};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, Ruleset};
use upstar_rules::{Nature, Picture, PositionError, Rules};
use upstar_session::{
    CheckRulesQuery, CompareQuery, Compound, EvalQuery, MovesQuery, OutcomeQuery, PictureQuery,
    Play, PlayMode, PositionSpec, PositionsQuery, Question, RulesQuery, Session, TableQuery,
    ValueQuery,
};

/// All files of the library, by name.
fn library() -> Vec<(String, String)> {
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "up"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn checked(session: &mut Session, rules: &str, games: u32) -> upstar_session::RulesCheck {
    let query = CheckRulesQuery { rules: rules.to_owned(), games: Some(games), seed: 7 };
    session.run(&query).unwrap_or_else(|refusal| panic!("{rules}: {refusal}"))
}

/// Positions of a file, each as the ruleset that comes along writes it.
fn pairs(text: &str, spelt: impl Fn(&str) -> String) -> Vec<(String, String)> {
    text.split(' ').map(|own| (own.replace('_', " + "), spelt(&own.replace('_', " + ")))).collect()
}

/// A file, the ruleset that it equals, and positions in both notations.
type Twins = (&'static str, &'static str, Vec<(String, String)>);

fn twins() -> Vec<Twins> {
    let same = |text: &str| pairs(text, str::to_owned);
    let cake = |text: &str| pairs(text, |own| own.replace(',', "x"));
    let dominoes = same(". .. ..|.. .#. ...|.#. ..#.. .|.|. ...._... .#.|#.# ....|....");
    let stones = same("x xo xox xx. xo.ox xxo|o.x xo|ox xo_oxo x.o|.x. xoxo|oxox xxx.oo xo.xx");
    let heaps = |most: u32| (0..=most).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    let colours = same(". .. ... ..|.. .... ...|... x. .x. x.. x.o .x|o. .x.o. x.._.o");
    vec![
        ("domineering", "domineering", dominoes.clone()),
        ("cram", "cram", dominoes),
        ("clobber", "clobber", stones.clone()),
        ("cannibal-clobber", "cannibal-clobber", stones),
        (
            "konane",
            "konane",
            same("xo. .xo. xo.o. xo.#xo. x#.xo. xo.|ox. xo._ox. .#. x xoxo|ox.x xo.#x#."),
        ),
        ("fission", "fission", same("... .x. .x.#.x. .x.|... ...|.x.|... x#.x. .x._.x. .x.#...")),
        ("toads-and-frogs", "toads-and-frogs", same("t.f tt.ff t.f#t.f t. . t#.f tf._t.f tt..ff")),
        ("amazons", "amazons", same("x. x.o x.#.o xo. .x|o. x#o. x..|..o ... x.#.. xo")),
        ("fjords-strip", "fjords", same("x.. x.o .x. x..o x.#.o ... x.o.x x._.o #x.o o.x..")),
        ("grid-col", "grid-col", colours.clone()),
        ("grid-snort", "grid-snort", colours),
        ("col", "col", same(". .-. .-.-. .(-.;-.;-.) .:A-.-.-:A .-.-.-. .-._.")),
        ("snort", "snort", same(". .-. .-.-. .(-.;-.;-.) .:A-.-.-:A .-.-.-. .-._.")),
        ("node-kayles", "node-kayles", same(". .-. .-.-. .(-.;-.;-.) .:A-.-.-:A .-.-.-.-. .-._.")),
        (
            "toppling-dominoes",
            "toppling-dominoes",
            pairs("l lr lrl ee ler llrr le_r", |own| own.replace('l', "x").replace('r', "o")),
        ),
        ("blue-red-green-strings", "hackenbush", same("l lr lrl ee ler lrrl le_r")),
        ("nim", "nim", same(&(heaps(5) + " 1+2 3+5_2 2*2+3"))),
        ("kayles", "kayles", same(&(heaps(9) + " 3+4 5_2"))),
        ("grundys-game", "grundys-game", same(&(heaps(9) + " 3+4 5_7"))),
        ("subtraction", "subtraction(1,2,3)", same(&(heaps(8) + " 3+4 5_2"))),
        ("wythoff", "wythoff", same("0,0 0,1 1,1 1,2 2,3 3,3 1,2_2,2 4,2")),
        ("white-knight", "white-knight", same("0,0 0,2 1,1 1,2 2,3 3,3 1,2_2,2 4,2")),
        ("cutcake", "cutcake", cake("1,1 1,2 2,2 2,3 3,2 4,4 1,3_2,1 5,3")),
        ("eatcake", "eatcake", cake("1,1 1,2 2,2 2,3 3,2 1,3 1,3_2,1")),
        ("turn-and-eatcake", "turn-and-eatcake", cake("1,1 1,2 2,2 2,3 3,2 1,3 1,3_2,1")),
        ("euclid", "euclid", same("1,1 1,2 2,4 3,5 5,8 4,7 2,3_4,6 6,6")),
        ("partizan-euclid", "partizan-euclid", same("2,1 3,2 7,5 8,5 9,4 12,7 7,3_8,5")),
    ]
}

/// What is a component, what ends play and what is left must be the same in every compound.
#[test]
fn files_equal_their_twins_in_every_compound() {
    let files = library();
    let mut compared = 0;
    for (name, built_in, positions) in twins() {
        let file = format!("{name}.up");
        let (_, text) = files.iter().find(|(known, _)| *known == file).unwrap();
        for compound in Compound::ALL {
            for play in [Play::Normal, Play::Misere] {
                let mut session = Session::default();
                session.add_rules(&file, text).unwrap();
                let manner = PlayMode { compound, play, ..PlayMode::default() };
                for (own, theirs) in &positions {
                    let mut outcome = |rules: &str, position: &str| {
                        let place = PositionSpec::new(rules, position).played(manner);
                        session.run(&OutcomeQuery { place }).map(|outcome| outcome.class)
                    };
                    let (here, there) = (outcome(&file, own), outcome(built_in, theirs));
                    let place = format!("{name} {own} {compound} {play:?}");
                    match (here, there) {
                        (Ok(here), Ok(there)) => {
                            assert_eq!(here, there, "{place}");
                            compared += 1;
                        }
                        (Err(_), Err(_)) => {}
                        (here, there) => panic!("{place}: {here:?} {there:?}"),
                    }
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

#[test]
fn files_go_with_positions_and_misere_play() {
    use upstar_session::misere;
    let mut session = Session::default();
    for (name, text) in library() {
        session.add_rules(&name, &text).unwrap();
    }
    let question = |rules: &str| {
        Question::Positions(PositionsQuery {
            rules: rules.to_owned(),
            size: "2x2".to_owned(),
            outcome: Some("P".to_owned()),
            by: None,
            count: true,
            manner: PlayMode::default(),
        })
    };
    let [own, theirs] = ["cram.up", "cram"].map(|rules| ask(&mut session, &question(rules)));
    assert!(!own.contains("refused"), "{own}");
    assert_eq!(own, theirs);
    let canonical = |rules: &str| {
        let (code, position) = (rules.to_owned(), "7".to_owned());
        Question::Misere(misere::Question::Canonical(misere::CanonicalQuery {
            code,
            position,
            named: false,
        }))
    };
    let [own, theirs] = ["kayles.up", "kayles"].map(|rules| ask(&mut session, &canonical(rules)));
    assert!(!own.contains("refused"), "{own}");
    assert_eq!(own.lines().next(), theirs.lines().next());
    let (code, heaps) = ("kayles.up".to_owned(), None);
    let solve = misere::Question::Solve(misere::SolveQuery { code, heaps, certificate: false });
    let told = ask(&mut session, &Question::Misere(solve));
    assert!(told.contains("files of rules go with `misere genus`"), "{told}");
}

/// What was added can be loaded in the calculator, also after a reset.
#[test]
fn the_calculator_loads_what_was_added() {
    let mut session = Session::default();
    session.add_rules("./Clobber.up", CLOBBER).unwrap();
    for _ in 0..2 {
        let input = "load \"./Clobber.up\"; (clobber(\"xxo\") + kayles(1)).Value".to_owned();
        assert_eq!(ask(&mut session, &Question::Eval(EvalQuery { input })), "^*\n");
        assert!(session.help("clobber").unwrap().contains("rules of Clobber"));
        session.reset();
    }
    let input = "load \"other.up\"".to_owned();
    assert!(ask(&mut session, &Question::Eval(EvalQuery { input })).contains("refused"));
}

#[test]
fn the_library_is_right() {
    let files = library();
    assert!(files.len() >= 30);
    for (name, text) in files {
        let mut session = Session::default();
        session.add_rules(&name, &text).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
        let checked = checked(&mut session, &name, 25);
        assert_eq!(checked.wrong, None, "{name}");
        let endless = checked.found.iter().any(|(_, text)| text.contains("endless"));
        assert!(checked.positions > 10 || endless, "{name}: {checked:?}");
        // Every file says what the game is and where it comes from.
        let page =
            session.ask(&Question::Rules(RulesQuery { name: Some(name.clone()) })).unwrap().text();
        assert!(page.contains("Found out:") && !page.contains("says nothing"), "{name}: {page}");
        assert!(text.contains("\nsource \"") && text.contains("\ntry \""), "{name}");
        assert!(endless || text.contains("\nknown \""), "{name}");
    }
}

const CLOBBER: &str = "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\nstart checkerboard x o\n";

fn ask(session: &mut Session, question: &Question) -> String {
    match session.ask(question) {
        Ok(answer) => answer.text(),
        Err(refusal) => format!("refused: {refusal}"),
    }
}

#[test]
fn every_question_takes_a_file() {
    let mut session = Session::default();
    session.add_rules("./Clobber.up", CLOBBER).unwrap();
    let place = |position: &str| PositionSpec::new("./Clobber.up", position);
    let value =
        |position: &str| Question::Value(ValueQuery { place: place(position), show: vec![] });
    assert_eq!(ask(&mut session, &value("xxo")), "^\n");
    assert_eq!(ask(&mut session, &value("xo + nim:2")), "*3\n");
    assert_eq!(
        ask(&mut session, &Question::Outcome(OutcomeQuery { place: place("xo") }))
            .lines()
            .next()
            .unwrap(),
        "N: whoever starts wins"
    );
    let sum = Question::Value(ValueQuery {
        place: PositionSpec::new("sum", "./Clobber.up:xo + nim:1"),
        show: vec![],
    });
    assert_eq!(ask(&mut session, &sum), "0\n");
    let table = Question::Table(TableQuery {
        rules: "./Clobber.up".to_owned(),
        size: "2x3".to_owned(),
        manner: PlayMode::default(),
        periods: false,
    });
    let built_in = Question::Table(TableQuery {
        rules: "clobber".to_owned(),
        size: "2x3".to_owned(),
        manner: PlayMode::default(),
        periods: false,
    });
    assert_eq!(ask(&mut session, &table), ask(&mut session, &built_in));
    let misere = PositionSpec::new("./Clobber.up", "xo")
        .played(PlayMode { play: Play::Misere, ..PlayMode::default() });
    assert!(ask(&mut session, &Question::Outcome(OutcomeQuery { place: misere })).starts_with("P"));
    let compare = Question::Compare(CompareQuery {
        rules: "./Clobber.up".to_owned(),
        left: "xxo".to_owned(),
        right: "xo".to_owned(),
        variant: None,
    });
    assert!(!ask(&mut session, &compare).starts_with("refused"));
    let picture =
        Question::Picture(PictureQuery { place: place("xo"), winning: Some(Player::Left) });
    assert!(!ask(&mut session, &picture).starts_with("refused"));
    // Another text takes its place.
    session.add_rules("./Clobber.up", &CLOBBER.replace(".x\n", ".x\nleft x -> .\n")).unwrap();
    assert_ne!(ask(&mut session, &value("xxo")), "^\n");
    // A file cannot take the name of a game that comes along.
    assert!(session.add_rules("nim", CLOBBER).is_err());
}

#[test]
fn rules_can_be_sent_as_data() {
    let mut session = Session::default();
    let text = serde_json::to_string(CLOBBER).unwrap();
    let sent = format!(r#"{{"ask":"add-rules","name":"c.up","text":{text}}}"#);
    let question: Question = serde_json::from_str(&sent).unwrap();
    let page = session.ask(&question).unwrap();
    assert!(page.json().contains(r#""title":"Clobber""#) && page.text().contains("all-small"));
    assert!(
        ask(
            &mut session,
            &Question::Outcome(OutcomeQuery { place: PositionSpec::new("c.up", "xo") })
        )
        .starts_with('N')
    );
}

#[test]
fn a_shelf_is_asked_once_for_names_that_nobody_knows() {
    let mut session = Session::default();
    session.set_shelf(Box::new(|name: &str, _: &Budget| match name {
        "a.up" => Some(Ok(CLOBBER.to_owned())),
        "b.up" => Some(Err("b.up is lost".to_owned().into())),
        _ => None,
    }));
    let outcome =
        |rules: &str| Question::Outcome(OutcomeQuery { place: PositionSpec::new(rules, "xo") });
    assert!(ask(&mut session, &outcome("a.up")).starts_with('N'));
    assert_eq!(ask(&mut session, &outcome("b.up")), "refused: b.up is lost");
    assert!(ask(&mut session, &outcome("c.up")).contains("there is no ruleset"));
}

#[test]
fn an_answer_past_a_fault_is_never_shown() {
    let mut session = Session::default();
    for (text, position, says) in [
        ("game G\nheap n\nboth -> n-2 for k from 1 to n\n", "5", "an entry becomes -1"),
        ("game G\nheap n\nboth -> n\n", "5", "does not lower the sum of the entries"),
        ("game G\nheap n\nboth -> k for k from 0 to n-1 where n/k == 1\n", "5", "division by zero"),
        (
            "game G\nheap n\nboth -> n-1 for k from 1 to n where k*9223372036854775807 > 0\n",
            "5",
            "64 bits",
        ),
        ("game G\nheap n\nboth -> n-k for k from 1 while k > 0\n", "5", "an entry becomes"),
        (
            "game G\nheap n\nboth -> n-1 for k from 1 while k > 0 where k < 0\n",
            "5",
            "more than 10000000 steps",
        ),
        (
            "game G\nheap n\ndef f(x) := f(x)\nboth -> n-1 for k in [1] where f(n) > 0\n",
            "5",
            "deep",
        ),
        (
            "game G\nstrip . x\nleft for i in squares yield b with i+1 => \".\"\n",
            "xx",
            "off the board",
        ),
        (
            "game G\nstrip . x\nleft for i in squares where b[i] == \".\" yield b with i => \"x\"\n",
            "..",
            "does not lower",
        ),
    ] {
        session.add_rules("g.up", text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let place = PositionSpec::new("g.up", position);
        for question in [
            Question::Outcome(OutcomeQuery { place: place.clone() }),
            Question::Value(ValueQuery { place: place.clone(), show: vec![] }),
            Question::Moves(MovesQuery {
                place: place.clone(),
                player: None,
                all: true,
                replies: false,
            }),
        ] {
            let told = ask(&mut session, &question);
            assert!(told.starts_with("refused: g.up, line"), "{text}: {told}");
            assert!(told.contains(says), "{text}: {told}");
        }
        // The next position is another matter.
        let fine = ask(
            &mut session,
            &Question::Outcome(OutcomeQuery { place: PositionSpec::new("g.up", &position[..0]) }),
        );
        assert!(!fine.contains(says), "{fine}");
    }
}

#[test]
fn parameters_are_read() {
    let mut session = Session::default();
    let text = "game Take (s = 2, t = 0)\nheap n\nboth -> n-k for k from 1 to min(n, s+t)\n";
    session.add_rules("take.up", text).unwrap();
    let mut value = |rules: &str| {
        let place = PositionSpec::new(rules, "3");
        ask(&mut session, &Question::Value(ValueQuery { place, show: vec![] }))
    };
    assert_eq!(value("take.up"), "0\n");
    assert_eq!(value("take.up(3)"), "*3\n");
    assert_eq!(value("take.up(t = 1)"), "*3\n");
    assert_eq!(value("take.up(1, 1)"), "0\n");
    assert!(value("take.up(u = 1)").contains("there is no parameter `u`; there are s, t"));
    assert!(value("take.up(1,2,3)").contains("the game has 2 parameters"));
    assert!(value("take.up(x)").contains("expected an integer"));
}

/// What is broken in rules that are otherwise right.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Planted {
    Nothing,
    /// A part is lost.
    LostPart,
    /// Boards are cut in the middle.
    Cut,
    /// An image of the other sign is taken for the same.
    Sign,
    /// A move is lost in what `refine` finds.
    Refined,
    /// It claims to be impartial.
    Impartial,
}

struct Broken {
    own: Own,
    boards: &'static [&'static str],
    planted: Planted,
}

struct BrokenRules(Erased, Planted);

impl Rules for BrokenRules {
    type Position = <Erased as Rules>::Position;

    fn options(&self, p: &Self::Position, who: Player, out: &mut dyn Options<Self::Position>) {
        self.0.options(p, who, out);
    }

    fn parse(&self, text: &str) -> Result<Self::Position, PositionError> {
        self.0.parse(text)
    }

    fn show(&self, position: &Self::Position) -> String {
        self.0.show(position)
    }

    fn picture(&self, position: &Self::Position) -> Picture {
        self.0.picture(position)
    }

    fn nature(&self) -> Nature {
        Nature {
            impartial: self.1 == Planted::Impartial || self.0.nature().impartial,
            ..Nature::PARTIZAN
        }
    }

    fn size(&self, position: &Self::Position) -> u32 {
        self.0.size(position)
    }

    fn sum_components(&self, position: Self::Position, out: &mut dyn Options<Self::Position>) {
        let mut parts = Vec::new();
        self.0.sum_components(position.clone(), &mut parts);
        match self.1 {
            Planted::LostPart => out.extend(parts.into_iter().skip(1)),
            Planted::Cut => {
                let text = self.show(&position);
                let half = text.split('|').next().map_or(0, |row| row.chars().count() / 2);
                let side = |first: bool| {
                    let row = |row: &str| {
                        let symbols = row.chars().enumerate();
                        let keep =
                            |(i, c): (usize, char)| if (i < half) == first { c } else { '.' };
                        symbols.map(keep).collect::<String>()
                    };
                    let rows: Vec<String> = text.split('|').map(row).collect();
                    self.parse(&rows.join("|")).unwrap()
                };
                out.extend([side(true), side(false)])
            }
            _ => out.extend(parts),
        };
    }

    fn refine(&self, form: &Self::Position, out: &mut dyn Options<Self::Position>) -> bool {
        if self.1 != Planted::Refined {
            return self.0.refine(form, out);
        }
        let mut options = Vec::new();
        self.0.options(form, Player::Left, &mut options);
        options.pop().is_some_and(|option| out.push(option))
    }

    fn normal_form(&self, position: Self::Position) -> (Self::Position, bool) {
        let (form, negated) = self.0.normal_form(position);
        (form, negated && self.1 != Planted::Sign)
    }
}

impl Ruleset for Broken {
    fn about(&self) -> About<'_> {
        About { name: "broken", examples: self.boards, known: &[], ..self.own.about() }
    }

    fn rules(&self, parameters: &str) -> Result<Erased, PositionError> {
        Ok(Erased::new(BrokenRules(self.own.sized(parameters, (4, 9))?, self.planted)))
    }
}

#[test]
fn planted_errors_are_caught_every_time() {
    let games = [
        CLOBBER,
        "game K\ngrid . x o\nleft orthogonal xo. -> ..x again\nright as left with x<->o\n",
        "game T\nstrip . x o\nleft x. -> .x\nleft xo. -> .ox\nright as left with x<->o east<->west\n",
    ];
    let symbols = ['.', 'x', 'o'];
    for text in games {
        let own = compile("g.up", text).unwrap();
        let mut random = upstar_testing::Random::new(1);
        let rows = if own.is_strip() { 1 } else { 2 };
        let mut board = || {
            let mut row = || (0..5).map(|_| symbols[random.below(3)]).collect::<String>();
            (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
        };
        let boards: Vec<&'static str> = (0..40).map(|_| &*board().leak()).collect();
        let boards: &'static [&'static str] = boards.leak();
        for planted in [
            Planted::Nothing,
            Planted::LostPart,
            Planted::Cut,
            Planted::Sign,
            Planted::Refined,
            Planted::Impartial,
        ] {
            let mut session = Session::default();
            session.add_ruleset(Arc::new(Broken { own: own.clone(), boards, planted })).unwrap();
            let checked = checked(&mut session, "broken", 0);
            assert_eq!(
                checked.wrong.is_some(),
                planted != Planted::Nothing,
                "{planted:?} in {text}"
            );
        }
    }
}
