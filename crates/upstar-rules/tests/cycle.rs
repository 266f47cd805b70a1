//! Moves of Ceylonese Fox and Geese.

mod ceylonese {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::loopy::ceylonese;

    fn moves(text: &str, who: Player) -> Vec<String> {
        let rules = ceylonese::rules("").unwrap();
        let mut options = Vec::new();
        let position = rules.parse(text).unwrap();
        rules.options(&position, who, &mut options);
        options.iter().map(|option| rules.name_move(&position, who, option)).collect()
    }

    #[test]
    fn the_fox_goes_two_squares_over_empty_ones() {
        let corners = moves(".....|.....|..F..|.....|.....", Player::Right);
        assert_eq!(
            corners,
            ["c3-b4", "c3-a5", "c3-d4", "c3-e5", "c3-b2", "c3-a1", "c3-d2", "c3-e1"]
        );
        // One way is blocked next to it, one farther away, one ends at the edge of the board.
        let blocked = moves("..G..|.G.G.|..F..|.....|G....", Player::Right);
        assert_eq!(blocked, ["c3-b2", "c3-d2", "c3-e1"]);
    }

    #[test]
    fn geese_go_one_square() {
        assert_eq!(moves(".F....|......|......|..G...", Player::Left).len(), 2);
    }

    #[test]
    fn the_board_of_the_books_is_there() {
        let rules = ceylonese::rules("").unwrap();
        let first = rules.family().member(&[12]).unwrap();
        let text = rules.show(&first);
        assert_eq!(text.matches('G').count(), 6);
        assert_eq!(rules.parse(&text).unwrap(), first);
        assert_eq!(rules.size(&first), 66);
        assert!(rules.family().member(&[14]).is_none());
    }
}
