//! How wide a text is.
//!
//! The widths are those of DejaVu Sans, which the printed formats carry with them; Verdana is as
//! wide, and what other viewers take instead is narrower.

/// The widths of the letters from space to tilde, in thousandths of their size.
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
/// The width of most other signs; of letters it is more than enough.
const OTHER: u16 = 900;

/// The width of a text in pixels, of letters whose size is in tenths of a pixel.
///
/// ```
/// assert!(upstar_picture::text_width("wide", 240) > upstar_picture::text_width("thin", 240));
/// ```
pub fn text_width(text: &str, size: i32) -> f64 {
    let thousandths: f64 = text.chars().map(|c| f64::from(width(c))).sum();
    thousandths * f64::from(size) / 10_000.0
}

fn width(c: char) -> u16 {
    let place = u32::from(c).checked_sub(32).and_then(|n| usize::try_from(n).ok());
    match place.and_then(|place| ASCII.get(place)) {
        Some(&width) => width,
        None if c == '…' => 1000,
        None => OTHER,
    }
}

/// Returns a text in lines of at most `pixels` pixels, broken after blanks, commas and bars if possible;
/// at most `most` lines, the last with an ellipsis if something is left.
pub fn wrapped(text: &str, size: i32, pixels: i32, most: usize) -> Vec<String> {
    let room = f64::from(pixels);
    let ellipsis = text_width("…", size);
    let mut lines = Vec::new();
    let mut rest = text.trim();
    loop {
        let last = lines.len() + 1 >= most;
        let fits = |room: f64| {
            let mut used = 0.0;
            let wide = rest.char_indices().find(|&(_, c)| {
                used += f64::from(width(c)) * f64::from(size) / 10_000.0;
                used > room
            });
            wide.map_or(rest.len(), |(at, _)| at)
        };
        let end = fits(room);
        if end == rest.len() {
            lines.push(rest.to_owned());
            return lines;
        }
        if last {
            lines.push(format!("{}…", rest[..fits(room - ellipsis)].trim_end()));
            return lines;
        }
        // At least one character a line, so that this ends.
        let first = rest.chars().next().map_or(rest.len(), char::len_utf8);
        let end = end.max(first);
        let good = rest[..end].rfind([' ', ',', '|', '+']).map(|at| at + 1);
        let end = good.filter(|&at| 2 * at >= end).unwrap_or(end);
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
        if rest.is_empty() {
            return lines;
        }
    }
}
