//! The extents of secrets that cannot be read to their ends.

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::names::{Matcher, is_in_name};
use super::secrets::{Secret, Secrets, Trust};
use crate::cty::internal::{CollectVec, KeyMap, KeySet, PushAll, sort_by_key};

/// The items and blocks of a source in native syntax.
pub(super) struct BodyLayout<'a> {
    text: &'a str,
    /// The sensitive items.
    pub(super) items: Vec<SensitiveItem>,
    /// The values with sensitive parts, which are items. If braces do not match, such a value may end anywhere.
    pub(super) with_parts: Vec<SensitiveItem>,
    pub(super) blocks: Vec<Block>,
    /// The parts that could not be read.
    pub(super) regions: Vec<Region>,
    /// The names and the literal text that were read.
    pub(super) read: Vec<Range<usize>>,
    pub(super) heredocs: Vec<Range<usize>>,
    /// The starts of the parts that are not items.
    pub(super) unreadable: KeySet<usize>,
    pub(super) is_broken: bool,
}

/// A sensitive item.
#[derive(Clone)]
pub(super) struct SensitiveItem {
    pub(super) name: String,
    /// The start of the name.
    pub(super) start: usize,
    /// The range of the value.
    pub(super) range: Range<usize>,
    pub(super) is_reference: bool,
    pub(super) is_whole: bool,
    /// `true` if the value ends there, whatever follows.
    pub(super) is_ended: bool,
    /// The block around it.
    pub(super) block: Option<usize>,
}

/// A block.
pub(super) struct Block {
    /// The block around it.
    pub(super) around: Option<usize>,
    /// The start of its type, or of the type that a `dynamic` block generates.
    pub(super) item: usize,
    /// The start of its labels, or of its body.
    pub(super) start: usize,
    /// The type, if that is the name of a sensitive attribute.
    pub(super) name: Option<String>,
    /// `true` if only parts of the attribute are sensitive.
    pub(super) has_parts: bool,
    /// The offset of its closing brace.
    pub(super) end: Option<usize>,
    /// `true` if it has no errors.
    pub(super) is_whole: bool,
}

/// A part of the source in a block.
pub(super) struct Region {
    pub(super) range: Range<usize>,
    pub(super) block: Option<usize>,
}

impl<'a> BodyLayout<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            items: Vec::new(),
            with_parts: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            read: Vec::new(),
            heredocs: Vec::new(),
            unreadable: KeySet::default(),
            is_broken: false,
        }
    }

    /// Returns the secrets. Items that are not whole extend to the ends of their blocks.
    pub(super) fn secrets(mut self, mut names: Matcher<'_>, trust: Trust) -> Secrets {
        if self.is_broken {
            self.add_skipped();
        }
        let mut last_error = 0;
        for region in &self.regions {
            last_error = last_error.max(region.range.end);
        }
        sort_by_key(&mut self.regions, |region| region.range.start);
        let mut ends = Ends::new(&self, last_error, trust);
        let mut values = self.items.iter().map(|item| ends.secret(item)).collect_vec();
        for block in 0..self.blocks.len() {
            values.push_all(ends.secret_block(block));
        }
        if self.is_broken {
            if ends.excess_braces != 0 {
                let unread =
                    |item: &SensitiveItem| SensitiveItem { is_whole: false, ..item.clone() };
                values.push_all(self.with_parts.iter().map(|item| ends.secret(&unread(item))));
            }
            let known = values.iter().map(|secret| secret.item..secret.range.end);
            let in_regions = ends.in_regions(&mut names, known.collect_vec());
            values.push_all(in_regions);
            values.push_all(ends.in_heredocs(&mut names));
        }
        Secrets { values, is_broken: self.is_broken }
    }

    /// Adds the tokens that the parser skipped after an error, and the comment before them. One of them may be the name of a
    /// secret.
    fn add_skipped(&mut self) {
        sort_by_key(&mut self.read, |range| range.start);
        let mut read = self.read.iter().peekable();
        let (mut start, mut read_end, mut next, mut block) = (0, 0, 0, None);
        let mut comment = None;
        for token in Lexer::new(self.text) {
            let range = start..token.end as usize;
            start = range.end;
            while let Some(range) = read.next_if(|read| read.start <= range.start) {
                read_end = read_end.max(range.end);
            }
            while self.blocks.get(next).is_some_and(|block| block.start <= range.start) {
                block = Some(next);
                next += 1;
            }
            while let Some(Block { end: Some(end), around, .. }) = block.map(|it| &self.blocks[it])
                && *end <= range.start
            {
                block = *around;
            }
            if matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment) {
                comment = Some(range);
            } else if range.start < read_end {
                comment = None;
            } else if self.text[range.clone()].contains(is_in_name) {
                let skipped = comment.take().into_iter().chain([range]);
                self.regions.push_all(skipped.map(|range| Region { range, block }));
            }
        }
    }
}

