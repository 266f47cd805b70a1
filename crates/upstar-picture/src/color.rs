//! Colours by what they mean.

/// What a shape is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Color {
    /// Left's colour.
    Blue,
    /// Right's colour.
    Red,
    /// Either player's colour.
    Green,
    /// A light shade of Left's colour.
    Pale,
    /// A light shade of Right's colour.
    Pink,
    /// Lines and text.
    Black,
    /// The background.
    White,
    /// Light squares and grid lines.
    Light,
    /// What is out of play.
    Gray,
    /// One of [`Color::SERIES`] colours for things that must be distinguished.
    Series(u8),
}

impl Color {
    /// How many colours of [`Color::Series`] there are before they repeat.
    pub const SERIES: usize = 12;

    /// Red, green and blue.
    pub fn rgb(self) -> [u8; 3] {
        /// Far apart for most eyes; the first ones also in print without colours.
        const SERIES: [u32; Color::SERIES] = [
            0x1d4ed8, 0xc81e1e, 0x15803d, 0xb45309, 0x7e22ce, 0x0e7490, 0xdb2777, 0x4d7c0f,
            0x475569, 0xa16207, 0x0369a1, 0x7f1d1d,
        ];
        let code: u32 = match self {
            Color::Blue => 0x2457c5,
            Color::Red => 0xc8362b,
            Color::Green => 0x2c8a4b,
            Color::Pale => 0x9dbdf2,
            Color::Pink => 0xf2a7b3,
            Color::Black => 0x1c1c1c,
            Color::White => 0xffffff,
            Color::Light => 0xe7e3da,
            Color::Gray => 0x8a8680,
            Color::Series(n) => SERIES[usize::from(n) % SERIES.len()],
        };
        let [_, red, green, blue] = code.to_be_bytes();
        [red, green, blue]
    }

    /// Is white text easier to read on it than black?
    pub fn is_dark(self) -> bool {
        let [red, green, blue] = self.rgb().map(u32::from);
        3 * red + 6 * green + blue < 1400
    }
}
