//! Where a result will be written.
//!
//! The place is tried when it is named, without touching what is there. The bytes go into a
//! new file in the same folder, are synced and renamed over the old one, so that at every moment
//! the file is absent, the old one or the new one, whole. What is not an ordinary file, a device
//! or a pipe, is written as it is; a pipe needs a reader.

use super::leftover::{self, sweep};
use super::{FileError, faults, system};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that can be written, as far as can be known before.
///
/// ```
/// use upstar_base::file::Target;
/// let folder = tempfile::tempdir()?;
/// let target = Target::new(&folder.path().join("answer"))?;
/// assert!(!folder.path().join("answer").exists());
/// target.write(b"42")?;
/// assert_eq!(std::fs::read(folder.path().join("answer"))?, b"42");
/// assert!(Target::new(folder.path()).is_err());
/// assert!(Target::new(&folder.path().join("no/such/folder")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Target {
    /// As it was named.
    name: PathBuf,
    place: TargetPlace,
}

#[derive(Clone, Debug)]
enum TargetPlace {
    /// An ordinary file, behind all links.
    File(PathBuf),
    /// Something that cannot be replaced.
    Device,
}

/// Links to links to links end here.
const MOST_LINKS: usize = 40;

impl Target {
    /// Tries whether a file can be written here. What killed processes left in the folder is removed.
    pub fn new(name: &Path) -> Result<Target, FileError> {
        let target = Target::untried(name)?;
        if let TargetPlace::File(path) = &target.place {
            sweep(folder(path));
            let (trial, _lock) = beside(path).map_err(system("write", name))?;
            faults::moment();
            fs::remove_file(&trial).map_err(system("write", name))?;
        }
        Ok(target)
    }

    /// The place where a file can be written, unless its folder does not allow new files.
    pub(super) fn untried(name: &Path) -> Result<Target, FileError> {
        if name.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(FileError::Folder(name.to_owned()));
        }
        let target = |place| Target { name: name.to_owned(), place };
        let path = behind_links(name)?;
        if path.file_name().is_none() {
            return Err(system("write", name)(io::Error::other("this names no file")));
        }
        match fs::metadata(&path) {
            Ok(what) if what.is_dir() => return Err(FileError::Folder(name.to_owned())),
            // A name such as /dev/stdout may lead to a file that somebody holds open.
            Ok(what) if !what.is_file() || is_of_the_system(name) => {
                return Ok(target(TargetPlace::Device));
            }
            Ok(_) => {
                drop(OpenOptions::new().write(true).open(&path).map_err(system("write", name))?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(system("write", name)(error)),
        }
        let folder = folder(&path);
        if matches!(fs::metadata(folder), Err(error) if error.kind() == io::ErrorKind::NotFound) {
            let (path, folder) = (name.to_owned(), folder.to_owned());
            return Err(FileError::NoFolder { path, folder });
        }
        Ok(target(TargetPlace::File(path)))
    }

    /// The name it was given.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Puts `bytes` into the file, so that it is there whole or not at all, whatever happens.
    pub fn write(&self, bytes: &[u8]) -> Result<(), FileError> {
        let written = match &self.place {
            TargetPlace::File(path) => replace(path, bytes),
            TargetPlace::Device => device(&self.name).and_then(|mut device| {
                faults::write_all(&mut device, bytes)?;
                device.flush()
            }),
        };
        written.map_err(system("write", &self.name))
    }

    /// Puts `bytes` into a file that does not exist yet, whole or not at all.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is a file, which stays as it is.
    ///
    /// ```
    /// use upstar_base::file::Target;
    /// let folder = tempfile::tempdir()?;
    /// let target = Target::new(&folder.path().join("answer"))?;
    /// target.create(b"42")?;
    /// assert!(target.create(b"43").is_err());
    /// assert_eq!(std::fs::read(folder.path().join("answer"))?, b"42");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn create(&self, bytes: &[u8]) -> Result<(), FileError> {
        let created = match &self.place {
            TargetPlace::File(path) => put(path, bytes, |new, path| {
                match fs::hard_link(new, path) {
                    Ok(()) => fs::remove_file(new),
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
                    // Not every file system knows second names.
                    Err(_) if path.exists() => Err(io::ErrorKind::AlreadyExists.into()),
                    Err(_) => fs::rename(new, path),
                }
            }),
            TargetPlace::Device => Err(io::ErrorKind::AlreadyExists.into()),
        };
        created.map_err(system("write", &self.name))
    }
}

/// Opens what is not an ordinary file.
fn device(name: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
        if fs::metadata(name)?.file_type().is_fifo() {
            // To open a pipe that nobody reads would wait for ever. While this one is open, the
            // next one does not wait.
            let probe = options.clone().custom_flags(libc::O_NONBLOCK).open(name);
            let no_reader = |error: io::Error| match error.raw_os_error() {
                Some(libc::ENXIO) => {
                    io::Error::other("nobody reads this pipe; start its reader first")
                }
                _ => error,
            };
            let _probe = probe.map_err(no_reader)?;
            return options.open(name);
        }
    }
    options.open(name)
}

/// The file that a name means when all links are followed, whether it exists or not.
pub(super) fn behind_links(name: &Path) -> Result<PathBuf, FileError> {
    let mut path = name.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(system("follow the links of", name)(io::Error::other("there are too many")))
}

fn is_of_the_system(name: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|root| name.starts_with(root))
}

pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file in the same folder, which is taken for abandoned as soon as it is closed.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    faults::step()?;
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = folder(path).join(leftover::name(count));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) if leftover::claim(&file, &path) => return Ok((path, file)),
            // Another process took it for one that was left behind.
            Ok(_) => {}
            // Left behind by an earlier process of this number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |new, path| fs::rename(new, path))
}

/// Writes a new file and brings it to its place.
fn put(
    path: &Path,
    bytes: &[u8],
    bring: impl FnOnce(&Path, &Path) -> io::Result<()>,
) -> io::Result<()> {
    let (new, mut file) = beside(path)?;
    let written = (|| -> io::Result<()> {
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        faults::write_all(&mut file, bytes)?;
        faults::step()?;
        file.sync_all()?;
        faults::step()?;
        // Elsewhere an open file cannot be renamed; here its lock keeps it until it has its name.
        let kept = cfg!(unix).then_some(file);
        bring(&new, path)?;
        drop(kept);
        Ok(())
    })();
    if written.is_err() {
        // What was begun is of no use.
        let _ = fs::remove_file(&new);
    }
    written?;
    faults::moment();
    // The folder holds the name; where it cannot be synced the rename is still atomic.
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}
