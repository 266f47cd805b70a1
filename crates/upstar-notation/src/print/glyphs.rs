//! The marks of the three notations.
//!
//! Invariant: what [`Notation::Ascii`] and [`Notation::Unicode`] write, the parser reads as
//! the same value. Unicode differs from ascii in these marks only:
//!
//! | value          | ascii      | Unicode  | LaTeX                  |
//! |----------------|------------|----------|------------------------|
//! | up, double up  | `^` `^^`   | `↑` `⇑`  | `\uparrow` `\Uparrow`  |
//! | three ups      | `^3`       | `↑3`     | `3{\cdot}\uparrow`     |
//! | down           | `v` `vv`   | `↓` `⇓`  | `\downarrow`           |
//! | up second      | `^<2>`     | `↑²`     | `\uparrow^{2}`         |
//! | up + up second | `^[2]`     | `↑[2]`   | `\uparrow^{[2]}`       |
//! | switch         | `+-1`      | `±1`     | `\pm 1`                |
//! | tiny           | `Tiny(2)`  | `⧾₂`     | `\boldsymbol{+}_{2}`   |
//! | miny           | `Miny(1/2)`| `⧿(1/2)` | `\boldsymbol{-}_{...}` |
//!
//! The LaTeX needs amsmath and is for reading by people only.

use std::fmt::Write;
use upstar_base::Player;
use upstar_values::Dyadic;

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Notation {
    /// What the field types: 1^*, +-2
    #[default]
    Ascii,
    /// The arrows and signs of the books: 1↑*, ±2
    Unicode,
    /// For papers
    Latex,
}

/// The multiples of up and of its powers that have a short notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpGlyphs {
    /// No up at all.
    None,
    /// That many ups, downs if negative.
    Multiple(i32),
    /// The power `^<n>`, n > 1, or its negative.
    Power(Player, usize),
    /// The sum `^[n]` of the first n powers, n > 1, or its negative.
    Sum(Player, usize),
}

impl UpGlyphs {
    /// The short notation of `a1.^ + a2.^<2> + ...`, if it has one.
    pub(super) fn from_coefficients(ups: &[i32]) -> Option<UpGlyphs> {
        let length = ups.iter().rposition(|&a| a != 0).map_or(0, |i| i + 1);
        let ups = &ups[..length];
        match ups {
            [] => return Some(UpGlyphs::None),
            [a] => return Some(UpGlyphs::Multiple(*a)),
            _ => {}
        }
        let last = ups[length - 1];
        let who = match last {
            1 => Player::Left,
            -1 => Player::Right,
            _ => return None,
        };
        if ups.iter().all(|&a| a == last) {
            Some(UpGlyphs::Sum(who, length))
        } else if ups[..length - 1].iter().all(|&a| a == 0) {
            Some(UpGlyphs::Power(who, length))
        } else {
            None
        }
    }
}

impl Notation {
    /// A number.
    pub(super) fn number(self, x: &Dyadic) -> String {
        let plain = x.to_string();
        match (self, plain.split_once('/')) {
            (Notation::Latex, Some((above, below))) => match above.strip_prefix('-') {
                Some(above) => format!("-\\frac{{{above}}}{{{below}}}"),
                None => format!("\\frac{{{above}}}{{{below}}}"),
            },
            _ => plain,
        }
    }

    /// Number, ups and nimber side by side; zero parts are left out unless all are zero.
    pub(super) fn uptimal(self, number: &Dyadic, ups: UpGlyphs, nim: u32) -> String {
        let mut text = String::new();
        if number.sign().is_ne() || (ups == UpGlyphs::None && nim == 0) {
            text.push_str(&self.number(number));
        }
        if self == Notation::Latex
            && let UpGlyphs::Multiple(n) = ups
            && n.unsigned_abs() > 2
            && !text.is_empty()
        {
            text.push('+');
        }
        self.ups(&mut text, ups);
        if nim > 0 {
            text.push_str(if self == Notation::Latex { "{\\ast}" } else { "*" });
            if nim > 1 {
                text.push_str(&nim.to_string());
            }
        }
        text
    }

