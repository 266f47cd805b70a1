//! Statements of the calculator.

use crate::query::prelude::*;
use crate::state::at_whole;
use upstar_calculator::{Evaluation, Warning};

described! {
    /// Statements of the calculator; variables stay from query to query
    pub struct EvalQuery {
        /// The statements.
        pub input: String,
    }
}

impl Query for EvalQuery {
    type Answer = EvalAnswer;
    const NAME: &'static str = "eval";
    const EXAMPLES: &'static [Example] =
        &[Example::new("eval '{3|1} + ^'", r#"{"input":"{3|1} + ^"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<EvalAnswer, QueryError> {
        eval(&mut session.state, &self.input)
    }
}

/// What an input of the calculator gave.
#[derive(Clone, Debug, Serialize)]
pub struct EvalAnswer {
    /// The input.
    pub input: String,
    /// The lines that it wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The value of its last statement as text; `None` if there is nothing to print.
    pub value: Option<String>,
    /// The kind of that value.
    pub kind: Option<&'static str>,
    /// What is suspicious about the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Remark>,
}

/// Something suspicious, with its place in bytes.
#[derive(Clone, Debug, Serialize)]
pub struct Remark {
    /// What it is, in one line.
    pub message: String,
    /// Where.
    pub span: [usize; 2],
}

impl From<Warning> for Remark {
    fn from(Warning { span, message }: Warning) -> Remark {
        Remark { message, span: [span.start, span.end] }
    }
}

impl Finding for EvalAnswer {
    fn text(&self) -> String {
        self.printed.iter().chain(&self.value).map(|text| format!("{text}\n")).collect()
    }
}

/// Evaluates one input and prints its value.
fn eval(state: &mut SessionState, input: &str) -> Result<EvalAnswer, QueryError> {
    state.begin("evaluating");
    let notation = state.notation();
    let session = state.session();
    let evaluated = session.eval(input).and_then(|Evaluation { value, printed, warnings }| {
        let (text, kind) = match value {
            None => (None, None),
            Some(value) => {
                let text = session.show(&value, notation);
                let text = text.map_err(|stopped| at_whole(input, stopped))?;
                (Some(text), Some(session.kind(&value)))
            }
        };
        let warnings = warnings.into_iter().map(Remark::from).collect();
        Ok(EvalAnswer { input: input.to_owned(), printed, value: text, kind, warnings })
    });
    let evaluated = evaluated.map_err(|error| {
        let printed = session.take_printed();
        QueryError { printed, ..QueryError::new("input", input, *error) }
    });
    state.end();
    evaluated
}
