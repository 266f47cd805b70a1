//! What kinds of squares look like in pictures.

use crate::prelude::*;
use upstar_picture::Color;

/// What a kind looks like by its symbol, if the file does not say.
pub(crate) fn look(kinds: &SquareKinds, kind: usize) -> KindLook {
    let disc = |color| KindLook { square: Color::Light, piece: Some(color) };
    let square = |square| KindLook { square, piece: None };
    match kinds.symbol(kind).to_ascii_lowercase() {
        '.' | '_' | ' ' => square(Color::Light),
        '#' => square(Color::Gray),
        'x' | 'l' | 'b' | 't' => disc(Color::Blue),
        'o' | 'r' | 'f' => disc(Color::Red),
        'g' | 'e' => disc(Color::Green),
        _ if kind == 0 => square(Color::Light),
        _ => disc(Color::Series(kind as u8)),
    }
}

const COLORS: [(&str, Color); 9] = [
    ("blue", Color::Blue),
    ("red", Color::Red),
    ("green", Color::Green),
    ("pale", Color::Pale),
    ("pink", Color::Pink),
    ("black", Color::Black),
    ("white", Color::White),
    ("light", Color::Light),
    ("gray", Color::Gray),
];

/// `x blue disc`
pub(crate) fn shown(
    kinds: &SquareKinds,
    body: StatementPiece<'_>,
) -> Result<(usize, KindLook), RuleFault> {
    let names = COLORS.map(|(name, _)| name);
    let form = format!("`show KIND COLOUR disc|square`; colours are {}", names.join(", "));
    let words: Vec<StatementPiece<'_>> = body.words().collect();
    let [kind, color, shape] = words[..] else {
        return Err(RuleFault::new(body.span(), "expected a kind, a colour and a shape").hint(form));
    };
    let symbol = kind.text.chars().next().unwrap_or(' ');
    let kind = kinds.need(symbol, kind)?;
    let Some(&(_, color)) = COLORS.iter().find(|(name, _)| *name == color.text) else {
        let message = format!("`{}` is no colour", color.text);
        return Err(RuleFault::new(color.span(), message).near(color.text, names));
    };
    match shape.text {
        "disc" => Ok((kind, KindLook { square: Color::Light, piece: Some(color) })),
        "square" => Ok((kind, KindLook { square: color, piece: None })),
        _ => Err(RuleFault::new(shape.span(), "expected `disc` or `square`")),
    }
}
