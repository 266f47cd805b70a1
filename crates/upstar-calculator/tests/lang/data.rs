//! Boards, graphs, plots, and whole numbers of a machine word.

use crate::answer;
use std::time::Duration;
use upstar_base::{Budget, Random};
use upstar_calculator::Calculator;
use upstar_values::Calc;

fn says(session: &mut Calculator, input: &str) -> String {
    answer(session, input).unwrap_or_else(|error| panic!("{input}: {error}"))
}

/// What is computed in a machine word is right, and so is what does not fit into one.
#[test]
fn whole_numbers_of_a_machine_word() {
    let edges = [0, 1, 2, 3, 7, 63, 64, 1 << 31, 1 << 32, (1 << 62) - 1, i64::MAX];
    let mut all: Vec<i128> = edges.into_iter().flat_map(|n| [n, -n]).map(i128::from).collect();
    all.push(i64::MIN.into());
    let session = &mut Calculator::default();
    for &a in &all {
        for &b in &all {
            let input = format!(
                "a := {a}; b := {b}; [a + b, a - b, a * b, a < b, a >= b, a == b, a <> b, a <| b]"
            );
            let expected = format!(
                "[{},{},{},{},{},{},false,{}]",
                a + b,
                a - b,
                a * b,
                a < b,
                a >= b,
                a == b,
                a < b
            );
            assert_eq!(says(session, &input), expected, "{input}");
            if b != 0 {
                // The remainder has the sign of the divisor.
                let rest = a.rem_euclid(b.abs());
                let rest = if rest != 0 && b < 0 { rest + b } else { rest };
                let whole = format!("[{rest},{}]", (a - rest) / b);
                assert_eq!(says(session, "[a % b, (a - a % b) / b]"), whole, "{a} {b}");
            }
            if (0..=64).contains(&b) {
                let product = format!("p := 1; for i from 1 to {b} do p := p * a end; a^b == p");
                assert_eq!(says(session, &product), "true", "{a}^{b}");
            }
        }
    }
}

#[test]
fn primes_are_those_of_the_sieve() {
    let most = 20_000;
    let mut composite = vec![false; most];
    let mut primes = Vec::new();
    for n in 2..most {
        if !composite[n] {
            primes.push(n.to_string());
        }
        (n * n..most).step_by(n).for_each(|multiple| composite[multiple] = true);
    }
    let session = &mut Calculator::default();
    let input = format!("[n for n from 2 to {} where n.IsPrime]", most - 1);
    assert_eq!(says(session, &input), format!("[{}]", primes.join(",")));
    // Strong pseudoprimes to the first bases, and the ends of the range.
    for n in [2047, 1_373_653, 25_326_001, 3_215_031_751, 3_825_123_056_546_413_051, u64::MAX] {
        assert_eq!(says(session, &format!("({n}).IsPrime")), "false", "{n}");
    }
    for n in [4_294_967_291_u64, 18_446_744_073_709_551_557] {
        assert_eq!(says(session, &format!("({n}).IsPrime")), "true", "{n}");
    }
}

#[test]
fn regions_are_cut_out() {
    let session = &mut Calculator::default();
    for (board, parts) in [
        (
            "Grid([[1,1,0,1],[0,0,0,1],[2,3,0,1]])",
            "[Grid([[1,1]]),Grid([[1],[1],[1]]),Grid([[2,3]])]",
        ),
        ("Grid([[1,0,1],[1,1,1]])", "[Grid([[1,0,1],[1,1,1]])]"),
        ("Grid([])", "[]"),
    ] {
        assert_eq!(says(session, &format!("{board}.Decomposition(0)")), parts, "{board}");
    }
}

#[test]
fn symmetries_are_a_group() {
    let session = &mut Calculator::default();
    let names = [
        "Identity",
        "HorizontalReflection",
        "VerticalReflection",
        "Inversion",
        "Transpose",
        "AntiTranspose",
        "ClockwiseRotation",
        "AnticlockwiseRotation",
    ];
    says(session, "board := Grid([[1,2,3],[4,5,6]])");
    let image = |name| format!("board.Transformed(Symmetry.{name})");
    let all = format!("{{{}}}", names.map(image).join(","));
    assert_eq!(says(session, &format!("images := {all}; images.Size")), "8");
    for name in names {
        let input = format!("{{it.Transformed(Symmetry.{name}) for it in images}} == images");
        assert_eq!(says(session, &input), "true", "{name}");
    }
    let turned = says(session, "board.Transformed(Symmetry.ClockwiseRotation)");
    assert_eq!(turned, "Grid([[4,1],[5,2],[6,3]])");
}

