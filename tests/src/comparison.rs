//! The result of a comparison with the reference.

/// The differences between an answer and that of the reference.
#[derive(Debug)]
pub struct Comparison<D> {
    /// The reasons for deliberate differences, each once.
    pub reasons: Vec<&'static str>,
    /// The differences without a reason.
    pub unexplained: Vec<D>,
}

impl<D> Comparison<D> {
    /// Separates differences with a reason from those without one.
    pub fn new(
        differences: impl IntoIterator<Item = D>,
        reason: impl Fn(&D) -> Option<&'static str>,
    ) -> Self {
        let mut comparison = Self { reasons: Vec::new(), unexplained: Vec::new() };
        for difference in differences {
            match reason(&difference) {
                Some(reason) => comparison.reasons.push(reason),
                None => comparison.unexplained.push(difference),
            }
        }
        comparison.reasons.sort_unstable();
        comparison.reasons.dedup();
        comparison
    }
}
