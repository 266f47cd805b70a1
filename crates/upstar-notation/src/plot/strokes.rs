//! The lines of a scene, cut where they begin or cease to run together.
//!
//! Between two neighbouring temperatures of all bends every wall and mast is straight; so two of
//! them run together there exactly if they agree at both ends.

use super::{FigureOutline, PlotPoint, Scene};
use std::collections::BTreeMap;
use upstar_values::Dyadic;

/// A piece of a wall or of a mast.
pub(super) struct WallStroke {
    /// Whose it is.
    pub(super) figure: usize,
    /// 0 Left's wall, 1 Right's wall, 2 the mast.
    pub(super) part: usize,
    /// Upward.
    pub(super) points: Vec<PlotPoint>,
    /// Which of the lines in this place it is, and how many there are.
    pub(super) index: u8,
    /// See `index`.
    pub(super) of: u8,
}

/// Where a line is between two temperatures: its values at both.
type LineRun = (Dyadic, Dyadic);

/// The pieces of all walls and masts, figure by figure.
pub(super) fn strokes(scene: &Scene) -> Vec<WallStroke> {
    let mut levels: Vec<Dyadic> = scene
        .outlines
        .iter()
        .flat_map(FigureOutline::points)
        .map(|point| point.temperature.clone())
        .collect();
    levels.sort_unstable();
    levels.dedup();
    // A last level above all masts: there only masts run.
    let above = levels.last().map(|last| last + &Dyadic::from(1));
    levels.extend(above);

    let lines: Vec<(usize, usize, Vec<Option<LineRun>>)> = scene
        .outlines
        .iter()
        .enumerate()
        .flat_map(|(figure, outline)| (0..3).map(move |part| (figure, part, outline)))
        .map(|(figure, part, outline)| {
            let run = |pair: &[Dyadic]| {
                Some((value(outline, part, &pair[0])?, value(outline, part, &pair[1])?))
            };
            (figure, part, levels.windows(2).map(run).collect())
        })
        .collect();
    let mut found = Vec::new();
    let mut shares: Vec<BTreeMap<LineRun, u8>> = vec![BTreeMap::new(); levels.len()];
    for run in lines.iter().flat_map(|(_, _, runs)| runs.iter().enumerate()) {
        if let (level, Some(run)) = run {
            let count = shares[level].entry(run.clone()).or_default();
            *count = count.saturating_add(1);
        }
    }
    let mut used = vec![BTreeMap::new(); levels.len()];
    for (figure, part, runs) in lines {
        let mut last: Option<WallStroke> = None;
        for (level, run) in runs.into_iter().enumerate() {
            let Some((low, high)) = run else {
                found.extend(last.take());
                continue;
            };
            let of = shares[level].get(&(low.clone(), high.clone())).copied().unwrap_or(1);
            let index: &mut u8 = used[level].entry((low.clone(), high.clone())).or_default();
            let mine = *index;
            *index = index.saturating_add(1);
            let end = PlotPoint { value: high, temperature: levels[level + 1].clone() };
            match &mut last {
                Some(stroke) if (stroke.index, stroke.of) == (mine, of) => stroke.points.push(end),
                _ => {
                    found.extend(last.take());
                    let start = PlotPoint { value: low, temperature: levels[level].clone() };
                    let points = vec![start, end];
                    last = Some(WallStroke { figure, part, points, index: mine, of });
                }
            }
        }
        found.extend(last);
    }
    found
}

/// Where a part of an outline is at some temperature, if it is there at all.
fn value(outline: &FigureOutline, part: usize, at: &Dyadic) -> Option<Dyadic> {
    if part == 2 {
        let mast = outline.mast.as_ref()?;
        return (*at >= mast.temperature).then(|| mast.value.clone());
    }
    // From the mast down; between two bends a wall is vertical or has slope one.
    outline.walls[part].windows(2).find_map(|pair| {
        let [upper, lower] = [&pair[0], &pair[1]];
        if *at > upper.temperature || *at < lower.temperature {
            return None;
        }
        if upper.value == lower.value {
            return Some(upper.value.clone());
        }
        let rise = at - &lower.temperature;
        Some(if upper.value > lower.value { &lower.value + &rise } else { &lower.value - &rise })
    })
}
