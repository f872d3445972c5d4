//! Broken links in rendered documentation.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};

/// The links and the anchors of a page.
#[derive(Default)]
struct Page {
    links: BTreeSet<String>,
    anchors: BTreeSet<String>,
    /// The page that a browser shows in its place, with the same anchor.
    redirect: Option<String>,
}

/// An address outside of the pages, such as `https://docs.rs/hcldyn/latest/`, and the folder with the pages that will be
/// there.
#[derive(Debug)]
pub struct Mirror {
    /// The beginning of links.
    pub address: String,
    /// The folder in its place.
    pub folder: PathBuf,
}

/// Returns the links in the HTML files of a folder whose file or anchor does not exist, as `page: link`: relative links, and
/// those to mirrors. Links to other hosts are not followed, and links that rustdoc makes and leaves broken are not counted.
///
/// # Errors
///
/// Fails if the folder, or that of a mirror, cannot be read.
pub fn broken(folder: &Path, mirrors: &[Mirror]) -> io::Result<Vec<String>> {
    let mut pages = BTreeMap::new();
    read(folder, &mut pages)?;
    let mut mirrored = BTreeMap::new();
    for mirror in mirrors {
        read(&mirror.folder, &mut mirrored)?;
    }
    let mut found = Vec::new();
    for (path, page) in &pages {
        let is_broken = |link: &&String| {
            if is_relative(link) {
                !is_made_by_rustdoc(link) && !leads_somewhere(path, link, &pages)
            } else {
                mirrors.iter().any(|mirror| mirror.lacks(link, &mirrored))
            }
        };
        let shown = path.strip_prefix(folder).unwrap_or(path).display();
        found.extend(page.links.iter().filter(is_broken).map(|link| format!("{shown}: {link}")));
    }
    Ok(found)
}

impl Mirror {
    /// Returns `true` for a link to the address that leads nowhere in the folder.
    fn lacks(&self, link: &str, pages: &BTreeMap<PathBuf, Page>) -> bool {
        let Some(path) = link.strip_prefix(&self.address) else { return false };
        // A server shows the index of a folder.
        let (file, anchor) = path.split_once('#').unwrap_or((path, ""));
        let file = if file.is_empty() || file.ends_with('/') {
            format!("{file}index.html")
        } else {
            file.to_owned()
        };
        let link = if anchor.is_empty() { file } else { format!("{file}#{anchor}") };
        !leads_somewhere(&self.folder.join("index.html"), &link, pages)
    }
}

fn read(folder: &Path, pages: &mut BTreeMap<PathBuf, Page>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let text = std::fs::read_to_string(&path)?;
            pages.insert(path, Page::of(&text));
        }
    }
    Ok(())
}

/// Returns `true` for the links to the list of crates, and to the implementations in crates without pages.
fn is_made_by_rustdoc(link: &str) -> bool {
    link == "./index.html" || link.contains("/trait.impl/")
}

fn leads_somewhere(from: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> bool {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let file = file.split('?').next().unwrap_or_default();
    let path = if file.is_empty() { from.to_owned() } else { normal(&from.with_file_name(file)) };
    let redirect = pages.get(&path).and_then(|page| page.redirect.as_ref());
    let path = redirect.map_or(path.clone(), |target| normal(&path.with_file_name(target)));
    match pages.get(&path) {
        // The lines of a source are selected by a script.
        Some(page) => {
            let is_line = anchor.starts_with(|c: char| c.is_ascii_digit());
            anchor.is_empty() || is_line || page.anchors.contains(anchor)
        }
        None => path.exists() && anchor.is_empty(),
    }
}

/// Returns the path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    normal
}

impl Page {
    fn of(html: &str) -> Self {
        let mut page = Self::default();
        for tag in html.split('<').skip(1) {
            let tag = tag.split('>').next().unwrap_or_default();
            page.anchors.extend(attribute(tag, "id").map(str::to_owned));
            let link = attribute(tag, "href").or_else(|| attribute(tag, "src"));
            page.links.extend(link.map(unescaped));
            if attribute(tag, "http-equiv") == Some("refresh") {
                let target = attribute(tag, "content").and_then(|it| it.split_once("URL="));
                page.redirect = target.map(|(_, target)| unescaped(target));
            }
        }
        page
    }
}

/// Returns the value of an attribute in double quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split('"').next()
}

/// Returns `false` for links to other hosts. A path of Rust such as `crate::Item`, which rustdoc could not resolve, is
/// not the address of a host.
fn is_relative(link: &str) -> bool {
    let schemes = ["http:", "https:", "mailto:", "data:", "javascript:"];
    !link.starts_with("//") && !schemes.iter().any(|scheme| link.starts_with(scheme))
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'").replace("&amp;", "&")
}
