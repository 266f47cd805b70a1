//! Games on boards, and the planes of bits that hold them.

mod chess_clobber {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::grid::chess_clobber::{ChessClobber, kings, knights, queens, rooks};

    fn options(rules: &ChessClobber, text: &str, who: Player) -> Vec<String> {
        let mut options = Vec::new();
        rules.options(&rules.parse(text).unwrap(), who, &mut options);
        options.iter().map(|to| rules.show(to)).collect()
    }

    #[test]
    fn pieces_capture_as_in_chess() {
        let king = kings::rules("").unwrap();
        let rook = rooks::rules("").unwrap();
        let queen = queens::rules("").unwrap();
        let knight = knights::rules("").unwrap();
        let board = "o.o|.x.|o.o";
        assert_eq!(options(&king, board, Player::Left).len(), 4);
        assert_eq!(options(&rook, board, Player::Left).len(), 0);
        assert_eq!(
            options(&rook, "o.xo|..o.", Player::Left),
            ["x..o|..o.", "o..x|..o.", "o..o|..x."]
        );
        assert_eq!(options(&rook, "oxx.o", Player::Right), [".ox.o", "oxo.."]);
        assert_eq!(options(&queen, "x.|..|.x|o.", Player::Right), ["o.|..|.x|..", "x.|..|.o|.."]);
        assert_eq!(options(&knight, "x..|..o", Player::Right), ["o..|..."]);
    }

    #[test]
    fn parts_are_joined_by_moves_whatever_stands_between() {
        let king = kings::rules("").unwrap();
        let rook = rooks::rules("").unwrap();
        let queen = queens::rules("").unwrap();
        let knight = knights::rules("").unwrap();
        let count = |rules: &ChessClobber, text: &str| {
            let mut parts = Vec::new();
            rules.sum_components(rules.parse(text).unwrap(), &mut parts);
            parts.len()
        };
        assert_eq!(count(&king, "xo.xo"), 2);
        assert_eq!(count(&rook, "xo.xo"), 1);
        assert_eq!(count(&rook, "xo..|..xo"), 2);
        assert_eq!(count(&queen, "xo..|..xo"), 1);
        assert_eq!(count(&knight, "xo|..|.."), 0);
    }
}

mod plane {
    use proptest::prelude::*;
    use upstar_rules::grid::plane::{Direction, Double, Medium, Plane, Row, Small, Wide};

    fn filled<P: Plane>(rows: usize, columns: usize, cells: &[(usize, usize)]) -> P {
        let mut plane = P::blank(rows, columns);
        for &(r, c) in cells {
            plane.insert(r, c);
        }
        plane
    }

    fn listed<P: Plane>(plane: &P, rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        all.filter(|&(r, c)| plane.contains(r, c)).collect()
    }

