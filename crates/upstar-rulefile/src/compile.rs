//! From the text of a file to a game: statement by statement, all mistakes at once.

use crate::code::Grammar;
use crate::graphs::{self, CompiledGraphGame};
use crate::looks::{look, shown};
use crate::measure;
use crate::own::{Own, OwnMoves};
use crate::page::FilePage;
use crate::pattern::{self, PatternGround};
use crate::prelude::*;
use crate::symmetry::{self, composed, turn_of};
use upstar_rules::page::{cleaned, statements};

/// The words with which statements begin.
const WORDS: [&str; 20] = [
    "game", "grid", "strip", "graph", "heap", "tuple", "left", "right", "both", "def", "measure",
    "same", "parts", "loopy", "wins", "start", "show", "known", "try", "source",
];

/// The longest file.
const MOST_BYTES: usize = 64 << 10;

/// The most images of strokes of a game.
const MOST_IMAGES: usize = 256;

/// Compiles the text of a file; `name` is what people type for it. All mistakes are told at once,
/// in the order of the text.
pub fn compile(name: &str, text: &str) -> Result<Own, Vec<RuleFault>> {
    if text.len() > MOST_BYTES {
        let message = format!("a file of rules has at most {MOST_BYTES} bytes");
        return Err(vec![RuleFault::new(TextSpan::new(MOST_BYTES, MOST_BYTES), message)]);
    }
    let clean = cleaned(text);
    let mut reader = FileReader {
        faults: Vec::new(),
        all: statements(&clean),
        grammar: Grammar::new(&clean),
        blame: Blame::new(name, text),
    };
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

/// Does a text begin as rules do, with `game NAME`?
///
/// ```
/// use upstar_rulefile::is_rules;
/// assert!(is_rules("// mine\ngame Tag\ngrid . x o\n"));
/// assert!(!is_rules("game := 3"));
/// ```
pub fn is_rules(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let mut statements = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let body = statements.next().and_then(|first| first.strip_prefix("game"));
    body.is_some_and(|body| {
        let name = body.trim_start();
        name.len() < body.len() && name.starts_with(|c: char| c.is_alphanumeric() || c == '"')
    })
}

pub(crate) struct FileReader<'t> {
    pub(crate) faults: Vec<RuleFault>,
    pub(crate) all: Vec<Statement<'t>>,
    pub(crate) grammar: Grammar,
    pub(crate) blame: Blame,
}

/// Whose moves a statement tells.
pub(crate) fn players(word: &str) -> &'static [usize] {
    match word {
        "left" => &[0],
        "right" => &[1],
        _ => &[0, 1],
    }
}

impl<'t> FileReader<'t> {
    pub(crate) fn note<T>(&mut self, read: Result<T, RuleFault>) -> Option<T> {
        read.map_err(|fault| self.faults.push(fault)).ok()
    }

