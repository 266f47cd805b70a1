//! From the text of a file to a game: statement by statement, all mistakes at once.

use crate::family::Family;
use crate::fault::{Fault, Span};
use crate::kinds::Kinds;
use crate::own::{Body, Own};
use crate::page::{KnownValue, Page, Texts};
use crate::pattern::{self, Ground};
use crate::program::{Look, Program};
use crate::statement::{MOST_BYTES, Piece, Statement, cleaned, statements};
use crate::stroke::Move;
use crate::symmetry::{composed, turn_of};
use std::sync::Arc;
use upstar_picture::Color;

/// The words with which statements begin.
const WORDS: [&str; 20] = [
    "game", "grid", "strip", "graph", "heap", "tuple", "left", "right", "both", "def", "measure",
    "same", "parts", "loopy", "wins", "start", "show", "known", "try", "source",
];

/// The most images of strokes of a game.
const MOST_IMAGES: usize = 256;

/// Compiles the text of a file; `name` is what people type for it. All mistakes are told at once,
/// in the order of the text.
pub fn compile(name: &str, text: &str) -> Result<Own, Vec<Fault>> {
    if text.len() > MOST_BYTES {
        let message = format!("a file of rules has at most {MOST_BYTES} bytes");
        return Err(vec![Fault::new(Span::new(MOST_BYTES, MOST_BYTES), message)]);
    }
    let clean = cleaned(text);
    let mut reader = Reader { faults: Vec::new(), all: statements(&clean) };
    let own = reader.game(name);
    match own {
        Some(own) if reader.faults.is_empty() => Ok(own),
        _ => {
            reader.faults.sort_by_key(|fault| fault.span);
            reader.faults.dedup();
            Err(reader.faults)
        }
    }
}

struct Reader<'t> {
    faults: Vec<Fault>,
    all: Vec<Statement<'t>>,
}

/// Whose moves a statement tells.
fn players(word: &str) -> &'static [usize] {
    match word {
        "left" => &[0],
        "right" => &[1],
        _ => &[0, 1],
    }
}

impl<'t> Reader<'t> {
    fn note<T>(&mut self, read: Result<T, Fault>) -> Option<T> {
        read.map_err(|fault| self.faults.push(fault)).ok()
    }

