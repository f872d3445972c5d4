//! The origins of a changed source: the ranges of the original source that its parts come from.

use std::collections::BTreeMap;
use std::ops::Range;

use hcldyn_syntax::changes::Changes;

use crate::cty::internal::{Bisect, CollectVec, sort_by_key};
use crate::source::{Place, Source, Span};

/// The changes of a source since a time, in the order of the changed source.
#[derive(Clone, Debug)]
pub(in crate::edit) struct Trace {
    /// The source before.
    source: Source,
    segments: Vec<Segment>,
    /// For each record, its representative: records whose changes depend on each other are undone together.
    groups: Vec<usize>,
    /// The deleted ranges of the original source, with their records.
    deleted: Vec<(Range<usize>, usize)>,
    /// The record and the anchor of changes without a mark.
    default: (usize, Range<usize>),
}

/// A part of the changed source.
#[derive(Clone, Debug)]
struct Segment {
    len: usize,
    kind: SegmentKind,
}

#[derive(Clone, Debug)]
enum SegmentKind {
    /// Source text that is where it was, by its original offset.
    Kept(usize),
    New(NewText),
}

/// Inserted text.
#[derive(Clone, Debug)]
struct NewText {
    record: usize,
    /// The original range that it takes the place of.
    instead_of: Range<usize>,
    /// The original offset of the same text, if it was moved.
    moved_from: Option<usize>,
}

/// The origin of the text that a change inserts.
#[derive(Clone, Debug, Default)]
pub(in crate::edit) struct Mark {
    pub(super) record: usize,
    /// The range of the item that the text is made from.
    pub(super) anchor: Range<usize>,
    /// The offsets in the text of parts that are copied from ranges of the source, in order.
    pub(super) copies: Vec<Copied>,
}

/// A part of a new text that is copied from a range of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::edit) struct Copied {
    pub(super) at: usize,
    pub(super) from: Range<usize>,
}

/// The marks of changes, by the ranges that they replace.
pub(in crate::edit) type Marks = BTreeMap<(usize, usize), Mark>;

impl Trace {
    pub(super) fn new(source: &Source) -> Self {
        let len = source.text().len();
        let segments = vec![Segment { len, kind: SegmentKind::Kept(0) }];
        let (groups, deleted) = (Vec::new(), Vec::new());
        Self { source: source.clone(), segments, groups, deleted, default: (0, 0..0) }
    }

    /// Adds a record for the changes of one place.
    pub(super) fn add_record(&mut self) -> usize {
        self.groups.push(self.groups.len());
        self.groups.len() - 1
    }

    /// Sets the record of changes without a mark, and a range of the changed source for text that replaces nothing.
    pub(super) fn set_default(&mut self, record: usize, anchor: Range<usize>) {
        self.default = (record, anchor);
    }

    /// Truncates the records without changes.
    pub(super) fn forget(&mut self, count: usize) {
        self.groups.truncate(count);
    }

    /// Returns the first record that a record belongs to.
    fn group(&mut self, mut record: usize) -> usize {
        while self.groups[record] != record {
            // Path compression: the next search is short.
            self.groups[record] = self.groups[self.groups[record]];
            record = self.groups[record];
        }
        record
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.group(one), self.group(other));
        self.groups[one.max(other)] = one.min(other);
    }

    /// Follows changes of the source.
    pub(in crate::edit) fn follow(&mut self, changes: &Changes, marks: &Marks) {
        let old = Positions::new(std::mem::take(&mut self.segments));
        let (mut new, mut at) = (Vec::new(), 0);
        for (range, text) in changes.iter() {
            new.extend(old.cut(at..range.start));
            at = range.end;
            let mark = marks.get(&(range.start, range.end)).cloned();
            let mark = mark.unwrap_or_else(|| self.default_mark(range));
            for segment in old.cut(range.clone()) {
                match segment.kind {
                    SegmentKind::Kept(start) => {
                        self.deleted.push((start..start + segment.len, mark.record));
                    }
                    SegmentKind::New(new) => self.join(new.record, mark.record),
                }
            }
            let anchor = if mark.anchor.is_empty() { range.clone() } else { mark.anchor.clone() };
            let made = old.origin(&anchor);
            self.insert(&old, &mark, &made, text.len(), &mut new);
        }
        new.extend(old.cut(at..old.len));
        self.segments = new;
    }

    fn default_mark(&self, range: &Range<usize>) -> Mark {
        let (record, anchor) = self.default.clone();
        let anchor = if range.is_empty() { anchor } else { range.clone() };
        Mark { record, anchor, copies: Vec::new() }
    }

    /// Appends the segments of a new text.
    fn insert(
        &mut self,
        old: &Positions,
        mark: &Mark,
        made: &Range<usize>,
        len: usize,
        to: &mut Vec<Segment>,
    ) {
        let (record, instead_of) = (mark.record, made.clone());
        let new = |len, moved_from, instead_of: &Range<usize>| Segment {
            len,
            kind: SegmentKind::New(NewText { record, instead_of: instead_of.clone(), moved_from }),
        };
        let mut at = 0;
        for Copied { at: start, from } in &mark.copies {
            to.push(new(start - at, None, &instead_of));
            for segment in old.cut(from.clone()) {
                to.push(match segment.kind {
                    SegmentKind::Kept(start) => new(segment.len, Some(start), &instead_of),
                    SegmentKind::New(text) => {
                        self.join(text.record, record);
                        new(segment.len, text.moved_from, &text.instead_of)
                    }
                });
            }
            at = start + from.len();
        }
        to.push(new(len - at, None, &instead_of));
        to.retain(|segment| segment.len > 0);
    }

    /// Returns the original locations of the parts of the changed source.
    pub(in crate::edit) fn origins(&self) -> Origins {
        let positions = Positions::new(self.segments.clone());
        Origins { source: self.source.clone(), positions }
    }

    /// Returns the replacements of ranges of the original source, with the record of each.
    pub(super) fn replacements(&self, after: &str) -> Replacements {
        let mut trace = self.clone();
        let mut hunks: Vec<(Range<usize>, Range<usize>, Vec<usize>)> = Vec::new();
        let (mut before, mut at, mut open) = (0, 0, 0);
        let mut records = Vec::new();
        for segment in &self.segments {
            match &segment.kind {
                SegmentKind::New(new) => records.push(new.record),
                SegmentKind::Kept(start) => {
                    hunks.push((before..*start, open..at, std::mem::take(&mut records)));
                    before = start + segment.len;
                    open = at + segment.len;
                }
            }
            at += segment.len;
        }
        hunks.push((before..self.source.text().len(), open..at, records));
        hunks.retain(|(before, after, _)| !before.is_empty() || !after.is_empty());
        let mut deleted = self.deleted.clone();
        sort_by_key(&mut deleted, |(range, _)| range.start);
        let mut all = Vec::new();
        for (before, new, records) in hunks {
            let first = deleted.count_leading(|(range, _)| range.end <= before.start);
            let inside = deleted[first..].iter().take_while(|(range, _)| range.end <= before.end);
            let inside = inside.collect_vec();
            if new.is_empty() {
                let each = inside.into_iter().cloned();
                all.extend(each.map(|(range, record)| (range, String::new(), record)));
                continue;
            }
            let mut records = records.into_iter().chain(inside.into_iter().map(|it| it.1));
            let Some(first) = records.next() else { continue };
            records.for_each(|record| trace.join(first, record));
            all.push((before, after[new].to_owned(), first));
        }
        let groups = (0..trace.groups.len()).map(|record| trace.group(record)).collect_vec();
        let group = |(range, text, record)| Replacement { range, text, group: groups[record] };
        let list = all.into_iter().map(group).collect_vec();
        Replacements { list, groups }
    }

    /// Returns the original source.
    pub(super) fn source(&self) -> &Source {
        &self.source
    }
}

