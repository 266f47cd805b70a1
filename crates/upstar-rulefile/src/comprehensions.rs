//! Games whose moves are comprehensions: heaps, tuples, and boards with code.

use crate::code::{self, CodeGame, CodeRule, NameScope, Op, Renaming};
use crate::compile::{FileReader, Parameters, examples, exchanged, is_name, players};
use crate::own::{Own, OwnMoves};
use crate::page::FilePage;
use crate::pattern::PatternGround;
use crate::prelude::*;
use crate::sheets::{DeclaredParts, DeclaredSymmetry, SheetGame};
use crate::symmetry::{composed, turn_of};
use crate::tuples::{self, MOST_ENTRIES, TupleGame};
use upstar_syntax::Node;

impl<'t> FileReader<'t> {
    /// Reads everything but the board; `entries` is how many a tuple has.
    fn in_code(
        &mut self,
        mut scope: NameScope,
        entries: Option<usize>,
        names: &[String],
        first: usize,
    ) -> CodeGame {
        let mut functions = Vec::new();
        for body in self.about("def") {
            let read = code::definition(&self.grammar, &mut scope, functions.len(), body);
            functions.extend(self.note(read));
        }
        let mut game = CodeGame {
            rules: Default::default(),
            functions,
            slots: scope.slots,
            measure: Vec::new(),
            is_loopy: self.single("loopy").is_some(),
            is_impartial: false,
            special: Vec::new(),
            wins: Default::default(),
            blame: self.blame.clone(),
        };
        self.rules(&mut game, &scope, entries, names, first);
        if let Some(body) = self.single("measure") {
            let read = self.measure(&scope, body);
            game.measure = self.note(read).unwrap_or_default();
        }
        for body in self.about("wins") {
            let read = self.victory(&scope, body);
            if let Some((player, op)) = self.note(read) {
                game.wins[player].push(op);
            }
        }
        let kinds = game.rules.iter().flatten().map(|rule| rule.kind);
        game.special = kinds.filter(|&kind| kind != MoveKind::Ordinary).collect();
        game.special.dedup();
        game
    }

