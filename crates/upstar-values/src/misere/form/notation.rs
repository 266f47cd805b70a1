//! Writing canonical forms.
//!
//! A game is written as a nim-heap, else as a game plus or minus a nim-heap if the other game
//! has a lower birthday, else as the game with one option, else as the list of its options from
//! the last to the first. Two styles:
//!
//! - brackets, for the calculator: `2[2]21` is {2+2, 2, 1}, `2#` is {2}, `2[#1]` is {2}+1,
//!   `2[##-2]` is the game X with X + 2 = {{2}}, lists inside others have parentheses;
//! - the subscripts of Winning Ways ch. 13: `2_2 2 1`, `2_+`, `2_+_1`.
//!
//! Games that occur several times inside of another may be given names ([`Forms::show_named`]).
//!
//! Nim-heaps of ten and more are written `&12;` in lists without separators and as marks.

use super::store::{Form, Forms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::fmt::Write;
use std::rc::Rc;
use upstar_base::Stopped;
use upstar_base::deeper;

/// A way to write canonical forms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `2[2]21`.
    #[default]
    Brackets,
    /// `2_2 2 1`.
    Subscripts,
}

/// A text that is a base with marks behind it.
#[derive(Clone)]
struct MarkedText {
    base: Rc<str>,
    marks: SmallVec<[FormMark; 4]>,
}

/// The longest text of a game inside of another that is kept for when it occurs again.
const LONGEST: usize = 1 << 16;

/// The style, names that stand for games, and how often games occur while that is counted.
#[derive(Default)]
struct FormNames {
    style: Style,
    /// The texts of games inside, if no game has a name: they occur again and again.
    texts: Option<FxHashMap<Form, MarkedText>>,
    given: FxHashMap<Form, String>,
    counting: bool,
    seen: FxHashSet<Form>,
    often: FxHashSet<Form>,
}

