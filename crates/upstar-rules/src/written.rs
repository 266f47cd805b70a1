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

pub(crate) use written;
