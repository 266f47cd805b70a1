//! The thermographs of games, in one picture.

use crate::query::eval::Remark;
use crate::query::picture::{COLUMNS, PictureAnswer};
use crate::query::prelude::*;
use crate::state::at_whole;
use upstar_calculator::{Evaluation, Game, Value};
use upstar_notation::plot::{self, Figure};
use upstar_notation::print::Notation;

described! {
    /// The thermographs of games, in one picture
    pub struct ThermographsQuery {
        /// Expressions of the calculator.
        pub games: Vec<String>,
    }
}

impl Query for ThermographsQuery {
    type Answer = PictureAnswer;
    const NAME: &'static str = "thermographs";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"games":["{3|1}"]}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<PictureAnswer, QueryError> {
        thermographs(&mut session.state, &self.games)
    }
}

/// Draws thermographs in one picture.
fn thermographs(state: &mut SessionState, games: &[String]) -> Result<PictureAnswer, QueryError> {
    let mut figures: Vec<Figure> = Vec::new();
    let mut warnings = Vec::new();
    for (i, game) in games.iter().enumerate() {
        let (figure, remarks) = figure(state, game)?;
        figures.push(figure);
        warnings.extend(remarks.into_iter().map(|remark| (i, remark)));
    }
    let sketch = Some(plot::terminal(&figures, COLUMNS));
    Ok(PictureAnswer { input: games.to_vec(), picture: plot::picture(&figures), sketch, warnings })
}

/// The thermograph of an input, under its printed value.
fn figure(state: &mut SessionState, input: &str) -> Result<(Figure, Vec<Remark>), QueryError> {
    let notation = match state.notation() {
        Notation::Latex => Notation::Unicode,
        readable => readable,
    };
    state.begin("evaluating");
    let session = state.session();
    let figure = session.eval(input).and_then(|Evaluation { value, warnings, .. }| {
        let whole = |stopped| at_whole(input, stopped);
        let value = value.ok_or_else(|| not_a_game(input, "nothing"))?;
        let game = session.game(&value).map_err(whole)?;
        let title = session.show(&value, notation).map_err(whole)?;
        let figure = match (game, &value) {
            (Some(game), _) => {
                Some(Figure::new(title, session.calc().thermograph(game).map_err(whole)?))
            }
            (None, Value::Game(Game::Sided(_))) => {
                let walls = session.walls(&value)?;
                match walls.and_then(|walls| Figure::one_wall(&title, walls)) {
                    Some(figure) => Some(figure),
                    None => match session.call(&value, "Thermograph")? {
                        Value::Thermograph(thermograph) => Some(Figure::new(title, thermograph)),
                        _ => None,
                    },
                }
            }
            _ => None,
        };
        let figure = figure.ok_or_else(|| not_a_game(input, session.kind(&value)))?;
        Ok((figure, warnings.into_iter().map(Remark::from).collect()))
    });
    state.end();
    figure.map_err(|error| QueryError::new("input", input, *error))
}

fn not_a_game(input: &str, kind: &str) -> Box<Error> {
    let message = format!("a game is needed for a thermograph, this is of kind {kind}");
    Box::new(Error::new(ErrorKind::Kind, Span::new(0, input.len()), message))
}
