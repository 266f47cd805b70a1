//! The commands of the interactive session, all in one table: help, completion and errors read it.

/// A command: a word with a colon, and what it does.
pub(super) struct ReplCommand {
    /// The word.
    pub(super) word: &'static str,
    /// What may follow it.
    pub(super) rest: &'static str,
    /// What it does, in a few words.
    pub(super) what: &'static str,
    /// What else there is to know.
    pub(super) more: &'static str,
}

pub(super) const COMMANDS: &[ReplCommand] = &[
    ReplCommand {
        word: "help",
        rest: "[NAME]",
        what: "what a function, method, constant, game or command does; all of them without NAME",
        more: "`help Mean`, `help kayles`, `help :plot`; `?Mean` is `help Mean`. Long texts go through the pager that PAGER names.",
    },
    ReplCommand {
        word: ":tour",
        rest: "[next|back|stop]",
        what: "learn by doing, from Nim to up; `next` skips a step",
        more: "Each step says what to type. Whatever else you type is answered as always.",
    },
    ReplCommand {
        word: ":plot",
        rest: "G [FILE]",
        what: "draw the thermograph of G, or write it into a file (.svg, .png, .pdf, .tex)",
        more: "`:plot {3||2|1}`, `:plot g + ^ g.svg`. The mast is the mean, its foot the temperature.",
    },
    ReplCommand {
        word: ":draw",
        rest: "RULES POSITION [FILE]",
        what: "draw a position, or write its picture into a file",
        more: "`:draw hackenbush l(r;ee)`, `:draw domineering ..|.. board.svg`.",
    },
    ReplCommand {
        word: ":notation",
        rest: "ascii|unicode|latex",
        what: "how values are printed from now on",
        more: "",
    },
    ReplCommand {
        word: ":save",
        rest: "FILE",
        what: "write this session: .md or .html with answers and pictures, else a worksheet",
        more: "A worksheet has the inputs that had no error, as `upstar run FILE` and `:load FILE` \
               read them. The pictures of a .md file are written beside it.",
    },
    ReplCommand {
        word: ":load",
        rest: "FILE",
        what: "evaluate a worksheet, until something is wrong",
        more: "What it defines stays defined.",
    },
    ReplCommand {
        word: ":reset",
        rest: "",
        what: "free the tables; variables and functions are forgotten",
        more: "",
    },
    ReplCommand {
        word: ":time",
        rest: "",
        what: "show how long each answer takes, or stop showing it",
        more: "",
    },
    ReplCommand { word: ":quit", rest: "", what: "leave (also Ctrl-D)", more: "" },
];

/// The command of a word; `:help` is `help`, and a few have short names.
pub(super) fn command(word: &str) -> Option<&'static ReplCommand> {
    let word = match word {
        ":help" | ":h" | ":?" => "help",
        ":q" | ":exit" => ":quit",
        word => word,
    };
    COMMANDS.iter().find(|command| command.word == word)
}

/// The command that a misspelt word may mean.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let begins = |command: &&ReplCommand| command.word.starts_with(word) && word.len() > 1;
    let near = |command: &&ReplCommand| {
        let same = command.word.chars().filter(|&c| word.contains(c)).count();
        same + 1 >= command.word.len() && word.len() <= command.word.len() + 1
    };
    let found = COMMANDS.iter().find(begins).or_else(|| COMMANDS.iter().find(near));
    found.map(|command| command.word)
}

impl ReplCommand {
    pub(super) fn usage(&self) -> String {
        format!("{} {}", self.word, self.rest).trim_end().to_owned()
    }

    pub(super) fn page(&self) -> String {
        let more =
            if self.more.is_empty() { String::new() } else { format!("    {}\n", self.more) };
        format!("{}\n    {}\n{more}", self.usage(), self.what)
    }
}

/// All commands, one per line.
pub(super) fn overview() -> String {
    let width = COMMANDS.iter().map(|command| command.usage().len()).max().unwrap_or(0);
    let line = |command: &ReplCommand| format!("  {:width$}  {}\n", command.usage(), command.what);
    let lines: String = COMMANDS.iter().map(line).collect();
    format!("Commands of the program:\n{lines}Ctrl-C stops a computation; Tab completes names.\n")
}
