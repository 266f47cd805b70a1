//! Knights that gallop home: All the King's Horses and the three games with Falada.

mod field;

pub mod falada;
pub mod horses;
