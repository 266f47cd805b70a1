//! Strings. Places are counted in characters, from 1.

use super::{Builtin, Call, On, method};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail};
use crate::value::{Game, Value};
use dashu_int::IBig;

fn text<'c>(m: &mut Machine, c: &'c Call<'_>, i: usize) -> Evaluated<&'c str> {
    m.text(c.arg(i), c.at(i))
}

pub(super) static TABLE: &[Builtin] = &[
    method(
        "Length",
        On::String,
        &[],
        "how many characters there are",
        ["\"abc\".Length", "3"],
        |m, c| Ok(Value::Game(Game::Integer(text(m, c, 0)?.chars().count().into()))),
    ),
    method(
        "IsEmpty",
        On::String,
        &[],
        "are there no characters?",
        ["\"\".IsEmpty", "true"],
        |m, c| Ok(Value::Boolean(text(m, c, 0)?.is_empty())),
    ),
    method(
        "Contains",
        On::String,
        &["part"],
        "does the string contain the part?",
        ["\"abc\".Contains(\"bc\")", "true"],
        |m, c| Ok(Value::Boolean(text(m, c, 0)?.contains(text(m, c, 1)?))),
    ),
    method(
        "StartsWith",
        On::String,
        &["part"],
        "does the string start with the part?",
        ["\"abc\".StartsWith(\"ab\")", "true"],
        |m, c| Ok(Value::Boolean(text(m, c, 0)?.starts_with(text(m, c, 1)?))),
    ),
    method(
        "EndsWith",
        On::String,
        &["part"],
        "does the string end with the part?",
        ["\"abc\".EndsWith(\"ab\")", "false"],
        |m, c| Ok(Value::Boolean(text(m, c, 0)?.ends_with(text(m, c, 1)?))),
    ),
    method(
        "IndexOf",
        On::String,
        &["part"],
        "the first place of the part, or Nothing",
        ["\"abc\".IndexOf(\"c\")", "3"],
        |m, c| {
            let whole = text(m, c, 0)?;
            Ok(match whole.find(text(m, c, 1)?) {
                Some(at) => Value::Game(Game::Integer(IBig::from(whole[..at].chars().count() + 1))),
                None => Value::Nothing,
            })
        },
    ),
    method(
        "Substring",
        On::String,
        &["from", "to"],
        "the characters from one place to another",
        ["\"abcd\".Substring(2,3)", "\"bc\""],
        |m, c| {
            let whole = text(m, c, 0)?;
            let length = whole.chars().count();
            let from = m.position(c.arg(1), length, c.at(1))?;
            let to = m.position(c.arg(2), length, c.at(2))? + 1;
            let part: String = whole.chars().take(to).skip(from).collect();
            m.string(part, c.span)
        },
    ),
    method(
        "Replaced",
        On::String,
        &["part", "by"],
        "the string with every part replaced",
        ["\"a-b-c\".Replaced(\"-\",\"+\")", "\"a+b+c\""],
        |m, c| {
            let (whole, part, by) = (text(m, c, 0)?, text(m, c, 1)?, text(m, c, 2)?);
            let most = (whole.len() + 1).saturating_mul(by.len() + 1);
            if most > m.settings.max_string {
                return Err(m.string_too_long(c.span));
            }
            m.string(whole.replace(part, by), c.span)
        },
    ),
    method(
        "Split",
        On::String,
        &["separator"],
        "the list of the parts between separators",
        ["\"1,2\".Split(\",\")", "[\"1\",\"2\"]"],
        |m, c| {
            let (whole, separator) = (text(m, c, 0)?, text(m, c, 1)?);
            if separator.is_empty() {
                return Err(fail(ErrorKind::Domain, c.at(1), "the separator is empty"));
            }
            let mut parts = m.growing();
            for part in whole.split(separator) {
                let part = m.string(part, c.span)?;
                parts.push(part).map_err(crate::eval::stopped(c.span))?;
            }
            m.finish_list(parts, c.span)
        },
    ),
    method(
        "ToList",
        On::String,
        &[],
        "the list of characters",
        ["\"ab\".ToList", "[\"a\",\"b\"]"],
        |m, c| {
            let letters = m.members(c.arg(0), c.at(0))?;
            m.finish_list(letters, c.span)
        },
    ),
    method(
        "Reversed",
        On::String,
        &[],
        "the characters from the last to the first",
        ["\"abc\".Reversed", "\"cba\""],
        |m, c| {
            let reversed: String = text(m, c, 0)?.chars().rev().collect();
            m.string(reversed, c.span)
        },
    ),
    method(
        "ToUpper",
        On::String,
        &[],
        "in capital letters",
        ["\"abc\".ToUpper", "\"ABC\""],
        |m, c| {
            let upper = text(m, c, 0)?.to_uppercase();
            m.string(upper, c.span)
        },
    ),
    method(
        "ToLower",
        On::String,
        &[],
        "in small letters",
        ["\"ABC\".ToLower", "\"abc\""],
        |m, c| {
            let lower = text(m, c, 0)?.to_lowercase();
            m.string(lower, c.span)
        },
    ),
    method(
        "Read",
        On::String,
        &[],
        "the value that prints like this",
        ["\"3*5\".Read - 3", "*5"],
        |m, c| {
            let source = text(m, c, 0)?.to_string();
            m.read(&source, c.at(0))
        },
    ),
];