    fn ups(self, text: &mut String, ups: UpGlyphs) {
        let (who, degree) = match ups {
            UpGlyphs::None => return,
            UpGlyphs::Multiple(n) => (if n > 0 { Player::Left } else { Player::Right }, None),
            UpGlyphs::Power(who, n) | UpGlyphs::Sum(who, n) => (who, Some(n)),
        };
        let [single, double] = match (self, who) {
            (Notation::Ascii, Player::Left) => ["^", "^^"],
            (Notation::Ascii, Player::Right) => ["v", "vv"],
            (Notation::Unicode, Player::Left) => ["↑", "⇑"],
            (Notation::Unicode, Player::Right) => ["↓", "⇓"],
            (Notation::Latex, Player::Left) => ["\\uparrow", "\\Uparrow"],
            (Notation::Latex, Player::Right) => ["\\downarrow", "\\Downarrow"],
        };
        // Writing to a String cannot fail.
        let _ = match (ups, degree) {
            (UpGlyphs::Multiple(n), _) => match (n.unsigned_abs(), self) {
                (1, Notation::Latex) => write!(text, "{{{single}}}"),
                (2, Notation::Latex) => write!(text, "{{{double}}}"),
                (n, Notation::Latex) => write!(text, "{n}{{\\cdot}}{{{single}}}"),
                (1, _) => write!(text, "{single}"),
                (2, _) => write!(text, "{double}"),
                (n, _) => write!(text, "{single}{n}"),
            },
            (UpGlyphs::Power(..), Some(n)) => match self {
                Notation::Ascii => write!(text, "{single}<{n}>"),
                Notation::Unicode => match digits(&n.to_string(), SUPERSCRIPTS) {
                    Some(n) => write!(text, "{single}{n}"),
                    None => write!(text, "{single}<{n}>"),
                },
                Notation::Latex => write!(text, "{{{single}}}^{{{n}}}"),
            },
            (_, Some(n)) => match self {
                Notation::Latex => write!(text, "{{{single}}}^{{[{n}]}}"),
                _ => write!(text, "{single}[{n}]"),
            },
            (_, None) => Ok(()),
        };
    }

    /// What stands before the options of a switch.
    pub(super) fn switch(self) -> &'static str {
        match self {
            Notation::Ascii => "+-",
            Notation::Unicode => "±",
            Notation::Latex => "\\pm ",
        }
    }

    /// What stands before and after the argument of a tiny (Left's) or a miny (Right's).
    pub(super) fn tiny(self, who: Player) -> [&'static str; 2] {
        match (self, who) {
            (Notation::Ascii, Player::Left) => ["Tiny(", ")"],
            (Notation::Ascii, Player::Right) => ["Miny(", ")"],
            (Notation::Unicode, Player::Left) => ["⧾(", ")"],
            (Notation::Unicode, Player::Right) => ["⧿(", ")"],
            (Notation::Latex, Player::Left) => ["\\boldsymbol{+}_{", "}"],
            (Notation::Latex, Player::Right) => ["\\boldsymbol{-}_{", "}"],
        }
    }

    /// A tiny or miny with a whole number as a subscript, where the notation has that.
    pub(super) fn tiny_whole(self, who: Player, argument: &Dyadic) -> Option<String> {
        if self != Notation::Unicode || !argument.is_integer() {
            return None;
        }
        let sign = match who {
            Player::Left => '⧾',
            Player::Right => '⧿',
        };
        Some(format!("{sign}{}", digits(&argument.to_string(), SUBSCRIPTS)?))
    }

    /// A run of `count` bars, 1 to 4.
    pub(super) fn bars(self, count: u8) -> &'static str {
        match (self, count) {
            (Notation::Latex, 1) => "\\mid ",
            (Notation::Latex, 2) => "\\parallel ",
            (Notation::Latex, 3) => "\\mathrel{|\\!|\\!|}",
            (Notation::Latex, _) => "\\mathrel{|\\!|\\!|\\!|}",
            (_, 1) => "|",
            (_, 2) => "||",
            (_, 3) => "|||",
            (_, _) => "||||",
        }
    }

    /// The pair of braces round options.
    pub(super) fn braces(self) -> [&'static str; 2] {
        match self {
            Notation::Latex => ["\\{", "\\}"],
            _ => ["{", "}"],
        }
    }
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

/// The decimal digits of `plain` in another alphabet; `None` if there is anything else.
fn digits(plain: &str, alphabet: [char; 10]) -> Option<String> {
    plain.chars().map(|c| Some(alphabet[c.to_digit(10)? as usize])).collect()
}
