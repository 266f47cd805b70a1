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
    /// How messages call this token: what it is, or its spelling in backquotes.
    pub fn quoted(self) -> String {
        let words = |words: &str| words.to_owned();
        let sign = |sign: &str| format!("`{sign}`");
        match self {
            T::Integer => words("a number"),
            T::Vulgar(..) => words("a fraction"),
            T::Name => words("a name"),
            T::Text => words("a string"),
            T::Misere => words("a misère game"),
            T::Loopy => words("a loopy nimber"),
            T::Tallies => words("tallies"),
            T::Raised => words("raised digits"),
            T::Lowered => words("lowered digits"),
            T::Backquote => words("a backquote"),
            T::End => words("the end of the input"),
            T::Key(key) => sign(key.spelling()),
            T::Caret(_) => sign("^"),
            T::Up(_) => sign("↑"),
            T::Down(_) => sign("v"),
            T::Star => sign("*"),
            T::Nim => sign("⋆"),
            T::Times => sign("×"),
            T::Tiny(true) => sign("⧾"),
            T::Tiny(false) => sign("⧿"),
            T::Bars(_) => sign("|"),
            T::Relation(relation) => sign(relation.spelling()),
            T::Quote => sign("'"),
            spelled => sign(spelled.spelling()),
        }
    }

    /// Does a word end a block here?
    pub(crate) fn ends_block(self) -> bool {
        matches!(self, T::Key(Key::End | Key::Else | Key::Elseif | Key::Yield | Key::Catch))
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