    fn rules(
        &mut self,
        game: &mut CodeGame,
        scope: &NameScope,
        entries: Option<usize>,
        names: &[String],
        first: usize,
    ) {
        let mut own: [Vec<CodeRule>; 2] = Default::default();
        let mut taken_over: Vec<(usize, StatementPiece<'t>)> = Vec::new();
        for one in self.all.clone() {
            if !matches!(one.word.text, "left" | "right" | "both") {
                continue;
            }
            let (word, rest) = one.body.first_word();
            if word.text == "as" && one.word.text != "both" {
                taken_over.push((players(one.word.text)[0], rest));
                continue;
            }
            let read = code::rule(&self.grammar, scope, entries, one.body);
            let Some((rule, slots)) = self.note(read) else { continue };
            game.slots = game.slots.max(slots);
            for &player in players(one.word.text) {
                game.rules[player].push(rule.clone());
                if one.word.text != "both" {
                    own[player].push(rule.clone());
                }
            }
        }
        for (player, body) in taken_over {
            let read = exchange(scope.kinds.as_ref(), names, player, body);
            let Some((entries, kinds)) = self.note(read) else { continue };
            let slot = |i: usize| match i.checked_sub(first).filter(|i| *i < names.len()) {
                Some(entry) => first + exchanged(&entries, entry),
                None => i,
            };
            let kind = |kind| exchanged(&kinds, kind);
            let image = code::with_exchanged_kinds(&mut game.functions, &kind);
            let to = Renaming {
                slot: &slot,
                entry: &|i| exchanged(&entries, i),
                kind: &kind,
                function: &|number| image.get(number).copied().unwrap_or(number),
            };
            for rule in &own[1 - player] {
                game.rules[player].push(rule.renamed(&to));
            }
        }
        if game.rules.iter().all(Vec::is_empty) && self.faults.is_empty() {
            let place = self.all.first().map_or(TextSpan::default(), |one| one.word.span());
            let message = "there are no moves: expected `left`, `right` or `both`";
            self.faults.push(RuleFault::new(place, message));
        }
    }

    /// One number, or several of which the first counts most.
    fn measure(&self, scope: &NameScope, body: StatementPiece<'t>) -> Result<Vec<Op>, RuleFault> {
        let read = code::expression(&self.grammar, body)?;
        match &read.node {
            Node::Tuple(parts) => parts.iter().map(|part| scope.number(part)).collect(),
            _ => Ok(vec![scope.number(&read)?]),
        }
    }

    /// `left if CONDITION`
    fn victory(
        &self,
        scope: &NameScope,
        body: StatementPiece<'t>,
    ) -> Result<(usize, Op), RuleFault> {
        let (who, rest) = body.first_word();
        let (word, condition) = rest.first_word();
        let player = match who.text {
            "left" => 0,
            "right" => 1,
            _ => 2,
        };
        if player == 2 || word.text != "if" {
            let message = "expected `wins left if CONDITION` or `wins right if CONDITION`";
            return Err(RuleFault::new(body.span(), message));
        }
        Ok((player, code::condition(&self.grammar, scope, condition)?))
    }

    /// A game of heaps or tuples.
    pub(crate) fn on_tuples(
        &mut self,
        board: Statement<'t>,
        mut texts: Texts,
        parameters: Parameters,
    ) -> Option<Own> {
        let names = names(board);
        let names = self.note(names)?;
        for word in ["start", "show", "parts", "same"] {
            self.refuse(word, "this goes with boards");
        }
        let mut all: Vec<String> = parameters.iter().map(|(name, _)| name.clone()).collect();
        let first = all.len();
        if let Some(twice) = names.iter().find(|name| all.contains(name)) {
            let message = format!("`{twice}` is a parameter already");
            self.faults.push(RuleFault::new(board.body.span(), message));
        }
        all.extend(names.iter().cloned());
        let entries = names.len();
        let mut code = self.in_code(NameScope::with(&all), Some(entries), &names, first);
        let tries = self.tries();
        if !self.faults.is_empty() {
            return None;
        }
        let mut images = tuples::exchanges(&code.rules, entries, first);
        // Who has won is not looked at for symmetries.
        images.truncate(if code.has_wins() { 1 } else { images.len() });
        code.is_impartial = images.iter().any(|image| {
            image.negated && image.places.iter().enumerate().all(|(i, &place)| i == place)
        });
        texts.impartial = code.is_impartial;
        images.retain(|image| !(code.is_impartial && image.negated));
        texts.editing = if entries == 1 { Editing::Heaps } else { Editing::Text };
        texts.notation = match entries {
            1 => "heaps with `+` between them: `9+8+5`, `3*7+2`".to_owned(),
            _ => format!(
                "{} with commas between them, several in parentheses with `+` between them: \
                 `({})+({})`",
                names.join(", "),
                vec!["3"; entries].join(","),
                vec!["2"; entries].join(",")
            ),
        };
        texts.tables = match entries {
            1 => "heaps from 0 to so many".to_owned(),
            2 => format!("{} x {}", names[0], names[1]),
            _ => String::new(),
        };
        texts.examples.clone_from(&tries);
        texts.examples.extend(texts.known.iter().map(|known| known.position.clone()));
        if texts.examples.is_empty() {
            let example = (0..entries).map(|i| (5 - i.min(3)).to_string());
            texts.examples.push(example.collect::<Vec<_>>().join(","));
        }
        Some(Own {
            page: Arc::new(FilePage::of(texts)),
            kinds: Arc::new(SquareKinds::default()),
            family: Arc::new(BoardFamily::default()),
            body: OwnMoves::Tuples(Arc::new(TupleGame { entries, images, code })),
            parameters,
            tries,
        })
    }

    /// A game on boards with code.
    pub(crate) fn on_sheet(
        &mut self,
        ground: PatternGround,
        body: StatementPiece<'t>,
        mut texts: Texts,
        parameters: Parameters,
    ) -> Option<Own> {
        let kinds = SquareKinds::read(body);
        let kinds = self.note(kinds)?;
        let family = self.single("start").map(|body| BoardFamily::read(&kinds, body));
        let family = family.and_then(|family| self.note(family)).unwrap_or_default();
        let looks = self.looks(&kinds);
        let names: Vec<String> = parameters.iter().map(|(name, _)| name.clone()).collect();
        let scope = NameScope { kinds: Some(kinds.clone()), ..NameScope::with(&names) };
        let mut code = self.in_code(scope, None, &[], names.len());
        let is_strip = ground == PatternGround::Strip;
        let mut generators = Vec::new();
        for body in self.about("same") {
            let read = same(&kinds, is_strip, body);
            generators.extend(self.note(read).into_iter().flatten());
        }
        let joined = self.single("parts").map(|body| joined(&kinds, body));
        let joined = joined.and_then(|joined| self.note(joined));
        let tries = self.tries();
        if !self.faults.is_empty() {
            return None;
        }
        code.is_impartial = code.rules[0] == code.rules[1] && !code.has_wins();
        texts.impartial = code.is_impartial;
        let game = SheetGame {
            looks,
            is_strip,
            images: closed(generators, kinds.len()),
            joined: joined.filter(|_| !code.has_wins() && code.special.is_empty()),
            kinds: kinds.clone(),
            code,
        };
        texts.editing = Editing::Cells(kinds.listed().replace(' ', ""));
        texts.tables = family.words(is_strip, &kinds);
        let rows = if is_strip { "a row of " } else { "rows joined by `|`, of " };
        texts.notation = format!("{rows}{}", kinds.listed());
        texts.examples = examples(&tries, &texts, &family, is_strip, &kinds);
        Some(Own {
            page: Arc::new(FilePage::of(texts)),
            kinds: Arc::new(kinds),
            family: Arc::new(family),
            body: OwnMoves::Sheets(Arc::new(game)),
            parameters,
            tries,
        })
    }
}

/// The names of the entries: `n`, or `(m, n)`.
fn names(board: Statement<'_>) -> Result<Vec<String>, RuleFault> {
    let is_heap = board.word.text == "heap";
    let form = if is_heap { "for example `heap n`" } else { "for example `tuple (m, n)`" };
    let wrong = |message: &str| Err(RuleFault::new(board.body.span(), message).hint(form));
    let text = board.body.text;
    let inside = if is_heap {
        Some(text)
    } else {
        text.strip_prefix('(').and_then(|text| text.strip_suffix(')'))
    };
    let Some(inside) = inside else { return wrong("expected names in parentheses") };
    let names: Vec<String> = inside.split(',').map(|name| name.trim().to_owned()).collect();
    if !names.iter().all(|name| is_name(name)) {
        return wrong("expected the name of a number");
    }
    if names.iter().enumerate().any(|(i, name)| names[..i].contains(name)) {
        return wrong("a name is there twice");
    }
    if names.len() > MOST_ENTRIES || is_heap && names.len() > 1 {
        return wrong(&format!("a heap is one number, a tuple at most {MOST_ENTRIES}"));
    }
    Ok(names)
}

type KindPairs = crate::compile::KindPairs;

/// `left with r<->c`, or with kinds: which entries and which kinds are exchanged.
fn exchange(
    kinds: Option<&SquareKinds>,
    names: &[String],
    player: usize,
    body: StatementPiece<'_>,
) -> Result<(KindPairs, KindPairs), RuleFault> {
    let wanted = ["left", "right"][1 - player];
    let words: Vec<StatementPiece<'_>> = body.words().collect();
    let pairs = match &words[..] {
        [other] if other.text == wanted => &[][..],
        [other, with, pairs @ ..] if other.text == wanted && with.text == "with" => pairs,
        _ => {
            let message = format!("expected `as {wanted} with` and what is exchanged");
            return Err(RuleFault::new(body.span(), message));
        }
    };
    let (mut entries, mut squares) = (KindPairs::new(), KindPairs::new());
    for word in pairs {
        let known = |text: &str| names.iter().position(|name| name == text);
        let kind = |text: &str| kinds?.single(text);
        let Some((a, b)) = word.text.split_once("<->") else {
            let message = format!("`{}` exchanges nothing", word.text);
            return Err(RuleFault::new(word.span(), message).hint("write `a<->b`"));
        };
        match (known(a).zip(known(b)), kind(a).zip(kind(b))) {
            (Some(pair), _) => entries.push(pair),
            (_, Some(pair)) => squares.push(pair),
            _ => {
                let message = format!("`{}` cannot be exchanged", word.text);
                let hint = "entries of a tuple can, and kinds of squares; write moves in other \
                    directions out";
                return Err(RuleFault::new(word.span(), message).hint(hint));
            }
        }
    }
    Ok((entries, squares))
}

/// `same mirrored`, `same turned`, `same all`, `same x<->o players`, `same east<->west x<->o`.
fn same(
    kinds: &SquareKinds,
    is_strip: bool,
    body: StatementPiece<'_>,
) -> Result<Vec<DeclaredSymmetry>, RuleFault> {
    let plain: Vec<u8> = (0..kinds.len() as u8).collect();
    let turn = |turn: usize| DeclaredSymmetry { turn, kinds: plain.clone(), negated: false };
    let words: Vec<StatementPiece<'_>> = body.words().collect();
    if let [one] = words[..] {
        match one.text {
            "mirrored" => return Ok(vec![turn(2)]),
            "turned" if !is_strip => return Ok(vec![turn(5)]),
            "all" if !is_strip => return Ok(vec![turn(2), turn(5)]),
            _ => {}
        }
    }
    let mut found = turn(0);
    for word in words {
        if word.text == "players" {
            found.negated = true;
            continue;
        }
        let pair = word.text.split_once("<->");
        if let Some(more) = pair.and_then(|(a, b)| turn_of(a, b)).filter(|&t| !is_strip || t == 2) {
            found.turn = composed(found.turn, more);
            continue;
        }
        match pair.and_then(|(a, b)| kinds.single(a).zip(kinds.single(b))) {
            Some((a, b)) => found.kinds.swap(a, b),
            None => {
                let message = format!("`{}` is no symmetry", word.text);
                let hint = "there are mirrored, turned, all, east<->west, north<->south, \
                    horizontal<->vertical, pairs of kinds such as x<->o, and `players`";
                return Err(RuleFault::new(word.span(), message).hint(hint));
            }
        }
    }
    Ok(vec![found])
}

/// The group that some symmetries generate.
fn closed(generators: Vec<DeclaredSymmetry>, kinds: usize) -> Vec<DeclaredSymmetry> {
    let identity = DeclaredSymmetry { turn: 0, kinds: (0..kinds as u8).collect(), negated: false };
    let mut all = vec![identity];
    let mut i = 0;
    while i < all.len() {
        for generator in &generators {
            let next = DeclaredSymmetry {
                turn: composed(all[i].turn, generator.turn),
                kinds: all[i]
                    .kinds
                    .iter()
                    .map(|&kind| generator.kinds[usize::from(kind)])
                    .collect(),
                negated: all[i].negated ^ generator.negated,
            };
            if !all.contains(&next) && all.len() < 256 {
                all.push(next);
            }
        }
        i += 1;
    }
    all
}

/// `joined orthogonal by KINDS`
fn joined(kinds: &SquareKinds, body: StatementPiece<'_>) -> Result<DeclaredParts, RuleFault> {
    const ORTHOGONAL: [Vector; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const DIAGONAL: [Vector; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let words: Vec<StatementPiece<'_>> = body.words().collect();
    let wrong = || {
        let message = "expected `parts joined orthogonal by KINDS`, or horizontal, compass";
        RuleFault::new(body.span(), message)
    };
    let [first, how, by, named @ ..] = &words[..] else { return Err(wrong()) };
    if first.text != "joined" || by.text != "by" || named.is_empty() {
        return Err(wrong());
    }
    let directions = match how.text {
        "orthogonal" => ORTHOGONAL.to_vec(),
        "horizontal" => ORTHOGONAL[..2].to_vec(),
        "compass" => [ORTHOGONAL, DIAGONAL].concat(),
        _ => return Err(wrong()),
    };
    let set = named
        .iter()
        .try_fold(0 as KindSet, |set, word| Ok::<KindSet, RuleFault>(set | kinds.set(*word)?))?;
    let outside = |&kind: &usize| set >> kind & 1 == 0;
    let mut others = (0..kinds.len()).filter(outside);
    let rest = match (others.next(), others.next()) {
        (Some(first), second) if first == 0 || second.is_none() => first,
        _ => {
            let first = kinds.symbol(0);
            let message =
                format!("outside of a part all squares become `{first}`, which joins parts here");
            let hint = "let `parts` name all kinds but one, or make the first kind of the board one \
                that joins nothing";
            return Err(RuleFault::new(body.span(), message).hint(hint));
        }
    };
    Ok(DeclaredParts { directions, kinds: set, rest: rest as u8 })
}
