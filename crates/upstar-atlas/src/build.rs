//! One atlas of everything: nim-sequences, hexadecimal ones and misère quotients, in one file.
//!
//! The surveys go one after the other, each goes on where it was, and what is done is never done
//! again; so a build that was stopped or killed is finished by the same command, and one with more
//! digits or more work extends the file. At the end the file is made small.

use crate::database::{SurveyError, compact};
use crate::survey::{Survey, Surveyed};
use crate::{heaps, misere};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// What is built, and with how much work for each code. Work is counted, never timed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// All octal codes d0.d1... with so many digits.
    pub digits: u32,
    /// All hexadecimal codes with so many digits besides.
    pub hexadecimal: Option<u32>,
    /// How many nim-values are computed of an octal code without a period.
    pub values: u64,
    /// How many of a hexadecimal code.
    pub hexadecimal_values: u64,
    /// How many steps a misère quotient gets.
    pub steps: u64,
    /// Work on the classes of these codes alone; on all if there are none.
    pub only: Vec<HeapCode>,
}

/// What was built; a part is missing if the work ended before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Built {
    /// Nim-sequences of octal codes.
    pub normal: Option<heaps::SurveyStatus>,
    /// Nim-sequences of hexadecimal codes.
    pub hexadecimal: Option<heaps::SurveyStatus>,
    /// Misère quotients.
    pub misere: Option<misere::SurveyStatus>,
}

impl Built {
    /// A line for each part.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, progress: Option<&dyn fmt::Display>| {
            if let Some(progress) = progress {
                out.push_str(&format!("{name:<13}{progress}\n"));
            }
        };
        line("normal", self.normal.as_ref().map(|progress| progress as _));
        line("hexadecimal", self.hexadecimal.as_ref().map(|progress| progress as _));
        line("misère", self.misere.as_ref().map(|progress| progress as _));
        out
    }
}

/// Who is told how far it is: the part, how many of its classes are done, of how many, and the
/// line of the last one.
pub type Tell<'a> = dyn FnMut(&'static str, usize, usize, &str) + 'a;

/// Builds an atlas, or goes on with one; several codes at a time (0 threads: as many as there are
/// cores). Ends early, without an error, when the budget stops it.
///
/// ```
/// use std::sync::Arc;
/// use upstar_atlas::{Atlas, build::{Plan, build}};
/// use upstar_base::Budget;
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("atlas.db");
/// let plan = Plan { digits: 1, hexadecimal: None, values: 500, hexadecimal_values: 0, steps: 100, only: Vec::new() };
/// let (built, stopped) = build(&file, &plan, 1, &Arc::new(Budget::unlimited()), &mut |_, _, _, _| ())?;
/// assert_eq!((built.normal.unwrap().classes, stopped), (8, None));
/// assert_eq!(Atlas::open(&file)?.show(".7")?.normal.unwrap().row.period, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(
    path: &Path,
    plan: &Plan,
    threads: usize,
    budget: &Arc<Budget>,
    tell: &mut Tell<'_>,
) -> Result<(Built, Option<Stopped>), SurveyError> {
    let mut built = Built::default();
    let mut part = BuildPart { path, plan, threads, budget, tell };
    let stopped;
    let (codes, values) = (heaps::Codes::Octal(plan.digits), plan.values);
    (built.normal, stopped) = part.run::<heaps::Sequences>(codes, values, "classes")?;
    if stopped.is_some() {
        return Ok((built, stopped));
    }
    if let Some(digits) = plan.hexadecimal {
        let stopped;
        let (codes, values) = (heaps::Codes::Hexadecimal(digits), plan.hexadecimal_values);
        let name = "hexadecimal classes";
        (built.hexadecimal, stopped) = part.run::<heaps::Sequences>(codes, values, name)?;
        if stopped.is_some() {
            return Ok((built, stopped));
        }
    }
    let (codes, name) = ((plan.digits, None), "misère classes");
    let stopped;
    (built.misere, stopped) = part.run::<misere::Quotients>(codes, plan.steps, name)?;
    if stopped.is_none() {
        compact(path)?;
    }
    Ok((built, stopped))
}

/// What each part of a build gets.
struct BuildPart<'a, 't> {
    path: &'a Path,
    plan: &'a Plan,
    threads: usize,
    budget: &'a Arc<Budget>,
    tell: &'a mut Tell<'t>,
}

impl BuildPart<'_, '_> {
    /// Builds one survey: how far it is, and what stopped it.
    fn run<K: Surveyed>(
        &mut self,
        codes: K::Codes,
        amount: u64,
        name: &'static str,
    ) -> Result<(Option<K::Status>, Option<Stopped>), SurveyError> {
        let mut survey = match Survey::<K>::of(self.path, codes, self.budget) {
            Err(SurveyError::Stopped(stopped)) => return Ok((None, Some(stopped))),
            survey => survey?,
        };
        if !self.plan.only.is_empty() {
            survey.confine(&self.plan.only);
        }
        self.budget.begin(K::KIND.unit(), None);
        let (of, mut done) = (survey.plan(amount)?.len(), 0);
        let stopped = survey.run(amount, self.threads, self.budget, |row| {
            done += 1;
            (self.tell)(name, done, of, &row.to_string());
        })?;
        Ok((Some(survey.progress()?), stopped))
    }
}