/// Finds the ends of secrets.
struct Ends<'a, 't> {
    layout: &'a BodyLayout<'t>,
    text: &'t str,
    trust: Trust,
    /// The end of the last part that could not be read.
    last_error: usize,
    /// The number of opening braces without the closing ones. It is negative if opening braces are missing.
    excess_braces: i64,
    /// The ends of blocks found so far.
    known_ends: KeyMap<Option<usize>, usize>,
}

impl<'a, 't> Ends<'a, 't> {
    fn new(layout: &'a BodyLayout<'t>, last_error: usize, trust: Trust) -> Self {
        Self {
            layout,
            text: layout.text,
            trust,
            last_error,
            excess_braces: if layout.is_broken { excess_braces(layout.text) } else { 0 },
            known_ends: KeyMap::default(),
        }
    }

    /// Returns the secret value of an item. The span of one with a syntax error can start with the spaces before it.
    fn secret(&mut self, item: &SensitiveItem) -> Secret {
        let SensitiveItem { name, start, range, is_reference, is_whole, is_ended, block } = item;
        let is_ended = *is_ended || self.is_ended(range.end);
        let is_start = self.may_be_start(range);
        let may_go_on = self.excess_braces != 0 && self.text[range.clone()].contains('{');
        let is_read =
            *is_whole && is_ended && !is_start && !may_go_on && self.trust == Trust::Parsed;
        let end = if is_read { range.end } else { self.end_of_block(*block).max(range.end) };
        let text = &self.text[range.start.min(end)..end];
        let value = text.trim_start_matches([' ', '\t', '\r', '\n']);
        Secret {
            item: *start,
            range: end - value.len()..end,
            name: name.clone(),
            is_reference: *is_reference && is_read,
            is_unread: !is_read,
        }
    }

    /// Returns the content of a block that is written for a sensitive attribute.
    fn secret_block(&mut self, position: usize) -> Option<Secret> {
        let block = &self.layout.blocks[position];
        // If braces do not match, the block may end anywhere.
        let may_be_whole = block.is_whole && self.excess_braces == 0;
        let is_whole = |end: &usize| may_be_whole && self.is_ended(*end + 1);
        let whole = block.end.filter(is_whole);
        let name = block.name.clone().filter(|_| whole.is_none() || !block.has_parts)?;
        let (item, start) = (block.item, block.start);
        let end = whole.map_or_else(|| self.end_of_block(Some(position)), |brace| brace + 1);
        Some(Secret {
            item,
            range: start..end.max(start),
            name,
            is_reference: false,
            is_unread: whole.is_none(),
        })
    }

    /// Returns `true` for a word that may start a secret of several lines, such as a heredoc without `<<`.
    fn may_be_start(&self, value: &Range<usize>) -> bool {
        let word = &self.text[value.clone()];
        (self.last_error > value.end || self.excess_braces != 0)
            && word.starts_with(char::is_alphabetic)
            && word.chars().all(is_in_name)
            && !matches!(word, "true" | "false" | "null")
    }

    /// Returns `true` if a value can end at an offset.
    fn is_ended(&self, end: usize) -> bool {
        let rest = self.text[end..].trim_start_matches([' ', '\t', '\r']);
        let next = rest.strip_prefix(',');
        let is_ended = match next {
            Some(next) => starts_item(next),
            None => {
                rest.is_empty()
                    || rest.starts_with(['\n', '#', ';', '}', ']', ')'])
                    || rest.starts_with("//")
                    || rest.starts_with("/*")
            }
        };
        is_ended && !(self.layout.is_broken && goes_on(next.unwrap_or(rest)))
    }

    /// Returns the end of the innermost block around a secret whose end is certain, or the end of the source.
    fn end_of_block(&mut self, block: Option<usize>) -> usize {
        if let Some(end) = self.known_ends.get(&block) {
            return *end;
        }
        let around =
            block.filter(|_| self.excess_braces >= 0).map(|block| &self.layout.blocks[block]);
        let end = match around {
            None => self.text.trim_end().len(),
            Some(Block { end: Some(end), item, .. }) if self.is_certain(*item, *end) => {
                self.text[..*end].trim_end().len()
            }
            Some(Block { around, .. }) => self.end_of_block(*around),
        };
        self.known_ends.insert(block, end);
        end
    }

    /// Returns `true` if a closing brace ends a block, and is not part of a secret: it starts a line that is indented like
    /// the header of the block, only other closing braces follow on the line, and the rest of the source can be read.
    fn is_certain(&self, header: usize, brace: usize) -> bool {
        let rest = self.text[brace..].trim_start_matches(['}', ' ', '\t', '\r', ',']);
        let is_last = rest.is_empty() || rest.starts_with(['\n', '#', '/', ']', ')']);
        let next = self.text.len() - rest.trim_start().len();
        is_last
            && self.last_error <= brace
            && !self.layout.unreadable.contains(&next)
            && self.indentation(brace).is_some_and(|it| Some(it) == self.indentation(header))
    }

