//! Looking into an atlas without touching it: rows by a filter, sorted, all or a page at a time.
//!
//! Nothing of a filter ever becomes part of a statement: values are bound, and columns are named by
//! an enum. A filter that no row of its table could ever pass is refused, and says what there is.

use crate::atlas::Atlas;
use crate::database::{SurveyError, count, number};
use crate::heaps::shifted;
use rusqlite::{Row, named_params};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use upstar_misere::rule::RuleKind;

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Between {
    /// The least.
    pub least: Option<u64>,
    /// The largest.
    pub most: Option<u64>,
}

/// `12`, `2..40`, `100..` or `..9`.
impl FromStr for Between {
    type Err = String;

    fn from_str(text: &str) -> Result<Between, String> {
        let expected = || format!("expected numbers as in 12, 2..40, 100.. or ..9, not `{text}`");
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            digits => digits.parse().map(Some).map_err(|_| expected()),
        };
        let (least, most) = match text.split_once("..") {
            Some((least, most)) => (number(least)?, number(most)?),
            None => (number(text)?, number(text)?),
        };
        match (least, most) {
            (None, None) => Err(expected()),
            (Some(least), Some(most)) if least > most => {
                Err(format!("no number is both from {least} on and up to {most}"))
            }
            _ => Ok(Between { least, most }),
        }
    }
}

/// Which rows are wanted, in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Filter {
    /// Misère quotients instead of nim-sequences
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "hex"))]
    pub misere: bool,
    /// Nim-sequences of hexadecimal codes instead of octal ones
    #[cfg_attr(feature = "clap", arg(long))]
    pub hex: bool,
    /// One row for each code instead of one for each class
    #[cfg_attr(feature = "clap", arg(long))]
    pub each: bool,
    /// Only classes with a code that has this in it, such as .07
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT"))]
    pub code: Option<String>,
    /// The survey of so many digits [default: the most that there are, which includes the others]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub digits: Option<u32>,
    /// Only rows with this status: proved, computed, open, waiting; with --misere complete, rule, partial, waiting
    #[cfg_attr(feature = "clap", arg(long))]
    pub status: Option<String>,
    /// Only games with a rule of this kind: knots, ladders, counters
    #[cfg_attr(feature = "clap", arg(long, value_name = "KIND"))]
    pub rule: Option<String>,
    /// Only rows whose period is one of these: 12, 2..40, 100.. or ..9
    #[cfg_attr(feature = "clap", arg(long, value_name = "A..B"))]
    pub period: Option<Between>,
    /// Only quotients of such an order
    #[cfg_attr(feature = "clap", arg(long, value_name = "A..B"))]
    pub order: Option<Between>,
    /// Only games that are proved to be tame
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "wild"))]
    pub tame: bool,
    /// Only games that are wild
    #[cfg_attr(feature = "clap", arg(long))]
    pub wild: bool,
    /// Order the rows by this column [default: short codes first]
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "COLUMN"))]
    pub sort: Option<SortColumn>,
    /// The largest first
    #[cfg_attr(feature = "clap", arg(long, requires = "sort"))]
    pub desc: bool,
    /// Leave out so many rows
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 0))]
    pub from: u64,
    /// At most so many rows
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub limit: Option<u64>,
    /// Only this code.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub exactly: Option<String>,
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum SortColumn {
    /// Codes as text
    Code,
    /// How many codes the class has
    Codes,
    /// How far it is
    Status,
    /// From which heap on it repeats
    Preperiod,
    /// The period
    Period,
    /// What a period adds
    Saltus,
    /// How many values or heaps were computed
    Computed,
    /// The largest nim-value
    Largest,
    /// How many values are rare
    Rares,
    /// The last rare value
    LastRare,
    /// The order of the quotient
    Order,
    /// How many of its elements are P
    PElements,
    /// The first heap that is not tame
    FirstNotTame,
}