    /// The statements that begin with this word.
    fn about(&self, word: &str) -> Vec<Piece<'t>> {
        self.all.iter().filter(|one| one.word.text == word).map(|one| one.body).collect()
    }

    /// The only statement with this word.
    fn single(&mut self, word: &str) -> Option<Piece<'t>> {
        let mut found = self.all.iter().filter(|one| one.word.text == word);
        let first = found.next()?;
        if let Some(second) = found.next() {
            let message = format!("`{word}` is said already");
            self.faults.push(Fault::new(second.word.span(), message));
        }
        Some(first.body)
    }

    fn game(&mut self, name: &str) -> Option<Own> {
        let first = "the first line is `game NAME`";
        match self.all.first() {
            Some(one) if one.word.text == "game" => {}
            Some(one) => {
                let place = if one.word.text.is_empty() { one.body } else { one.word };
                self.faults.push(Fault::new(place.span(), first));
            }
            None => {
                self.faults.push(Fault::new(Span::default(), "this is empty").hint(first));
                return None;
            }
        }
        for one in self.all.clone() {
            let word = one.word.text;
            if !word.is_empty() && !WORDS.contains(&word) {
                let message = format!("`{word}` begins no statement");
                let fault = Fault::new(one.word.span(), message);
                let near = fault.clone().near(word, WORDS);
                let listed = format!("statements begin with {}", WORDS.join(", "));
                self.faults.push(if near == fault { fault.hint(listed) } else { near });
            }
        }
        let title = self.single("game").and_then(|body| {
            let title = title(body);
            self.note(title)
        });
        let boards = ["grid", "strip", "graph", "heap", "tuple"];
        let declared: Vec<Statement<'_>> =
            self.all.iter().filter(|one| boards.contains(&one.word.text)).copied().collect();
        let Some((board, more)) = declared.split_first() else {
            let place = self.all.first().map_or(Span::default(), |one| one.word.span());
            let message = "there is no board: expected `grid`, `strip`, `graph`, `heap` or `tuple`";
            self.faults.push(Fault::new(place, message).hint("for example `grid . x o`"));
            return None;
        };
        for again in more {
            self.faults.push(Fault::new(again.word.span(), "a game has one board"));
        }
        let texts = self.texts(name, title.unwrap_or_default());
        match board.word.text {
            "grid" => self.on_board(Ground::Grid, board.body, texts),
            "strip" => self.on_board(Ground::Strip, board.body, texts),
            _ => {
                self.faults.push(Fault::new(board.word.span(), "not available yet"));
                None
            }
        }
    }

    /// What the file says in words.
    fn texts(&mut self, name: &str, title: String) -> Texts {
        let mut words = Vec::new();
        for one in self.all.clone().iter().filter(|one| one.word.text.is_empty()) {
            let read = one.body.quoted();
            words.extend(self.note(read).into_iter().flatten());
        }
        let joined = |pieces: &[Piece<'_>]| {
            let words = pieces.iter().flat_map(|piece| piece.text.split_whitespace());
            words.collect::<Vec<_>>().join(" ")
        };
        let rules = joined(&words);
        let mut source = Vec::new();
        for body in self.about("source") {
            let read = body.quoted();
            source.extend(self.note(read).into_iter().flatten());
        }
        let mut known = Vec::new();
        for body in self.about("known") {
            let read = KnownValue::read(body);
            known.extend(self.note(read));
        }
        Texts {
            name: name.to_owned(),
            title,
            rules: if rules.is_empty() {
                "The file says nothing in words.".to_owned()
            } else {
                rules
            },
            source: if source.is_empty() { format!("the file {name}") } else { joined(&source) },
            known,
            ..Texts::default()
        }
    }

    /// A game of patterns on a grid or a strip.
    fn on_board(&mut self, ground: Ground, body: Piece<'t>, mut texts: Texts) -> Option<Own> {
        let kinds = Kinds::read(body);
        let kinds = self.note(kinds)?;
        let family = self.single("start").map(|body| Family::read(&kinds, body));
        let family = family.and_then(|family| self.note(family)).unwrap_or_default();
        let looks = self.looks(&kinds);
        let mut tries = Vec::new();
        for body in self.about("try") {
            let read = body.quoted();
            tries.extend(self.note(read).into_iter().flatten().map(|piece| piece.text.to_owned()));
        }
        let (moves, declared) = self.moves(ground, &kinds);
        if !self.faults.is_empty() {
            return None;
        }
        let is_strip = ground == Ground::Strip;
        let declared = declared.map(|pairs| move |kind: usize| exchanged(&pairs, kind));
        let exchange = declared.as_ref().map(|declared| declared as &dyn Fn(usize) -> usize);
        let program = Program::new(&kinds, &looks, &moves, is_strip, exchange);
        if program.strokes.len() > MOST_IMAGES {
            let message = format!(
                "the patterns have {} images in all directions, more than {MOST_IMAGES}",
                program.strokes.len()
            );
            self.faults.push(Fault::new(body.span(), message));
            return None;
        }
        texts.tables = family.words(is_strip, &kinds);
        texts.impartial = program.is_impartial;
        let rows = if is_strip { "a row of " } else { "rows joined by `|`, of " };
        let out = match program.kind_of_plane.last() {
            Some(None) => format!("; `{}` is out of play", program.alphabet[program.planes]),
            _ => String::new(),
        };
        texts.notation = format!("{rows}{}{out}", kinds.listed());
        let board = |size: &[usize]| {
            let cells = family.member(size, is_strip)?;
            Some(upstar_rules::write_cells(
                cells.rows,
                cells.columns,
                &kinds.symbols.iter().map(String::as_str).collect::<Vec<_>>(),
                |r, c| cells.cells[r * cells.columns + c],
            ))
        };
        texts.examples.clone_from(&tries);
        texts.examples.extend(texts.known.iter().map(|known| known.position.clone()));
        if texts.examples.is_empty() {
            texts.examples.extend(board(&[3, 4]).or_else(|| board(&[6])));
        }
        Some(Own {
            page: Arc::new(Page::of(texts)),
            kinds: Arc::new(kinds),
            family: Arc::new(family),
            body: Body::Patterns(Arc::new(program)),
            tries,
        })
    }

    /// The moves of both players, and the kinds that the file itself exchanges with them.
    fn moves(&mut self, ground: Ground, kinds: &Kinds) -> ([Vec<Move>; 2], Option<Pairs>) {
        let mut moves: [Vec<Move>; 2] = Default::default();
        let mut mirrored: Vec<(usize, Piece<'t>)> = Vec::new();
        let mut own: [Vec<Move>; 2] = Default::default();
        for one in self.all.clone() {
            if !matches!(one.word.text, "left" | "right" | "both") {
                continue;
            }
            let (first, rest) = one.body.first_word();
            if first.text == "as" {
                if one.word.text == "both" {
                    let message = "it is `right as left` or `left as right`";
                    self.faults.push(Fault::new(one.word.span(), message));
                }
                mirrored.push((players(one.word.text)[0], rest));
                continue;
            }
            let read = pattern::read(kinds, ground, one.body);
            let Some(rule) = self.note(read) else { continue };
            for &player in players(one.word.text) {
                moves[player].push(rule.clone());
                if one.word.text != "both" {
                    own[player].push(rule.clone());
                }
            }
        }
        let mut declared = None;
        for (player, body) in mirrored {
            let read = mirror(kinds, ground, player, body);
            let Some((pairs, turn)) = self.note(read) else { continue };
            if own[1 - player].is_empty() && self.faults.is_empty() {
                let other = ["left", "right"][1 - player];
                let message = format!("there are no moves of `{other}` to take over");
                self.faults.push(Fault::new(body.span(), message));
            }
            for rule in &own[1 - player] {
                moves[player].push(rule.image(turn, &|kind| exchanged(&pairs, kind)));
            }
            declared = Some(pairs);
        }
        if moves.iter().all(Vec::is_empty) && self.faults.is_empty() {
            let place = self.all.first().map_or(Span::default(), |one| one.word.span());
            let message = "there are no moves: expected `left`, `right` or `both`";
            self.faults.push(Fault::new(place, message).hint("for example `left xo -> .x`"));
        }
        (moves, declared)
    }

    /// What the kinds look like.
    fn looks(&mut self, kinds: &Kinds) -> Vec<Look> {
        let mut looks: Vec<Look> = (0..kinds.len()).map(|kind| look(kinds, kind)).collect();
        for body in self.about("show") {
            let read = shown(kinds, body);
            if let Some((kind, look)) = self.note(read) {
                looks[kind] = look;
            }
        }
        looks
    }
}

