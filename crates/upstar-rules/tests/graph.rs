//! Graphs: parts, canonical forms, reading and writing.

mod canonical {
    use proptest::prelude::*;
    use upstar_rules::graph::canonical::{canonical, canonical_up_to_sign};
    use upstar_rules::graph::multigraph::{Edge, Graph};

    fn relabelled(graph: &Graph, new: &[u16]) -> Graph {
        let mut vertices = vec![0; graph.order()];
        for (v, &kind) in graph.vertices().iter().enumerate() {
            vertices[usize::from(new[v])] = kind;
        }
        let edges = graph.edges().iter().map(|edge| {
            let [a, b] = edge.ends.map(|v| new[usize::from(v)]);
            Edge::new(a, b, edge.kind)
        });
        Graph::new(vertices, edges.collect())
    }

    fn graphs(most: usize) -> impl Strategy<Value = Graph> {
        (1..=most).prop_flat_map(|order| {
            let end = 0..order as u16;
            let edge = (end.clone(), end, 0u8..2).prop_map(|(a, b, kind)| Edge::new(a, b, kind));
            let vertices = prop::collection::vec(0u8..2, order);
            let edges = prop::collection::vec(edge, 0..2 * order);
            (vertices, edges).prop_map(|(vertices, edges)| Graph::new(vertices, edges))
        })
    }

    /// All arrangements of the numbers below `n`.
    fn permutations(n: u16) -> Vec<Vec<u16>> {
        let mut all = vec![Vec::new()];
        for next in 0..n {
            all = all
                .iter()
                .flat_map(|p: &Vec<u16>| {
                    (0..=p.len()).map(move |i| {
                        let mut longer = p.clone();
                        longer.insert(i, next);
                        longer
                    })
                })
                .collect();
        }
        all
    }

    proptest! {
        #[test]
        fn numbers_do_not_matter(
            (graph, new) in graphs(9).prop_flat_map(|graph| {
                let numbers: Vec<u16> = (0..graph.order() as u16).collect();
                (Just(graph), Just(numbers).prop_shuffle())
            })
        ) {
            let other = relabelled(&graph, &new);
            prop_assert_eq!(canonical(&graph), canonical(&other));
        }

        /// Against all renumberings of both graphs: equal iff isomorphic.
        #[test]
        fn isomorphic_iff_equal(a in graphs(4), b in graphs(4)) {
            let isomorphic = a.order() == b.order()
                && permutations(a.order() as u16).iter().any(|new| relabelled(&a, new) == b);
            prop_assert_eq!(canonical(&a) == canonical(&b), isomorphic);
            prop_assert!(permutations(a.order() as u16)
                .iter()
                .any(|new| relabelled(&a, new) == canonical(&a)));
        }

        #[test]
        fn signs_are_exchanged(graph in graphs(6)) {
            let negative = graph.recolored(|_, kind| 1 - kind, |edge| 1 - edge.kind);
            let (one, sign) = canonical_up_to_sign(&graph, &negative);
            let (other, other_sign) = canonical_up_to_sign(&negative, &graph);
            prop_assert_eq!(&one, &other);
            let own_negative = canonical(&graph) == canonical(&negative);
            prop_assert!(own_negative || sign != other_sign);
            prop_assert_eq!(one, canonical(if sign { &negative } else { &graph }));
        }
    }

    const MOST_ORDER: usize = 128;

    /// So many vertices look alike that the search is as deep as it can be.
    #[test]
    fn stars_and_complete_graphs() {
        let star = |middle: u16| {
            let leaves = (0..MOST_ORDER as u16).filter(|&v| v != middle);
            let edges = leaves.map(|v| Edge::new(middle, v, 0)).collect();
            Graph::new(vec![0; MOST_ORDER], edges)
        };
        assert_eq!(canonical(&star(0)), canonical(&star(77)));
        let pairs = (0..60u16).flat_map(|a| (0..a).map(move |b| Edge::new(a, b, 0)));
        let complete = Graph::new(vec![0; 60], pairs.collect());
        assert_eq!(canonical(&complete), complete);
    }

