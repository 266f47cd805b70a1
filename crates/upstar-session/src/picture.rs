//! A picture of a position, perhaps with its winning moves, or of thermographs.

use crate::error::{Failure, QueryError};
use crate::eval::{Remark, figure};
use crate::open_position::OpenPosition;
use crate::position::with_position;
use crate::question::PositionSpec;
use crate::state::SessionState;
use serde::{Serialize, Serializer};
use upstar_base::{Player, Verdict};
use upstar_calculator::{Error, ErrorKind, Span};
use upstar_notation::plot::{self, Figure};
use upstar_picture::{MOST_MARKS, Picture, TooLarge, marked};
use upstar_rules::registry::Registry;
use upstar_rules::{Rules, read_sum};

/// A picture, and what can be drawn of it with characters.
#[derive(Clone, Debug, Serialize)]
pub struct Drawing {
    /// What it shows.
    pub input: Vec<String>,
    /// As SVG.
    #[serde(serialize_with = "as_svg")]
    pub picture: Picture,
    /// With characters, where that is not made from the picture.
    #[serde(skip)]
    pub sketch: Option<String>,
    /// What is suspicious about the inputs, by the number of the input.
    #[serde(skip)]
    pub warnings: Vec<(usize, Remark)>,
}

fn as_svg<S: Serializer>(picture: &Picture, serializer: S) -> Result<S::Ok, S::Error> {
    match upstar_picture::svg(picture) {
        Ok(svg) => svg.serialize(serializer),
        Err(error) => Err(serde::ser::Error::custom(error)),
    }
}

/// The width of a picture made of characters.
const COLUMNS: usize = 76;

impl Drawing {
    pub(crate) fn text(&self) -> String {
        let drawn = || upstar_picture::text(&self.picture, COLUMNS);
        match &self.sketch {
            Some(sketch) => sketch.clone(),
            None => drawn().unwrap_or_else(|error| format!("{error}\n")),
        }
    }
}

/// The winning moves of a player, on the picture of the position.
struct Winning {
    who: Player,
}

impl Winning {
    pub(crate) const WHAT: &'static str = "the winning moves";

    pub(crate) fn put(
        self,
        case: &mut OpenPosition<'_>,
    ) -> Result<Result<Picture, TooLarge>, Failure> {
        let who = self.who;
        let winning = case.moves(who)?.list.into_iter().filter(|m| m.verdict == Verdict::Win);
        let before = &case.standing.components;
        let sum = Picture::terms(before.iter().map(|term| case.rules().picture(term)).collect());
        let (mut marks, mut more) = (Vec::new(), 0);
        for found in winning {
            if marks.len() == MOST_MARKS {
                more += 1;
                continue;
            }
            let after = &found.to.components;
            let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
            // Components that come or go have no places that could be compared.
            let changed = changed.filter(|_| before.len() == after.len());
            let (mut shapes, mut names) = (Vec::new(), Vec::new());
            for (i, (old, new)) in changed {
                let touched = case.rules().touched(old, who, new);
                shapes.extend(touched.into_iter().map(|shape| sum.placed(i, shape)));
                names.push(case.rules().name_move(old, who, new));
            }
            let name = if names.is_empty() { case.show(&found.to) } else { names.join(", ") };
            let says = if found.why.is_empty() { name } else { format!("{name}: {}", found.why) };
            marks.push((shapes, says));
        }
        Ok(marked(sum.picture, &marks, more, &format!("{who} has no winning move")))
    }
}

/// The picture of a sum of positions.
pub(crate) fn plain(known: &Registry, rules: &str, position: &str) -> Result<Picture, Failure> {
    let (_, rules) = known.open(rules, position).map_err(Failure::Rules)?;
    let sum = read_sum(&rules, position)?;
    Ok(Picture::sum(sum.iter().map(|term| rules.picture(term)).collect()))
}

/// A sum of positions drawn with characters.
fn sketch(known: &Registry, rules: &str, position: &str) -> Result<String, Failure> {
    let (_, rules) = known.open(rules, position).map_err(Failure::Rules)?;
    let sum = read_sum(&rules, position)?;
    let terms: Vec<String> = sum.iter().map(|term| rules.sketch(term) + "\n").collect();
    Ok(terms.join("+\n"))
}

/// Draws a place.
pub(crate) fn draw(
    state: &mut SessionState,
    place: &PositionSpec,
    winning: Option<Player>,
) -> Result<Drawing, QueryError> {
    let PositionSpec { rules, position, .. } = place;
    let input = vec![rules.clone(), position.clone()];
    let refused = |failure: Failure| failure.of(rules, position);
    let (picture, sketch) = match winning {
        None => {
            let picture = plain(&state.registry(), rules, position).map_err(refused)?;
            let sketch = sketch(&state.registry(), rules, position).map_err(refused)?;
            (picture, Some(sketch))
        }
        Some(who) => {
            let marked =
                with_position(state, place, Winning::WHAT, |case| Winning { who }.put(case))?;
            (marked.map_err(|error| too_large(position, &error))?, None)
        }
    };
    Ok(Drawing { input, picture, sketch, warnings: Vec::new() })
}

fn too_large(position: &str, error: &TooLarge) -> QueryError {
    let span = Span::new(0, position.len());
    QueryError::new(
        "position",
        position,
        Error::new(ErrorKind::Unsupported, span, error.to_string()),
    )
}

/// Draws thermographs in one picture.
pub(crate) fn thermographs(
    state: &mut SessionState,
    games: &[String],
) -> Result<Drawing, QueryError> {
    let mut figures: Vec<Figure> = Vec::new();
    let mut warnings = Vec::new();
    for (i, game) in games.iter().enumerate() {
        let (figure, remarks) = figure(state, game)?;
        figures.push(figure);
        warnings.extend(remarks.into_iter().map(|remark| (i, remark)));
    }
    let sketch = Some(plot::terminal(&figures, COLUMNS));
    Ok(Drawing { input: games.to_vec(), picture: plot::picture(&figures), sketch, warnings })
}

/// Draws the tree of numbers.
pub(crate) fn number_tree(days: u32) -> Result<Drawing, QueryError> {
    let input = days.to_string();
    if days > plot::LAST_DAY {
        let message = format!("expected a day from 0 to {}", plot::LAST_DAY);
        let error = Error::new(ErrorKind::Size, Span::new(0, input.len()), message);
        return Err(QueryError::new("--number-tree", input, error));
    }
    let picture = plot::number_tree(days);
    Ok(Drawing { input: vec![input], picture, sketch: None, warnings: Vec::new() })
}