    /// Returns the text before the first token of a line, or `None` if another token starts the line.
    fn indentation(&self, first: usize) -> Option<&'t str> {
        let line = self.text[..first].rfind('\n').map_or(0, |at| at + 1);
        let before = &self.text[line..first];
        before.trim_matches([' ', '\t']).is_empty().then_some(before)
    }

    /// Returns the secrets after sensitive names in parts that could not be read. `known` has the ranges of the others.
    fn in_regions(&mut self, names: &mut Matcher<'_>, mut known: Vec<Range<usize>>) -> Vec<Secret> {
        sort_by_key(&mut known, |range| range.start);
        let mut known = known.into_iter().peekable();
        let (mut found, mut at, mut known_end) = (Vec::new(), 0, 0);
        for region in &self.layout.regions {
            at = at.max(region.range.start);
            while let Some(name) = next_name(self.text, at..region.range.end) {
                at = name.end;
                while let Some(range) = known.next_if(|range| range.start <= name.start) {
                    known_end = known_end.max(range.end);
                }
                if name.start < known_end || !names.is_sensitive(&self.text[name.clone()]) {
                    continue;
                }
                let end = self.end_of_block(region.block);
                found.push_all(after_name(self.text, name, end));
                at = at.max(end);
            }
        }
        found
    }

    /// Returns the secrets in heredocs that may be other items, because the end of an earlier one is mistyped.
    fn in_heredocs(&self, names: &mut Matcher<'_>) -> Vec<Secret> {
        let mut found = Vec::new();
        for heredoc in &self.layout.heredocs {
            let mut at = heredoc.start;
            while let Some(name) = next_name(self.text, at..heredoc.end) {
                at = name.end;
                let rest = self.text[at..].trim_start_matches([' ', '\t', '"']);
                let is_name = rest.starts_with(['=', ':', '{']);
                if is_name && names.is_sensitive(&self.text[name.clone()]) {
                    found.push_all(after_name(self.text, name, heredoc.end));
                    break;
                }
            }
        }
        found
    }
}

/// Returns `true` if the text after a comma is not another part of the value before it: an item, a closing bracket or a
/// comment.
fn starts_item(text: &str) -> bool {
    let text = text.trim_start();
    let after_key = match text.strip_prefix('"') {
        Some(inside) => inside.find(['"', '\n']).map(|end| inside[end..].trim_start_matches('"')),
        None => Some(text.trim_start_matches(is_in_name)).filter(|rest| rest.len() < text.len()),
    };
    let after_key = after_key.map(|rest| rest.trim_start_matches([' ', '\t']));
    text.is_empty()
        || text.starts_with(['}', ']', ')', '(', '#', '/'])
        || after_key.is_some_and(|rest| {
            rest.starts_with(['=', ':', '{', '"']) || rest.starts_with(is_in_name)
        })
}

/// Returns `true` if the text after closing brackets on the same line may be another part of the value before them.
fn goes_on(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '\r']);
    let after = text.trim_start_matches(['}', ']', ')', ' ', '\t', '\r']);
    after.len() < text.len()
        && match after.strip_prefix(',') {
            Some(next) => !starts_item(next),
            None => after.starts_with(|c: char| c == '"' || c.is_alphanumeric()),
        }
}

/// Returns the number of opening braces without the closing ones. It is negative if opening braces are missing anywhere, even
/// if there are too many after that.
fn excess_braces(text: &str) -> i64 {
    let (mut depth, mut lowest) = (0, 0);
    for token in Lexer::new(text) {
        depth += match token.kind {
            TokenKind::OpenBrace => 1,
            TokenKind::CloseBrace => -1,
            _ => 0,
        };
        lowest = lowest.min(depth);
    }
    if lowest < 0 { lowest } else { depth }
}

/// Returns the text from a name to an end as a secret.
fn after_name(text: &str, name: Range<usize>, end: usize) -> Option<Secret> {
    let end = end.max(name.end);
    let value = text[name.end..end].trim_start_matches([' ', '\t', '\r', '\n', '"', '=', ':']);
    let (start, name_text) = (end - value.len(), text[name.clone()].to_owned());
    (start < end).then_some(Secret {
        item: name.start,
        range: start..end,
        name: name_text,
        is_reference: false,
        is_unread: true,
    })
}

/// Returns the range of the next name in a range.
pub(super) fn next_name(text: &str, within: Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(within.clone())?;
    let start = within.start + inside.find(is_in_name)?;
    let rest = &text[start..within.end];
    Some(start..start + rest.find(|c| !is_in_name(c)).unwrap_or(rest.len()))
}
