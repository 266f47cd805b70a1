//! "Did you mean": the names nearest to a misspelt one.

/// The nearest of `names`, if one is near enough to be a slip.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may be wrong; in very short words only the case.
    let allowed = word.chars().count() / 3;
    names
        .into_iter()
        .filter(|name| name.len().abs_diff(word.len()) <= 4 * allowed.max(1))
        .map(|name| (distance(word, name), name))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, name)| name)
}

/// The optimal string alignment distance, ignoring case: insertions, deletions, replacements and
/// exchanges of neighbours.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).take(64).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).take(64).collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}
