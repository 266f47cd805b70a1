//! Positions that know how they are written and drawn, whatever game they belong to.

/// The methods of [`Rules`](crate::Rules) that parse, show and draw a position, from functions that do
/// so; for boards of layers the symbols of their squares are enough, with a function that draws them.
macro_rules! written {
    ($Position:ty, $alphabet:ident $(, $picture:expr)?) => {
        fn parse(&self, text: &str) -> Result<$Position, $crate::PositionError> {
            <$Position>::parse(text, &$alphabet)
        }

        fn show(&self, board: &$Position) -> String {
            board.show(&$alphabet)
        }

        $(fn picture(&self, board: &$Position) -> $crate::Picture {
            let picture: fn(&$Position) -> $crate::Picture = $picture;
            picture(board)
        })?
    };
    ($Position:ty, $parse:expr, $show:expr, $picture:expr) => {
        fn parse(&self, text: &str) -> Result<$Position, $crate::PositionError> {
            let parse: fn(&str) -> Result<$Position, $crate::PositionError> = $parse;
            parse(text)
        }

        written!($Position, $show, $picture);
    };
    ($Position:ty, $show:expr, $picture:expr; $sketch:expr) => {
        written!($Position, $show, $picture);

        fn sketch(&self, position: &$Position) -> String {
            let sketch: fn(&$Position) -> String = $sketch;
            sketch(position)
        }
    };
    ($Position:ty, $show:expr, $picture:expr) => {
        fn show(&self, position: &$Position) -> String {
            let show: fn(&$Position) -> String = $show;
            show(position)
        }

        fn picture(&self, position: &$Position) -> $crate::Picture {
            let picture: fn(&$Position) -> $crate::Picture = $picture;
            picture(position)
        }
    };
}

/// The methods of [`Rules`](crate::Rules) that games on planes have in common: the type of
/// positions, `written!`, the least image as normal form (see `Layers::least_image`), and how many
/// squares there are still to play on.
macro_rules! on_board {
    ($Board:ty, $alphabet:ident, $picture:expr, ($transposed:expr, $swap:expr), $size:expr) => {
        type Position = $Board;

        $crate::written::written!($Board, $alphabet, $picture);

        fn normal_form(&self, board: $Board) -> ($Board, bool) {
            board.least_image($transposed, $swap)
        }

        fn size(&self, board: &$Board) -> u32 {
            let size: fn(&$Board) -> u32 = $size;
            size(board)
        }
    };
}

pub(crate) use {on_board, written};
