//! Packs the page, the documents and the library of games into one file, each of them deflated.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Whether a file of a folder is packed, by its path in the folder.
type IsPacked = fn(&str) -> bool;

/// The folders, the names they have in the program, and which of their files are packed.
const FOLDERS: [(&str, &str, IsPacked); 3] = [
    ("web", "web", |path| !path.starts_with("tests/")),
    ("../../docs", "docs", |path| {
        path.ends_with(".md")
            || path.ends_with(".svg")
            || path.starts_with("lab/") && path.ends_with(".png")
    }),
    ("../../games", "games", |path| path.ends_with(".up")),
];

/// Adds all files below a folder.
fn visit(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { visit(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// Writes `assets.bin`, the deflated files one after the other, and `assets.rs`, a sorted list of
/// their names and of where they end.
fn main() -> io::Result<()> {
    let mut packed = Vec::new();
    for (folder, name, is_packed) in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        let mut files = Vec::new();
        visit(Path::new(folder), &mut files)?;
        for file in files {
            let below = file.strip_prefix(folder).map_err(io::Error::other)?;
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let path = parts.join("/");
            if is_packed(&path) {
                let bytes = miniz_oxide::deflate::compress_to_vec(&fs::read(&file)?, 9);
                packed.push((format!("{name}/{path}"), bytes));
            }
        }
    }
    packed.sort();
    let (mut all, mut list) = (Vec::new(), String::from("[\n"));
    for (name, bytes) in packed {
        all.extend(bytes);
        writeln!(list, "    ({name:?}, {}),", all.len()).map_err(io::Error::other)?;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("assets.bin"), all)?;
    fs::write(out.join("assets.rs"), list + "]")
}
