//! A picture of a position, perhaps with its winning moves.

use crate::open_position::Turn;
use crate::position::{with_position, without_mark};
use crate::query::eval::Remark;
use crate::query::prelude::*;
use serde::Serializer;
use upstar_base::Player;
use upstar_picture::{MOST_MARKS, Picture, TooLarge, marked};
use upstar_rules::registry::Registry;
use upstar_rules::{Rules, read_sum};

described! {
    /// A picture of a position, perhaps with the winning moves of a player marked on it
    pub struct PictureQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
        /// Whose winning moves are marked.
        #[cfg_attr(feature = "clap", arg(long, value_enum))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub winning: Option<Player>,
    }
}

impl Query for PictureQuery {
    type Answer = PictureAnswer;
    const NAME: &'static str = "picture";
    const EXAMPLES: &'static [Example] =
        &[Example::new("", r#"{"rules":"nim","position":"3+5","winning":"left"}"#)];

    fn place(&self) -> Option<&PositionSpec> {
        None
    }

    fn rulesets(&self) -> Vec<&str> {
        self.place.rulesets()
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<PictureAnswer, QueryError> {
        draw(&mut session.state, &self.place, self.winning)
    }
}

/// A picture, and what can be drawn of it with characters.
#[derive(Clone, Debug, Serialize)]
pub struct PictureAnswer {
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
pub(crate) const COLUMNS: usize = 76;

impl Finding for PictureAnswer {
    fn text(&self) -> String {
        let drawn = || upstar_picture::text(&self.picture, COLUMNS);
        match &self.sketch {
            Some(sketch) => sketch.clone(),
            None => drawn().unwrap_or_else(|error| format!("{error}\n")),
        }
    }
}

/// Marks the winning moves of a player on the picture of the position.
fn winning_moves(
    case: &mut OpenPosition<'_>,
    who: Player,
) -> Result<Result<Picture, TooLarge>, PositionFailure> {
    let winning = case.moves(who)?.turns.into_iter().filter(Turn::wins);
    let (rules, before) = (Arc::clone(case.rules()), case.standing.components.clone());
    let sum = Picture::terms(before.iter().map(|term| rules.picture(term)).collect());
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
            let touched = rules.touched(old, who, new);
            shapes.extend(touched.into_iter().map(|shape| sum.placed(i, shape)));
            names.push(rules.name_move(old, who, new));
        }
        let name = if names.is_empty() { case.show(&found.to) } else { names.join(", ") };
        let why = case.why(&found, who)?.filter(|why| !why.is_empty());
        let says = why.map_or_else(|| name.clone(), |why| format!("{name}: {why}"));
        marks.push((shapes, says));
    }
    Ok(marked(sum.picture, &marks, more, &format!("{who} has no winning move")))
}

/// The picture of a sum of positions.
pub(crate) fn plain(
    known: &Registry,
    rules: &str,
    position: &str,
) -> Result<Picture, PositionFailure> {
    let (_, rules) = known.open(rules, position).map_err(PositionFailure::Rules)?;
    let sum = read_sum(&rules, &without_mark(&rules, position)?)?;
    Ok(Picture::sum(sum.iter().map(|term| rules.picture(term)).collect()))
}

/// A sum of positions drawn with characters.
fn sketch(known: &Registry, rules: &str, position: &str) -> Result<String, PositionFailure> {
    let (_, rules) = known.open(rules, position).map_err(PositionFailure::Rules)?;
    let sum = read_sum(&rules, &without_mark(&rules, position)?)?;
    let terms: Vec<String> = sum.iter().map(|term| rules.sketch(term) + "\n").collect();
    Ok(terms.join("+\n"))
}

/// Draws a place.
fn draw(
    state: &mut SessionState,
    place: &PositionSpec,
    winning: Option<Player>,
) -> Result<PictureAnswer, QueryError> {
    let PositionSpec { rules, position, .. } = place;
    let input = vec![rules.clone(), position.clone()];
    let refused = |failure: PositionFailure| failure.of(rules, position);
    let (picture, sketch) = match winning {
        None => {
            let picture = plain(&state.registry(), rules, position).map_err(refused)?;
            let sketch = sketch(&state.registry(), rules, position).map_err(refused)?;
            (picture, Some(sketch))
        }
        Some(who) => {
            let run = |case: &mut OpenPosition<'_>| winning_moves(case, who);
            let marked = with_position(state, place, "the winning moves", run)?;
            (marked.map_err(|error| too_large(position, &error))?, None)
        }
    };
    Ok(PictureAnswer { input, picture, sketch, warnings: Vec::new() })
}

fn too_large(position: &str, error: &TooLarge) -> QueryError {
    QueryError::whole("position", position, ErrorKind::Unsupported, error.to_string())
}