    /// Regular graphs tell refinement nothing; symmetries must do the work.
    #[test]
    fn regular_graphs() {
        let cube = |shift: u16| {
            let edges = (0..32u16).flat_map(|v| {
                (0..5).map(move |bit| {
                    let number = |v: u16| (v * 13 + shift) % 32;
                    (v < v ^ (1 << bit)).then(|| Edge::new(number(v), number(v ^ (1 << bit)), 0))
                })
            });
            Graph::new(vec![0; 32], edges.flatten().collect())
        };
        assert_eq!(canonical(&cube(0)), canonical(&cube(5)));
        let circuits = |length: u16, shift: u16| {
            let next = |v: u16| v - v % length + (v + 1) % length;
            let edges =
                (0..12).map(|v| Edge::new((v + shift) % 12, (next(v) + shift) % 12, 0)).collect();
            Graph::new(vec![0; 12], edges)
        };
        assert_eq!(canonical(&circuits(6, 0)), canonical(&circuits(6, 3)));
        assert_ne!(canonical(&circuits(6, 0)), canonical(&circuits(4, 0)));
        assert_ne!(canonical(&circuits(6, 0)), canonical(&circuits(12, 0)));
    }
}

mod multigraph {
    use upstar_rules::graph::multigraph::{Edge, Graph};

    #[test]
    fn parts_and_grids() {
        let grid = Graph::grid(2, 3, |r, c| (r + c != 2).then_some(0));
        let grid = grid.unwrap_or_default();
        assert_eq!(grid.order(), 4);
        let mut parts = Vec::new();
        grid.each_part(|part| {
            parts.push((part.order(), part.edges().len()));
            true
        });
        assert_eq!(parts, [(3, 2), (1, 0)]);
        assert!(Graph::grid(1 << 40, 1 << 40, |_, _| None).is_none());
    }

    #[test]
    fn a_graph_does_not_depend_on_the_order_of_its_edges() {
        let edges = [Edge::new(2, 0, 1), Edge::new(1, 1, 0), Edge::new(0, 2, 1)];
        let backwards = edges.iter().rev().copied().collect();
        assert_eq!(Graph::new(vec![0; 3], edges.to_vec()), Graph::new(vec![0; 3], backwards));
    }
}

mod walk {
    use proptest::prelude::*;
    use upstar_rules::graph::col::PaintApart;
    use upstar_rules::graph::game::GraphGame;
    use upstar_rules::graph::hackenbush::SYMBOLS as HACKENBUSH;
    use upstar_rules::graph::multigraph::{Edge, Graph};
    use upstar_rules::graph::walk::{PLAIN, Symbols};

    const TINTED: Symbols<'static> = PaintApart::SYMBOLS;

    #[test]
    fn errors_name_the_place() {
        let cases: [(Symbols, &str, usize, usize); 24] = [
            (PLAIN, "", 0, 0),
            (PLAIN, ".-.?", 3, 1),
            (PLAIN, ".é-.", 1, 2),
            (PLAIN, "x-.", 0, 1),
            (PLAIN, ".-.(-.", 3, 1),
            (PLAIN, ".-.)", 3, 1),
            (PLAIN, ".(-.;)", 5, 1),
            (PLAIN, ".()-", 2, 1),
            (PLAIN, ".-.;", 4, 0),
            (PLAIN, ";.-.", 0, 1),
            (PLAIN, "(-.;-.)", 0, 1),
            (PLAIN, ".(", 2, 0),
            (PLAIN, ".:a-.", 2, 1),
            (PLAIN, ".-.:", 4, 0),
            (PLAIN, ".:A-:A", 3, 3),
            (PLAIN, ".:A-.-:A", 5, 3),
            (PLAIN, "..|.", 3, 1),
            (PLAIN, "..|.?", 4, 1),
            (TINTED, "L:A-.-R:A", 6, 3),
            (TINTED, "L-l", 2, 1),
            (HACKENBUSH, "lrx", 2, 1),
            (HACKENBUSH, "l:A;:Ar", 4, 2),
            (HACKENBUSH, "l-r", 1, 1),
            (HACKENBUSH, "ll|rr", 2, 1),
        ];
        for (symbols, text, at, len) in cases {
            let error = symbols.read(text).expect_err(text);
            assert_eq!((error.at, error.len), (at, len), "{text}: {error}");
        }
    }

