//! The genus: nim-heaps, texts, and sums with 1 and 2.

use upstar_values::misere::genus::Genus;

#[test]
fn nim_heaps() {
    let mut heaps = Vec::new();
    for n in 0..20 {
        let genus = Genus::of_options(&heaps);
        assert_eq!(genus, Genus::nim_heap(n));
        heaps.push(genus);
    }
    assert_eq!(heaps[12].to_string(), "12^[12][14]");
    assert_eq!(heaps[1].to_string(), "1^031");
}

#[test]
fn texts() {
    for text in ["0^120", "1^031", "2^1420", "8^8[10]", "0^0520", "[1]^20"] {
        let read = text.parse::<Genus>();
        assert_eq!(read.is_ok(), !text.starts_with('['), "{text}");
        if let Ok(genus) = read {
            assert_eq!(genus.to_string(), text);
        }
    }
    assert_eq!("2^2020".parse::<Genus>().unwrap().to_string(), "2^20");
    for wrong in ["", "2", "^20", "2^", "2^2", "2^2x", "2^2[4", "2^²0", "2^[-1]0", "-1^20"] {
        assert!(wrong.parse::<Genus>().is_err(), "{wrong}");
    }
}

#[test]
fn adding_ones_and_twos() {
    let genus: Genus = "2^1420".parse().unwrap();
    assert_eq!(genus.plus(1, false).to_string(), "0^420");
    assert_eq!(genus.plus(0, true).to_string(), "3^0531");
    assert_eq!(genus.plus(100, false).to_string(), "2^20");
    assert_eq!(genus.plus(101, true).to_string(), "1^13");
}
