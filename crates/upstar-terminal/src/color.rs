//! Colours, where a terminal shows them and nobody has asked for none (<https://no-color.org>).

use std::env;
use std::io::{self, IsTerminal};

/// How things are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors(bool);

impl Colors {
    /// Colours for what is written to stdout.
    pub fn of_stdout() -> Colors {
        let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Colors(wanted && !dumb && io::stdout().is_terminal())
    }

    /// No colours.
    pub const NONE: Colors = Colors(false);
    /// Colours, wherever the text goes.
    pub const ALL: Colors = Colors(true);

    fn with(self, codes: &str, text: &str) -> String {
        if self.0 && !codes.is_empty() {
            format!("\x1b[{codes}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// A square of a board: Left's pieces blue, Right's red, what belongs to both green; inverted
    /// if the last move changed it.
    ///
    /// ```
    /// use upstar_terminal::Colors;
    /// assert_eq!(Colors::NONE.square('x', true), "x");
    /// assert_eq!(Colors::ALL.square('x', false), "\x1b[34mx\x1b[0m");
    /// assert_eq!(Colors::ALL.square('o', true), "\x1b[31;7mo\x1b[0m");
    /// ```
    pub fn square(self, symbol: char, is_new: bool) -> String {
        let color = match symbol {
            'x' | 'X' | 'l' | 'L' | 't' | 'T' | 'b' | 'B' | 'G' | 'A' => "34",
            'o' | 'O' | 'r' | 'R' | 'f' | 'F' | 'w' | 'W' => "31",
            'e' | 'g' | 'h' | '@' | '$' | 'n' => "32",
            '.' | '#' => "2",
            _ => "",
        };
        let codes = match (color, is_new) {
            ("", true) => "7".to_owned(),
            (color, true) => format!("{color};7"),
            (color, false) => color.to_owned(),
        };
        self.with(&codes, symbol.encode_utf8(&mut [0; 4]))
    }

    /// Something that stands out.
    pub fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    /// Something that may be overlooked.
    pub fn quiet(self, text: &str) -> String {
        self.with("2", text)
    }
}
