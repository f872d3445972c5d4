//! Pages in Markdown.

use super::model::{Inline, Node, Section, Sheet, Target, one_line};
use super::prose;

/// The pages while one of them is written.
struct MarkdownWriter<'s> {
    sheets: &'s [Sheet],
    sheet: usize,
    /// The number of levels that headings are lowered by.
    lowered: usize,
    text: String,
}

/// Returns a page as Markdown. Its headings are lowered by some levels.
pub(super) fn page(sheets: &[Sheet], sheet: usize, lowered: usize) -> String {
    let mut writer = MarkdownWriter { sheets, sheet, lowered, text: String::new() };
    let sections = &sheets[sheet].sections;
    for (index, section) in sections.iter().enumerate() {
        writer.heading(section);
        writer.nodes(&section.nodes);
        if index == 0 {
            writer.contents();
        }
    }
    writer.text.trim_end().to_owned() + "\n"
}

/// Returns a part of a page without headings and links as Markdown.
pub(super) fn fragment(nodes: &[Node]) -> String {
    let mut writer = MarkdownWriter { sheets: &[], sheet: 0, lowered: 0, text: String::new() };
    writer.nodes(nodes);
    writer.text.trim_end().to_owned() + "\n"
}

impl MarkdownWriter<'_> {
    fn heading(&mut self, section: &Section) {
        let marks = "#".repeat((section.level + self.lowered).min(6));
        let title = self.line(&section.title);
        self.text += &format!("{marks} <a id=\"{}\"></a>{title}\n\n", section.anchor);
    }

    /// Writes links to all sections except the first. The heading keeps them apart from a list before them.
    fn contents(&mut self) {
        let mut lines = String::new();
        for (index, sheet) in self.sheets.iter().enumerate() {
            if self.sheet != 0 && index != self.sheet {
                continue;
            }
            let skipped = usize::from(index == self.sheet);
            for section in sheet.sections.iter().skip(skipped) {
                let indent = "  ".repeat(section.level.saturating_sub(2));
                let link = self.link(&Target { sheet: index, anchor: section.anchor.clone() });
                lines += &format!("{indent}- [{}]({link})\n", self.line(&section.title));
            }
        }
        if !lines.is_empty() {
            let marks = "#".repeat((2 + self.lowered).min(6));
            self.text += &format!("{marks} Contents\n\n{lines}\n");
        }
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Prose(prose) => {
                    let prose = lowered(&prose::markdown(prose), 3 + self.lowered);
                    self.text += &format!("{}\n\n", prose.trim());
                }
                Node::Paragraph(line) => self.text += &format!("{}\n\n", self.line(line)),
                Node::Code(code) => self.text += &format!("{}\n", fenced(code)),
                Node::List(lines) => {
                    for line in lines {
                        self.text += &format!("- {}\n", self.line(line));
                    }
                    self.text += "\n";
                }
                Node::Table { head, rows } => self.table(head, rows),
                Node::Entry { term, anchor, nodes } => {
                    let marks = "#".repeat((4 + self.lowered).min(6));
                    let term = self.line(term);
                    self.text += &format!("{marks} <a id=\"{anchor}\"></a>{term}\n\n");
                    self.nodes(nodes);
                }
            }
        }
    }

    fn table(&mut self, head: &[&str], rows: &[Vec<Vec<Inline>>]) {
        self.text += &format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for row in rows {
            let cells: Vec<_> = row.iter().map(|cell| in_cell(&self.line(cell))).collect();
            self.text += &format!("| {} |\n", cells.join(" | "));
        }
        self.text += "\n";
    }

    fn line(&self, parts: &[Inline]) -> String {
        let parts = parts.iter().map(|part| match part {
            Inline::Text(text) => escaped(text),
            Inline::Strong(text) => format!("**{}**", escaped(text)),
            Inline::Code(code) => span(code),
            Inline::Prose(prose) => prose::markdown_line(&one_line(prose.trim())),
            Inline::Link { name, target } => format!("[{}]({})", span(name), self.link(target)),
            Inline::Anchored { name, anchor } => format!("<a id=\"{anchor}\"></a>{}", span(name)),
        });
        parts.collect::<String>().trim_end().to_owned()
    }

    fn link(&self, target: &Target) -> String {
        if target.sheet == self.sheet {
            format!("#{}", target.anchor)
        } else {
            format!("{}.md#{}", self.sheets[target.sheet].name, target.anchor)
        }
    }
}

/// Returns text in which no character has a meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in one_line(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Returns source text between as many backticks as it needs.
fn span(code: &str) -> String {
    let code = one_line(code.trim());
    let fence = "`".repeat(longest_run(&code) + 1);
    let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{code}{space}{fence}")
}

/// Returns source text as a block.
fn fenced(code: &str) -> String {
    let fence = "`".repeat((longest_run(code) + 1).max(3));
    format!("{fence}hcl\n{}\n{fence}\n", code.trim_end())
}

/// Returns the length of the longest row of backticks.
fn longest_run(code: &str) -> usize {
    code.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

/// Returns a cell in which a pipe does not end it.
fn in_cell(line: &str) -> String {
    line.replace("\\|", "|").replace('|', "\\|")
}

/// Returns docs with their headings at a lower level.
pub(super) fn lowered(prose: &str, levels: usize) -> String {
    let mut is_code = false;
    let lines = prose.lines().map(|line| {
        is_code ^= line.trim_start().starts_with("```");
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if is_code || level == 0 || !line[level..].starts_with(' ') {
            return line.to_owned();
        }
        format!("{}{}", "#".repeat((level + levels).min(6)), &line[level..])
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use hcldyn_core::cty::Type;
    use hcldyn_core::spec::{AttrSpec, BlocksSpec, Spec};

    use super::*;
    use crate::Reference;

    #[test]
    fn text_has_no_meaning() {
        assert_eq!(escaped("a_b *c* <d> |"), "a\\_b \\*c\\* \\<d\\> \\|");
        assert_eq!(span("a`b"), "``a`b``");
        assert_eq!(span("`"), "`` ` ``");
        assert_eq!(fenced("```\n"), "````hcl\n```\n````\n");
        assert_eq!(in_cell("a\\|b|c"), "a\\|b\\|c");
    }

    #[test]
    fn headings_of_docs_are_lowered() {
        let prose = "# A\n```\n# b\n```\n#c\n###### D";
        assert_eq!(lowered(prose, 2), "### A\n```\n# b\n```\n#c\n###### D");
    }

    #[test]
    fn all_headings_of_a_page_are_lowered() {
        let port = AttrSpec::new("port", Type::Number).doc("The port.\n\n# Range\n\nAny.").into();
        let spec: Spec = BlocksSpec::new("server", port).into();
        let reference = Reference::new(spec.outline()).title("Pool");
        let page = |levels| reference.clone().lower_headings(levels).markdown();
        let level = |line: &str| line.bytes().take_while(|byte| *byte == b'#').count();
        let plain = reference.markdown();
        let levels: Vec<_> = plain.lines().map(level).filter(|level| *level > 0).collect();
        assert!([1, 2, 4].iter().all(|known| levels.contains(known)), "{plain}");
        for more in 0..=6 {
            for (before, after) in plain.lines().zip(page(more).lines()) {
                let expected = if level(before) == 0 { 0 } else { (level(before) + more).min(6) };
                assert_eq!(level(after), expected, "{after}");
                assert_eq!(after[level(after)..], before[level(before)..]);
            }
            assert_eq!(page(more).lines().count(), plain.lines().count());
        }
    }
}
