//! Wrong claims, with checkpoints that are foreign, longer, shorter, damaged or of another claim: no
//! comparison is skipped, and none is believed that was not made.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use upstar_base::{Budget, Random};
use upstar_heaps::checkpoint::{FileError, load, save};
use upstar_heaps::claim::{Claim, ClaimError, Claimed};
use upstar_heaps::{Engine, engine};
use upstar_rules::heap::code::HeapCode;

/// The game that is claimed about, and its preperiod and period.
const CODE: &str = ".56";
const TRUE: (u64, u64) = (326_640, 144);
/// The length of windows.
const WINDOW: u64 = 1 << 17;

fn code(text: &str) -> HeapCode {
    text.parse().unwrap()
}

fn window(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".window");
    PathBuf::from(name)
}

fn check((preperiod, period): (u64, u64), file: Option<&Path>) -> Result<Claimed, ClaimError> {
    Claim { preperiod, period }.check(&code(CODE), 1, file, &Budget::unlimited(), &mut ())
}

/// What was said; a claim that holds must be the true one, and one that is refuted a false one.
fn judged(claim: (u64, u64), file: Option<&Path>, what: &str) -> &'static str {
    match check(claim, file) {
        Ok(Claimed::Holds(answer)) => {
            assert_eq!(claim, TRUE, "{what}");
            let budget = Arc::new(Budget::unlimited());
            let period = answer.period.unwrap();
            let standing = period.standing(&code(CODE), answer.computed, &budget).unwrap();
            assert!(standing.is_verified(), "{what}: {standing:?}");
            "holds"
        }
        Ok(Claimed::Refuted(why)) => {
            assert_ne!(claim, TRUE, "{what}: {why}");
            "refuted"
        }
        Ok(Claimed::Open(why)) => {
            assert_ne!(claim, TRUE, "{what}: {why}");
            "open"
        }
        Ok(Claimed::Stopped(stopped, _)) => panic!("{what}: {stopped}"),
        Err(ClaimError::File(FileError::Foreign { .. })) => "foreign",
        Err(error) => panic!("{what}: {error}"),
    }
}

/// Checkpoints of the game with these many values, whole or with the middle forgotten.
struct Files {
    folder: tempfile::TempDir,
    whole: Vec<(u64, PathBuf)>,
}

