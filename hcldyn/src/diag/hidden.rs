//! Texts that no report shows.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::source::{Place, Source, Span};

/// The places of secrets.
#[derive(Clone, Default)]
pub(super) struct Hidden(Vec<(Source, BTreeSet<Span>)>);

impl Hidden {
    pub(super) fn add(&mut self, place: &Place) {
        self.spans_of(place.source()).insert(place.span());
    }

    pub(super) fn append(&mut self, other: &Self) {
        for (source, spans) in &other.0 {
            self.spans_of(source).extend(spans);
        }
    }

    /// The bytes of a source that are hidden, in order and apart from each other.
    pub(super) fn ranges(&self, source: &Source) -> Vec<Range<usize>> {
        let known = self.0.iter().find(|(known, _)| known == source);
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for span in known.into_iter().flat_map(|(_, spans)| spans) {
            let range = span.range();
            match ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => ranges.push(range),
            }
        }
        ranges
    }

    fn spans_of(&mut self, source: &Source) -> &mut BTreeSet<Span> {
        let known = self.0.iter().position(|(known, _)| known == source);
        let index = known.unwrap_or_else(|| {
            self.0.push((source.clone(), BTreeSet::new()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_touch_are_one() {
        let (source, other) = (Source::new("a", "0123456789"), Source::new("b", "0123456789"));
        let mut hidden = Hidden::default();
        for span in [Span::new(7, 9), Span::new(1, 3), Span::new(2, 4), Span::new(4, 5)] {
            hidden.add(&source.place(span));
        }
        assert_eq!(hidden.ranges(&source), [1..5, 7..9]);
        assert!(hidden.ranges(&other).is_empty());
        let mut both = Hidden::default();
        both.add(&other.place(Span::new(0, 1)));
        both.append(&hidden);
        assert_eq!((both.ranges(&source).len(), both.ranges(&other).len()), (2, 1));
    }
}
