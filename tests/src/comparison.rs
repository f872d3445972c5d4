//! What a comparison with the reference comes to.

/// In what one answer differs from the reference's, part by part.
#[derive(Debug)]
pub struct Comparison<D> {
    /// Why something differs that is meant to, each reason once.
    pub reasons: Vec<&'static str>,
    /// What nothing explains.
    pub unexplained: Vec<D>,
}

impl<D> Comparison<D> {
    /// Tells the differences that have a reason from those that have none.
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
