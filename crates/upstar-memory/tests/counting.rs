//! What the allocator counts, and how a process ends that holds too much.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};
use std::thread;
use upstar_memory::{ALLOWANCE, Counting, LastWords, exceeded, live, set_last_words, set_limit};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MB: u64 = 1 << 20;

/// Names what a process of its own does.
const CASE: &str = "UPSTAR_MEMORY_TEST_CASE";

/// Runs one of the cases below in a process of its own.
fn alone(case: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_case_in_its_own_process", "--nocapture"]).env(CASE, case);
    command.output().unwrap()
}

#[test]
fn a_case_in_its_own_process() {
    match std::env::var(CASE).as_deref() {
        Ok("handed_over") => handed_over(),
        Ok("resized") => resized(),
        Ok("one_block") => one_block(),
        Ok("many_blocks") => many_blocks(),
        Ok("more_than_there_is") => more_than_there_is(),
        // Run by itself, it has nothing to do.
        _ => {}
    }
}

#[test]
fn threads_that_end_lose_nothing() {
    assert!(alone("handed_over").status.success());
}

fn handed_over() {
    let before = live();
    // Each thread counts less than it adds up at once, and hands over what it allocates.
    let blocks: Vec<Vec<u8>> =
        (0..2000).map(|_| thread::spawn(|| vec![1; 40_000]).join().unwrap()).collect();
    let all = live() - before;
    assert!((79 * MB / 2..2 * 80 * MB).contains(&all), "{all}");
    drop(blocks);
    assert!(live() < before + MB, "{} {before}", live());
}

#[test]
fn blocks_that_change_their_size() {
    assert!(alone("resized").status.success());
}

fn resized() {
    let before = live();
    let mut bytes: Vec<u8> = Vec::new();
    for round in 1..=50 {
        bytes.reserve_exact(round * 100_000);
        assert!(live() + MB / 8 >= before + bytes.capacity() as u64);
        bytes.resize(bytes.capacity(), 1);
        bytes.truncate(bytes.len() / 2);
        bytes.shrink_to_fit();
        assert!(live() <= before + bytes.capacity() as u64 + MB / 8);
    }
    assert_eq!(exceeded(), None);
    set_limit(Some(MB));
    assert_eq!(exceeded(), None);
    let more = vec![0u8; (ALLOWANCE + 2 * MB) as usize];
    assert_eq!(exceeded(), Some(MB));
    drop(more);
    assert_eq!(exceeded(), None);
}

fn last_words() {
    set_limit(Some(MB));
    set_last_words(LastWords { line: "too much\n".into(), to_stdout: false, status: 7 });
}

#[cfg(unix)]
#[test]
fn a_process_that_needs_too_much_ends_with_a_line() {
    for test in ["one_block", "many_blocks", "more_than_there_is"] {
        let output = alone(test);
        assert_eq!(output.status.code(), Some(7), "{test}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "too much\n", "{test}");
    }
}

fn one_block() {
    last_words();
    drop(std::hint::black_box(vec![0u8; 1 << 30]));
}

fn many_blocks() {
    last_words();
    let mut blocks = Vec::new();
    (0..100_000).for_each(|_| blocks.push(std::hint::black_box(vec![0u8; 1000])));
}

fn more_than_there_is() {
    last_words();
    set_limit(None);
    drop(std::hint::black_box(vec![0u8; 1 << 60]));
}
