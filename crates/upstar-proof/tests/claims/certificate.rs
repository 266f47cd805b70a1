//! The format of certificates.

use upstar_proof::{Certificate, NimPeriod, ReadError, Theorem};

/// The longest certificate of a period.
const LONGEST_PERIOD: usize = 1 << 20;

fn kayles() -> Certificate {
    Certificate::new(NimPeriod {
        code: "0.77".into(),
        preperiod: 71,
        period: 12,
        saltus: 0,
        computed: 200,
        theorem: Theorem::BoundedHeaps { heaps: 2, reach: 2 },
    })
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(Certificate::read(&kayles().write()).unwrap(), kayles());
    let counters = include_str!("../../../upstar-misere/src/counters/known.json");
    assert_eq!(Certificate::read(counters).unwrap().write(), counters);
}

#[test]
fn a_text_may_be_as_long_as_the_limit() {
    let long = |text: &str| match Certificate::read(text) {
        Err(ReadError::Long(limit)) => limit,
        _ => 0,
    };
    let mut text = kayles().write();
    text.extend(std::iter::repeat_n(' ', LONGEST_PERIOD - text.len()));
    assert_eq!(Certificate::read(&text).unwrap(), kayles());
    assert_eq!(long(&(text + " ")), LONGEST_PERIOD);
    let text = "x".repeat(Certificate::LONGEST);
    assert_eq!(long(&text), 0);
    assert_eq!(long(&(text + "x")), Certificate::LONGEST);
}

#[test]
fn errors_are_one_line_of_visible_text() {
    let text = kayles().write();
    let hostile = r"\n\u001b[8m\u2028\u202everified: it";
    let texts = [
        text.replace("nim-period", hostile),
        text.replace("\"saltus\"", &format!("\"{hostile}\"")),
        text.replace("\"seal\"", &format!("\"{hostile}\"")),
        text.replace("bounded-heaps", hostile),
        text.replace("\"version\": 1", "\"version\": 2"),
        text.replace("\"version\": 1", "\"version\": 1, \"version\": 1"),
        text.replace("71", "71.5"),
        text.replace("71", "-71"),
        text.replace("71", "99999999999999999999"),
        text.replace("71", &format!("\"{}\"", "x".repeat(500))),
        "[".repeat(1_000_000),
        format!("{{\"certificate\":{}", "[".repeat(1_000_000)),
        format!("{text}{text}"),
        text.replace("0.77", &"7".repeat(LONGEST_PERIOD)),
        String::new(),
    ];
    for text in texts {
        let error = Certificate::read(&text).unwrap_err().to_string();
        let visible = error.chars().all(|c| matches!(c, ' '..='~'));
        assert!(visible && error.len() < 500, "{error}");
    }
    let error = Certificate::read("[").unwrap_err().to_string();
    assert_eq!(error, "this is not a certificate: EOF while parsing a list at line 1 column 1");
}