/// Kinds that are exchanged.
type Pairs = Vec<(usize, usize)>;

fn exchanged(pairs: &Pairs, kind: usize) -> usize {
    let other = pairs.iter().find_map(|&(a, b)| match kind {
        _ if kind == a => Some(b),
        _ if kind == b => Some(a),
        _ => None,
    });
    other.unwrap_or(kind)
}

/// `left with x<->o east<->west`
fn mirror(
    kinds: &Kinds,
    ground: Ground,
    player: usize,
    body: Piece<'_>,
) -> Result<(Pairs, usize), Fault> {
    let form = "for example `right as left with x<->o east<->west`";
    let wanted = ["left", "right"][1 - player];
    let words: Vec<Piece<'_>> = body.words().collect();
    let (pairs, turn) = match &words[..] {
        [other] if other.text == wanted => return Ok((Pairs::new(), 0)),
        [other, with, rest @ ..] if other.text == wanted && with.text == "with" => (rest, 0),
        _ => {
            let message = format!("expected `as {wanted} with` and what is exchanged");
            return Err(Fault::new(body.span(), message).hint(form));
        }
    };
    let mut turn = turn;
    let mut found = Pairs::new();
    for word in pairs {
        let Some((a, b)) = word.text.split_once("<->") else {
            let message = format!("`{}` exchanges nothing", word.text);
            return Err(Fault::new(word.span(), message).hint(form));
        };
        if let Some(more) = turn_of(a, b) {
            if ground == Ground::Graph || ground == Ground::Strip && more != 2 {
                let message = "there are no such directions on this board";
                return Err(Fault::new(word.span(), message));
            }
            turn = composed(turn, more);
            continue;
        }
        let single =
            |text: &str, from: usize| {
                let piece = word.part(from, from + text.len());
                let mut symbols = text.chars();
                match (symbols.next(), symbols.next()) {
                    (Some(symbol), None) => kinds.need(symbol, piece),
                    _ => Err(Fault::new(piece.span(), "expected a kind of square or a direction")
                        .hint(form)),
                }
            };
        let pair = (single(a, 0)?, single(b, a.len() + 3)?);
        if found.iter().any(|&(a, b)| [a, b].contains(&pair.0) || [a, b].contains(&pair.1)) {
            return Err(Fault::new(word.span(), "a kind is exchanged with one other kind"));
        }
        found.push(pair);
    }
    Ok((found, turn))
}

/// `NAME`, `"Toads and Frogs"`, perhaps with parameters behind it.
fn title(body: Piece<'_>) -> Result<String, Fault> {
    let expected = "expected the name of the game";
    let text = match body.text.strip_prefix('"') {
        Some(_) => body.quoted()?.first().map_or("", |piece| piece.text),
        None => body.text.split('(').next().unwrap_or_default(),
    };
    let title = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() {
        return Err(Fault::new(body.span(), expected).hint("for example `game Clobber`"));
    }
    Ok(title)
}

/// What a kind looks like by its symbol, if the file does not say.
fn look(kinds: &Kinds, kind: usize) -> Look {
    let disc = |color| Look { square: Color::Light, piece: Some(color) };
    let square = |square| Look { square, piece: None };
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
fn shown(kinds: &Kinds, body: Piece<'_>) -> Result<(usize, Look), Fault> {
    let names = COLORS.map(|(name, _)| name);
    let form = format!("`show KIND COLOUR disc|square`; colours are {}", names.join(", "));
    let words: Vec<Piece<'_>> = body.words().collect();
    let [kind, color, shape] = words[..] else {
        return Err(Fault::new(body.span(), "expected a kind, a colour and a shape").hint(form));
    };
    let symbol = kind.text.chars().next().unwrap_or(' ');
    let kind = kinds.need(symbol, kind)?;
    let Some(&(_, color)) = COLORS.iter().find(|(name, _)| *name == color.text) else {
        let message = format!("`{}` is no colour", color.text);
        return Err(Fault::new(color.span(), message).near(color.text, names));
    };
    match shape.text {
        "disc" => Ok((kind, Look { square: Color::Light, piece: Some(color) })),
        "square" => Ok((kind, Look { square: color, piece: None })),
        _ => Err(Fault::new(shape.span(), "expected `disc` or `square`")),
    }
}
