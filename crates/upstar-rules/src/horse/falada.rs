//! Falada: one horse that decides a union by being the first to leave the board or to get home.

use super::field::{Board, Field, Square};
use super::horses::on_square;
use crate::prelude::*;

/// What the first horse to get somewhere decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Leaving the board wins.
    Off,
    /// Getting home wins.
    Home,
    /// Getting home loses.
    NotHome,
}

/// The rules of all three games.
#[derive(Clone, Copy, Debug)]
pub struct Falada(Goal);

macro_rules! game {
    ($module:ident, $goal:expr, $title:literal, $rules:literal) => {
        /// One of the three games.
        pub mod $module {
            use super::*;

            /// The page of the ruleset.
            pub const PAGE: &str = concat!(
                "game ", $title, "\n\"", $rules, "\"\n",
                "notation \"Squares with `+` between: column letter and row number, counted from the ",
                "North-West corner of a board without other edges, `b3+c5`.\"\n",
                "tables \"ROWSxCOLUMNS: the squares of the North-West corner\"\n",
                "try \"c4\" \"d3+e6\" \"f7\" \"c9\"\nsource \"Winning Ways ch. 10\"\n"
            );

            /// The rules, which take no parameters.
            pub fn rules(text: &str) -> Result<Falada, PositionError> {
                no_parameters(text).map(|()| Falada($goal))
            }
        }
    };
}

game!(
    first_off_wins,
    Goal::Off,
    "Falada, first off wins",
    "Horses stand on a board with edges in the North and West only. Left moves two squares West \
     and one North or South, Right two squares North and one East or West. Who first jumps off \
     the board wins. Played with --compound union: a player moves as many horses as he likes."
);
game!(
    first_home_wins,
    Goal::Home,
    "Falada, first home wins",
    "Horses stand on a board with edges in the North and West only, which they must not leave. \
     Left moves two squares West and one North or South, Right two squares North and one East or \
     West. Home are the four squares in the corner: who first gets a horse there wins, and who \
     cannot move loses. Played with --compound union."
);
game!(
    first_home_loses,
    Goal::NotHome,
    "Falada, first home loses",
    "Horses stand on a board with edges in the North and West only, which they must not leave. \
     Left moves two squares West and one North or South, Right two squares North and one East or \
     West. Home are the four squares in the corner: who first gets a horse there loses, and so \
     does who cannot move. Played with --compound union."
);

impl Falada {
    /// May a horse stand here while play goes on?
    fn in_play(self, square: Square) -> bool {
        self.0 == Goal::Off || !square.is_home()
    }
}

impl Rules for Falada {
    type Position = Field;

    fn options(&self, field: &Field, who: Player, out: &mut dyn Options<Field>) {
        let away = self.0 == Goal::Off;
        for place in field.distinct().filter(|&i| self.in_play(field.horses[i])) {
            let squares = field.horses[place].moves(who);
            let inside = squares.into_iter().filter(|square| away || square.is_some());
            if !out.extend(inside.map(|square| field.moved(place, square))) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Field, PositionError> {
        let field = Field::parse(text, Board::Quarter)?;
        if field.board != Board::Quarter {
            let at = text.find(':').unwrap_or(text.len());
            return Err(PositionError::new(0, at, "this board has no edges in the South and East"));
        }
        if field.horses.iter().any(|&square| !self.in_play(square)) {
            return Err(PositionError::whole(text, "a horse is at home already: play is over"));
        }
        Ok(field)
    }

    written!(Field, |field| field.show(Board::Quarter), Field::picture);

    fn compound_parts(&self, field: &Field, out: &mut dyn Options<(Field, u64)>) {
        field.compound_parts(out);
    }

    fn nature(&self) -> Nature {
        Nature {
            special_moves: match self.0 {
                Goal::Off | Goal::Home => &[MoveKind::Overriding],
                Goal::NotHome => &[MoveKind::Suiciding],
            },
            part_noun: "each horse",
            ..Nature::PARTIZAN
        }
    }

    fn normal_form(&self, field: Field) -> (Field, bool) {
        field.normal_form()
    }

    fn move_kind(&self, from: &Field, _: Player, option: &Field) -> MoveKind {
        let home = |field: &Field| field.horses.iter().filter(|square| square.is_home()).count();
        match self.0 {
            Goal::Off if option.horses.len() < from.horses.len() => MoveKind::Overriding,
            Goal::Home if home(option) > home(from) => MoveKind::Overriding,
            Goal::NotHome if home(option) > home(from) => MoveKind::Suiciding,
            _ => MoveKind::Ordinary,
        }
    }

    fn family(&self) -> Family<'_, Field> {
        Family::of(|cell| {
            on_square(Board::Quarter, cell).filter(|field| self.in_play(field.horses[0]))
        })
    }
}