impl SortColumn {
    /// The name in a statement, and whether it is one of misère quotients or of nim-sequences
    /// alone.
    fn meaning(self) -> (&'static str, Option<bool>) {
        match self {
            SortColumn::Code => ("code", None),
            SortColumn::Codes => ("codes", None),
            SortColumn::Status => ("status", None),
            SortColumn::Preperiod => ("preperiod", None),
            SortColumn::Period => ("period", None),
            SortColumn::Computed => ("computed", None),
            SortColumn::Saltus => ("saltus", Some(false)),
            SortColumn::Largest => ("largest", Some(false)),
            SortColumn::Rares => ("rares", Some(false)),
            SortColumn::LastRare => ("last_rare", Some(false)),
            SortColumn::Order => ("elements", Some(true)),
            SortColumn::PElements => ("p_elements", Some(true)),
            SortColumn::FirstNotTame => ("first_not_tame", Some(true)),
        }
    }
}

/// A class of codes, or one code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The code; of a class the representative.
    pub code: String,
    /// The representative of its class.
    pub class: String,
    /// How many codes the class has.
    pub codes: u64,
    /// How far it is.
    pub status: String,
    /// From which heap on it repeats.
    pub preperiod: Option<u64>,
    /// With which period.
    pub period: Option<u64>,
    /// What a period adds to a nim-value.
    pub saltus: Option<u64>,
    /// The theorem that proves it.
    pub theorem: Option<String>,
    /// How many values, or heaps of the quotient, were computed.
    pub computed: Option<u64>,
    /// The largest nim-value.
    pub largest: Option<u64>,
    /// The first heap that has it, in the representative.
    pub largest_at: Option<u64>,
    /// How many values are rare.
    pub rares: Option<u64>,
    /// The last of them, in the representative.
    pub last_rare: Option<u64>,
    /// The bits of a value whose parity makes it rare or common.
    pub mask: Option<u64>,
    /// The parity of all breaking digits, if the parity of positions counts too.
    pub mask_position: Option<u64>,
    /// The order of the quotient.
    pub order: Option<u64>,
    /// How many of its elements are P.
    pub p_elements: Option<u64>,
    /// Is the quotient that of Nim? Not told where only that of some heaps is known and is tame.
    pub tame: Option<bool>,
    /// The first heap that is not tame.
    pub first_not_tame: Option<u64>,
    /// `order@heap` for each heap at which the quotient grew.
    pub growths: Option<String>,
    /// The kind of the rule for all heaps, if there is one: `knots`, `ladders` or `counters`.
    pub rule: Option<String>,
    /// The labels that it gives to heaps.
    pub labels: Option<String>,
    /// From which heap on they are linear.
    pub linear_from: Option<u64>,
    /// With which period.
    pub linear_period: Option<u64>,
    /// And by how much t, or the number on a ladder, grows in it.
    pub linear_step: Option<u64>,
    /// The steps that the search for the quotient was allowed.
    pub steps_allowed: Option<u64>,
    /// Why the quotient is that of some heaps only.
    pub why: Option<String>,
    /// How many bytes its certificate takes here; none if nothing is proved.
    pub certificate: Option<u64>,
}

/// A page of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FoundRows {
    /// The rows.
    pub rows: Vec<Entry>,
    /// How many there are in all.
    pub total: u64,
    /// The numbers of digits for which there are surveys.
    pub digits: Vec<u32>,
    /// What was wanted.
    #[serde(skip)]
    pub filter: Filter,
}

/// What is read of nim-sequences; for each code its class. Rare values say nothing without the mask
/// under which they are.
const HEAPS: &str = "
    select k.code as code, k.class as class, k.shift as shift, c.status as status,
        c.preperiod as preperiod, c.period as period, c.saltus as saltus, c.theorem as theorem,
        c.computed as computed, c.largest as largest, c.largest_at as largest_at,
        case when c.mask is not null then c.rares end as rares,
        case when c.mask is not null then c.last_rare end as last_rare, c.mask as mask,
        c.mask_position as mask_position, null as elements, null as p_elements, null as tame,
        null as first_not_tame, null as growths, null as rule, null as labels, null as linear_from,
        null as linear_period, null as linear_step, null as allowed, null as why,
        length(c.certificate) as certificate
    from (select distinct code, class, shift from code
          where base = :base and digits = coalesce(:digits,
              (select max(digits) from code where base = :base))) k
        join class c on c.representative = k.class";