    /// The word tricks of a plane agree with the plain lists of `Wide`.
    fn is_wide<P: Plane>(
        size: usize,
        cells: &[(usize, usize)],
        more: &[(usize, usize)],
    ) -> Result<(), TestCaseError> {
        let (a, b): (P, Wide) = (filled(size, size, cells), filled(size, size, cells));
        let (c, d): (P, Wide) = (filled(size, size, more), filled(size, size, more));
        let same = |x: &P, y: &Wide| listed(x, size, size) == listed(y, size, size);
        for direction in Direction::ALL {
            prop_assert!(same(&a.step(direction), &b.step(direction)));
        }
        let far = size as i8;
        let ways = [-far - 1, -far, 1 - far, -3, -1, 0, 1, 2, far - 1, far, far + 1];
        for by in ways.iter().flat_map(|&r| ways.map(|c| (r, c))) {
            prop_assert!(same(&a.moved(by), &b.moved(by)));
        }
        prop_assert!(same(&a.and(&c), &b.and(&d)) && same(&a.or(&c), &b.or(&d)));
        prop_assert!(same(&a.minus(&c), &b.minus(&d)) && a.count() == b.count());
        prop_assert_eq!(a.corner(), b.corner());
        prop_assert_eq!(a.extent(), b.extent());
        let (corner, end) = (a.corner(), a.extent());
        let [x, y] = [end.0 - corner.0, end.1 - corner.1];
        let cut = (a.moved_to_corner(corner, size, size), b.moved_to_corner(corner, size, size));
        prop_assert!(same(&cut.0, &cut.1));
        let (rows, columns) = (corner.0..size.min(corner.0 + 2), corner.1..end.1);
        let windows = (
            a.window(rows.clone(), columns.clone(), (size, size)),
            b.window(rows, columns, (size, size)),
        );
        prop_assert!(same(&windows.0, &windows.1));
        for r in 0..size {
            let row = (0..size).map(|c| u32::from(b.contains(r, c)) << c).sum();
            prop_assert_eq!(a.row(r), Some(row));
        }
        let box_of = b.moved_to_corner(corner, x, y);
        for i in 0..8 {
            prop_assert!(same(&a.image(i), &b.image(i)));
            let (x, y) = if i & 4 == 0 { (x, y) } else { (y, x) };
            let turned = cut.0.turned(i, end.0 - corner.0, end.1 - corner.1);
            let expected = box_of.turned(i, end.0 - corner.0, end.1 - corner.1);
            prop_assert_eq!(listed(&turned, x, y), listed(&expected, x, y));
            prop_assert_eq!(turned.count(), expected.count());
        }
        let visited = |plane: &P| {
            let mut squares = Vec::new();
            plane.each(|one| squares.extend(listed(&one, size, size)));
            squares
        };
        prop_assert_eq!(visited(&a), listed(&b, size, size));
        prop_assert_eq!(a.is_empty(), b.is_empty());
        if !a.is_empty() {
            prop_assert!(same(&a.first(), &b.first()));
            prop_assert!(same(&a.connected(a.first()), &b.connected(b.first())));
            prop_assert!(same(&a.surroundings(), &b.surroundings()));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn small_is_wide(cells in prop::collection::vec((0usize..8, 0usize..8), 0..20),
                         more in prop::collection::vec((0usize..8, 0usize..8), 0..20)) {
            is_wide::<Small>(8, &cells, &more)?;
        }

        #[test]
        fn double_is_wide(cells in prop::collection::vec((0usize..11, 0usize..11), 0..60),
                          more in prop::collection::vec((0usize..11, 0usize..11), 0..60)) {
            is_wide::<Double>(11, &cells, &more)?;
        }

        #[test]
        fn medium_is_wide(cells in prop::collection::vec((0usize..16, 0usize..16), 0..120),
                          more in prop::collection::vec((0usize..16, 0usize..16), 0..120)) {
            is_wide::<Medium>(16, &cells, &more)?;
        }

        #[test]
        fn row_is_wide(cells in prop::collection::vec(0usize..64, 0..30)) {
            let cells: Vec<_> = cells.into_iter().map(|c| (0, c)).collect();
            let (a, b): (Row, Wide) = (filled(1, 64, &cells), filled(1, 64, &cells));
            let same = |x: &Row, y: &Wide| listed(x, 1, 64) == listed(y, 1, 64);
            for direction in Direction::ALL {
                prop_assert!(same(&a.step(direction), &b.step(direction)));
            }
            prop_assert!(same(&a.image(1), &b.image(2)));
            for by in [(0, 3), (0, -5), (0, 63), (0, -64), (1, 0), (-1, 2)] {
                prop_assert!(same(&a.moved(by), &b.moved(by)));
            }
            prop_assert_eq!(a.corner(), b.corner());
            prop_assert_eq!(a.extent(), b.extent());
            if !a.is_empty() {
                prop_assert!(same(&a.connected(a.first()), &b.connected(b.first())));
            }
        }
    }
}

mod wide {
    use proptest::prelude::*;
    use upstar_rules::grid::plane::{Direction, Plane, Wide};

    proptest! {
        #[test]
        fn a_step_moves_every_square(
            rows in 1usize..12, columns in 1usize..140,
            cells in prop::collection::vec((0usize..12, 0usize..140), 0..60),
        ) {
            let mut plane = Wide::blank(rows, columns);
            cells.iter().for_each(|&(r, c)| plane.insert(r % rows, c % columns));
            for direction in Direction::ALL {
                let mut moved = Wide::blank(rows, columns);
                for (r, c) in cells.iter().map(|&(r, c)| (r % rows, c % columns)) {
                    let to = match direction {
                        Direction::North => r.checked_sub(1).map(|r| (r, c)),
                        Direction::South => (r + 1 < rows).then_some((r + 1, c)),
                        Direction::East => (c + 1 < columns).then_some((r, c + 1)),
                        Direction::West => c.checked_sub(1).map(|c| (r, c)),
                    };
                    if let Some((r, c)) = to {
                        moved.insert(r, c);
                    }
                }
                prop_assert_eq!(plane.step(direction), moved);
            }
        }

        #[test]
        fn what_hangs_together_is_reached_by_steps(
            rows in 1usize..7, columns in 1usize..40,
            cells in prop::collection::vec((0usize..7, 0usize..40), 1..120),
        ) {
            let mut plane = Wide::blank(rows, columns);
            cells.iter().for_each(|&(r, c)| plane.insert(r % rows, c % columns));
            let mut reached = plane.first();
            loop {
                let more = reached.or(&reached.neighbours()).and(&plane);
                if more == reached {
                    break;
                }
                reached = more;
            }
            prop_assert_eq!(plane.connected(plane.first()), reached);
        }
    }
}
