//! More of strings: cases, patterns, text that is printed without quotes.
//!
//! Patterns are regular expressions that take time linear in the text.

use super::Call;
use super::rows::{Arg, raise, rows};
use crate::data::Data;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail};
use crate::value::{Game, Value};
use regex_lite::{Regex, RegexBuilder};
use upstar_base::Player;

/// The pattern in argument `i`, which must match `whole` texts or parts of them.
fn pattern(m: &mut Interpreter, c: &Call<'_>, i: usize, whole: bool) -> Evaluated<Regex> {
    const MOST: usize = 1 << 20;
    let source = <&str>::get(m, c, i)?;
    let anchored = if whole { format!("^(?:{source})$") } else { source.to_owned() };
    let built = RegexBuilder::new(&anchored).size_limit(MOST).build();
    built.map_err(|error| fail(ErrorKind::Syntax, c.at(i), format!("not a pattern: {error}")))
}

/// The members of the receiver, with the first argument between them.
fn joined(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<String> {
    let separator = match c.arg(1) {
        Value::Nothing => "",
        _ => <&str>::get(m, c, 1)?,
    };
    let mut joined = String::new();
    for (i, item) in m.members(c.arg(0), c.at(0))?.items.iter().enumerate() {
        if i > 0 {
            joined.push_str(separator);
        }
        joined.push_str(&m.plain(item, c.at(0))?);
        if joined.len() > m.settings.max_string {
            return Err(m.string_too_long(c.span));
        }
    }
    Ok(joined)
}

rows! { pub(super) TABLE |m, c|
    String.ToUpperCase(s: &str) "in capital letters"
        ["\"abc\".ToUpperCase", "\"ABC\""] s.to_uppercase();
    String.ToLowerCase(s: &str) "in small letters"
        ["\"ABC\".ToLowerCase", "\"abc\""] s.to_lowercase();
    String.Matches(_, pattern) "does the whole string match a regular expression?"
        ["\"foo123\".Matches(\"[a-z]+[0-9]*\")", "true"] {
            let pattern = pattern(m, c, 1, true)?;
            pattern.is_match(<&str>::get(m, c, 0)?)
        };
    String.Replace(whole: &str, part: &str, by: &str)
        "the string with every part replaced; the same as Replaced"
        ["\"a-b-c\".Replace(\"-\",\"+\")", "\"a+b+c\""]
            super::strings::replaced(m, c, [whole, part, by]);
    String.ReplaceRegex(_, pattern, by)
        "the string with everything that matches a regular expression replaced; `$1` is its first group"
        ["\"a1b22\".ReplaceRegex(\"[0-9]+\",\"#\")", "\"a#b#\""] {
            let pattern = pattern(m, c, 1, false)?;
            let whole = <&str>::get(m, c, 0)?;
            let by = <&str>::get(m, c, 2)?;
            // A group can hold the whole text, and stand in the replacement as often as it is long.
            let most =
                (whole.len() + 1).saturating_mul(by.len() + 1).saturating_mul(whole.len() + 1);
            if most <= m.settings.max_string {
                pattern.replace_all(whole, by).into_owned()
            } else {
                let mut result = String::new();
                let mut last = 0;
                for found in pattern.captures_iter(whole) {
                    m.step(c.span)?;
                    let Some(all) = found.get(0) else { continue };
                    result.push_str(&whole[last..all.start()]);
                    found.expand(by, &mut result);
                    last = all.end();
                    if result.len() > m.settings.max_string {
                        return Err(m.string_too_long(c.span).into());
                    }
                }
                result.push_str(&whole[last..]);
                result
            }
        };
    String.Concat(a: &str, other: &str) "both strings, one behind the other"
        ["\"ab\".Concat(\"cd\")", "\"abcd\""] {
            if a.len() + other.len() > m.settings.max_string {
                return Err(m.string_too_long(c.span).into());
            }
            [a, other].concat()
        };
    String.Trim(s: &str) "the string without blanks at its ends"
        ["\" ab \".Trim", "\"ab\""] s.trim().to_owned();
    String.Updated(whole: &str, place, letters: &str)
        "the string with other letters for the one at a place"
        ["\"abc\".Updated(2,\"x\")", "\"axc\""] {
            let at = m.position(c.arg(1), whole.chars().count(), c.at(1))?;
            let before: String = whole.chars().take(at).collect();
            let after: String = whole.chars().skip(at + 1).collect();
            if before.len() + letters.len() + after.len() > m.settings.max_string {
                return Err(m.string_too_long(c.span).into());
            }
            [&before, letters, &after].concat()
        };
    String.ToInteger(source: &str) "the whole number that the string writes in decimal digits"
        ["\"-12\".ToInteger + 1", "-11"] {
            let digits = source.strip_prefix('-').unwrap_or(source);
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if plain && digits.len() as u64 <= m.settings.max_bits / 4 {
                return Ok(m.read(source, c.at(0))?);
            }
            let message = "this is not a whole number in decimal digits";
            Err(fail(ErrorKind::Domain, c.at(0), message))?
        };
    Sequence.Join(_, separator) "the members as one string, with a separator between them"
        ["[1,*,\"x\"].Join(\"; \")", "\"1; *; x\""] joined(m, c);
    Collection.MkString(_, separator = Nothing) "the members as one string; the same as Join"
        ["{3,^}.MkString(\" or \")", "\"3 or ^\""] joined(m, c);
    Collection.MkOutput(_, separator = Nothing)
        "the members with a separator between them, printed without quotes"
        ["[1,*,\"x\"].MkOutput(\"; \")", "1; *; x"] Data::Output(joined(m, c)?.into());
    Any.ToUnquotedOutput(_) "the value as it is printed, a string without its quotes"
        ["\"abc\".ToUnquotedOutput", "abc"] Data::Output(m.plain(c.arg(0), c.at(0))?.into());
    Number.IsSmallInteger(_) "is it a whole number from -2^31 to 2^31 - 1?"
        ["[(2^31-1).IsSmallInteger,(2^31).IsSmallInteger]", "[true,false]"]
            matches!(c.arg(0), Value::Game(Game::Integer(n)) if i32::try_from(n).is_ok());
    Number.OmegaPower(_) "ω to the power of a number"
        ["(omega+1).OmegaPower", "ω^(ω+1)"] {
            let omega = m.ask_global("omega", c.span)?;
            m.raised(&omega, c.arg(0), c.span)
        };
    Player.Sign(who: Player) "1 for Left, -1 for Right"
        ["[Left.Sign,Right.Sign]", "[1,-1]"] [1, -1][who as usize];
    Player.Ordinal(who: Player) "1 for Left, 2 for Right"
        ["[Left.Ordinal,Right.Ordinal]", "[1,2]"] [1, 2][who as usize];
    Player.Name(_) "the name of the player"
        ["Left.Name", "\"Left\""] m.plain(c.arg(0), c.at(0));
    fn NegativeGame(game) "the game as written, with the players exchanged"
        ["NegativeGame('{*|*}')", "'{*|*}'"] {
            let form = match c.arg(0) {
                Value::Position(_) => c.arg(0).clone(),
                other => {
                    let id = m.form(other, c.at(0))?;
                    m.form_as_value(id)
                }
            };
            m.negate(&form, c.at(0))
        };
    fn CompoundGame(games = Many) "the sum of games as written, not evaluated"
        ["CompoundGame(1, '{*|*}')", "1 + '{*|*}'"] {
            let [first, rest @ ..] = c.arguments else {
                return raise(ErrorKind::Kind, "at least one game is needed");
            };
            let mut sum = m.form(first, c.at(0))?;
            for (i, game) in rest.iter().enumerate() {
                let next = m.form(game, c.at(i + 1))?;
                let both = crate::forms::FormNode::Sum(sum, next);
                sum = m.forms.put(&mut m.calc, both)?;
            }
            m.form_as_value(sum)
        };
}