/// What is read of quotients. What is not solved, and what has a rule, is wild if any heap is.
const MISERE: &str = "
    select k.code as code, k.class as class, 0 as shift, coalesce(c.status, 'waiting') as status,
        c.preperiod as preperiod, c.period as period, null as saltus, null as theorem,
        c.heaps as computed, null as largest, null as largest_at, null as rares,
        null as last_rare, null as mask, null as mask_position,
        case when c.heaps > 0 then c.elements end as elements,
        case when c.heaps > 0 then c.p_elements end as p_elements,
        case when c.tame = 0 then 0 when c.status = 'complete' then 1 end as tame,
        c.first_not_tame as first_not_tame, c.growths as growths,
        c.rule as rule, c.labels as labels,
        c.linear_from as linear_from, c.linear_period as linear_period,
        c.linear_step as linear_step, c.allowed as allowed, c.why as why,
        length(c.certificate) as certificate
    from (select distinct code, class from misere_plan
          where :base is not null
              and digits = coalesce(:digits, (select max(digits) from misere_plan))) k
        left join misere_code c on c.code = k.code";

/// Which of these rows are wanted.
const WANTED: &str = "
    (:status is null or status = :status) and (:rule is null or rule = :rule)
    and (:least is null or period >= :least) and (:most is null or period <= :most)
    and (:order_least is null or elements >= :order_least)
    and (:order_most is null or elements <= :order_most)
    and (:tame is null or tame = :tame) and (:exactly is null or code = :exactly)
    and (:each or code = class)
    and (:code is null or case when :each then instr(code, upper(:code)) > 0 else class in
        (select class from known where instr(code, upper(:code)) > 0) end)";

impl Atlas {
    /// The rows that a filter wants, the shortest codes first unless they are sorted otherwise.
    ///
    /// ```
    /// use upstar_atlas::{Atlas, look::{SortColumn, Filter}};
    /// let open = Filter { status: Some("open".into()), sort: Some(SortColumn::Largest), ..Filter::default() };
    /// let found = Atlas::shipped()?.look(&open)?;
    /// assert!(found.rows.windows(2).all(|pair| pair[0].largest <= pair[1].largest));
    /// # Ok::<(), upstar_atlas::SurveyError>(())
    /// ```
    pub fn look(&self, filter: &Filter) -> Result<FoundRows, SurveyError> {
        filter.can_be_passed()?;
        let (table, rows) = if filter.misere { ("misere_plan", MISERE) } else { ("code", HEAPS) };
        if !self.has(table)? {
            return Ok(FoundRows { filter: filter.clone(), ..FoundRows::default() });
        }
        self.page(filter, rows, table).map_err(|error| self.named(error))
    }

