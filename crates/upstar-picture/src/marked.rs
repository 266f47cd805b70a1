//! Moves marked on a picture: frames with numbers around what changes, and a legend below.
//!
//! The picture knows nothing of what the numbers mean; the caller explains them in the
//! legend.

use crate::{Color, LABEL, Pen, Picture, Point, Shape, Sheet, Tile, TooLarge, text_width, wrapped};

/// The most marks of a picture; the others are only counted.
pub const MOST_MARKS: usize = 24;

/// The width of the legend at least, in pixels.
const LEGEND: f64 = 420.0;
/// The height of a line of the legend, in pixels.
const LINE: f64 = 22.0;
/// The grain of what is drawn here: tenths of a pixel.
const GRAIN: i32 = 10;

/// The picture with a numbered frame around the shapes of each mark and the legends below;
/// `more` marks were left out, and `nothing` is the text where there are none.
///
/// ```
/// use upstar_picture::{Color, Picture, marked, svg};
/// let board = Picture::board(1, 3, |_, _| (Color::White, None));
/// let change = vec![board.shapes[1].clone()];
/// let picture = marked(board, &[(change, "the middle".to_owned())], 0, "nothing")?;
/// assert!(svg(&picture)?.contains("the middle"));
/// # Ok::<(), upstar_picture::TooLarge>(())
/// ```
pub fn marked(
    picture: Picture,
    marks: &[(Vec<Shape>, String)],
    more: usize,
    nothing: &str,
) -> Result<Picture, TooLarge> {
    let times = (picture.grain / GRAIN).max(1);
    // Places on the paper from here on: tenths of a pixel.
    let mut sheet = Sheet::new(&picture)?;
    sheet.unmoved();
    let mut whole = picture.clone().finer(times);
    let mut taken: Vec<Tile> = Vec::new();
    let labels = picture.shapes.iter().filter(|shape| matches!(shape, Shape::Text { .. }));
    let mut tags: Vec<Tile> = labels.filter_map(|label| sheet.tile(label)).collect();
    let mut below = sheet.extent(&picture);
    for (i, (change, _)) in marks.iter().enumerate() {
        let color = Color::Series(i as u8);
        for tile in clusters(change.iter().filter_map(|shape| sheet.tile(shape)).collect()) {
            let again = taken.iter().filter(|&&other| other.same(tile)).count();
            taken.push(tile);
            let frame = tile.grown(2.0 + 4.0 * again as f64);
            let pen = Pen::from(color).wide(30);
            let ((x, y), (right, bottom)) =
                (fine(frame.left, frame.top), fine(frame.right, frame.bottom));
            whole.shapes.push(Shape::Frame { x, y, width: right - x, height: bottom - y, pen });
            let place = free_place(frame, &(i + 1).to_string(), &tags);
            tags.push(place.1);
            tag(place, &(i + 1).to_string(), color, &mut whole);
            below.bottom = below.bottom.max(frame.bottom + 10.0);
            below.left = below.left.min(frame.left);
        }
    }
    legend(marks, more, nothing, below, &mut whole);
    Ok(whole)
}

fn fine(x: f64, y: f64) -> Point {
    ((x * 10.0).round() as i32, (y * 10.0).round() as i32)
}

/// How near shapes belong together, in pixels: the beans of a heap do, the nodes of a graph do not.
const NEAR: f64 = 10.0;

/// Boxes, those that are near each other joined.
fn clusters(tiles: Vec<Tile>) -> Vec<Tile> {
    let mut found: Vec<Tile> = Vec::new();
    for mut tile in tiles {
        // Joining may reach further boxes.
        while let Some(i) = found.iter().position(|other| other.meets(tile.grown(NEAR))) {
            tile = tile.joined(found.swap_remove(i));
        }
        found.push(tile);
    }
    found.sort_by(|a, b| {
        (a.top, a.left).partial_cmp(&(b.top, b.left)).unwrap_or(std::cmp::Ordering::Equal)
    });
    found
}

/// The size of a tag in pixels.
fn tag_size(text: &str) -> (f64, f64) {
    (text_width(text, LABEL) + 6.0, 19.0)
}

/// A place for a number on the edge of a frame where there is no other number.
fn free_place(frame: Tile, text: &str, tags: &[Tile]) -> ((f64, f64), Tile) {
    let size = tag_size(text);
    let around = |place| Tile::centred(place, size);
    let (mx, my) = ((frame.left + frame.right) / 2.0, (frame.top + frame.bottom) / 2.0);
    let mut places = vec![
        (frame.left, frame.top),
        (frame.right, frame.top),
        (frame.right, frame.bottom),
        (frame.left, frame.bottom),
        (mx, frame.top),
        (frame.right, my),
        (mx, frame.bottom),
        (frame.left, my),
    ];
    for step in 1..16 {
        let aside = f64::from(step) * size.1;
        places.extend([(frame.left, frame.top - aside), (frame.right + aside, my)]);
    }
    let free = |&&place: &&(f64, f64)| !tags.iter().any(|tag| tag.meets(around(place)));
    let place = places.iter().find(free).copied().unwrap_or(places[0]);
    (place, around(place))
}

fn tag(((x, y), tile): ((f64, f64), Tile), text: &str, color: Color, whole: &mut Picture) {
    let ((left, top), (right, bottom)) = (fine(tile.left, tile.top), fine(tile.right, tile.bottom));
    let (width, height) = (right - left, bottom - top);
    whole.shapes.push(Shape::Rectangle { x: left, y: top, width, height, fill: color });
    let (x, y) = fine(x, y);
    whole.shapes.push(Shape::sized(x, y, text, Color::White, LABEL));
}

fn legend(
    marks: &[(Vec<Shape>, String)],
    more: usize,
    nothing: &str,
    below: Tile,
    whole: &mut Picture,
) {
    let mut y = below.bottom + LINE;
    let left = below.left;
    let width = (below.right - left).max(LEGEND);
    let line = |text: String, full: Option<String>, y: f64, whole: &mut Picture| {
        whole.shapes.push(Shape::legend(fine(left + 30.0, y), text, full));
    };
    for (i, (_, says)) in marks.iter().enumerate() {
        let number = (i + 1).to_string();
        let place = (left + 12.0, y);
        let tile = Tile::centred(place, tag_size(&number));
        tag((place, tile), &number, Color::Series(i as u8), whole);
        let lines = wrapped(says, LABEL, (width - 30.0) as i32, 3);
        let mut full = lines.last().filter(|line| line.ends_with('…')).map(|_| says.clone());
        for text in lines {
            line(text, full.take(), y, whole);
            y += LINE;
        }
    }
    if marks.is_empty() {
        line(nothing.to_owned(), None, y, whole);
        y += LINE;
    }
    if more > 0 {
        line(format!("and {more} more"), None, y, whole);
        y += LINE;
    }
    whole.height = whole.height.max((y * 10.0) as i32);
}
