//! Hackenbush: strings by sign expansions, trees by the colon principle, green pictures by the
//! fusion principle.
//!
//! What stands on a vertex counts by its value only (colon principle, Winning Ways ch. 7). So an
//! edge without which what it carries would fall, a bridge, is worth the ordinal sum of its
//! colour and what it carries. What is left are knots of vertices that hold each other by
//! circuits. If all edges of a knot are green, and all it carries elsewhere than at its foot are
//! nimbers, which green strings could replace, then its vertices may be fused (fusion principle,
//! Winning Ways ch. 7): its edges become green loops, each worth `*`. Other knots are left to
//! the general engine.

use super::theorem::{Inside, KnownTheorem, Theorem};
use dashu_int::IBig;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::graph::hackenbush::{BLUE, GREEN, Hackenbush, RED, ground};
use upstar_rules::graph::multigraph::Graph;
use upstar_values::{Calc, Dyadic, Short};

/// `1:x`, a blue edge that carries the number `x`.
///
/// Berlekamp's rule: with n the least positive integer for which x + n > 1, it is
/// (x + n)/2^(n-1) (Winning Ways ch. 3). The sign expansion of x is put after a `+`.
///
/// ```
/// use upstar_theory::structure::hackenbush::blue_under;
/// use upstar_values::Dyadic;
/// let quarter = blue_under(&blue_under(&Dyadic::from(-2)).unwrap()).unwrap();
/// assert_eq!(quarter, Dyadic::new(5, 2)); // blue, blue, red, red
/// ```
pub fn blue_under(x: &Dyadic) -> Option<Dyadic> {
    let least = (&Dyadic::one() - x).floor() + IBig::ONE;
    let n = least.max(IBig::ONE);
    let halvings = u32::try_from(&n - IBig::ONE).ok()?;
    Some((x + &Dyadic::from(n)).shr(halvings))
}

/// A sum: a number, a nimber, and something else.
#[derive(Clone)]
struct HackenbushValue {
    number: Dyadic,
    nim: u32,
    other: Short,
}

impl HackenbushValue {
    fn nothing() -> HackenbushValue {
        HackenbushValue { number: Dyadic::zero(), nim: 0, other: Short::ZERO }
    }

    fn is_number(&self) -> bool {
        self.nim == 0 && self.other == Short::ZERO
    }

    fn is_nimber(&self) -> bool {
        self.number.is_zero() && self.other == Short::ZERO
    }

    fn of(value: Short, calc: &Calc) -> HackenbushValue {
        let mut worth = HackenbushValue::nothing();
        match calc.as_number_up_star(value) {
            Some(sum) if sum.up == 0 => (worth.number, worth.nim) = (sum.number, sum.nim),
            _ => worth.other = value,
        }
        worth
    }

    fn to_short(&self, calc: &mut Calc) -> Result<Short, Stopped> {
        let (number, nimber) = (calc.number(&self.number)?, calc.nimber(self.nim)?);
        let sum = calc.add(number, nimber)?;
        calc.add(sum, self.other)
    }

    fn add(&mut self, more: &HackenbushValue, calc: &mut Calc) -> Result<(), Stopped> {
        self.number = &self.number + &more.number;
        self.nim ^= more.nim;
        self.other = calc.add(self.other, more.other)?;
        Ok(())
    }

    /// An edge of this colour that carries all that.
    fn under(&self, edge: u8, calc: &mut Calc) -> Result<HackenbushValue, Stopped> {
        let mut worth = HackenbushValue::nothing();
        if edge == GREEN && self.is_nimber() {
            worth.nim = self.nim + 1;
            return Ok(worth);
        }
        if edge != GREEN && self.is_number() {
            let negated = edge == RED;
            let carried = if negated { -&self.number } else { self.number.clone() };
            if let Some(number) = blue_under(&carried) {
                worth.number = if negated { -&number } else { number };
                return Ok(worth);
            }
        }
        let base = match edge {
            BLUE => calc.integer(1)?,
            RED => calc.integer(-1)?,
            _ => calc.nimber(1)?,
        };
        let carried = self.to_short(calc)?;
        let sum = calc.ordinal_sum(base, carried)?;
        Ok(HackenbushValue::of(sum, calc))
    }
}

/// A depth-first search from the ground.
struct GroundSearch {
    /// The vertices that stand, in the order they were met.
    order: Vec<usize>,
    /// For each vertex the edge by which it was met.
    edge: Vec<Option<usize>>,
    /// For each vertex the first vertex of its knot: the foot, through which all its play hangs
    /// together with the ground.
    foot: Vec<usize>,
}

const UNMET: usize = usize::MAX;

