//! Games with coins: turning them over, and moving them along a strip.

pub mod coins;
pub mod kotzig;
pub mod nimble;
pub mod places;
pub mod tartan;
pub mod turning;
pub mod turning_names;
pub mod turning_rule;
pub mod welter;
