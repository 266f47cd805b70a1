//! Limits as people write them, and the periods that are seen in rows of tables.

use std::time::Duration;
use upstar_session::{Amount, RowPeriod, TimeSpan, half_of_ram};

#[test]
fn amounts() {
    let bytes = |text: &str| text.parse::<Amount>().map(|Amount(n)| n);
    assert_eq!(bytes("2G"), Ok(2 << 30));
    assert_eq!(bytes("1.5K"), Ok(1536));
    assert_eq!(bytes("100"), Ok(100));
    assert_eq!(bytes("3 MiB"), Ok(3 << 20));
    assert_eq!(bytes("7gb"), Ok(7 << 30));
    for wrong in ["", "G", "1.2.3", "-1", "0", "12Q", "99999999999T", "."] {
        assert!(bytes(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn spans() {
    let span = |text: &str| text.parse::<TimeSpan>().map(|TimeSpan(t)| t);
    assert_eq!(span("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(span("2s"), Ok(Duration::from_secs(2)));
    assert_eq!(span("0.25"), Ok(Duration::from_millis(250)));
    assert_eq!(span("1m"), Ok(Duration::from_secs(60)));
    for wrong in ["", "s", "1y", "0s", "-1s", "9999999999999d"] {
        assert!(span(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn this_machine_has_memory() {
    assert!(half_of_ram() > 1 << 19);
}

fn period(row: &str) -> Option<(usize, usize, Option<i64>)> {
    let row: Vec<&str> = row.split_whitespace().collect();
    RowPeriod::seen(&row, 1).map(|period| (period.from, period.length, period.grows))
}

#[test]
fn the_soonest_period_is_found() {
    assert_eq!(period("5 1 2 1 2 1 2"), Some((2, 2, None)));
    assert_eq!(period("0 0 0 0"), Some((1, 1, None)));
    assert_eq!(period("0 *2 * *3 *5 *4 *6 *8 *7 *9 *11 *10"), Some((1, 3, Some(3))));
    assert_eq!(period("1 2 4 8 16 32 64 128 256"), None);
    assert_eq!(period("1 2"), None);
    assert_eq!(period(""), None);
}

#[test]
fn a_period_that_breaks_is_none() {
    assert_eq!(period("1 2 1 2 1 2 1 3"), None);
    assert_eq!(period("1 2 1 2 1"), None);
}