    #[test]
    fn large_graphs_are_refused_and_long_ones_are_not() {
        for text in [".".repeat(1 << 20), "-".repeat(1 << 20), ".|".repeat(5000) + "."] {
            assert!(PLAIN.read(&text).is_err());
        }
        assert!(HACKENBUSH.read(&"l".repeat(1 << 20)).is_err());
        assert!(HACKENBUSH.read(&"l_;".repeat(1 << 20)).is_err());
        assert!(HACKENBUSH.read(&"l(".repeat(1 << 12)).is_err());
        let nested = "l(r;".repeat(1 << 10) + "l" + &")".repeat(1 << 10);
        let tree = HACKENBUSH.read(&nested).unwrap();
        assert_eq!(HACKENBUSH.read(&HACKENBUSH.write(&tree)), Ok(tree));
    }

    #[test]
    fn what_is_written() {
        let cases = [
            (HACKENBUSH, "l(r;ee);lr:A;lr:A", "l(r;ee);lrrl_"),
            (HACKENBUSH, ".l.r.", "lr"),
            (HACKENBUSH, "b(r;g)", "l(r;e)"),
            (HACKENBUSH, "0", "_"),
            (HACKENBUSH, ":Gl:A(r:A;e:G)", "l:A(e_;r:A)"),
            (PLAIN, ".:A-.:B-.", ".-.-."),
            (PLAIN, "0", "0"),
            (PLAIN, ".;.-.", ".;.-."),
            (TINTED, ".L|R#", ".(-L;-R)"),
            (TINTED, "L:B17-.-.-:B17", "L:A-.-.-:A"),
        ];
        for (symbols, text, expected) in cases {
            let graph = symbols.read(text).unwrap();
            let written = symbols.write(&graph);
            assert_eq!(symbols.read(&written).unwrap(), graph, "{text}");
            assert_eq!(written, expected, "{text}");
        }
    }

    #[test]
    fn there_are_names_enough() {
        // Every vertex but the last two is met again two steps later.
        let next = |by| (0..40 - by).map(move |v| Edge::new(v, v + by, 0));
        let graph = Graph::new(vec![0; 40], next(1).chain(next(2)).collect());
        let written = PLAIN.write(&graph);
        assert!(["-:A;", "-:Z;", "-:A1;"].iter().all(|name| written.contains(name)), "{written}");
        assert!(!written.contains(":Z1"), "{written}");
    }

    proptest! {
        /// Any multigraph comes back, and isomorphic to itself.
        #[test]
        fn reads_what_it_writes(
            kinds in prop::collection::vec(1u8..4, 0..14),
            ends in prop::collection::vec((0u16..9, 0u16..9), 14),
        ) {
            let edges = kinds.iter().zip(ends).map(|(&kind, (a, b))| Edge::new(a, b, kind));
            let mut vertices = vec![0; 9];
            vertices[3] = 1;
            let graph = Graph::new(vertices, edges.collect());
            // Only what hangs together with the ground can be written.
            let parts = graph.parts(|_, _| true);
            let graph = graph.keep(|v| parts[v] == parts[3], |_, _| true);
            let arranged = HACKENBUSH.arranged(&graph);
            let read = HACKENBUSH.read(&HACKENBUSH.write(&graph)).unwrap();
            prop_assert_eq!(&read, &arranged);
            prop_assert_eq!(&HACKENBUSH.arranged(&read), &read);
            use upstar_rules::graph::canonical::canonical;
            prop_assert_eq!(canonical(&read), canonical(&graph));
        }
    }
}
