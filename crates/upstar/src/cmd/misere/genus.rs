//! `upstar misere genus CODE --to N`: the genus and the class of every heap.
//! ```text
//! $ upstar misere genus .77 --to 5
//! 0  0^120  nim   :0
//! 1  1^031  nim   :1
//! 2  2^20   nim   :2
//! 3  3^31   nim   :3
//! 4  1^031  nim   :1
//! 5  4^146  wild  h5
//! ```
//! With `--position` the same of a sum of heaps. A limit ends the table early; the status is 1.

use super::ruleset::{self, Asked, show_genus};
use super::{code, for_each_sum, position, show_position, show_word};
use crate::args::{GenusArgs, Global};
use crate::cmd::heaps::amount;
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::{Budget, Stopped};
use upstar_misere::class::{Class, Classifier, Reversal, WordPositions};
use upstar_misere::genus::{Genera, Genus};
use upstar_misere::heaps::Word;

/// The largest heap that may be asked for; the limits of time and memory come first.
const LARGEST: u64 = 100_000;
/// The bytes of three texts of a row, about.
const ROW: u64 = 150;

/// Computes and prints.
pub(crate) fn run(global: &Global, args: &GenusArgs, out: &mut impl Write) -> Result<Status> {
    if let Some(board) = args.board.as_ref().filter(|_| args.game.is_ruleset()) {
        let asked = Asked::Genus { blurry: args.blurry, why: args.why };
        return ruleset::run(global, &args.game.code, board, asked, out);
    }
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    let mut game = Game {
        genera: Genera::new(code.clone()),
        classifier: Classifier::default(),
        blurry: args.blurry,
    };
    if let Some(text) = args.position.as_ref().or(args.board.as_ref()) {
        return for_each_sum(global, text, out, |text, out| {
            let sum = position(text)?;
            let mut object = serde_json::Map::new();
            object.insert("code".into(), code.to_string().into());
            object.insert("position".into(), show_position(&sum).into());
            match game.sum(&sum, args.why, &budget) {
                Ok(answer) => answer.print(global, &game, object, out),
                Err(stopped) => {
                    let known = game.genera.known();
                    let message = format!(
                        "{stopped}; a genus is found by search, {known} sums were looked at; \
                         `misere outcome` uses the quotient of the game where that is known"
                    );
                    report::no_answer(global, out, "stopped", &message)
                }
            }
        });
    }
    let asked = amount(args.to.as_deref().unwrap_or("0"), 0, "the largest heap")?;
    if asked > LARGEST && global.time.is_none() {
        let message = format!(
            "stopped: the largest heap of a table of genera is limited to {LARGEST}; with --time \
             the table goes as far as that allows"
        );
        return report::no_answer(global, out, "stopped", &message);
    }
    let to = asked.min(LARGEST);
    let (mut genera, mut classes, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut end = Ok(());
    budget.begin("heaps", Some(to + 1));
    for size in 0..=to as u32 {
        let room = budget.charge(ROW).and_then(|()| game.heap(size, &budget));
        match room {
            Ok((genus, class, word)) => {
                budget.advance(1);
                genera.push(game.show(&genus));
                classes.push(class.to_string());
                values.push(show_word(game.genera.parts(), &word));
            }
            Err(stopped) => {
                end = Err(stopped);
                break;
            }
        }
    }
    if end.is_ok() && asked > to {
        end = Err(Stopped::Limit { what: "the largest heap", limit: LARGEST });
    }
    if global.json {
        let mut object = json!({
            "code": code.to_string(), "from": 0, "genus": genera, "class": classes,
            "value": values,
        });
        if let Err(stopped) = &end {
            object["stopped"] = stopped.to_string().into();
        }
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        let width = |texts: &[String]| texts.iter().map(String::len).max().unwrap_or(0);
        let (a, b) = (width(&genera), width(&classes));
        let c = genera.len().saturating_sub(1).to_string().len();
        for (i, ((genus, class), value)) in genera.iter().zip(&classes).zip(&values).enumerate() {
            writeln!(out, "{i:c$}  {genus:a$}  {class:b$}  {value}")?;
        }
        if let (Err(stopped), false) = (&end, global.quiet) {
            report::say(&format!("{stopped} after heap {}\n", genera.len().saturating_sub(1)));
        }
    }
    Ok(if end.is_ok() { Status::Answered } else { Status::NoAnswer })
}

struct Game {
    genera: Genera,
    classifier: Classifier<Word>,
    blurry: bool,
}

struct Answer {
    genus: Genus,
    class: Class,
    word: Word,
    reversals: Option<Vec<Reversal<Word>>>,
}

impl Game {
    fn heap(&mut self, size: u32, budget: &Budget) -> Result<(Genus, Class, Word), Stopped> {
        let genus = self.genera.heap(size, budget)?;
        let word = self.genera.parts().heap(size).clone();
        let mut words = WordPositions::new(&mut self.genera, budget);
        let class = self.classifier.class(&mut words, &word)?;
        Ok((genus, class, word))
    }

    fn sum(&mut self, sum: &[(u32, u32)], why: bool, budget: &Budget) -> Result<Answer, Stopped> {
        if sum.iter().any(|&(heap, _)| u64::from(heap) > LARGEST) {
            return Err(Stopped::Limit { what: "a heap with a genus", limit: LARGEST });
        }
        let word = self.genera.sum(sum, budget)?;
        let genus = self.genera.of(&word, budget)?;
        let mut words = WordPositions::new(&mut self.genera, budget);
        let class = self.classifier.class(&mut words, &word)?;
        let reversals = match why {
            true => Some(self.classifier.reason(&mut words, &word)?.reversals),
            false => None,
        };
        Ok(Answer { genus, class, word, reversals })
    }

    fn show(&self, genus: &Genus) -> String {
        show_genus(genus, self.blurry)
    }
}

impl Answer {
    fn print(
        self,
        global: &Global,
        game: &Game,
        mut object: serde_json::Map<String, serde_json::Value>,
        out: &mut impl Write,
    ) -> Result<Status> {
        let parts = game.genera.parts();
        let outcome = if self.genus.is_previous_win() { "P" } else { "N" };
        let genus = game.show(&self.genus);
        let value = show_word(parts, &self.word);
        let shown = |word: &Option<Word>| word.as_ref().map(|word| show_word(parts, word));
        if global.json {
            object.insert("genus".into(), genus.into());
            object.insert("class".into(), self.class.to_string().into());
            object.insert("outcome".into(), outcome.into());
            object.insert("value".into(), value.into());
            if let Some(reversals) = &self.reversals {
                let row = |r: &Reversal<Word>| {
                    json!({
                        "option": show_word(parts, &r.option),
                        "to_nim": shown(&r.to_nim), "to_misere": shown(&r.to_misere),
                    })
                };
                object.insert("reversals".into(), reversals.iter().map(row).collect());
            }
            writeln!(out, "{}", report::json_line(&object))?;
            return Ok(Status::Answered);
        }
        writeln!(out, "{genus}  {}  {outcome}  {value}", self.class)?;
        for r in self.reversals.iter().flatten() {
            let back = |word: &Option<Word>| shown(word).unwrap_or_else(|| "none".to_owned());
            let option = show_word(parts, &r.option);
            let (nim, misere) = (back(&r.to_nim), back(&r.to_misere));
            let (g, y) = (self.genus.base(), self.genus.exponent(0));
            writeln!(out, "{option} is not tame; back to {g}^?: {nim}; back to ?^{y}: {misere}")?;
        }
        Ok(Status::Answered)
    }
}
