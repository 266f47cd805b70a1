//! Games on graphs.
//!
//! Every one of them keeps its position as a [`multigraph::Graph`]: vertices and edges with a
//! small number for their kind. What the kinds mean and what a move does is the business of each
//! game ([`game`]); reading and writing ([`walk`]), meeting isomorphic positions ([`canonical`]) and
//! drawing ([`layout`]) are the same for all.

pub mod arc_kayles;
pub mod canonical;
pub mod childish_hackenbush;
pub mod clobber_graph;
pub mod col;
pub mod game;
pub mod hackenbush;
pub mod layout;
pub mod multigraph;
pub mod node_kayles;
pub mod partizan_arc_kayles;
pub mod partizan_node_kayles;
pub mod snort;
mod tint;
pub mod walk;
