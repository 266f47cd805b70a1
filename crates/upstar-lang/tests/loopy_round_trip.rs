//! Loopy values are read as they are printed, in ascii and in Unicode.
#![allow(clippy::unwrap_used)]

use upstar_lang::Session;
use upstar_lang::print::Notation;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    /// A game in braces, within those of the labels given.
    fn game(&mut self, labels: &mut Vec<char>, depth: u64) -> String {
        let label = (b'a' + labels.len() as u8) as char;
        labels.push(label);
        let (left, right) = (self.side(labels, depth), self.side(labels, depth));
        labels.pop();
        format!("{label}{{{left}|{right}}}")
    }

    fn side(&mut self, labels: &mut Vec<char>, depth: u64) -> String {
        let options: Vec<String> = (0..self.below(3)).map(|_| self.option(labels, depth)).collect();
        options.join(",")
    }

    fn option(&mut self, labels: &mut Vec<char>, depth: u64) -> String {
        const KNOWN: [&str; 14] = [
            "0",
            "1",
            "-2",
            "*",
            "^",
            "v*2",
            "on",
            "off",
            "over",
            "-3under",
            "1/2^[on]*",
            "v<on>",
            "Tiny(on)",
            "(on & 0)",
        ];
        match self.below(5) {
            0 | 1 if depth > 0 => self.game(labels, depth - 1),
            2 => labels[self.below(labels.len() as u64) as usize].to_string(),
            3 => "pass".to_owned(),
            _ => KNOWN[self.below(KNOWN.len() as u64) as usize].to_owned(),
        }
    }
}

#[test]
fn what_is_printed_is_read() {
    let mut random = Random(0x00c0_ffee_1234_5678);
    let mut session = Session::default();
    let (mut stoppers, mut sided, mut labelled) = (0, 0, 0);
    for _ in 0..3000 {
        let text = random.game(&mut Vec::new(), 2);
        let value = session.eval(&text).unwrap().value.unwrap();
        for notation in [Notation::Ascii, Notation::Unicode] {
            let shown = session.show(&value, notation).unwrap();
            let again = session.eval(&shown).unwrap().value.unwrap();
            assert_eq!(session.show(&again, notation).unwrap(), shown, "{text}");
            let equal = session.eval(&format!("({shown}) == {text}")).unwrap().value.unwrap();
            assert_eq!(session.show(&equal, Notation::Ascii).unwrap(), "true", "{text}: {shown}");
            labelled += usize::from(shown.contains("a{"));
            match session.kind(&value) {
                "Stopper" => stoppers += 1,
                "SidedGame" => sided += 1,
                _ => {}
            }
        }
    }
    assert!(stoppers > 500 && sided > 500, "{stoppers} {sided} {labelled}");
}
