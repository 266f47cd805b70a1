//! Rules written in Rust.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;
use upstar_base::{Options, Player, Weigh};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, Ruleset};
use upstar_rules::{Color, Editor, Nature, Picture, PositionError, Rules, Shape};

/// The rules of your own game.
///
/// The first three methods are the game; every theory then works on it. The others have defaults
/// that are right but can be slow: say what is true of your game. Rules must always give the same
/// answers, and must not use the [`Session`](crate::Session) that plays them.
///
/// ```
/// use upstar::{CustomRules, Player, Ruleset};
///
/// /// Take one or two tokens from a heap.
/// struct OneOrTwo;
///
/// impl CustomRules for OneOrTwo {
///     type Position = u32;
///
///     fn moves(&self, heap: &u32, _: Player) -> Vec<u32> {
///         (1..=2).filter_map(|taken| heap.checked_sub(taken)).collect()
///     }
///
///     fn parse(&self, text: &str) -> Result<u32, String> {
///         text.parse().map_err(|_| "expected the size of a heap, such as 7".to_owned())
///     }
///
///     fn show(&self, heap: &u32) -> String {
///         heap.to_string()
///     }
///
///     fn is_impartial(&self) -> bool {
///         true
///     }
/// }
///
/// let rules = Ruleset::from_rules(OneOrTwo)?;
/// assert_eq!(rules.position("7 + 8")?.value()?.to_string(), "*3");
/// # Ok::<(), upstar::Error>(())
/// ```
///
/// The trait `Rules` of the crate `upstar-rules` has all that the built-in rulesets use: bounds,
/// pictures, names of moves, entailing moves, tables.
pub trait CustomRules: Send + Sync + 'static {
    /// A position. Equal positions must have equal moves.
    type Position: Clone + Ord + Hash + Debug + Send + Sync + 'static;

    /// Returns the positions that a player can move to.
    fn moves(&self, position: &Self::Position, player: Player) -> Vec<Self::Position>;

    /// Parses a position; the error says what was expected.
    fn parse(&self, text: &str) -> Result<Self::Position, String>;

    /// Writes a position so that [`CustomRules::parse`] can parse it.
    fn show(&self, position: &Self::Position) -> String;

    /// Returns the title of the game.
    fn title(&self) -> &str {
        "My game"
    }

    /// Whether both players have the same moves in every position.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Whether a position can recur, so that play may never end.
    fn is_loopy(&self) -> bool {
        false
    }

    /// Returns positions whose sum has the same play as this one, if it falls apart.
    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }
}

/// A position, of whose memory outside itself nothing is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct CustomPosition<P>(P);

impl<P> Weigh for CustomPosition<P> {}

/// Rules as the engines know them.
struct Adapted<R>(Arc<R>);

impl<R: CustomRules> Rules for Adapted<R> {
    type Position = CustomPosition<R::Position>;

    fn options(
        &self,
        position: &Self::Position,
        who: Player,
        out: &mut dyn Options<Self::Position>,
    ) {
        out.extend(self.0.moves(&position.0, who).into_iter().map(CustomPosition));
    }

    fn parse(&self, text: &str) -> Result<Self::Position, PositionError> {
        let position = self.0.parse(text);
        position.map(CustomPosition).map_err(|message| PositionError::whole(text, message))
    }

    fn show(&self, position: &Self::Position) -> String {
        self.0.show(&position.0)
    }

    fn picture(&self, position: &Self::Position) -> Picture {
        let text = self.show(position);
        let mut picture = Picture::new(text.chars().count().div_ceil(4).max(2), 1);
        let middle = picture.width / 2;
        picture.shapes.push(Shape::text(middle, 5, text, Color::Black));
        picture
    }

    fn nature(&self) -> Nature {
        let nature = if self.0.is_impartial() { Nature::IMPARTIAL } else { Nature::PARTIZAN };
        Nature { loopy: self.0.is_loopy(), ..nature }
    }

    fn sum_components(&self, position: Self::Position, out: &mut dyn Options<Self::Position>) {
        out.extend(self.0.components(&position.0).into_iter().map(CustomPosition));
    }
}

/// Rules with the name that a session has given them.
pub(crate) struct Custom<R> {
    name: String,
    rules: Arc<R>,
}

impl<R: CustomRules> Custom<R> {
    pub(crate) fn new(name: String, rules: R) -> Custom<R> {
        Custom { name, rules: Arc::new(rules) }
    }
}

impl<R: CustomRules> Ruleset for Custom<R> {
    fn about(&self) -> About<'_> {
        About {
            name: &self.name,
            aliases: &[],
            title: self.rules.title(),
            rules: "",
            notation: "as the rules write it",
            examples: &[],
            source: "",
            known: &[],
            tables: "",
            impartial: self.rules.is_impartial(),
            editor: Editor::Text,
        }
    }

    fn rules(&self, _: &str) -> Result<Erased, PositionError> {
        Ok(Erased::new(Adapted(Arc::clone(&self.rules))))
    }
}
