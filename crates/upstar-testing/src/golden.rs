//! The one loader of reference tables. A table that is missing or does not have the form that a
//! test expects is an error of the test, so these functions panic and say which table it is.

use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// Where a table lies: `misere/quotients.json`.
pub fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "golden", name].iter().collect()
}

/// The text of a table.
///
/// # Panics
/// If there is none.
pub fn text(name: &str) -> String {
    let read = std::fs::read_to_string(path(name));
    read.unwrap_or_else(|error| panic!("golden/{name}: {error}"))
}

/// A table.
///
/// ```
/// use upstar_testing::golden;
/// let table: serde_json::Value = golden::read("octal-periods.json");
/// assert!(table["solved"].is_array());
/// ```
///
/// # Panics
/// If there is none, or none of this form.
pub fn read<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_str(&text(name)).unwrap_or_else(|error| panic!("golden/{name}: {error}"))
}

/// The tables of a folder with their names, `cutcake` for `cutcake.json`, in alphabetical order.
///
/// # Panics
/// If there is no such folder, or a table is not of this form.
pub fn all<T: DeserializeOwned>(folder: &str) -> Vec<(String, T)> {
    let files = std::fs::read_dir(path(folder));
    let files = files.unwrap_or_else(|error| panic!("golden/{folder}: {error}"));
    let mut names: Vec<String> =
        files.flatten().map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let names = names.iter().filter_map(|name| name.strip_suffix(".json"));
    names.map(|name| (name.to_owned(), read(&format!("{folder}/{name}.json")))).collect()
}