/// `a`, ..., `z`, `a1`, ...
fn name(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

#[derive(Clone, Copy)]
enum FormMark {
    Plus(u32),
    Minus(u32),
    Only,
}

impl Forms {
    /// The text of a game.
    pub fn show(&mut self, form: Form, style: Style) -> Result<String, Stopped> {
        if let (Some(heap), Style::Brackets) = (self.as_nim_heap(form), style) {
            return Ok(heap.to_string());
        }
        let mut names =
            FormNames { style, texts: Some(FxHashMap::default()), ..FormNames::default() };
        let marked = self.marked(form, false, &mut names);
        let kept: usize = names.texts.iter().flat_map(|t| t.values()).map(MarkedText::bytes).sum();
        self.budget().refund(kept as u64);
        Ok(marked?.text(style))
    }

    /// The text of a game in the style of Winning Ways, with names `a`, `b`, ... for the games
    /// inside of it that occur several times and are not short, and their texts.
    ///
    /// ```
    /// use upstar_values::misere::form::Forms;
    /// let mut forms = Forms::default();
    /// let game = forms.read("((2_+ 2 0)_+ (2_+ 2 0) 2) (2_+ 2 0)_+ 1").unwrap();
    /// let (text, names) = forms.show_named(game)?;
    /// assert_eq!(text, "(a_+ a 2) a_+ 1");
    /// assert_eq!(names, [("a".to_owned(), "2_+ 2 0".to_owned())]);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn show_named(&mut self, form: Form) -> Result<(String, Vec<(String, String)>), Stopped> {
        let style = Style::Subscripts;
        let mut names = FormNames { style, counting: true, ..FormNames::default() };
        self.marked(form, false, &mut names)?;
        names.counting = false;
        let mut repeated: Vec<Form> = names.seen.iter().copied().collect();
        repeated.retain(|form| names.often.contains(form));
        repeated.sort_by(|&a, &b| self.compare(a, b));
        let mut texts = Vec::new();
        for (number, form) in repeated.into_iter().enumerate() {
            let name = name(number);
            let text = self.marked(form, false, &mut names)?.text(style);
            texts.push((name.clone(), text));
            names.given.insert(form, name);
        }
        let text = self.marked(form, false, &mut names)?.text(style);
        texts.reverse();
        Ok((text, texts))
    }

    fn marked(
        &mut self,
        form: Form,
        inner: bool,
        names: &mut FormNames,
    ) -> Result<MarkedText, Stopped> {
        self.step()?;
        if let Some(name) = names.given.get(&form).filter(|_| inner) {
            return Ok(MarkedText::plain(name));
        }
        if let Some(known) =
            names.texts.as_ref().and_then(|texts| texts.get(&form)).filter(|_| inner)
        {
            return Ok(known.clone());
        }
        let marked = self.newly_marked(form, inner, names)?;
        if let Some(texts) = names.texts.as_mut().filter(|_| inner && marked.base.len() <= LONGEST)
        {
            texts.insert(form, marked.clone());
            self.budget().charge(marked.bytes() as u64)?;
        }
        Ok(marked)
    }

    fn newly_marked(
        &mut self,
        form: Form,
        inner: bool,
        names: &mut FormNames,
    ) -> Result<MarkedText, Stopped> {
        let style = names.style;
        if let Some(heap) = self.as_nim_heap(form) {
            let base = match (heap, style) {
                (10.., Style::Brackets) => format!("&{heap};"),
                _ => heap.to_string(),
            };
            return Ok(MarkedText::plain(&base));
        }
        let birthday = self.birthday(form);
        let first = if form.is_even() { 2 } else { 3 };
        for size in (first..birthday).step_by(2) {
            let heap = self.nim_heap(size)?;
            if let Some(rest) = self.subtract(form, heap)?
                && self.birthday(rest) < birthday
            {
                return self.with_mark(rest, FormMark::Plus(size), names);
            }
            if let Some(sum) = self.small_sum(form, heap, birthday)? {
                return self.with_mark(sum, FormMark::Minus(size), names);
            }
        }
        if !form.is_even() {
            return self.with_mark(form.plus_one(), FormMark::Plus(1), names);
        }
        let options = self.options(form);
        if let [only] = options[..] {
            return self.with_mark(only, FormMark::Only, names);
        }
        // A list of options is what may get a name; once counted it need not be looked at again.
        if names.counting && inner && !names.seen.insert(form) {
            names.often.insert(form);
            return Ok(MarkedText::plain(""));
        }
        let separator = if style == Style::Subscripts { " " } else { "" };
        let mut list = String::from(if inner { "(" } else { "" });
        let mut digits = true;
        for (i, &option) in options.iter().rev().enumerate() {
            list.push_str(if i > 0 { separator } else { "" });
            let before = list.len();
            deeper(|| self.marked(option, true, names))?.write(style, &mut list);
            digits &= list.len() == before + 1;
        }
        if inner {
            list.push(')');
        } else if digits && style == Style::Brackets {
            // A list of digits alone would be read as one number.
            list = list.chars().map(String::from).collect::<Vec<_>>().join(",");
        }
        Ok(MarkedText::plain(&list))
    }

    fn with_mark(
        &mut self,
        form: Form,
        mark: FormMark,
        names: &mut FormNames,
    ) -> Result<MarkedText, Stopped> {
        let mut marked = deeper(|| self.marked(form, true, names))?;
        marked.marks.push(mark);
        Ok(marked)
    }

    /// The sum with a nim-heap if its birthday is lower than `birthday`: then the game is the
    /// other game minus the nim-heap.
    fn small_sum(
        &mut self,
        form: Form,
        heap: Form,
        birthday: u32,
    ) -> Result<Option<Form>, Stopped> {
        let sum = self.add(form, heap)?;
        Ok((self.birthday(sum) < birthday).then_some(sum))
    }
}

impl MarkedText {
    fn plain(base: &str) -> MarkedText {
        MarkedText { base: Rc::from(base), marks: SmallVec::new() }
    }

    /// What it takes to keep it, about.
    fn bytes(&self) -> usize {
        self.base.len() + 2 * size_of::<(Form, MarkedText)>()
    }

    fn text(&self, style: Style) -> String {
        let mut text = String::new();
        self.write(style, &mut text);
        text
    }

    fn write(&self, style: Style, text: &mut String) {
        text.push_str(&self.base);
        let plain = self.marks.iter().all(|mark| matches!(mark, FormMark::Only));
        let bracket = style == Style::Brackets && !plain;
        if bracket {
            text.push('[');
        }
        for &mark in &self.marks {
            if style == Style::Subscripts {
                text.push('_');
            }
            // Writing to a string cannot fail.
            let _ = match (mark, style) {
                (FormMark::Plus(n @ 10..), _) => write!(text, "&{n};"),
                (FormMark::Minus(n @ 10..), _) => write!(text, "-&{n};"),
                (FormMark::Plus(n), _) => write!(text, "{n}"),
                (FormMark::Minus(n), _) => write!(text, "-{n}"),
                (FormMark::Only, Style::Brackets) => write!(text, "#"),
                (FormMark::Only, Style::Subscripts) => write!(text, "+"),
            };
        }
        if bracket {
            text.push(']');
        }
    }
}
