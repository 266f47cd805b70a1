//! Strings. Places are counted in characters, from 1.

use super::Call;
use super::rows::{AnswerList, At, raise, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::Interpreter;
use crate::value::{Growing, Value};

/// A string with every part replaced.
pub(super) fn replaced(
    m: &Interpreter,
    c: &Call<'_>,
    [whole, part, by]: [&str; 3],
) -> Evaluated<String> {
    let most = (whole.len() + 1).saturating_mul(by.len() + 1);
    if most > m.settings.max_string {
        return Err(m.string_too_long(c.span));
    }
    Ok(whole.replace(part, by))
}

rows! { pub(super) TABLE |m, c|
    String.Length(s: &str) "how many characters there are"
        ["\"abc\".Length", "3"] s.chars().count();
    String.IsEmpty(s: &str) "are there no characters?"
        ["\"\".IsEmpty", "true"] s.is_empty();
    String.Contains(s: &str, part: &str) "does the string contain the part?"
        ["\"abc\".Contains(\"bc\")", "true"] s.contains(part);
    String.StartsWith(s: &str, part: &str) "does the string start with the part?"
        ["\"abc\".StartsWith(\"ab\")", "true"] s.starts_with(part);
    String.EndsWith(s: &str, part: &str) "does the string end with the part?"
        ["\"abc\".EndsWith(\"ab\")", "false"] s.ends_with(part);
    String.IndexOf(s: &str, part: &str) "the first place of the part, or Nothing"
        ["\"abc\".IndexOf(\"c\")", "3"] s.find(part).map(|at| s[..at].chars().count() + 1);
    String.Substring(s: &str, from: &Value, to: &Value) "the characters from one place to another"
        ["\"abcd\".Substring(2,3)", "\"bc\""] {
            let length = s.chars().count();
            let from = m.position(from, length, c.at(1))?;
            let to = m.position(to, length, c.at(2))? + 1;
            s.chars().take(to).skip(from).collect::<String>()
        };
    String.Replaced(s: &str, part: &str, by: &str) "the string with every part replaced"
        ["\"a-b-c\".Replaced(\"-\",\"+\")", "\"a+b+c\""] replaced(m, c, [s, part, by]);
    String.Split(s: &str, separator: &str) "the list of the parts between separators"
        ["\"1,2\".Split(\",\")", "[\"1\",\"2\"]"] {
            if separator.is_empty() {
                return raise(ErrorKind::Domain, "the separator is empty").at(1);
            }
            AnswerList(s.split(separator).map(str::to_string))
        };
    String.ToList(letters: Growing) "the list of characters"
        ["\"ab\".ToList", "[\"a\",\"b\"]"] letters;
    String.Reversed(s: &str) "the characters from the last to the first"
        ["\"abc\".Reversed", "\"cba\""] s.chars().rev().collect::<String>();
    String.ToUpper(s: &str) "in capital letters"
        ["\"abc\".ToUpper", "\"ABC\""] s.to_uppercase();
    String.ToLower(s: &str) "in small letters"
        ["\"ABC\".ToLower", "\"abc\""] s.to_lowercase();
    String.Read(s: &str) "the value that prints like this"
        ["\"3*5\".Read - 3", "*5"] m.read(s, c.at(0));
}