impl Files {
    fn new(lengths: &[u64]) -> Files {
        let folder = tempfile::tempdir().unwrap();
        let mut run = engine(&code(CODE));
        let mut whole = Vec::new();
        for &len in lengths {
            run.extend(len, &Budget::unlimited()).unwrap();
            let file = folder.path().join(format!("values-{len}"));
            save(&file, &code(CODE), &*run).unwrap();
            whole.push((run.len(), file));
        }
        Files { folder, whole }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// A check that was stopped after it had compared some windows leaves both files.
fn stopped(claim: (u64, u64), file: &Path) {
    /// Stops as soon as the run is beyond some number of values.
    struct Until(Arc<Budget>, u64);
    impl upstar_heaps::Watch for Until {
        fn progress(&mut self, len: u64, _: upstar_heaps::Statistics) {
            if len > self.1 {
                self.0.interrupt();
            }
        }
    }
    let budget = Arc::new(Budget::unlimited());
    let beyond = claim.0 + WINDOW + 1000;
    let mut until = Until(Arc::clone(&budget), beyond);
    let claim = Claim { preperiod: claim.0, period: claim.1 };
    let end = claim.check(&code(CODE), 1, Some(file), &budget, &mut until).unwrap();
    assert!(matches!(end, Claimed::Stopped(_, len) if len > beyond), "{end:?}");
    assert!(file.exists() && window(file).exists());
}

#[test]
fn a_checkpoint_beyond_a_claim_proves_nothing() {
    let files = Files::new(&[]);
    let file = files.path("run");
    stopped((TRUE.0, 144_000_000_000), &file);
    let kept = (fs::read(&file).unwrap(), fs::read(window(&file)).unwrap());
    for claim in [
        (TRUE.0, 100),
        (TRUE.0, 77),
        (TRUE.0, 145),
        (TRUE.0, 288),
        (TRUE.0, 144),
        (200_000, 144),
        (TRUE.0 - 1, 145),
    ] {
        let error = check(claim, Some(&file)).unwrap_err().to_string();
        let belongs = "belongs to the claim 326640,144000000000 about 0.56";
        assert!(error.contains(belongs), "{claim:?}: {error}");
        assert!(!error.contains('\n'));
        assert_eq!(fs::read(&file).unwrap(), kept.0, "{claim:?}");
        assert_eq!(fs::read(window(&file)).unwrap(), kept.1, "{claim:?}");
    }
    // Without the record the same file says too little as well.
    fs::remove_file(window(&file)).unwrap();
    for claim in [(TRUE.0, 100), (TRUE.0, 144), (TRUE.0, 144_000_000_000)] {
        assert_eq!(judged(claim, Some(&file), "no record"), "foreign", "{claim:?}");
    }
}

#[test]
fn the_window_of_another_claim_is_refused() {
    let files = Files::new(&[]);
    let file = files.path("run");
    assert_eq!(judged(TRUE, Some(&file), "fresh"), "holds");
    assert_eq!(judged(TRUE, Some(&file), "again"), "holds");
    for claim in [(TRUE.0 - 1, 145), (TRUE.0 + 60, 144), (TRUE.0, 288)] {
        assert_eq!(judged(claim, Some(&file), "another claim"), "foreign", "{claim:?}");
    }
    let other = files.path("other");
    assert_eq!(judged((TRUE.0 + 60, 144), Some(&other), "fresh"), "refuted");
    assert_eq!(judged(TRUE, Some(&other), "another claim"), "foreign");
    // Somebody else's record next to values of this game.
    fs::copy(window(&other), window(&file)).unwrap();
    assert_eq!(judged(TRUE, Some(&file), "swapped"), "foreign");
    // A record without its checkpoint is made anew.
    let file = files.path("alone");
    fs::copy(window(&files.path("run")), window(&file)).unwrap();
    assert_eq!(judged((TRUE.0 + 60, 144), Some(&file), "alone"), "refuted");
}

/// A run that is stopped between its stations is resumed, and ends as one without a file does.
#[test]
fn every_station_is_compared() {
    let files = Files::new(&[]);
    let file = files.path("run");
    // 5, 3 and 2 are factors, and what is left is no multiple of the period.
    let long = (TRUE.0, 2 * 3 * 5 * 90_001);
    stopped(long, &file);
    assert_eq!(judged(long, Some(&file), "resumed"), judged(long, None, "fresh"));
    // With the values of a later moment no comparison may be left out.
    let file = files.path("ahead");
    stopped(long, &file);
    let mut ahead = load(&file, &code(CODE)).unwrap().unwrap();
    ahead.extend(TRUE.0 + WINDOW + long.1 - 1, &Budget::unlimited()).unwrap();
    save(&file, &code(CODE), &*ahead).unwrap();
    let error = check(long, Some(&file)).unwrap_err().to_string();
    assert!(error.contains("no comparison at"), "{error}");
}

/// Wrong numbers near the true ones, and far from them, with files of every kind.
#[test]
fn wrong_claims_with_files_of_every_kind() {
    let start = TRUE.0 + WINDOW;
    let files =
        Files::new(&[1000, 200_000, start - 1, start, start + 72, start + 144, start + 999]);
    let other = files.path("grundy");
    let mut grundy = engine(&code("grundy"));
    grundy.extend(5000, &Budget::unlimited()).unwrap();
    save(&other, &code("grundy"), &*grundy).unwrap();
    let record = files.path("record");
    assert_eq!(judged(TRUE, Some(&record), "fresh"), "holds");
    let good = fs::read(window(&record)).unwrap();
    let file = files.path("run");
    let mut random = Random::new(31);
    let mut told = std::collections::BTreeMap::new();
    for trial in 0..60 {
        let period = match random.below(8) {
            0 => TRUE.1 + random.under(5) - 2,
            1 => TRUE.1 * (2 + random.under(5)),
            2 => [72, 48, 36, 24, 16, 12, 9, 8, 6, 4, 3, 2, 1][random.below(13)],
            3 => 1 + random.under(3000),
            _ => TRUE.1,
        };
        let preperiod = match random.below(6) {
            0 => TRUE.0 + random.under(5) - 2,
            1 => TRUE.0 - 1 - random.under(150_000),
            2 => TRUE.0 + 1 + random.under(3000),
            _ => TRUE.0,
        };
        let claim = (preperiod, period);
        let _ = (fs::remove_file(&file), fs::remove_file(window(&file)));
        let state = match random.below(8) {
            0 => "none",
            1 => {
                fs::copy(&other, &file).unwrap();
                "foreign"
            }
            2 => {
                let mut bytes = fs::read(&files.whole[1].1).unwrap();
                let place = random.below(bytes.len());
                bytes[place] ^= 1 << random.below(8);
                fs::write(&file, bytes).unwrap();
                "damaged"
            }
            3 => {
                let bytes = fs::read(&files.whole[2].1).unwrap();
                let length = random.below(bytes.len());
                fs::write(&file, &bytes[..length]).unwrap();
                "cut off"
            }
            _ => {
                let (_, from) = &files.whole[random.below(files.whole.len())];
                fs::copy(from, &file).unwrap();
                "values"
            }
        };
        let beside = match random.below(4) {
            0 => {
                fs::write(window(&file), &good).unwrap();
                "record"
            }
            1 => {
                let mut bytes = good.clone();
                let place = random.below(bytes.len());
                bytes[place] ^= 1 << random.below(8);
                fs::write(window(&file), bytes).unwrap();
                "damaged record"
            }
            _ => "no record",
        };
        let what = format!("{trial}: {claim:?}, {state}, {beside}");
        let said = judged(claim, Some(&file), &what);
        if matches!(state, "foreign" | "damaged" | "cut off") || beside == "damaged record" {
            assert_eq!(said, "foreign", "{what}");
        }
        *told.entry(said).or_insert(0) += 1;
    }
    assert!(told["holds"] > 0 && told["refuted"] > 5 && told["foreign"] > 10, "{told:?}");
}

/// Short claims look for the period; files may be longer or shorter, and are never believed for
/// more than values.
#[test]
fn short_claims_with_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run");
    let budget = Budget::unlimited();
    for (text, start, length) in [(".77", 71, 12), (".137", 52, 34), (".53", 11, 9)] {
        let game = code(text);
        let truth = {
            let found = upstar_heaps::search(&game, 5000, &budget, &mut ()).period.unwrap();
            (found.preperiod, found.period)
        };
        assert!(truth == (start, length) || text == ".137", "{text}: {truth:?}");
        for len in [50, 300, 60_000] {
            let mut run = engine(&game);
            run.extend(len, &budget).unwrap();
            for (preperiod, period) in [
                truth,
                (truth.0, 2 * truth.1),
                (truth.0, truth.1 / 2),
                (truth.0 + 1, truth.1),
                (truth.0 - 1, truth.1),
                (truth.0, truth.1 + 1),
            ] {
                save(&file, &game, &*run).unwrap();
                let claim = Claim { preperiod, period };
                let said = claim.check(&game, 1, Some(&file), &budget, &mut ()).unwrap();
                let what = format!("{text} {preperiod} {period} {len}: {said:?}");
                match said {
                    Claimed::Holds(_) => assert_eq!((preperiod, period), truth, "{what}"),
                    Claimed::Refuted(_) => assert_ne!((preperiod, period), truth, "{what}"),
                    _ => panic!("{what}"),
                }
            }
        }
    }
    // Values that were forgotten are not looked for.
    let mut sparse =
        upstar_heaps::sparse::Sparse::new(upstar_heaps::Breaks::from_code(&code(".104")).unwrap());
    sparse.extend(20_000, &budget).unwrap();
    sparse.forget_beyond(100, 100);
    save(&file, &code(".104"), &sparse).unwrap();
    let claim = Claim { preperiod: 71, period: 12 };
    let error = claim.check(&code(".104"), 1, Some(&file), &budget, &mut ()).unwrap_err();
    assert!(error.to_string().contains("only the first and the last values"), "{error}");
}

/// A value that was forgotten is not one that is too large.
#[test]
fn forgotten_values_are_not_listed() {
    use upstar_heaps::beginning::{Beginning, NotListed};
    let budget = Budget::unlimited();
    let game = upstar_heaps::Breaks::from_code(&code(".104")).unwrap();
    let mut sparse = upstar_heaps::sparse::Sparse::new(game);
    sparse.extend(20_000, &budget).unwrap();
    assert!(Beginning::new(&sparse, None, 20_000).is_ok());
    assert!(upstar_heaps::checkpoint::keeps_all(&sparse));
    sparse.forget_beyond(100, 100);
    assert!(!upstar_heaps::checkpoint::keeps_all(&sparse));
    let error = Beginning::new(&sparse, None, 20_000).err().unwrap();
    assert!(matches!(error, NotListed::Forgotten(n) if n > 99 && n < 20_000), "{error}");
}

#[test]
fn numbers_out_of_range() {
    let budget = Budget::unlimited();
    for (preperiod, period) in [
        (u64::MAX, 1),
        (0, u64::MAX),
        (u64::MAX, u64::MAX),
        (1 << 40, 18_446_744_073_709_551_557),
        (1 << 52, 1),
        (71, 0),
    ] {
        let claim = Claim { preperiod, period };
        let said = claim.check(&code(CODE), 1, None, &budget, &mut ());
        assert!(matches!(said, Err(ClaimError::NotSparse(_))), "{preperiod},{period}");
    }
}