#[test]
fn plots_are_drawn() {
    let session = &mut Calculator::default();
    let shades = says(session, "Table([[0,1,2,3,4,5,6,7,8,9]]).IntensityPlot().Picture");
    assert_eq!(shades, "\"  ..::--==++**##%%@@\"");
    assert_eq!(says(session, "Table([[5]]).IntensityPlot().Picture"), "\"\"");
    says(session, "plot := Table([[0,9],[9]]).IntensityPlot()");
    assert_eq!(says(session, "plot"), "<2 x 2 IntensityPlot>");
    assert_eq!(says(session, "plot.Picture"), "\"  @@\\n@@\"");
    let points = says(session, "[(0,0),(1,1),(2,4)].ScatterPlot().Picture");
    assert_eq!(points.matches("\\n").count(), 23);
    assert_eq!(points.matches('*').count(), 3);
}

#[test]
fn walks_branch_and_meet() {
    let session = &mut Calculator::default();
    let edges = says(session, "Graph.Parse(\".:A-.(-L;-.)-.-:A\").AdjacencyList");
    assert_eq!(edges, "[[2,5],[1,3,4,5],[2],[2],[1,2]]");
    let arrows = says(session, "DirectedGraph.Parse(\".:A->.<.-:A\").AdjacencyList");
    assert_eq!(arrows, "[[2,3],[],[1,2]]");
    for (text, at) in [("-.", 0), (".-", 2), (".(", 2), (".(-.", 1), (".-.)", 3), (".:-", 2)] {
        let input = format!("Graph.Parse(\"{text}\")");
        let error = answer(session, &input).unwrap_err();
        let place = format!("(at character {} of `{text}`)", at + 1);
        assert!(error.contains(&place), "{input}: {error}");
    }
}

fn same(session: &mut Calculator, kind: &str, [a, b]: [&str; 2]) -> bool {
    let input = format!("{kind}.Parse(\"{a}\").IsIsomorphicTo({kind}.Parse(\"{b}\"))");
    says(session, &input) == "true"
}

#[test]
fn numbering_does_not_matter() {
    let session = &mut Calculator::default();
    assert!(same(session, "Graph", [".-.-.-L", "L-.-.-."]));
    assert!(!same(session, "Graph", [".-.-.-L", ".-.-L-."]));
    // Two triangles and a hexagon have the same degrees.
    assert!(!same(session, "Graph", [".:A-.-.-:A;.:B-.-.-:B", ".:A-.-.-.-.-.-:A"]));
    assert!(same(session, "DirectedGraph", [".>.<.", ".(>.:A);.>:A"]));
    assert!(!same(session, "DirectedGraph", [".>.<.", ".>.>."]));
}

#[test]
fn walks_are_read_back() {
    let session = &mut Calculator::default();
    for text in [".", ".-L-.", ".:A-.-.-:A", ".(-.;-.-R;-.);.", ".:A-.-.-:A;x:B-y-:B"] {
        let input = format!("g := Graph.Parse(\"{text}\"); g.IsIsomorphicTo(Graph.Parse(g.Walk))");
        assert_eq!(says(session, &input), "true", "{text}");
    }
    assert!(answer(session, "DirectedGraph.Parse(\".>.\").Walk").is_err());
    assert_eq!(says(session, "Graph.Empty(0).Walk"), "\"0\"");
}

/// A random renumbering is noticed, and so is one edge that was moved.
#[test]
fn random_graphs() {
    let budget = Budget::new(Some(Duration::from_secs(60)), None);
    let session = &mut Calculator::new(Calc::new(Default::default(), budget.into()));
    let mut random = Random::new(12345);
    let mut below = |n: usize| random.below(n);
    for round in 0..60 {
        let order = 2 + below(6);
        let kind = if round % 2 == 0 { "DirectedGraph" } else { "Graph" };
        let edges: Vec<[usize; 2]> =
            (0..below(10)).map(|_| [1 + below(order), 1 + below(order)]).collect();
        let graph = |edges: &[[usize; 2]]| format!("{kind}.FromEdges({order},{edges:?})");
        let mut numbers: Vec<usize> = (1..=order).collect();
        for i in (1..order).rev() {
            numbers.swap(i, below(i + 1));
        }
        let whole = graph(&edges);
        let input = format!("g := {whole}; g.IsIsomorphicTo(g.Subgraph({numbers:?}))");
        assert_eq!(says(session, &input), "true", "{input}");
        if kind == "Graph" {
            let input = "g.IsIsomorphicTo(Graph.Parse(g.Walk))";
            assert_eq!(says(session, input), "true", "{whole}");
        }
        if let Some((_, fewer)) = edges.split_last() {
            let input = format!("g.IsIsomorphicTo({})", graph(fewer));
            assert_eq!(says(session, &input), "false", "{whole}: {input}");
        }
    }
}
