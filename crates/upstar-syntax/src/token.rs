//! Tokens: the words of the calculator, with their places.
//!
//! A token is small and `Copy`; names and digits stay in the source and are sliced out of it
//! when needed, so a long input costs sixteen bytes a token.

use crate::ast::Relation;
use crate::error::Span;
use crate::spelled::spelled;

/// One word of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: T,
    start: u32,
    end: u32,
}

impl Token {
    pub(crate) fn new(kind: T, start: usize, end: usize) -> Token {
        // The lexer refuses inputs that do not fit; see `lexer::tokens`.
        Token { kind, start: start as u32, end: end as u32 }
    }

    /// Its place in the text.
    pub fn span(self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    /// Does `next` follow without anything in between?
    pub fn touches(self, next: Token) -> bool {
        self.end == next.start
    }
}

spelled! {
    /// The kinds of tokens.
    T {
        /// Decimal digits.
        Integer,
        /// A fraction written as one character, `½`: numerator and denominator.
        Vulgar(u8, u8),
        /// A name that is not a keyword.
        Name,
        /// A quoted string, with its quotes.
        Text,
        /// A misère game as it is printed, `*[2#0]`, with its brackets.
        Misere,
        /// A loopy nimber, `inf_{0,3}` or `2@11`.
        Loopy,
        /// Two tallies, `5_5 -6_4`.
        Tallies,
        /// A reserved word.
        Key(Key),
        /// A run of `^`.
        Caret(u32),
        /// `↑` or `⇑`: never an exponent.
        Up(u32),
        /// A run of `v`, or `↓`, `⇓`.
        Down(u32),
        /// `*`: a product or a nimber.
        Star,
        /// `⋆` or `∗`: always a nimber.
        Nim,
        /// `×`: always a product.
        Times,
        /// `⧾` (Left) or `⧿` (Right).
        Tiny(bool),
        /// Raised digits, as in `↑²`.
        Raised,
        /// Lowered digits, as in `⧾₂`.
        Lowered,
        /// A run of `|`.
        Bars(u32),
        /// `==`, `<|` and the others.
        Relation(Relation),
        /// `'`, round explicit forms.
        Quote,
        /// `` ` ``, round printed values.
        Backquote,
        /// The end of the input.
        End,
    }
    "..." Ellipsis,
    ".." DotDot,
    "." Dot,
    ":=" Assign,
    ":" Colon,
    "->" Arrow,
    "=>" FatArrow,
    "+-" PlusMinus,
    "+" Plus,
    "-" Minus,
    "/" Slash,
    "%" Percent,
    "&" Ampersand,
    "?" Question,
    "," Comma,
    ";" Semicolon,
    "(" Open,
    ")" Close,
    "[" OpenBracket,
    "]" CloseBracket,
    "{" OpenBrace,
    "}" CloseBrace,
}

spelled! {
    /// Reserved words.
    Key {}
    "and" And,
    "as" As,
    "begin" Begin,
    "break" Break,
    "by" By,
    "catch" Catch,
    "continue" Continue,
    "def" Def,
    "do" Do,
    "else" Else,
    "elseif" Elseif,
    "end" End,
    "false" False,
    "for" For,
    "from" From,
    "if" If,
    "in" In,
    "is" Is,
    "not" Not,
    "or" Or,
    "return" Return,
    "then" Then,
    "to" To,
    "true" True,
    "try" Try,
    "var" Var,
    "where" Where,
    "while" While,
    "yield" Yield,
}

impl Key {
    /// The word that is spelled so.
    pub fn parse(word: &str) -> Option<Key> {
        Key::SPELLED.iter().find(|(text, _)| *text == word).map(|&(_, key)| key)
    }
}

impl T {
    /// How messages call this token.
    pub fn name(self) -> &'static str {
        match self {
            T::Integer => "a number",
            T::Vulgar(..) => "a fraction",
            T::Name => "a name",
            T::Text => "a string",
            T::Misere => "a misère game",
            T::Loopy => "a loopy nimber",
            T::Tallies => "tallies",
            T::Key(key) => key.spelling(),
            T::Caret(_) => "^",
            T::Up(_) => "↑",
            T::Down(_) => "v",
            T::Star => "*",
            T::Nim => "⋆",
            T::Times => "×",
            T::Tiny(true) => "⧾",
            T::Tiny(false) => "⧿",
            T::Raised => "raised digits",
            T::Lowered => "lowered digits",
            T::Bars(_) => "|",
            T::Relation(relation) => relation.spelling(),
            T::Quote => "'",
            T::Backquote => "`",
            T::End => "the end of the input",
            sign => sign.spelling(),
        }
    }

    /// The name, in backquotes if it is a spelling.
    pub fn quoted(self) -> String {
        match self {
            T::Integer
            | T::Vulgar(..)
            | T::Name
            | T::Text
            | T::Misere
            | T::Loopy
            | T::Tallies
            | T::Raised
            | T::Lowered
            | T::End => self.name().to_string(),
            T::Backquote => "a backquote".to_string(),
            _ => format!("`{}`", self.name()),
        }
    }

    /// Can an operand start with this token?
    pub fn starts_operand(self) -> bool {
        matches!(
            self,
            T::Integer
                | T::Vulgar(..)
                | T::Name
                | T::Text
                | T::Misere
                | T::Loopy
                | T::Tallies
                | T::Caret(_)
                | T::Up(_)
                | T::Down(_)
                | T::Star
                | T::Nim
                | T::Tiny(_)
                | T::Plus
                | T::Minus
                | T::PlusMinus
                | T::Open
                | T::OpenBracket
                | T::OpenBrace
                | T::Quote
                | T::Backquote
                | T::Key(Key::True | Key::False | Key::If | Key::For | Key::Begin | Key::Try)
        )
    }
}
