//! What is said in a game: sentences for people, or an object for programs.

use super::Seats;
use crate::moves::{Move, Written, widest, written};
use serde::{Serialize, Serializer};
use upstar_base::Player;
use upstar_picture::column_name;
use upstar_rules::Rows;

/// Something that happens in a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the words of the variants say it")]
pub enum PlayMessage<'e> {
    /// A game begins, or goes on after so many moves.
    Begin {
        begin: &'e str,
        you: Seats,
        #[serde(skip_serializing_if = "is_zero")]
        moves: usize,
    },
    /// The position as it is typed, and its parts as they are drawn.
    Board {
        position: &'e str,
        #[serde(skip)]
        drawn: &'e [Drawn],
    },
    /// A person is asked for a move; these are the names that would do.
    Prompt {
        turn: Player,
        #[serde(skip)]
        names: &'e [String],
    },
    /// The moves, by number from 1; `#1` makes the first of them.
    Moves {
        #[serde(serialize_with = "listed")]
        moves: &'e [Move],
    },
    /// The program moves.
    Move {
        player: Player,
        #[serde(rename = "move")]
        name: &'e str,
        to: &'e str,
    },
    /// A winning move and its reason, or that there is none.
    Hint {
        #[serde(serialize_with = "hinted")]
        hint: Option<&'e Move>,
    },
    /// What there is to say of the last move.
    Why { why: &'e str },
    /// The player to move has no move and has lost or, in misère play, won.
    End {
        stuck: Player,
        winner: Player,
        #[serde(skip)]
        seats: Seats,
    },
    /// A move decided everything.
    Decided {
        winner: Player,
        #[serde(skip)]
        seats: Seats,
    },
    /// The players agree to a draw.
    Drawn { draw: bool },
    /// The input ends.
    Leave { leave: bool },
    /// The game so far.
    Record { record: &'e str },
    /// Anything else that a person should read.
    Note { note: &'e str },
    /// What can be typed.
    Help { help: &'e str },
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn listed<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    written(moves, &["move", "to"], serializer)
}

fn hinted<S: Serializer>(hint: &Option<&Move>, serializer: S) -> Result<S::Ok, S::Error> {
    hint.map(|hint| Written(hint, &["move", "to", "why"])).serialize(serializer)
}

/// A part of a position, drawn for a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Its lines.
    pub lines: Vec<String>,
    /// Where its rows are counted from, if it is a board of squares.
    pub board: Option<Rows>,
    /// Row and column of the squares that the last move changed.
    pub marks: Vec<(usize, usize)>,
}

impl Drawn {
    /// The lines; a board with the names of its rows and columns. `paint` writes a square, by its
    /// symbol and whether the last move changed it.
    pub fn text(&self, paint: &dyn Fn(char, bool) -> String) -> String {
        let Some(order) = self.board else { return self.lines.join("\n") };
        let rows = self.lines.len();
        let columns = self.lines.first().map_or(0, |line| line.chars().count());
        let name = |c| if rows > 1 { column_name(c) } else { (c + 1).to_string() };
        let width = columns.checked_sub(1).map_or(1, |last| name(last).len()) + 1;
        let edge = if rows > 1 { rows.to_string().len() } else { 0 };
        let mut lines = Vec::with_capacity(rows + 1);
        let names: String = (0..columns).map(|c| format!("{:>width$}", name(c))).collect();
        let names = format!("{:edge$}{names}", "");
        if rows > 1 {
            lines.push(names.clone());
        }
        for (r, line) in self.lines.iter().enumerate() {
            let number = if order == Rows::Down { r + 1 } else { rows - r };
            let mut text = if rows > 1 { format!("{number:>edge$}") } else { String::new() };
            for (c, symbol) in line.chars().enumerate() {
                text.push_str(&" ".repeat(width - 1));
                text.push_str(&paint(symbol, self.marks.contains(&(r, c))));
            }
            lines.push(text);
        }
        if rows == 1 {
            lines.push(names);
        }
        lines.join("\n")
    }
}

impl PlayMessage<'_> {
    /// What people read.
    pub fn text(&self) -> String {
        match self {
            PlayMessage::Begin { begin, you, moves } => {
                let you = match you {
                    Seats::Left => "you are Left",
                    Seats::Right => "you are Right",
                    Seats::Both => "two people play",
                    Seats::Neither => "I play with myself",
                };
                let moves = match moves {
                    0 => String::new(),
                    1 => ", after one move".to_owned(),
                    n => format!(", after {n} moves"),
                };
                format!("{begin}: {you}{moves}. Type `help` for help.\n")
            }
            PlayMessage::Board { drawn, .. } => {
                let plain = |symbol: char, _| symbol.to_string();
                let parts: Vec<String> = drawn.iter().map(|part| part.text(&plain)).collect();
                format!("\n{}\n\n", parts.join("\n+\n"))
            }
            PlayMessage::Prompt { turn, .. } => format!("{turn}> "),
            PlayMessage::Moves { moves } => {
                let width = widest(moves.iter().map(|m| m.name.as_str()));
                let line = |(i, Move { name, to, .. }): (usize, &Move)| {
                    let number = format!("#{}", i + 1);
                    // A board in one line says less than the name.
                    if to.contains('|') || to == name || width > 40 {
                        format!("{number:>5}  {name}\n")
                    } else {
                        format!("{number:>5}  {name:width$}  {to}\n")
                    }
                };
                moves.iter().enumerate().map(line).collect()
            }
            PlayMessage::Move { player, name, .. } => format!("{player} plays {name}\n"),
            PlayMessage::Hint { hint: None } => "Every move loses against best play.\n".to_owned(),
            PlayMessage::Hint { hint: Some(hint) } => {
                format!("Play {}: {}.\n", hint.name, hint.why())
            }
            PlayMessage::Why { why } => format!("{why}\n"),
            PlayMessage::End { stuck, winner, seats } => {
                format!("{stuck} cannot move. {}.\n", seats.wins(*winner))
            }
            PlayMessage::Decided { winner, seats } => {
                format!("That decides the game. {}.\n", seats.wins(*winner))
            }
            PlayMessage::Drawn { .. } => "We agree to a draw.\n".to_owned(),
            PlayMessage::Leave { .. } => "\n".to_owned(),
            PlayMessage::Record { record } => (*record).to_owned(),
            PlayMessage::Note { note } => format!("{note}\n"),
            PlayMessage::Help { help } => (*help).to_owned(),
        }
    }
}