    fn page(&self, filter: &Filter, rows: &str, table: &str) -> rusqlite::Result<FoundRows> {
        let base = if filter.hex { 16 } else { 8 };
        let bound = |between: Option<Between>| {
            let Between { least, most } = between.unwrap_or_default();
            (least.map(number), most.map(number))
        };
        let ((least, most), (order_least, order_most)) =
            (bound(filter.period), bound(filter.order));
        let tame = if filter.tame { Some(true) } else { filter.wild.then_some(false) };
        let values = named_params! {
            ":base": base, ":digits": filter.digits, ":status": filter.status, ":rule": filter.rule,
            ":code": filter.code, ":exactly": filter.exactly, ":each": filter.each,
            ":least": least, ":most": most,
            ":order_least": order_least, ":order_most": order_most, ":tame": tame,
        };
        let known = format!("with known as materialized ({rows})");
        let all = format!("{known} select count(*) from known where {WANTED}");
        let total: i64 = self.database.query_row(&all, values, |row| row.get(0))?;
        let column = filter.sort.map_or("length(code)", |column| column.meaning().0);
        let way = if filter.desc { "desc" } else { "asc" };
        let (limit, from) = (filter.limit.map_or(-1, number), number(filter.from));
        let text = format!(
            "{known} select known.*, codes
             from known join (select class, count(*) as codes from known group by class) using (class)
             where {WANTED}
             order by {column} is null, {column} {way}, length(code), code
             limit {limit} offset {from}"
        );
        let mut statement = self.database.prepare(&text)?;
        let rows = statement.query_map(values, entry)?.collect::<Result<Vec<_>, _>>()?;
        let of_base = if filter.misere { "?1 is not null" } else { "base = ?1" };
        let digits = format!("select distinct digits from {table} where {of_base} order by digits");
        let mut statement = self.database.prepare(&digits)?;
        let digits = statement.query_map([base], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(FoundRows {
            rows,
            total: count(Some(total)).unwrap_or(0),
            digits,
            filter: filter.clone(),
        })
    }
}

impl Filter {
    /// Could any row of its table pass?
    fn can_be_passed(&self) -> Result<(), SurveyError> {
        let wrong = |message: &str| Err(SurveyError::Question(message.to_owned()));
        let statuses: &[&str] = if self.misere {
            &["complete", "rule", "partial", "waiting"]
        } else {
            &["proved", "computed", "open", "waiting"]
        };
        if let Some(status) = self.status.as_deref().filter(|status| !statuses.contains(status)) {
            let expected = statuses.join(", ");
            return wrong(&format!("no row has the status `{status}`; there are {expected}"));
        }
        if self.misere && self.hex {
            return wrong("there is no survey of misère quotients of hexadecimal codes");
        }
        if !self.misere && (self.order.is_some() || self.tame || self.wild) {
            return wrong("only misère quotients have an order and are tame or wild: --misere");
        }
        if let Some(rule) = &self.rule {
            rule.parse::<RuleKind>().map_err(SurveyError::Question)?;
            if !self.misere {
                return wrong("only misère games are solved by rules: --misere");
            }
        }
        match self.sort.map(SortColumn::meaning) {
            Some((_, Some(true))) if !self.misere => {
                wrong("nim-sequences have no such column; misère quotients have: --misere")
            }
            Some((_, Some(false))) if self.misere => {
                wrong("misère quotients have no such column; nim-sequences have")
            }
            _ => Ok(()),
        }
    }
}

impl Entry {
    /// From which heap on the code repeats, where `self.preperiod` is that of its class.
    fn shifted(&self, shift: i64) -> Option<u64> {
        let (preperiod, period) = (self.preperiod?, self.period?);
        if shift == 0 {
            return Some(preperiod);
        }
        let class = self.class.parse().ok()?;
        shifted(&class, (preperiod, period, self.saltus.unwrap_or(0)), shift)
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let n = |name: &str| row.get(name).map(count);
    let entry = Entry {
        code: row.get("code")?,
        class: row.get("class")?,
        codes: n("codes")?.unwrap_or(0),
        status: row.get("status")?,
        preperiod: n("preperiod")?,
        period: n("period")?,
        saltus: n("saltus")?,
        theorem: row.get("theorem")?,
        computed: n("computed")?,
        largest: n("largest")?,
        largest_at: n("largest_at")?,
        rares: n("rares")?,
        last_rare: n("last_rare")?,
        mask: n("mask")?,
        mask_position: n("mask_position")?,
        order: n("elements")?,
        p_elements: n("p_elements")?,
        tame: row.get("tame")?,
        first_not_tame: n("first_not_tame")?,
        growths: row.get("growths")?,
        rule: row.get("rule")?,
        labels: row.get("labels")?,
        linear_from: n("linear_from")?,
        linear_period: n("linear_period")?,
        linear_step: n("linear_step")?,
        steps_allowed: n("allowed")?,
        why: row.get("why")?,
        certificate: n("certificate")?,
    };
    Ok(Entry { preperiod: entry.shifted(row.get("shift")?), ..entry })
}
