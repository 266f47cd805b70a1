//! What is said in a game: sentences for people, or an object for programs.

use serde::Serialize;
use upstar_base::Player;

/// Something that happens in a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the words of the variants say it")]
pub enum Said<'e> {
    /// A game begins.
    Begin { begin: &'e str, you: Player },
    /// The position as it is typed, and its parts as they are drawn.
    Board {
        position: &'e str,
        #[serde(skip)]
        drawn: &'e [String],
    },
    /// The human is asked for a move.
    Prompt { turn: Player },
    /// The human's moves, by number from 1; `#1` makes the first of them.
    Moves { moves: &'e [String] },
    /// The program moves.
    Move {
        player: Player,
        #[serde(rename = "move")]
        text: &'e str,
    },
    /// A winning move and its reason, or that there is none.
    Hint { hint: Option<Hint<'e>> },
    /// The player to move has no move and has lost or, in misère play, won.
    End {
        stuck: Player,
        winner: Player,
        #[serde(skip)]
        human: Player,
    },
    /// A move decided everything.
    Decided {
        winner: Player,
        #[serde(skip)]
        human: Player,
    },
    /// The players agree to a draw.
    Drawn { draw: bool },
    /// The human's input ends.
    Leave { leave: bool },
    /// Anything else that a person should read.
    Note { note: &'e str },
    /// What can be typed.
    Help { help: &'e str },
}

/// A move to make, and why.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Hint<'e> {
    /// Where it leads.
    pub to: &'e str,
    /// Why it is good.
    pub why: &'e str,
}

impl Said<'_> {
    /// What people read.
    pub fn text(&self) -> String {
        let winner = |winner: Player, human: Player| match winner == human {
            true => "You win",
            false => "I win",
        };
        match self {
            Said::Begin { begin, you } => {
                format!("{begin}: you are {you}. Type `help` for help.\n")
            }
            Said::Board { drawn, .. } => format!("\n{}\n\n", drawn.join("\n+\n")),
            Said::Prompt { turn } => format!("{turn}> "),
            Said::Moves { moves } => {
                let line =
                    |(i, text): (usize, &String)| format!("{:>5}  {text}\n", format!("#{}", i + 1));
                moves.iter().enumerate().map(line).collect()
            }
            Said::Move { player, text } => format!("{player} moves to {text}\n"),
            Said::Hint { hint: None } => "Every move loses against best play.\n".to_owned(),
            Said::Hint { hint: Some(Hint { to, why }) } => format!("Move to {to}: {why}.\n"),
            Said::End { stuck, winner: won, human } => {
                format!("{stuck} cannot move. {}.\n", winner(*won, *human))
            }
            Said::Decided { winner: won, human } => {
                format!("That decides the game. {}.\n", winner(*won, *human))
            }
            Said::Drawn { .. } => "We agree to a draw.\n".to_owned(),
            Said::Leave { .. } => "\n".to_owned(),
            Said::Note { note } => format!("{note}\n"),
            Said::Help { help } => (*help).to_owned(),
        }
    }
}
