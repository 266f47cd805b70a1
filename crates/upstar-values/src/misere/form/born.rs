//! Games born by day n: those whose canonical form allows at most n moves.

use super::store::{Form, Forms};
use upstar_base::Stopped;

/// All games born by day `n`, in the order of writing: 1, 2, 3, 5, 22, 4171780 of them for
/// n = 0, ..., 5. Each is the value of a set of games born by the day before.
///
/// ```
/// use upstar_values::misere::form::{Forms, born_by_day};
/// let mut forms = Forms::default();
/// assert_eq!(born_by_day(&mut forms, 4)?.len(), 22);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn born_by_day(forms: &mut Forms, n: u32) -> Result<Vec<Form>, Stopped> {
    if n > 5 {
        return Err(Stopped::Limit { what: "the birthday of all misère games", limit: 5 });
    }
    let mut games = vec![Form::ZERO];
    for _ in 0..n {
        let mut next = Vec::new();
        for set in 0u64..1 << games.len() {
            let chosen = games.iter().zip(0..).filter(|&(_, i)| set >> i & 1 == 1);
            let options: Vec<Form> = chosen.map(|(&game, _)| game).collect();
            next.push(forms.make(&options)?);
        }
        next.sort_unstable_by(|&a, &b| forms.compare(a, b));
        next.dedup();
        games = next;
    }
    Ok(games)
}
