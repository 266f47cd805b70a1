//! Files that are read within limits and written whole.

use std::fs;
use std::path::Path;
use upstar_base::file::{FileError, Source, Target, faults, read, read_text};
use upstar_base::{Budget, Stopped};

#[test]
fn whole_files_and_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    let text = "äb".repeat(100_000);
    fs::write(&file, &text).unwrap();
    let budget = Budget::unlimited();
    let source = Source::named(&file);
    assert_eq!(read_text(&source, 300_000, &budget).unwrap(), text);
    assert_eq!(budget.used(), 0);
    assert!(matches!(read(&source, 299_999, &budget), Err(FileError::TooLong { .. })));
    let small = Budget::new(None, Some(100_000));
    let stopped = read(&source, 300_000, &small);
    assert!(matches!(stopped, Err(FileError::Stopped(Stopped::Memory(_)))));
    assert_eq!(small.used(), 0);
    let folder = Source::named(folder.path());
    assert!(matches!(read(&folder, 9, &budget), Err(FileError::Folder(_))));
    let none = Source::named(&file.join("b"));
    assert!(matches!(read(&none, 9, &budget), Err(FileError::System { .. })));
    fs::write(&file, "\u{feff}äb").unwrap();
    assert_eq!(read_text(&source, 9, &budget).unwrap(), "äb");
    fs::write(&file, b"a\xff").unwrap();
    assert!(matches!(read_text(&source, 9, &budget), Err(FileError::NotText { at: 1, .. })));
}

#[test]
fn what_is_there_stays_until_it_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    fs::write(&file, "old").unwrap();
    let target = Target::new(&file).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    target.write(b"new").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn places_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    let wrong = |path: &Path| Target::new(path).unwrap_err();
    assert!(matches!(wrong(folder.path()), FileError::Folder(_)));
    assert!(matches!(wrong(Path::new("/")), FileError::Folder(_)));
    assert!(matches!(wrong(&folder.path().join("new/")), FileError::Folder(_)));
    assert!(matches!(wrong(&folder.path().join("none/a")), FileError::NoFolder { .. }));
    assert!(matches!(wrong(&plain.join("a")), FileError::System { .. }));
    assert!(matches!(wrong(Path::new("")), FileError::System { .. }));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (folder.path().join("link"), folder.path().join("file"));
    std::os::unix::fs::symlink("file", &link).unwrap();
    Target::new(&link).unwrap().write(b"1").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "1");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    Target::new(Path::new("/dev/null")).unwrap().write(b"1").unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let full = Target::new(Path::new("/dev/full")).unwrap();
    let error = full.write(b"1").unwrap_err().to_string();
    assert!(error.starts_with("cannot write /dev/full: "), "{error}");
}

#[test]
fn all_bytes_are_written_unless_a_failure_is_asked_for() {
    for length in [0, 1, 2, 7] {
        let bytes: Vec<u8> = (0..length).collect();
        let mut written = Vec::new();
        faults::write_all(&mut written, &bytes).unwrap();
        assert_eq!(written, bytes);
    }
    assert!(faults::step().is_ok());
}
