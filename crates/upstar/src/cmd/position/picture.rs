//! `upstar draw RULES POSITION`: a picture of a position.

use super::Failure;
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{Picture, Rules, Shape, read_sum};

struct Draw<'a>(&'a str);

impl Visitor for Draw<'_> {
    type Output = Result<String, Failure>;

    fn visit<R: Rules>(self, _: &'static About, rules: R) -> Self::Output {
        let sum = read_sum(&rules, self.0)?;
        let pictures: Vec<Picture> = sum.iter().map(|term| rules.picture(term)).collect();
        Ok(side_by_side(pictures).to_svg())
    }
}

/// The SVG of a sum of positions.
pub(crate) fn picture(rules: &str, position: &str) -> Result<String, Failure> {
    registry::visit(rules, position, Draw(position)).map_err(Failure::Rules)?
}

struct Write<'a>(&'a str);

impl Visitor for Write<'_> {
    type Output = Result<String, Failure>;

    fn visit<R: Rules>(self, _: &'static About, rules: R) -> Self::Output {
        let sum = read_sum(&rules, self.0)?;
        let terms: Vec<String> = sum.iter().map(|term| rules.display(term) + "\n").collect();
        Ok(terms.join("+\n"))
    }
}

/// A sum of positions drawn with characters.
pub(crate) fn text(rules: &str, position: &str) -> Result<String, Failure> {
    registry::visit(rules, position, Write(position)).map_err(Failure::Rules)?
}

/// Several pictures in a row with plus signs between them.
fn side_by_side(pictures: Vec<Picture>) -> Picture {
    const GAP: i32 = 16;
    let height = pictures.iter().map(|picture| picture.height).max().unwrap_or(0);
    let mut whole = Picture { height, ..Picture::default() };
    for (i, picture) in pictures.into_iter().enumerate() {
        if i > 0 {
            let color = upstar_rules::Color::Black;
            let (x, y) = (whole.width + GAP / 2, whole.height / 2);
            whole.shapes.push(Shape::Text { x, y, text: "+".to_owned(), color });
            whole.width += GAP;
        }
        let down = (whole.height - picture.height) / 2;
        let right = whole.width;
        whole.shapes.extend(picture.shapes.into_iter().map(|shape| shape.moved(right, down)));
        whole.width += picture.width;
    }
    whole
}
