//! Pages in HTML, each complete in itself.

use super::model::{Inline, Node, Section, Sheet, Target};
use super::prose;

/// The style of all pages.
const STYLE: &str = include_str!("style.css");

/// The script of all pages, which adds a filter.
const FILTER: &str = include_str!("filter.js");

struct HtmlWriter<'s> {
    sheets: &'s [Sheet],
    sheet: usize,
    text: String,
}

/// Returns a page as an HTML document.
pub(super) fn page(sheets: &[Sheet], sheet: usize) -> String {
    let mut writer = HtmlWriter { sheets, sheet, text: String::new() };
    let sections = &sheets[sheet].sections;
    let title = sections.first().map(|section| plain(&section.title)).unwrap_or_default();
    writer.text += &format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        escaped(&title)
    );
    writer.contents();
    writer.text += "<main>\n";
    for section in sections {
        writer.section(section);
    }
    writer.text += &format!("</main>\n<script>\n{FILTER}</script>\n</body>\n</html>\n");
    writer.text
}

impl HtmlWriter<'_> {
    /// Writes links to all sections.
    fn contents(&mut self) {
        self.text += "<nav aria-label=\"Contents\">\n<ul>\n";
        for (index, sheet) in self.sheets.iter().enumerate() {
            for section in &sheet.sections {
                if index != self.sheet && section.level > 2 {
                    continue;
                }
                let link = self.link(&Target { sheet: index, anchor: section.anchor.clone() });
                let title = self.line(&section.title);
                let level = section.level;
                self.text +=
                    &format!("<li class=\"l{level}\"><a href=\"{link}\">{title}</a></li>\n");
            }
        }
        self.text += "</ul>\n</nav>\n";
    }

    fn section(&mut self, section: &Section) {
        let (level, anchor) = (section.level.min(6), &section.anchor);
        let title = self.line(&section.title);
        self.text += &format!("<section>\n<h{level} id=\"{anchor}\">{title}");
        self.text +=
            &format!("<a class=\"self\" href=\"#{anchor}\" aria-label=\"Link\">#</a></h{level}>\n");
        self.nodes(&section.nodes);
        self.text += "</section>\n";
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Prose(prose) => self.text += &prose::blocks(prose),
                Node::Paragraph(line) => {
                    self.text += &format!("<p>{}</p>\n", self.line(line));
                }
                Node::Code(code) => {
                    let code = escaped(code.trim_end());
                    self.text +=
                        &format!("<pre><code class=\"language-hcl\">{code}</code></pre>\n");
                }
                Node::List(lines) => {
                    let lines = lines.iter().map(|line| format!("<li>{}</li>\n", self.line(line)));
                    let lines: String = lines.collect();
                    self.text += &format!("<ul>\n{lines}</ul>\n");
                }
                Node::Table { head, rows } => self.table(head, rows),
                Node::Entry { term, anchor, nodes } => {
                    let term = self.line(term);
                    self.text +=
                        &format!("<div class=\"entry\">\n<h4 id=\"{anchor}\">{term}</h4>\n");
                    self.nodes(nodes);
                    self.text += "</div>\n";
                }
            }
        }
    }

    fn table(&mut self, head: &[&str], rows: &[Vec<Vec<Inline>>]) {
        let heads: String =
            head.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
        self.text +=
            &format!("<div class=\"table\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n");
        for row in rows {
            // A narrow screen shows each cell on a line of its own, after the name of its column.
            let cells = head
                .iter()
                .zip(row)
                .map(|(name, cell)| format!("<td data-column=\"{name}\">{}</td>", self.line(cell)));
            let cells: String = cells.collect();
            self.text += &format!("<tr>{cells}</tr>\n");
        }
        self.text += "</tbody>\n</table></div>\n";
    }

    fn line(&self, parts: &[Inline]) -> String {
        let parts = parts.iter().map(|part| match part {
            Inline::Text(text) => escaped(text),
            Inline::Strong(text) => format!("<strong>{}</strong>", escaped(text)),
            Inline::Code(code) => format!("<code>{}</code>", escaped(code)),
            Inline::Prose(text) => prose::line(text).trim_end().to_owned(),
            Inline::Link { name, target } => {
                format!("<a href=\"{}\"><code>{}</code></a>", self.link(target), escaped(name))
            }
            Inline::Anchored { name, anchor } => {
                format!("<code id=\"{anchor}\">{}</code>", escaped(name))
            }
        });
        parts.collect::<String>().trim_end().to_owned()
    }

    fn link(&self, target: &Target) -> String {
        if target.sheet == self.sheet {
            format!("#{}", target.anchor)
        } else {
            format!("{}.html#{}", self.sheets[target.sheet].name, target.anchor)
        }
    }
}

/// Returns text in which no character has a meaning in HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns a line without its markup.
pub(super) fn plain(parts: &[Inline]) -> String {
    let parts = parts.iter().map(|part| match part {
        Inline::Text(text) | Inline::Strong(text) | Inline::Code(text) | Inline::Prose(text) => {
            text
        }
        Inline::Link { name, .. } | Inline::Anchored { name, .. } => name,
    });
    parts.map(String::as_str).collect()
}