    /// The statements that begin with this word.
    pub(crate) fn about(&self, word: &str) -> Vec<StatementPiece<'t>> {
        self.all.iter().filter(|one| one.word.text == word).map(|one| one.body).collect()
    }

    /// The only statement with this word.
    pub(crate) fn single(&mut self, word: &str) -> Option<StatementPiece<'t>> {
        let mut found = self.all.iter().filter(|one| one.word.text == word);
        let first = found.next()?;
        if let Some(second) = found.next() {
            let message = format!("`{word}` is said already");
            self.faults.push(RuleFault::new(second.word.span(), message));
        }
        Some(first.body)
    }

    fn game(&mut self, name: &str) -> Option<Own> {
        let first = "the first line is `game NAME`";
        match self.all.first() {
            Some(one) if one.word.text == "game" => {}
            Some(one) => {
                let place = if one.word.text.is_empty() { one.body } else { one.word };
                self.faults.push(RuleFault::new(place.span(), first));
            }
            None => {
                self.faults.push(RuleFault::new(TextSpan::default(), "this is empty").hint(first));
                return None;
            }
        }
        for one in self.all.clone() {
            let word = one.word.text;
            if !word.is_empty() && !WORDS.contains(&word) {
                let message = format!("`{word}` begins no statement");
                let fault = RuleFault::new(one.word.span(), message);
                let near = fault.clone().near(word, WORDS);
                let listed = format!("statements begin with {}", WORDS.join(", "));
                self.faults.push(if near == fault { fault.hint(listed) } else { near });
            }
        }
        let head = self.single("game").and_then(|body| {
            let head = head(body);
            self.note(head)
        });
        let (title, parameters) = head.unwrap_or_default();
        let boards = ["grid", "strip", "graph", "heap", "tuple"];
        let declared: Vec<Statement<'_>> =
            self.all.iter().filter(|one| boards.contains(&one.word.text)).copied().collect();
        let Some((board, more)) = declared.split_first() else {
            let place = self.all.first().map_or(TextSpan::default(), |one| one.word.span());
            let message = "there is no board: expected `grid`, `strip`, `graph`, `heap` or `tuple`";
            self.faults.push(RuleFault::new(place, message).hint("for example `grid . x o`"));
            return None;
        };
        for again in more {
            self.faults.push(RuleFault::new(again.word.span(), "a game has one board"));
        }
        let texts = self.texts(name, title);
        match board.word.text {
            "heap" | "tuple" => self.on_tuples(*board, texts, parameters),
            word => {
                let ground = match word {
                    "grid" => PatternGround::Grid,
                    "strip" => PatternGround::Strip,
                    _ => PatternGround::Graph,
                };
                let is_code = |one: &Statement<'_>| {
                    let moves = matches!(one.word.text, "left" | "right" | "both");
                    moves && matches!(one.body.first_word().0.text, "for" | "yield")
                };
                if ground != PatternGround::Graph && self.all.iter().any(is_code) {
                    return self.on_sheet(ground, board.body, texts, parameters);
                }
                for word in ["measure", "same", "parts", "wins", "def"] {
                    self.refuse(
                        word,
                        "this goes with moves that are comprehensions; of patterns \
                        components, symmetries and an end of play are found",
                    );
                }
                self.on_board(ground, board.body, texts)
            }
        }
    }

    /// Statements with this word make no sense here.
    pub(crate) fn refuse(&mut self, word: &str, why: &str) {
        let wrong = self.all.iter().filter(|one| one.word.text == word);
        let faults: Vec<RuleFault> =
            wrong.map(|one| RuleFault::new(one.word.span(), why)).collect();
        self.faults.extend(faults);
    }

    /// The positions that the file tells to try.
    pub(crate) fn tries(&mut self) -> Vec<String> {
        let mut tries = Vec::new();
        for body in self.about("try") {
            let read = body.quoted();
            tries.extend(self.note(read).into_iter().flatten().map(|piece| piece.text.to_owned()));
        }
        tries
    }

    /// What the file says in words.
    fn texts(&mut self, name: &str, title: String) -> Texts {
        let mut texts = Texts::parse(&self.all, &mut self.faults);
        texts.known_from("the file");
        if texts.rules.is_empty() {
            "The file says nothing in words.".clone_into(&mut texts.rules);
        }
        if texts.source.is_empty() {
            texts.source = format!("the file {name}");
        }
        Texts { name: name.to_owned(), title, ..texts }
    }

    /// A game of patterns on a grid or a strip.
    fn on_board(
        &mut self,
        ground: PatternGround,
        body: StatementPiece<'t>,
        mut texts: Texts,
    ) -> Option<Own> {
        let kinds = SquareKinds::read(body);
        let kinds = self.note(kinds)?;
        let family = self.single("start").map(|body| BoardFamily::read(&kinds, body));
        let family = family.and_then(|family| self.note(family)).unwrap_or_default();
        let looks = self.looks(&kinds);
        let tries = self.tries();
        let (moves, declared) = self.moves(ground, &kinds);
        if !self.faults.is_empty() {
            return None;
        }
        let declared = declared.map(|pairs| move |kind: usize| exchanged(&pairs, kind));
        let exchange = declared.as_ref().map(|declared| declared as &dyn Fn(usize) -> usize);
        let rows = match ground {
            PatternGround::Strip => "a row of ",
            PatternGround::Grid => "rows joined by `|`, of ",
            PatternGround::Graph => {
                "vertices joined by `-`, branches in parentheses, names such as `:A` \
                to come back to; of "
            }
        };
        let is_strip = ground == PatternGround::Strip;
        texts.editing = match ground {
            PatternGround::Graph => Editing::Graph,
            _ => Editing::Cells(kinds.listed().replace(' ', "")),
        };
        texts.tables = family.words(is_strip, &kinds);
        texts.notation = format!("{rows}{}", kinds.listed());
        let body = if ground == PatternGround::Graph {
            let planes: Vec<usize> = (0..kinds.len()).collect();
            let exchanged =
                exchange.map(|declared| planes.iter().map(|&k| declared(k)).collect::<Vec<_>>());
            let game = graph_game(&kinds, looks, moves, exchanged.as_deref());
            texts.impartial = game.is_impartial;
            OwnMoves::Graph(Arc::new(game))
        } else {
            let program = PatternGame::new(&kinds, &looks, &moves, is_strip, exchange);
            if program.strokes.len() > MOST_IMAGES {
                let message = format!(
                    "the patterns have {} images in all directions, more than {MOST_IMAGES}",
                    program.strokes.len()
                );
                self.faults.push(RuleFault::new(body.span(), message));
                return None;
            }
            texts.impartial = program.is_impartial;
            if let Some(None) = program.kind_of_plane.last() {
                texts.notation +=
                    &format!("; `{}` is out of play", program.alphabet[program.planes]);
            }
            OwnMoves::Patterns(Arc::new(program))
        };
        texts.examples = examples(&tries, &texts, &family, is_strip, &kinds);
        Some(Own {
            page: Arc::new(FilePage::of(texts)),
            kinds: Arc::new(kinds),
            family: Arc::new(family),
            body,
            parameters: Vec::new(),
            tries,
        })
    }

    /// The moves of both players, and the kinds that the file itself exchanges with them.
    fn moves(
        &mut self,
        ground: PatternGround,
        kinds: &SquareKinds,
    ) -> ([Vec<StrokeRule>; 2], Option<KindPairs>) {
        let mut moves: [Vec<StrokeRule>; 2] = Default::default();
        let mut mirrored: Vec<(usize, StatementPiece<'t>)> = Vec::new();
        let mut own: [Vec<StrokeRule>; 2] = Default::default();
        for one in self.all.clone() {
            if !matches!(one.word.text, "left" | "right" | "both") {
                continue;
            }
            let (first, rest) = one.body.first_word();
            if first.text == "as" {
                if one.word.text == "both" {
                    let message = "it is `right as left` or `left as right`";
                    self.faults.push(RuleFault::new(one.word.span(), message));
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
                self.faults.push(RuleFault::new(body.span(), message));
            }
            for rule in &own[1 - player] {
                moves[player].push(rule.image(turn, &|kind| exchanged(&pairs, kind)));
            }
            declared = Some(pairs);
        }
        if moves.iter().all(Vec::is_empty) && self.faults.is_empty() {
            let place = self.all.first().map_or(TextSpan::default(), |one| one.word.span());
            let message = "there are no moves: expected `left`, `right` or `both`";
            self.faults.push(RuleFault::new(place, message).hint("for example `left xo -> .x`"));
        }
        (moves, declared)
    }

    /// What the kinds look like.
    pub(crate) fn looks(&mut self, kinds: &SquareKinds) -> Vec<KindLook> {
        let mut looks: Vec<KindLook> = (0..kinds.len()).map(|kind| look(kinds, kind)).collect();
        for body in self.about("show") {
            let read = shown(kinds, body);
            if let Some((kind, look)) = self.note(read) {
                looks[kind] = look;
            }
        }
        looks
    }
}

/// A game of patterns on graphs.
fn graph_game(
    kinds: &SquareKinds,
    looks: Vec<KindLook>,
    moves: [Vec<StrokeRule>; 2],
    declared: Option<&[usize]>,
) -> CompiledGraphGame {
    let images = symmetry::images(&moves, kinds.len(), true, declared);
    let mut special: Vec<MoveKind> = moves.iter().flatten().map(|rule| rule.kind).collect();
    special.retain(|&kind| kind != MoveKind::Ordinary);
    special.dedup();
    CompiledGraphGame {
        kinds: kinds.clone(),
        looks,
        negative: graphs::negative(&moves, kinds.len(), declared),
        is_impartial: images.iter().any(symmetry::GameImage::is_exchange_alone),
        is_loopy: measure::ending(&moves, kinds.len(), false).is_none(),
        is_all_small: symmetry::is_all_small(&moves),
        special,
        moves,
    }
}

/// Positions to show: what the file tells to try, what it knows, or a board of its family.
pub(crate) fn examples(
    tries: &[String],
    texts: &Texts,
    family: &BoardFamily,
    is_strip: bool,
    kinds: &SquareKinds,
) -> Vec<String> {
    let mut examples = tries.to_vec();
    examples.extend(texts.known.iter().map(|known| known.position.clone()));
    let symbols: Vec<&str> = kinds.symbols.iter().map(String::as_str).collect();
    let board = |size: &[usize]| {
        let cells = family.member(size, is_strip)?;
        let kind = |r: usize, c: usize| cells.cells[r * cells.columns + c];
        Some(upstar_rules::write_cells(cells.rows, cells.columns, &symbols, kind))
    };
    if examples.is_empty() {
        examples.extend(board(&[3, 4]).or_else(|| board(&[6])));
    }
    examples
}

/// Kinds that are exchanged.
pub(crate) type KindPairs = Vec<(usize, usize)>;

pub(crate) fn exchanged(pairs: &KindPairs, kind: usize) -> usize {
    let other = pairs.iter().find_map(|&(a, b)| match kind {
        _ if kind == a => Some(b),
        _ if kind == b => Some(a),
        _ => None,
    });
    other.unwrap_or(kind)
}

/// `left with x<->o east<->west`
fn mirror(
    kinds: &SquareKinds,
    ground: PatternGround,
    player: usize,
    body: StatementPiece<'_>,
) -> Result<(KindPairs, usize), RuleFault> {
    let form = "for example `right as left with x<->o east<->west`";
    let wanted = ["left", "right"][1 - player];
    let words: Vec<StatementPiece<'_>> = body.words().collect();
    let (pairs, turn) = match &words[..] {
        [other] if other.text == wanted => return Ok((KindPairs::new(), 0)),
        [other, with, rest @ ..] if other.text == wanted && with.text == "with" => (rest, 0),
        _ => {
            let message = format!("expected `as {wanted} with` and what is exchanged");
            return Err(RuleFault::new(body.span(), message).hint(form));
        }
    };
    let mut turn = turn;
    let mut found = KindPairs::new();
    for word in pairs {
        let Some((a, b)) = word.text.split_once("<->") else {
            let message = format!("`{}` exchanges nothing", word.text);
            return Err(RuleFault::new(word.span(), message).hint(form));
        };
        if let Some(more) = turn_of(a, b) {
            if ground == PatternGround::Graph || ground == PatternGround::Strip && more != 2 {
                let message = "there are no such directions on this board";
                return Err(RuleFault::new(word.span(), message));
            }
            turn = composed(turn, more);
            continue;
        }
        let single = |text: &str, from: usize| {
            let piece = word.part(from, from + text.len());
            let mut symbols = text.chars();
            match (symbols.next(), symbols.next()) {
                (Some(symbol), None) => kinds.need(symbol, piece),
                _ => Err(RuleFault::new(piece.span(), "expected a kind of square or a direction")
                    .hint(form)),
            }
        };
        let pair = (single(a, 0)?, single(b, a.len() + 3)?);
        if found.iter().any(|&(a, b)| [a, b].contains(&pair.0) || [a, b].contains(&pair.1)) {
            return Err(RuleFault::new(word.span(), "a kind is exchanged with one other kind"));
        }
        found.push(pair);
    }
    Ok((found, turn))
}

/// Parameters of a game, each with its default.
pub(crate) type Parameters = Vec<(String, i64)>;

/// `NAME`, `"Toads and Frogs"`, perhaps with parameters behind it: `Subtraction (k = 3)`.
fn head(body: StatementPiece<'_>) -> Result<(String, Parameters), RuleFault> {
    let (name, rest) = match body.text.strip_prefix('"') {
        Some(inside) => {
            let end = inside.find('"').ok_or_else(|| {
                RuleFault::new(body.part(0, 1).span(), "this quote is not closed")
            })?;
            (&inside[..end], body.part(end + 2, body.text.len()).trimmed())
        }
        None => {
            let end = body.text.find('(').unwrap_or(body.text.len());
            (&body.text[..end], body.part(end, body.text.len()).trimmed())
        }
    };
    let title = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() {
        let message = "expected the name of the game";
        return Err(RuleFault::new(body.span(), message).hint("for example `game Clobber`"));
    }
    let form = "parameters have a default each: `game Name (k = 3)`";
    if rest.text.is_empty() {
        return Ok((title, Parameters::new()));
    }
    let inside = rest.text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let Some(inside) = inside else {
        return Err(RuleFault::new(rest.span(), "expected parameters in parentheses").hint(form));
    };
    let mut parameters = Parameters::new();
    let mut start = 1;
    for one in inside.split(',') {
        let piece = rest.part(start, start + one.len()).trimmed();
        start += one.len() + 1;
        let pair = piece.text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
        let read = pair.and_then(|(name, value)| Some((name, value.parse::<i64>().ok()?)));
        let Some((name, value)) = read.filter(|(name, _)| is_name(name)) else {
            return Err(RuleFault::new(piece.span(), "expected a parameter").hint(form));
        };
        if parameters.iter().any(|(known, _)| known == name) {
            return Err(RuleFault::new(piece.span(), format!("`{name}` is a parameter already")));
        }
        parameters.push((name.to_owned(), value));
    }
    Ok((title, parameters))
}

/// Can this be the name of a variable? `v` cannot: it is a mark of the calculator.
pub(crate) fn is_name(text: &str) -> bool {
    let reserved = [
        "v", "for", "from", "to", "by", "in", "while", "where", "yield", "if", "then", "else",
        "end", "and", "or", "not", "is", "do", "def", "begin", "true", "false", "nothing",
    ];
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !reserved.contains(&text)
}