/// The replacements of ranges of the original source.
#[derive(Debug)]
pub(super) struct Replacements {
    pub(super) list: Vec<Replacement>,
    groups: Vec<usize>,
}

impl Replacements {
    /// Returns the first record that a record belongs to.
    pub(super) fn group(&self, record: usize) -> usize {
        self.groups[record]
    }
}

/// The replacement of a range of the original source.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    /// The first record that it belongs to.
    pub(super) group: usize,
}

/// The locations of the parts of a changed source in the original source.
#[derive(Clone, Debug)]
pub(crate) struct Origins {
    source: Source,
    positions: Positions,
}

impl Origins {
    /// Returns the original location of a range in the changed source.
    pub(crate) fn span(&self, span: Span) -> Span {
        if span.start == 0 && span.end as usize >= self.positions.len {
            return Span::new(0, self.source.text().len() as u32);
        }
        Span::from(self.positions.origin(&span.range()))
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        self.source.place(self.span(span))
    }
}

/// Segments with their offsets.
#[derive(Clone, Debug)]
struct Positions {
    segments: Vec<Segment>,
    starts: Vec<usize>,
    len: usize,
}

impl Positions {
    fn new(segments: Vec<Segment>) -> Self {
        let (mut starts, mut len) = (Vec::with_capacity(segments.len()), 0);
        for segment in &segments {
            starts.push(len);
            len += segment.len;
        }
        Self { segments, starts, len }
    }

    /// Returns the index of the segment at an offset.
    fn index(&self, offset: usize) -> usize {
        self.starts.count_leading(|start| *start <= offset).saturating_sub(1)
    }

    /// Returns the segments of a range, the first and the last one cut to it.
    fn cut(&self, range: Range<usize>) -> Vec<Segment> {
        if range.is_empty() || self.segments.is_empty() {
            return Vec::new();
        }
        let mut cut = Vec::new();
        for index in self.index(range.start)..self.segments.len() {
            let start = self.starts[index];
            if start >= range.end {
                break;
            }
            let segment = &self.segments[index];
            let skipped = range.start.saturating_sub(start);
            let len = segment.len.min(range.end - start) - skipped;
            let kind = match &segment.kind {
                SegmentKind::Kept(at) => SegmentKind::Kept(at + skipped),
                SegmentKind::New(new) => SegmentKind::New(NewText {
                    moved_from: new.moved_from.map(|at| at + skipped),
                    ..new.clone()
                }),
            };
            cut.push(Segment { len, kind });
        }
        cut
    }

    /// Returns the range in the original text for a range in the changed text. A replacement belongs to the text that it replaces.
    fn origin(&self, range: &Range<usize>) -> Range<usize> {
        let Some(last) = self.segments.len().checked_sub(1) else { return 0..0 };
        let first = self.index(range.start).min(last);
        let end = if range.is_empty() { first } else { self.index(range.end - 1).min(last) };
        let from = self.at(first, range.start);
        if range.is_empty() {
            return from.start..from.start;
        }
        let to = self.at(end, range.end - 1);
        if from.start < to.end { from.start..to.end } else { from }
    }

    /// Returns the original range of the byte at an offset in a segment.
    fn at(&self, index: usize, offset: usize) -> Range<usize> {
        let skipped = offset - self.starts[index];
        let byte = |start: usize| start + skipped..start + skipped + 1;
        match &self.segments[index].kind {
            SegmentKind::Kept(start) => byte(*start),
            SegmentKind::New(NewText { moved_from: Some(start), .. }) => byte(*start),
            SegmentKind::New(new) => new.instead_of.clone(),
        }
    }
}
