//! Heap games: codes, options of a heap, periods; and heap games that a function tells.
//!
//! A period is found by comparing values, so many that the rules may give the rest: for a code that
//! takes at most t beans and leaves at most h heaps of any sizes, with preperiod s and period p, the
//! values up to h (s + p) + t + h (Guy and Smith 1956 for h = 2). It counts as proved when the checker
//! has accepted its certificate.

use super::boards::int;
use super::rows::{AnswerList, rows};
use super::{Call, On};
use crate::data::{Data, HeapRules, HeapValues, Periodicity};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::eval::{Interpreter, fail, stopped};
use crate::position::Ruleset;
use crate::value::{Game, Value};
use dashu_int::IBig;
use std::sync::PoisonError;
use upstar_base::Outcome;
use upstar_base::repeats::first_period;
use upstar_misere::form::Form;
use upstar_proof::{Certificate, NimPeriod, Theorem, standing};
use upstar_rules::heap::code::HeapCode;

/// The largest heap of a game that a function tells, and the most values that are compared.
const MOST: u64 = 1 << 20;

fn ruleset(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Ruleset> {
    match c.arg(0) {
        Value::Ruleset(rules) => Ok(rules.assumed()),
        other => Err(m.wrong_kind("a ruleset", other, c.at(0))),
    }
}

/// The code of the rules, if they have one.
fn code_of(rules: &Ruleset) -> Option<HeapCode> {
    let parameters = rules.parameters().unwrap_or_default();
    let text = match rules.name() {
        "heaps" => parameters.to_owned(),
        "subtraction" => format!("sub({parameters})"),
        name if parameters.is_empty() => name.to_owned(),
        _ => return None,
    };
    text.parse().ok()
}

fn code(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<HeapCode> {
    let rules = ruleset(m, c)?;
    code_of(&rules).ok_or_else(|| {
        fail(ErrorKind::Domain, c.at(0), format!("`{}` has no code", rules.written()))
    })
}

fn small(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<u64> {
    let n = m.natural(value, span)?;
    u64::try_from(n).ok().filter(|&n| n <= MOST).ok_or_else(|| {
        fail(ErrorKind::Size, span, format!("heaps of at most {MOST} beans can be told apart here"))
    })
}

fn options_of_code(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let code = code(m, c)?;
    let heap = small(m, c.arg(1), c.at(1))?;
    let mut options = m.growing();
    let mut failed = Ok(());
    code.each_option_while(heap as u32, &mut |left| {
        let filled = left.iter().filter(|&&n| n > 0).map(|&n| int(n as usize));
        failed = m.list(filled, c.span).and_then(|left| {
            m.step(c.span)?;
            options.push(left).map_err(stopped(c.span))
        });
        failed.is_ok()
    });
    failed?;
    m.finish_list(options, c.span)
}

/// The least period with saltus 0 that the first values show and the code allows to prove.
fn period(values: &[u64], most_heaps: u64, reach: u64) -> Option<Periodicity> {
    let known = values.len() - 1;
    let is_enough = |period: usize, preperiod: usize| {
        let heaps = most_heaps.max(1).saturating_mul((preperiod + period + 1) as u64);
        period <= known / 2 && heaps.saturating_add(reach) <= known as u64
    };
    let (period, preperiod) = first_period(values, is_enough)?;
    Some(Periodicity { period: period as u64, preperiod: preperiod as u64, saltus: 0 })
}

fn check_periodicity(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Option<Data>> {
    let code = code(m, c)?;
    let last = small(m, c.arg(1), c.at(1))?;
    let (Some(reach), Some(most_heaps)) = (code.reach(), code.most_heaps()) else {
        return Ok(None);
    };
    let mut values = vec![0];
    let rules = ruleset(m, c)?;
    for n in 1..=last {
        m.step(c.span)?;
        let heap = Value::Game(Game::Integer(IBig::from(n)));
        let position = m.make_position(&rules, &[heap], &[c.span], c.span)?;
        match m.ask(position, "NimValue", c.span)? {
            Value::Game(Game::Integer(value)) => {
                values.push(u64::try_from(&value).unwrap_or(u64::MAX))
            }
            _ => return Ok(None),
        }
    }
    let mut found = None;
    // Sequences are compared with themselves at every distance, which takes a while.
    m.calc.budget().check().map_err(stopped(c.span))?;
    if last > 0 {
        found = period(&values, most_heaps as u64, reach);
    }
    let found = found.filter(|found| is_proved(m, &code, found, most_heaps as u64, reach));
    if found.is_none() {
        m.calc.budget().check().map_err(stopped(c.span))?;
    }
    Ok(found.map(Data::Periodicity))
}

/// Whether the checker accepts the certificate of a period.
fn is_proved(
    m: &Interpreter,
    code: &HeapCode,
    found: &Periodicity,
    most_heaps: u64,
    reach: u64,
) -> bool {
    let heaps = most_heaps.max(1);
    let range = heaps * (found.preperiod.max(1) + found.period - 1) + reach + 1;
    let certificate = Certificate::new(NimPeriod {
        code: code.to_string(),
        preperiod: found.preperiod,
        period: found.period,
        saltus: 0,
        computed: range.max(found.period + reach + 1),
        theorem: Theorem::BoundedHeaps { heaps, reach },
    });
    standing(&certificate, m.calc.budget()).is_verified()
}

fn told(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<(HeapRules, u64)> {
    if let Value::Data(data) = c.arg(0) {
        match &***data {
            Data::HeapRules(rules) => return Ok((rules.clone(), 0)),
            Data::HeapPosition(rules, heap) => return Ok((rules.clone(), *heap)),
            _ => {}
        }
    }
    Err(m.wrong_kind("a heap game", c.arg(0), c.at(0)))
}

/// A heap of a game that a function tells.
pub(crate) fn heap_position(
    m: &mut Interpreter,
    rules: &HeapRules,
    arguments: &[Value],
    span: Span,
) -> Evaluated<Value> {
    let [heap] = arguments else {
        return Err(fail(ErrorKind::Kind, span, "a heap has one size"));
    };
    let heap = small(m, heap, span)?;
    m.data(Data::HeapPosition(rules.clone(), heap), span)
}

/// What the function says may become of a heap.
fn options(
    m: &mut Interpreter,
    rules: &HeapRules,
    heap: u64,
    span: Span,
) -> Evaluated<Vec<Vec<u64>>> {
    if heap == 0 {
        return Ok(Vec::new());
    }
    let told =
        m.call_value(&rules.function, vec![Value::Game(Game::Integer(IBig::from(heap)))], span)?;
    let mut options = Vec::new();
    for option in m.members(&told, span)?.items {
        let sizes = if On::Collection.accepts(&option) {
            m.members(&option, span)?.items
        } else {
            vec![option]
        };
        let mut left = Vec::with_capacity(sizes.len());
        for size in &sizes {
            m.step(span)?;
            let n = m.natural(size, span)?;
            match u64::try_from(n).ok().filter(|&n| n < heap) {
                Some(n) => left.push(n),
                None => {
                    let text = m.brief(size);
                    let message = format!(
                        "a heap of {heap} may become smaller heaps only, and {text} is not"
                    );
                    return Err(fail(ErrorKind::Domain, span, message));
                }
            }
        }
        options.push(left);
    }
    Ok(options)
}

/// The nim-values of the heaps 0 to `last`.
fn values(m: &mut Interpreter, rules: &HeapRules, last: u64, span: Span) -> Evaluated<Vec<u64>> {
    let watch = m.globals.watch();
    let mut kept = rules.known.lock().unwrap_or_else(PoisonError::into_inner);
    if !m.globals.holds(&kept.depends) {
        *kept = HeapValues::default();
    }
    let mut known = kept.list.clone();
    drop(kept);
    for heap in known.len() as u64..=last {
        let mut reached: Vec<u64> = Vec::new();
        for option in options(m, rules, heap, span)? {
            reached.push(option.iter().fold(0, |sum, &n| sum ^ known[n as usize]));
        }
        reached.sort_unstable();
        reached.dedup();
        let mex = (0..).zip(&reached).take_while(|(i, value)| *i == **value).count();
        known.push(mex as u64);
        m.calc.budget().charge(8).map_err(stopped(span))?;
    }
    m.calc.budget().refund(8 * known.len() as u64);
    let mut kept = rules.known.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.list.len() < known.len() {
        kept.list.clone_from(&known);
    }
    m.globals.seen(&mut kept.depends, watch, rules.function.nesting().mutable);
    m.globals.read_again(&kept.depends);
    Ok(known)
}

fn nim_value(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<u64> {
    let (rules, heap) = told(m, c)?;
    Ok(values(m, &rules, heap, c.span)?[heap as usize])
}

/// The canonical form in misère play.
fn misere_form(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Form> {
    let (rules, last) = told(m, c)?;
    let mut forms: Vec<Form> = Vec::new();
    for heap in 0..=last {
        let mut games = Vec::new();
        for option in options(m, &rules, heap, c.span)? {
            let mut sum = m.misere.nim_heap(0).map_err(stopped(c.span))?;
            for n in option {
                sum = m.misere.add(sum, forms[n as usize]).map_err(stopped(c.span))?;
            }
            games.push(sum);
        }
        forms.push(m.misere.make(&games).map_err(stopped(c.span))?);
    }
    Ok(forms[last as usize])
}

fn of_misere_form(m: &mut Interpreter, c: &Call<'_>, method: &str) -> Evaluated<Value> {
    let form = misere_form(m, c)?;
    m.ask(Value::Game(Game::Misere(form)), method, c.span)
}

fn value(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let nim = nim_value(m, c)?;
    m.nimber_of(nim.into()).map_err(stopped(c.span))
}

fn outcome(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Outcome> {
    Ok(if nim_value(m, c)? > 0 { Outcome::N } else { Outcome::P })
}

fn told_options(
    m: &mut Interpreter,
    c: &Call<'_>,
    heap: u64,
) -> Evaluated<Vec<AnswerList<Vec<u64>>>> {
    let (rules, _) = told(m, c)?;
    Ok(options(m, &rules, heap, c.span)?.into_iter().map(AnswerList).collect())
}

rows! { pub(super) TABLE |m, c|
    Ruleset.code(_) "the code of a heap game"
        ["subtraction(2,3,7).code", "\"0.0330003\""] code(m, c)?.to_string();
    Ruleset.Code(_) "the code of a heap game"
        ["grundys_game.Code", "\"4!.0\""] code(m, c)?.to_string();
    Ruleset.HeapOptions(_, n) "what may become of a heap of n: the list of heaps for each move"
        ["kayles.HeapOptions(3)", "[[2],[1,1],[1]]"] options_of_code(m, c);
    Ruleset.CheckPeriodicity(_, n)
        "the period of the nim-sequence if it can be proved with the heaps up to n, else Nothing"
        ["kayles.CheckPeriodicity(300)", "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)"]
            check_periodicity(m, c);
    Periodicity.Period(period: &Periodicity) "after how many heaps the sequence repeats"
        ["subtraction(1,3).CheckPeriodicity(50).Period", "2"]
            period.period;
    Periodicity.Preperiod(period: &Periodicity) "from which heap on the sequence repeats"
        ["kayles.CheckPeriodicity(300).Preperiod", "71"] period.preperiod;
    Periodicity.Saltus(period: &Periodicity)
        "by how much the values grow from one period to the next"
        ["kayles.CheckPeriodicity(300).Saltus", "0"] period.saltus;
    fn HeapRuleset(function)
        "the heap game in which a heap of n may become what the function says: a list of heaps, or of lists of heaps"
        ["HeapRuleset(n -> [[n-1],[0]])(4).NimValue", "2"] match c.arg(0) {
            function @ (Value::Function(_) | Value::Builtin(_)) => {
                let rules = HeapRules { function: function.clone(), known: Default::default() };
                m.data(Data::HeapRules(rules), c.span)
            }
            other => {
                let mut error = m.wrong_kind("a function of the heap", other, c.at(0));
                error.hint = Some("for example `HeapRuleset(n -> [[n-1]])`".to_owned());
                Err(error)
            }
        };
    HeapRuleset.HeapOptions(_, n) "what may become of a heap of n"
        ["HeapRuleset(n -> [[n-1],[0]]).HeapOptions(3)", "[[2],[0]]"] {
            let heap = small(m, c.arg(1), c.at(1))?;
            AnswerList(told_options(m, c, heap)?)
        };
    HeapRuleset.NimValueSequence(_, n) "the nim-values of the heaps 1 to n"
        ["HeapRuleset(n -> [[k] for k from Max(0,n-3) to n-1]).NimValueSequence(6)",
         "[1,2,3,0,1,2]"] {
            let (rules, _) = told(m, c)?;
            let last = small(m, c.arg(1), c.at(1))?;
            let values = values(m, &rules, last, c.span)?;
            AnswerList(values.into_iter().skip(1))
        };
    HeapPosition.Options(_) "what may become of the heap"
        ["HeapRuleset(n -> [[n-1]])(3).Options", "[[2]]"] {
            let (_, heap) = told(m, c)?;
            AnswerList(told_options(m, c, heap)?)
        };
    HeapPosition.NimValue(_) "the size of the nim-heap that the heap is worth"
        ["HeapRuleset(n -> [[n-1]])(3).NimValue", "1"] nim_value(m, c)?;
    HeapPosition.Value(_) "what the heap is worth"
        ["HeapRuleset(n -> [0..n-1].Flattened)(3).Value", "*3"] value(m, c);
    HeapPosition.CanonicalForm(_) "what the heap is worth"
        ["HeapRuleset(n -> [[n-1]])(3).CanonicalForm", "*"] value(m, c);
    HeapPosition.Outcome(_) "who wins: N or P"
        ["HeapRuleset(n -> [[n-1]])(4).Outcome", "P"] outcome(m, c);
    HeapPosition.OutcomeClass(_) "the same as Outcome"
        ["HeapRuleset(n -> [[n-1]])(3).OutcomeClass", "N"] outcome(m, c);
    HeapPosition.MisereCanonicalForm(_) "the canonical form in misère play"
        ["HeapRuleset(n -> [k for k from 0 to n-1])(3).MisereCanonicalForm", "*[3]"]
            misere_form(m, c);
    HeapPosition.Genus(_) "the genus in misère play"
        ["HeapRuleset(n -> [[n-1]])(3).Genus", "1"] of_misere_form(m, c, "Genus");
    HeapPosition.MisereNimValue(_) "the nim-value in misère play"
        ["HeapRuleset(n -> [[n-1]])(3).MisereNimValue", "0"] match of_misere_form(m, c, "Genus")? {
            Value::Game(Game::Genus(genus)) => {
                Value::Game(Game::Integer(genus.genus.exponent(0).into()))
            }
            other => other,
        };
}
