//! The tour of the interactive session.

use upstar_session::{EvalQuery, Question, Session};
use upstar_terminal::talk::tour::{STEPS, Tour};

/// What the tour asks for has the answer that it says.
#[test]
fn every_step_is_true() {
    let mut world = Session::default();
    let mut tour = Some(Tour::default());
    for step in STEPS {
        let answer =
            world.ask(&Question::Eval(EvalQuery { input: step.input.to_owned() })).unwrap();
        assert_eq!(answer.text().trim(), step.answer, "{}", step.input);
        let here = tour.unwrap();
        assert!(here.text().contains(step.input));
        assert_eq!(here.after("17"), None);
        tour = here.after(&answer.text()).unwrap().1;
    }
    assert_eq!(tour, None);
}
