//! The calculator of combinatorial games.
