//! What the program says while it plays: sentences for people, or a JSON object a line.

use serde_json::{Value, json};
use std::io::{self, Write};
use upstar_base::Player;

/// Something that happens in a game.
pub(super) enum Event<'e> {
    /// A game begins.
    Begin { title: &'e str, human: Player },
    /// The parts of the sum: as they are typed and as they are drawn.
    Board { typed: &'e str, drawn: &'e [String] },
    /// The human is asked for a move.
    Prompt { turn: Player },
    /// The human's moves, by number from 1; `#1` makes the first of them.
    Moves(&'e [String]),
    /// The program moves.
    Move { turn: Player, text: &'e str },
    /// A winning move and its reason, or that there is none.
    Hint(Option<(&'e str, &'e str)>),
    /// The player to move has no move and has lost or, in misère play, won.
    End { stuck: Player, winner: Player, human: Player },
    /// A move decided everything.
    Decided { winner: Player, human: Player },
    /// The players agree to a draw.
    Drawn,
    /// The human's input ends.
    Leave,
    /// Anything else that a person should read.
    Note(&'e str),
    /// What can be typed.
    Help(&'e str),
}

/// Who speaks, and in which way.
pub(super) struct Voice<W> {
    pub(super) out: W,
    pub(super) json: bool,
}

impl<W: Write> Voice<W> {
    pub(super) fn say(&mut self, event: Event<'_>) -> io::Result<()> {
        if self.json {
            writeln!(self.out, "{}", event.json())?;
        } else {
            event.write(&mut self.out)?;
        }
        self.out.flush()
    }
}

fn name(player: Player) -> String {
    player.to_string().to_lowercase()
}

impl Event<'_> {
    fn json(&self) -> Value {
        match self {
            Event::Begin { title, human } => json!({"begin": title, "you": name(*human)}),
            Event::Board { typed, .. } => json!({"position": typed}),
            Event::Prompt { turn } => json!({"turn": name(*turn)}),
            Event::Moves(moves) => json!({"moves": moves}),
            Event::Move { turn, text } => json!({"player": name(*turn), "move": text}),
            Event::Hint(None) => json!({"hint": null}),
            Event::Hint(Some((to, why))) => json!({"hint": {"to": to, "why": why}}),
            Event::End { stuck, winner, .. } => {
                json!({"stuck": name(*stuck), "winner": name(*winner)})
            }
            Event::Decided { winner, .. } => json!({"winner": name(*winner)}),
            Event::Drawn => json!({"draw": true}),
            Event::Leave => json!({"leave": true}),
            Event::Note(text) => json!({"note": text}),
            Event::Help(text) => json!({"help": text}),
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Event::Begin { title, human } => {
                writeln!(out, "{title}: you are {human}. Type `help` for help.")
            }
            Event::Board { drawn, .. } => writeln!(out, "\n{}\n", drawn.join("\n+\n")),
            Event::Prompt { turn } => write!(out, "{turn}> "),
            Event::Moves(moves) => (1..).zip(*moves).try_for_each(|(number, text)| {
                writeln!(out, "{:>5}  {text}", format!("#{number}"))
            }),
            Event::Move { turn, text } => writeln!(out, "{turn} moves to {text}"),
            Event::Hint(None) => writeln!(out, "Every move loses against best play."),
            Event::Hint(Some((to, why))) => writeln!(out, "Move to {to}: {why}."),
            Event::End { stuck, winner, human } => {
                let who = if winner == human { "You win" } else { "I win" };
                writeln!(out, "{stuck} cannot move. {who}.")
            }
            Event::Decided { winner, human } => {
                let who = if winner == human { "You win" } else { "I win" };
                writeln!(out, "That decides the game. {who}.")
            }
            Event::Drawn => writeln!(out, "We agree to a draw."),
            Event::Leave => writeln!(out),
            Event::Note(text) => writeln!(out, "{text}"),
            Event::Help(text) => out.write_all(text.as_bytes()),
        }
    }
}
