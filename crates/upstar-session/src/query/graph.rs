//! The canonical form of a value as a graph.

use crate::query::prelude::*;
use crate::query::study::StudiedValue;
use crate::state::at_whole;
use std::collections::HashMap;
use upstar_base::Player;
use upstar_calculator::Evaluation;
use upstar_values::Short;

described! {
    /// The canonical form of a game as a graph
    pub struct GraphQuery {
        /// An expression of the calculator.
        pub input: String,
        /// The most positions that are shown.
        #[cfg_attr(feature = "clap", arg(long, default_value_t = MOST_NODES))]
        #[serde(default = "most_nodes")]
        pub most: usize,
    }
}

impl Query for GraphQuery {
    type Answer = GraphAnswer;
    const NAME: &'static str = "graph";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"input":"*5","most":20}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<GraphAnswer, QueryError> {
        graph(&mut session.state, &self.input, self.most)
    }
}

fn most_nodes() -> usize {
    MOST_NODES
}

/// The most positions of a graph.
const MOST_NODES: usize = 300;

/// The canonical form of a game as a graph.
#[derive(Clone, Debug, Serialize)]
pub struct GraphAnswer {
    /// The positions, the game itself first.
    pub nodes: Vec<StudiedValue>,
    /// How many moves each may last at most.
    pub height: Vec<usize>,
    /// The moves.
    pub edges: Vec<GraphMove>,
    /// Are there more positions than these?
    pub cut: bool,
}

/// A move in a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphMove {
    /// Whose move it is.
    pub player: Player,
    /// The number of the position that it leaves.
    pub from: usize,
    /// The number of the position that it leads to.
    pub to: usize,
}

impl Finding for GraphAnswer {
    fn text(&self) -> String {
        let line = |edge: &GraphMove| {
            let value = |i: usize| self.nodes.get(i).map_or("", |shown| &shown.value);
            format!("{}  {} -> {}\n", edge.player, value(edge.from), value(edge.to))
        };
        self.edges.iter().map(line).collect()
    }
}

/// The graph of a game.
fn graph(state: &mut SessionState, input: &str, most: usize) -> Result<GraphAnswer, QueryError> {
    state.begin("positions");
    let found = walked(state, input, most.clamp(1, MOST_NODES));
    state.end();
    found.map_err(|error| QueryError::new("input", input, *error))
}

fn walked(state: &mut SessionState, input: &str, most: usize) -> Result<GraphAnswer, Box<Error>> {
    let whole = |stopped| at_whole(input, stopped);
    let Evaluation { value, .. } = state.session().eval(input)?;
    let game = match value {
        Some(value) => state.session().game(&value).map_err(whole)?,
        None => None,
    };
    let Some(game) = game else {
        let message = "expected a short game, such as `{3||2|1}`";
        let span = Span::new(0, input.len());
        return Err(Box::new(Error::new(ErrorKind::Kind, span, message)));
    };
    let mut places: HashMap<Short, usize> = HashMap::from([(game, 0)]);
    let mut order = vec![game];
    let (mut edges, mut cut, mut next) = (Vec::new(), false, 0);
    while next < order.len() {
        for player in Player::BOTH {
            let options = state.calc().sorted_options(order[next], player).map_err(whole)?;
            for &option in options.iter() {
                let to = match places.get(&option) {
                    Some(&known) => known,
                    None if order.len() < most => {
                        order.push(option);
                        places.insert(option, order.len() - 1);
                        order.len() - 1
                    }
                    None => {
                        cut = true;
                        continue;
                    }
                };
                edges.push(GraphMove { player, from: next, to });
            }
        }
        state.budget().check().map_err(whole)?;
        next += 1;
    }
    let height = heights(order.len(), &edges);
    let mut nodes = Vec::with_capacity(order.len());
    for game in order {
        nodes.push(StudiedValue::short(state, game).map_err(whole)?);
    }
    Ok(GraphAnswer { nodes, height, edges, cut })
}

/// The longest way from each node; the graph has no cycles.
fn heights(nodes: usize, edges: &[GraphMove]) -> Vec<usize> {
    let mut height = vec![0; nodes];
    loop {
        let mut grown = false;
        for edge in edges {
            if height[edge.from] <= height[edge.to] {
                height[edge.from] = height[edge.to] + 1;
                grown = true;
            }
        }
        if !grown {
            return height;
        }
    }
}
