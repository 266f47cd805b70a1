//! Reading what [`super::notation`] writes, in both styles.

use super::store::{Form, Forms};
use upstar_base::Stopped;
use upstar_base::deeper;

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAForm {
    /// Something else was expected at this byte.
    #[error("expected {expected}")]
    Syntax {
        /// The place.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// A difference that does not exist.
    #[error("there is no such difference")]
    NoDifference {
        /// The place of the minus.
        at: usize,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

struct FormReader<'a> {
    forms: &'a mut Forms,
    text: &'a str,
    at: usize,
    /// Are items separated, so that numbers may have several digits?
    spaced: bool,
}

impl Forms {
    /// Reads a game: `2[2]21`, `2_2 2 1` or a single number. The digits after `_` are all
    /// subscripts: `2_22` is 2+2+2, and `2_2 2` has the two options 2+2 and 2.
    ///
    /// ```
    /// use upstar_values::misere::form::{Forms, Style};
    /// let mut forms = Forms::default();
    /// let g = forms.read("2_2 2 1").unwrap();
    /// assert_eq!(forms.read("2[2]21").unwrap(), g);
    /// assert_eq!(forms.show(g, Style::Brackets)?, "2[2]21");
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn read(&mut self, text: &str) -> Result<Form, NotAForm> {
        let number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let spaced = number || text.contains(['_', ' ', ',']);
        let mut reader = FormReader { forms: self, text, at: 0, spaced };
        let form = reader.list(true)?;
        if reader.at == text.len() {
            Ok(form)
        } else {
            Err(reader.expected("a digit, `(`, `#`, `[` or the end"))
        }
    }
}

impl FormReader<'_> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.next() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn expected(&self, expected: &'static str) -> NotAForm {
        NotAForm::Syntax { at: self.at, expected }
    }

    /// Items up to a closing parenthesis or the end; one item is that game itself.
    fn list(&mut self, outer: bool) -> Result<Form, NotAForm> {
        let mut items = Vec::new();
        loop {
            while self.take(b' ') || (!items.is_empty() && self.take(b',')) {}
            match self.next() {
                None => break,
                Some(b')') if !outer => break,
                _ => items.push(deeper(|| self.item())?),
            }
        }
        match items[..] {
            [] => Err(self.expected("a digit or `(`")),
            [game] => Ok(game),
            _ => Ok(self.forms.make(&items)?),
        }
    }

    fn item(&mut self) -> Result<Form, NotAForm> {
        let mut game = if self.take(b'(') {
            let game = self.list(false)?;
            if !self.take(b')') {
                return Err(self.expected("`)`"));
            }
            game
        } else {
            let size = self.number("a digit or `(`", self.spaced)?;
            self.forms.nim_heap(size)?
        };
        loop {
            if self.take(b'_') {
                game = self.subscripts(game)?;
            } else if self.next() == Some(b'#') {
                game = self.mark(game)?;
            } else if self.take(b'[') {
                while !self.take(b']') {
                    game = self.mark(game)?;
                }
            } else {
                return Ok(game);
            }
        }
    }

    /// The marks of a subscript: as in print, `2_22` is 2+2+2. They may be in braces.
    fn subscripts(&mut self, game: Form) -> Result<Form, NotAForm> {
        let braces = self.take(b'{');
        let mut game = self.mark(game)?;
        loop {
            match self.next() {
                Some(b'}') if braces => {
                    self.at += 1;
                    return Ok(game);
                }
                Some(b'0'..=b'9' | b'&' | b'+' | b'#') => game = self.mark(game)?,
                Some(b'-') if braces => game = self.mark(game)?,
                _ if braces => return Err(self.expected("`}`, `+`, a digit or `-`")),
                _ => return Ok(game),
            }
        }
    }

    fn mark(&mut self, game: Form) -> Result<Form, NotAForm> {
        if self.take(b'#') || self.take(b'+') {
            return Ok(self.forms.make(&[game])?);
        }
        let at = self.at;
        let minus = self.take(b'-');
        // Several digits are several nim-heaps; one of ten and more is written `&12;`.
        let size = self.number("`#`, `+`, a digit or `-`", false)?;
        let heap = self.forms.nim_heap(size)?;
        if minus {
            return self.forms.subtract(game, heap)?.ok_or(NotAForm::NoDifference { at });
        }
        Ok(self.forms.add(game, heap)?)
    }

    fn number(&mut self, expected: &'static str, several: bool) -> Result<u32, NotAForm> {
        let long = self.take(b'&');
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let len = if long || several { digits } else { digits.min(1) };
        let number = rest[..len].parse().map_err(|_| self.expected(expected))?;
        self.at += len;
        if long && !self.take(b';') {
            return Err(self.expected("`;`"));
        }
        Ok(number)
    }
}