fn search(graph: &Graph, ground: usize) -> GroundSearch {
    let n = graph.order();
    let mut incident = vec![Vec::new(); n];
    for (i, edge) in graph.edges().iter().enumerate().filter(|(_, edge)| !edge.is_loop()) {
        let [a, b] = edge.ends.map(usize::from);
        incident[a].push((i, b));
        incident[b].push((i, a));
    }
    let mut edge = vec![None; n];
    let mut from = vec![UNMET; n];
    let (mut time, mut low) = (vec![UNMET; n], vec![UNMET; n]);
    let mut order = vec![ground];
    (time[ground], low[ground]) = (0, 0);
    let mut path = vec![(ground, 0)];
    while let Some((v, next)) = path.last_mut() {
        let v = *v;
        if let Some(&(i, to)) = incident[v].get(*next) {
            *next += 1;
            if edge[v] == Some(i) {
                continue;
            }
            if time[to] == UNMET {
                (time[to], low[to]) = (order.len(), order.len());
                (edge[to], from[to]) = (Some(i), v);
                order.push(to);
                path.push((to, 0));
            } else {
                low[v] = low[v].min(time[to]);
            }
        } else {
            path.pop();
            if from[v] != UNMET {
                low[from[v]] = low[from[v]].min(low[v]);
            }
        }
    }
    let mut foot: Vec<usize> = (0..n).collect();
    for &v in &order {
        if v != ground && low[v] < time[v] {
            foot[v] = foot[from[v]];
        }
    }
    GroundSearch { order, edge, foot }
}

/// The value of a picture, or `None` when it has a knot that is not green.
fn worth(
    graph: &Graph,
    colour: impl Fn(u8) -> u8,
    calc: &mut Calc,
) -> Result<Option<HackenbushValue>, Stopped> {
    let Some(ground) = ground(graph) else { return Ok(Some(HackenbushValue::nothing())) };
    let GroundSearch { order, edge, foot } = search(graph, ground);
    let mut stands = vec![false; graph.order()];
    order.iter().for_each(|&v| stands[v] = true);
    // By the foot of a knot: what hangs on the knot.
    let mut carried = vec![HackenbushValue::nothing(); graph.order()];
    for e in graph.edges().iter().filter(|e| stands[usize::from(e.ends[0])]) {
        let [a, b] = e.ends.map(usize::from);
        if foot[a] != foot[b] {
            continue;
        }
        let kind = colour(e.kind);
        if e.is_loop() && a == foot[a] {
            let twig = HackenbushValue::nothing().under(kind, calc)?;
            carried[a].add(&twig, calc)?;
        } else if kind == GREEN {
            carried[foot[a]].nim ^= 1;
        } else {
            return Ok(None);
        }
    }
    for &v in order.iter().rev().filter(|&&v| foot[v] == v) {
        calc.step()?;
        let Some(bridge) = edge[v].map(|i| graph.edges()[i]) else { continue };
        let below = bridge.ends.map(usize::from).into_iter().find(|&u| u != v).unwrap_or(v);
        let all = std::mem::replace(&mut carried[v], HackenbushValue::nothing());
        let all = all.under(colour(bridge.kind), calc)?;
        if foot[below] != below && !all.is_nimber() {
            return Ok(None);
        }
        carried[foot[below]].add(&all, calc)?;
    }
    Ok(Some(carried.swap_remove(ground)))
}

/// The nim-value of a picture in which both players may cut every edge.
///
/// ```
/// use upstar_rules::{Rules, graph::hackenbush::Hackenbush};
/// use upstar_theory::structure::hackenbush::green;
/// let house = Hackenbush::default().parse("ee:Ae_;e:Aeee")?;
/// assert_eq!(green(&house), 3);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn green(graph: &Graph) -> u32 {
    let Some(ground) = ground(graph) else { return 0 };
    let GroundSearch { order, edge, foot } = search(graph, ground);
    let mut carried = vec![0u32; graph.order()];
    for e in graph.edges() {
        let [a, b] = e.ends.map(usize::from);
        if foot[a] == foot[b] {
            carried[foot[a]] ^= 1;
        }
    }
    for &v in order.iter().rev().filter(|&&v| foot[v] == v) {
        let Some(bridge) = edge[v].map(|i| graph.edges()[i]) else { continue };
        let below = bridge.ends.map(usize::from).into_iter().find(|&u| u != v).unwrap_or(v);
        carried[foot[below]] ^= carried[v] + 1;
    }
    carried[ground]
}

/// Colon and fusion principle for one picture.
struct ColonAndFusion {
    /// May both players cut every edge?
    all_green: bool,
}

impl Theorem<Graph> for ColonAndFusion {
    fn statement(&self) -> &'static str {
        "an edge and what it carries are an ordinal sum (colon principle), and the vertices of a \
         green circuit may be fused (fusion principle; Winning Ways ch. 7)"
    }

    fn nim_value(&self, graph: &Graph, budget: &Budget) -> Result<Option<u128>, Stopped> {
        if !self.all_green {
            return Ok(None);
        }
        budget.check()?;
        Ok(Some(green(graph).into()))
    }

    fn value(&self, graph: &Graph, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        let colour = |kind| if self.all_green { GREEN } else { kind };
        match worth(graph, colour, calc)? {
            Some(worth) => worth.to_short(calc).map(Some),
            None => Ok(None),
        }
    }
}

pub(super) fn known(rules: &Inside, all_green: bool) -> Option<KnownTheorem> {
    KnownTheorem::join(rules, |_: Arc<Hackenbush>| Some(ColonAndFusion { all_green }))
}
