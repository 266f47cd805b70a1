//! A tour for beginners: from Nim to up, by doing.
//!
//! Each step tells something and asks for an input. When the answer is the one that is meant,
//! whatever was typed to get it, the next step follows.

/// A step.
pub struct TourStep {
    /// The explanation.
    pub text: &'static str,
    /// What is to be typed.
    pub input: &'static str,
    /// The answer.
    pub answer: &'static str,
}

/// The steps of the tour, in order.
pub const STEPS: &[TourStep] = &[
    TourStep {
        text: "Two players move in turn; who cannot move loses. In Nim there are heaps of beans, and \
               a move takes some from one heap. Who wins with heaps of 3 and 3? Whoever starts is \
               copied by the other and loses: a P-position (the Previous player wins).",
        input: "nim(\"3+3\").Outcome",
        answer: "P",
    },
    TourStep {
        text: "With 3 and 5 whoever starts can make the heaps equal: an N-position (the Next player \
               wins).",
        input: "nim(\"3+5\").Outcome",
        answer: "N",
    },
    TourStep {
        text: "A heap of n beans is called *n, and games can be added: a move in the sum is a move \
               in one of them. Which single heap do 3 and 5 together behave like?",
        input: "*3 + *5",
        answer: "*6",
    },
    TourStep {
        text: "So 3, 5 and 6 together are worth nothing: a P-position again. 0 is the value of every \
               game in which whoever starts loses.",
        input: "nim(\"3+5+6\").Value",
        answer: "0",
    },
    TourStep {
        text: "Now a game in which the players differ. In Hackenbush Left cuts blue edges, Right red \
               ones; what no longer stands on the ground falls. One blue edge is one free move for \
               Left.",
        input: "hackenbush(\"l\").Value",
        answer: "1",
    },
    TourStep {
        text: "Two of them upon each other are 2, a red one is -1. What is a red edge upon a blue one \
               worth? Less than 1, but Left still wins.",
        input: "hackenbush(\"lr\").Value",
        answer: "1/2",
    },
    TourStep {
        text: "It really is a half: two of them and a red edge make 0.",
        input: "hackenbush(\"lr\").Value + hackenbush(\"lr\").Value + hackenbush(\"r\").Value",
        answer: "0",
    },
    TourStep {
        text: "A game is its options: {Left's | Right's}. In the half Left can move to 0 and Right to \
               1. The value is the simplest number in between.",
        input: "{0|1}",
        answer: "1/2",
    },
    TourStep {
        text: "The simplest number between 2 and 5 is an integer, the one nearest to 0.",
        input: "{2|5}",
        answer: "3",
    },
    TourStep {
        text: "If Left can move to something larger than Right can, everybody wants to move: such a \
               game is hot. A board of two by two squares in Domineering, where Left puts vertical \
               dominoes and Right horizontal ones, is the switch {1|-1}.",
        input: "domineering(\"..|..\").Value",
        answer: "+-1",
    },
    TourStep {
        text: "On average Left gets this much from {5|1}...",
        input: "{5|1}.Mean",
        answer: "3",
    },
    TourStep {
        text: "...and a move there gains this much. In a sum of switches play where the temperature is \
               highest. (`:plot {5|1}` draws the thermograph.)",
        input: "{5|1}.Temperature",
        answer: "2",
    },
    TourStep {
        text: "A green edge may be cut by both players: {0|0}, a nim-heap of one. It is neither \
               positive nor negative nor 0, but confused with 0.",
        input: "* <> 0",
        answer: "true",
    },
    TourStep {
        text: "If Left can move to 0 and Right to *, the value is called up.",
        input: "{0|*}",
        answer: "^",
    },
    TourStep { text: "Up is positive: Left wins, whoever starts.", input: "^ > 0", answer: "true" },
    TourStep {
        text: "And yet it is less than every positive number. Such games are infinitesimal; who wins \
               a close fight is often decided by them.",
        input: "^ < 1/1000000",
        answer: "true",
    },
    TourStep {
        text: "You know enough to look around. `help` lists what there is, `help kayles` a game, and \
               `upstar play domineering 4x4` lets you play. One more: a flower, a blue petal on a \
               green stem.",
        input: "hackenbush(\"el\").Value",
        answer: "^*",
    },
];

/// A place on the tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour(usize);

impl Tour {
    fn step(self) -> Option<&'static TourStep> {
        STEPS.get(self.0)
    }

    /// What the step at hand says.
    pub fn text(self) -> String {
        let Some(step) = self.step() else { return String::new() };
        let (number, all) = (self.0 + 1, STEPS.len());
        let text = wrapped(step.text, 84);
        format!("\n[{number}/{all}] {text}\nType:  {}\n", step.input)
    }

    /// Returns the text after an answer, and the next step if the answer was the one that was meant;
    /// `None` there at the end.
    pub fn after(self, answer: &str) -> Option<(String, Option<Tour>)> {
        let step = self.step()?;
        if answer.trim() != step.answer {
            return None;
        }
        let next = Tour(self.0 + 1);
        Some(match next.step() {
            Some(_) => (next.text(), Some(next)),
            None => ("\nThat was the tour.\n".to_owned(), None),
        })
    }

    /// The step before, or the first one.
    pub fn back(self) -> Tour {
        Tour(self.0.saturating_sub(1))
    }

    /// The step after this one, if there is one.
    pub fn next(self) -> Option<Tour> {
        let next = Tour(self.0 + 1);
        next.step().map(|_| next)
    }
}

/// Breaks a text into lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
