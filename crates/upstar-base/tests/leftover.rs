//! Files that a killed process left behind are removed, and nothing else.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};
use upstar_base::file::leftover::{claim, sweep};
use upstar_base::file::{Lock, Target};

/// A number that no process has.
const NOBODY: u32 = u32::MAX - 1;

/// The name of a new file of a process.
fn named(process: u32, count: u64) -> String {
    format!(".upstar-{process}-{count}.new")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn only_exact_names_belong_to_a_process() {
    let folder = tempfile::tempdir().unwrap();
    let mut others = [
        "upstar-4294967294-0.new",
        ".upstar-4294967294-0.new~",
        ".upstar-4294967294-0.NEW",
        ".upstar-04294967294-0.new",
        ".upstar-4294967294-00.new",
        ".upstar-+4294967294-0.new",
        ".upstar-4294967294.new",
        ".upstar-4294967294-.new",
        ".upstar-4294967294-0-1.new",
        ".upstar-99999999999-0.new",
        ".upstar--0.new",
    ];
    others.sort_unstable();
    assert_eq!(named(NOBODY, 0), ".upstar-4294967294-0.new");
    for name in others.into_iter().chain([&*named(NOBODY, 0)]) {
        fs::write(folder.path().join(name), "half").unwrap();
    }
    sweep(folder.path());
    assert_eq!(names(folder.path()), others);
}

#[test]
fn what_dead_processes_left_is_removed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, "half").unwrap();
        path
    };
    let sweeps: [&dyn Fn(); 2] =
        [&|| drop(Target::new(&folder.path().join("answer")).unwrap()), &|| {
            drop(Lock::take(&folder.path().join("state")).unwrap())
        }];
    for by in sweeps {
        put(&named(NOBODY, 0));
        put(&named(NOBODY, 17));
        // Written by somebody: a lock on it, or a process that was there before it.
        let locked = put(&named(NOBODY, 1));
        let lock = File::open(&locked).unwrap();
        lock.lock().unwrap();
        put(&named(std::process::id(), 1 << 40));
        put(".upstar-1-x.new");
        put("mine.new");
        fs::create_dir_all(folder.path().join(named(NOBODY, 2))).unwrap();
        by();
        let left = names(folder.path());
        let mut expected = vec![
            named(NOBODY, 1),
            named(NOBODY, 2),
            named(std::process::id(), 1 << 40),
            ".upstar-1-x.new".to_owned(),
            "mine.new".to_owned(),
        ];
        expected.sort_unstable();
        assert_eq!(left, expected);
    }
}

#[test]
fn a_number_that_was_given_again_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(named(std::process::id(), 1 << 40));
    let file = File::create(&path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(1_000_000_000)).unwrap();
    drop(file);
    sweep(folder.path());
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_file_is_swept_before_it_is_claimed_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(named(NOBODY, 0));
    let file = File::create(&path).unwrap();
    sweep(folder.path());
    assert!(!claim(&file, &path));
    let file = File::create(&path).unwrap();
    assert!(claim(&file, &path));
    sweep(folder.path());
    assert!(path.exists());
}
