//! Bach's Carousel: a ride on which each player wants to get off at the right time.
//!
//! The figure of the book shows a picture; the graph here is the one in common use.

use super::partizan_digraph::{PartizanDigraph, Tokens, drawn};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Bach's Carousel
"A token goes round a carousel with four places: from a to b and from c to d when Left moves it,
  from b to c and from d to a when Right does. It can also leave: from a both players can go to 0,
  from b to 1, from c to *, from d to 1*, and play goes on there. Who cannot move loses; play can go
  on for ever. Neither of its sides is known to be a stopper."
notation "The place, `a`, `b`, `c` or `d`, or where one has left it to: `0`, `1`, `*`, `1*`."
try "a" "b" "c" "d" "1*"
source "Clive Bach; Winning Ways ch. 11"
"#;

/// The carousel as a graph; a node `e` is `1*`.
const GRAPH: &str = "a={0,b|0};b={1|1,c};c={*,d|*};d={e|e,a};e={1|1}";

/// What a node of the graph is called here.
fn shown(node: &str) -> &str {
    if node == "e" { "1*" } else { node }
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carousel;

impl Rules for Carousel {
    type Position = Tokens;

    fn options(&self, token: &Tokens, who: Player, out: &mut dyn Options<Tokens>) {
        PartizanDigraph.options(token, who, out);
    }

    fn parse(&self, text: &str) -> Result<Tokens, PositionError> {
        let node = match text.trim() {
            "1*" => "e",
            place @ ("a" | "b" | "c" | "d" | "0" | "1" | "*") => place,
            _ => {
                let message = "expected a place: `a`, `b`, `c`, `d`, `0`, `1`, `*` or `1*`";
                return Err(PositionError::whole(text, message));
            }
        };
        let whole = |_| PositionError::whole(text, "the carousel has no such place");
        PartizanDigraph.parse(&format!("{GRAPH} @ {node}")).map_err(whole)
    }

    fn show(&self, token: &Tokens) -> String {
        token.names().map(shown).collect::<Vec<_>>().join("+")
    }

    fn sketch(&self, token: &Tokens) -> String {
        drawn_with_characters(self.picture(token), || self.show(token))
    }

    fn name_move(&self, _: &Tokens, _: Player, option: &Tokens) -> String {
        self.show(option)
    }

    fn picture(&self, token: &Tokens) -> Picture {
        drawn(token, shown)
    }

    fn nature(&self) -> Nature {
        Nature::LOOPY
    }
}
