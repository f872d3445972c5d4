//! Editing of a source: changed values, items and names, while all other source text stays byte for byte.
//!
//! A [`Document`] is a source in native syntax. A path names an attribute, a block, or a part of a value:
//!
//! | path | item |
//! |---|---|
//! | `region` | an attribute |
//! | `tags.Name`, `tags["Name"]` | an item of an object |
//! | `ports[0]` | an element of a tuple |
//! | `server["web"].port` | an attribute of the block with this label |
//! | `resource["aws_instance"]["web"]` | a block with two labels |
//! | `route[1].when` | an attribute of the second block of its type |
//!
//! Labels and indexes can be left out if only one block matches: `server.port`, if there is one server.
//!
//! ```
//! use hcldyn::edit::Document;
//!
//! let mut document: Document = r#"
//! ## The public server.
//! server "web" {
//!   port = 80 # HTTP
//!   tags = { Name = "web" }
//! }
//! "#
//! .parse()?;
//!
//! document.set(r#"server["web"].port"#, 8080)?;
//! document.set(r#"server["web"].tags.Env"#, "test")?;
//! document.set_expression(r#"server["web"].zone"#, "var.zone")?;
//! document.rename(r#"server["web"]"#, "api")?;
//! let server = document.append_block("", "server", &["db"])?;
//! document.set(server.name("port"), 5432)?;
//!
//! assert_eq!(document.to_string(), r#"
//! ## The public server.
//! server "api" {
//!   port = 8080 # HTTP
//!   tags = { Name = "web", Env = "test" }
//!   zone = var.zone
//! }
//!
//! server "db" {
//!   port = 5432
//! }
//! "#);
//! # Ok::<(), hcldyn::Diagnostics>(())
//! ```
//!
//! New items have the layout of their neighbours. [`format`](crate::syntax::format::format) lays out a whole source.

mod batch;
mod constructor;
#[cfg(feature = "json")]
pub mod convert;
mod diags;
mod edits;
#[cfg(feature = "kit")]
pub(crate) mod expand;
mod find;
mod geometry;
mod items;
pub mod migrate;
mod new_value;
mod path;
mod site;
#[cfg(test)]
mod tests;
mod traits;

use hcldyn_syntax::lexer::is_name;

use self::edits::{Edits, Wanted};
use self::find::{DocumentItem, FoundItem, Holder};
use self::geometry::Text;
use self::migrate::{Marks, Trace};
use self::new_value::{NewValue, key_text, label_text};
use self::path::PathStep;
pub use self::path::{ItemPath, ToItemPath};
use self::site::{BodyItem, Site};
use crate::body::{Block, Body};
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{MAX_SOURCE_LEN, Place, Source};
use crate::syntax::{is_json_name, native};

/// A source in native syntax that can be edited.
///
/// Each change leaves a valid source in which all other items and comments are the same, or fails and leaves the source
/// unchanged. It takes time in proportion to the length of the source, which is parsed again; [`Document::set_all`] parses
/// it once for many values.
///
/// Nothing can follow the end marker of a heredoc in its line. A heredoc that is set before a comment, a comma or a bracket
/// is therefore written in parentheses.
#[doc(alias = "hclwrite")]
#[doc(alias = "hcl-edit")]
#[doc(alias = "toml_edit")]
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    body: Body,
    /// The origins of the parts of the source, during a migration.
    trace: Option<Box<Trace>>,
}

impl Document {
    /// Parses a source.
    ///
    /// # Errors
    ///
    /// Fails if the source has syntax errors, is in JSON syntax by its name, or was not UTF-8.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    /// use hcldyn::syntax::Source;
    ///
    /// let document = Document::parse(&Source::new("app.hcl", "port = 80\n"))?;
    /// assert_eq!(document.get("port")?.text(), "80");
    ///
    /// let error = Document::parse(&Source::new("app.hcl", "port = \n")).unwrap_err();
    /// assert!(error.to_string().starts_with("app.hcl:1:8: error: Missing expression"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn parse(source: &Source) -> Result<Self, Diagnostics> {
        let mut diags = Diagnostics::new();
        if is_json_name(source.name()) {
            diags.push(diags::json(source));
        } else if source.is_lossy() {
            diags.push(diags::lossy(source));
        }
        diags.into_result(Some(()))?;
        let mut diags = Diagnostics::new();
        let body = native::parse_body(source, &mut diags);
        diags.into_result(Some(Self { source: source.clone(), body, trace: None }))
    }

    /// Returns the current source.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the content, to read it: its attributes and blocks with their expressions.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the location of a value, or of a whole block.
    ///
    /// # Errors
    ///
    /// Fails if the item does not exist, or the path is invalid or ambiguous. The empty path is the whole source.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let document: Document = "route {\n  when = [\"a\", \"b\"]\n}\n".parse()?;
    /// assert_eq!(document.get("route.when[1]")?.text(), "\"b\"");
    /// assert!(document.get("route")?.text().starts_with("route {"));
    ///
    /// let error = document.get("route.then").unwrap_err();
    /// assert_eq!(error.iter().next().unwrap().code, "item-not-found");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn get(&self, path: impl ToItemPath) -> Result<Place, Diagnostics> {
        let item = self.item(&path.to_item_path()?)?;
        Ok(match item {
            DocumentItem::Document => self.source.place(self.body.span()),
            DocumentItem::Block(block) => self.source.place(block.span()),
            DocumentItem::Attribute(attribute) => attribute.expr.place(),
            DocumentItem::Part(part) => part.value().place(),
        })
    }

    /// Returns the expression of an attribute, or of a part of its value.
    ///
    /// # Errors
    ///
    /// Fails if the item does not exist or is a block, or if the path is empty, invalid or ambiguous.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::edit::Document;
    /// use hcldyn::{Diagnostics, EvalContext};
    ///
    /// let document: Document = "server \"web\" {\n  port = 8000 + 80\n}\n".parse()?;
    /// let port = document.expression("server.port")?;
    /// assert_eq!(port.value(&EvalContext::new(), &mut Diagnostics::new()), Value::from(8080));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn expression(&self, path: impl ToItemPath) -> Result<Expression, Diagnostics> {
        let path = path.to_item_path()?;
        match self.item(&path)? {
            DocumentItem::Attribute(attribute) => Ok(attribute.expr),
            DocumentItem::Part(part) => Ok(part.value().clone()),
            item => Err(diags::not_a_value(self.place_of(&item), &path).into()),
        }
    }

    /// Sets an attribute, or a part of its value. If the item does not exist, it is added: an attribute, an item of an
    /// object, or the element after the last one of a tuple.
    ///
    /// # Errors
    ///
    /// Fails if the path is empty, invalid, ambiguous or leads to a block, if an item before its last step does not
    /// exist, if the path leads into a value that is not written as an object or a tuple, and if the value is or
    /// contains an unknown, marked or infinite value or a capsule.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "ports = [ 80 ] # public\n".parse()?;
    /// document.set("ports[0]", 8080)?;
    /// document.set("ports[1]", 8443)?;
    /// document.set("hosts", ["a", "b"])?;
    /// assert_eq!(document.to_string(), "ports = [ 8080, 8443 ] # public\nhosts = [\"a\", \"b\"]\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn set(
        &mut self,
        path: impl ToItemPath,
        value: impl Into<Value>,
    ) -> Result<(), Diagnostics> {
        self.write(&path.to_item_path()?, &NewValue::of_value(&value.into())?, Mode::Set)
    }

    /// Sets an attribute, or a part of its value, to an expression, which is written as it is. Otherwise like
    /// [`Self::set`].
    ///
    /// # Errors
    ///
    /// Fails if the expression is invalid, and if the path is, as for [`Self::set`].
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "size = 1\n".parse()?;
    /// document.set_expression("size", "var.size * 2")?;
    /// assert_eq!(document.to_string(), "size = var.size * 2\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn set_expression(
        &mut self,
        path: impl ToItemPath,
        expression: &str,
    ) -> Result<(), Diagnostics> {
        self.write(&path.to_item_path()?, &NewValue::of_expression(expression)?, Mode::Set)
    }

    /// Inserts an attribute, an item of an object, or an element of a tuple, which moves those after it.
    ///
    /// # Errors
    ///
    /// Fails if the attribute or the item exists, and as [`Self::set`] does.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "ports = [80]\n".parse()?;
    /// document.insert("ports[0]", 22)?;
    /// assert_eq!(document.to_string(), "ports = [22, 80]\n");
    /// assert!(document.insert("ports", 22).is_err());
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn insert(
        &mut self,
        path: impl ToItemPath,
        value: impl Into<Value>,
    ) -> Result<(), Diagnostics> {
        self.write(&path.to_item_path()?, &NewValue::of_value(&value.into())?, Mode::Insert)
    }

    /// Inserts an expression, which is written as it is. Otherwise like [`Self::insert`].
    ///
    /// # Errors
    ///
    /// Fails if the expression is invalid, and as [`Self::insert`] does.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "ports = [80]\n".parse()?;
    /// document.insert_expression("ports[0]", "var.port")?;
    /// assert_eq!(document.to_string(), "ports = [var.port, 80]\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn insert_expression(
        &mut self,
        path: impl ToItemPath,
        expression: &str,
    ) -> Result<(), Diagnostics> {
        self.write(&path.to_item_path()?, &NewValue::of_expression(expression)?, Mode::Insert)
    }

    /// Appends an empty block to the body at a path, which is `""` for the whole document, and returns the path of
    /// the new block.
    ///
    /// The block follows the last one of its type, or the last item. Its indentation, the empty line before it and
    /// the quotes of its labels are those of its neighbours.
    ///
    /// # Errors
    ///
    /// Fails if the type is not a valid name, and if the path is invalid or ambiguous, or does not lead to a body.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "service api {\n    route {}\n}\n".parse()?;
    /// let route = document.append_block("service", "route", &[])?;
    /// document.set(route.name("when"), "a")?;
    /// let service = document.append_block("", "service", &["web"])?;
    /// assert_eq!(service.to_string(), "service[\"web\"]");
    /// assert_eq!(
    ///     document.to_string(),
    ///     "service api {\n    route {}\n    route {\n        when = \"a\"\n    }\n}\n\nservice web {\n}\n",
    /// );
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn append_block(
        &mut self,
        path: impl ToItemPath,
        ty: &str,
        labels: &[&str],
    ) -> Result<ItemPath, Diagnostics> {
        let path = path.to_item_path()?;
        let body = match self.item(&path)? {
            DocumentItem::Document => self.body.clone(),
            DocumentItem::Block(block) => block.body,
            item => return Err(diags::not_a_body(self.place_of(&item), &path).into()),
        };
        if !is_name(ty) {
            return Err(diags::invalid_name(body.missing_item_place(), ty).into());
        }
        let edits = items::append_block(self.text(), &self.body, &body, ty, labels);
        self.change(&edits)?;
        Ok(self.path_of_last(path, ty, labels))
    }

    /// Inserts a block next to another one in a body, and returns the path of the new block.
    pub(crate) fn insert_block(
        &mut self,
        body: &ItemPath,
        neighbour: &ItemPath,
        side: Side,
        ty: &str,
        block: NewBlockText<'_>,
    ) -> Result<ItemPath, Diagnostics> {
        let parent = match self.item(body)? {
            DocumentItem::Block(block) => block.body,
            _ => self.body.clone(),
        };
        let start = self.get(neighbour.clone())?.span().range().start;
        let site = Site::new(self.text(), &self.body, &parent);
        let before = site.items.iter().take_while(|item| item.range().start < start).count();
        let edits = items::insert_block(&site, before, side, ty, block);
        let those_before = before + usize::from(side == Side::After);
        let is_same = |item: &&BodyItem| item.block().is_some_and(|block| block.ty == *ty);
        let index = site.items[..those_before].iter().filter(is_same).count();
        self.change(&edits)?;
        Ok(body.clone().name(ty).index(index))
    }

    /// Removes an attribute, a block, or a part of a value.
    ///
    /// Comments on the lines of the item are removed with it; those above it stay. If it is between empty lines, one
    /// of them is removed.
    ///
    /// # Errors
    ///
    /// Fails if the item does not exist, or the path is invalid or ambiguous. The whole document can't be removed.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n\nb = [1, 2] # two\n\nc = 3\n".parse()?;
    /// document.remove("b[0]")?;
    /// assert_eq!(document.to_string(), "a = 1\n\nb = [2] # two\n\nc = 3\n");
    /// document.remove("b")?;
    /// assert_eq!(document.to_string(), "a = 1\n\nc = 3\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn remove(&mut self, path: impl ToItemPath) -> Result<(), Diagnostics> {
        let path = path.to_item_path()?;
        let text = self.text();
        let edits = match self.item(&path)? {
            DocumentItem::Document => {
                return Err(diags::whole_document(self.body.missing_item_place()).into());
            }
            DocumentItem::Block(block) => items::remove(text, block.span().range()),
            DocumentItem::Attribute(attribute) => {
                items::remove(text, attribute.place().span().range())
            }
            DocumentItem::Part(part) => part.constructor.remove(text, part.index),
        };
        self.change(&edits)
    }

    /// Renames the last part of a path: an attribute, a label, the type of a block, or the key of an item of an
    /// object.
    ///
    /// # Errors
    ///
    /// Fails if the item does not exist, if the path is empty, invalid or ambiguous, if the item is an element of a
    /// tuple, if the name is not valid there, and if an attribute or an item of the object has this name.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "server \"a\" {\n  port = 80\n}\n".parse()?;
    /// document.rename("server.port", "listen")?;
    /// document.rename("server[\"a\"]", "b")?;
    /// document.rename("server", "host")?;
    /// assert_eq!(document.to_string(), "host \"b\" {\n  listen = 80\n}\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn rename(&mut self, path: impl ToItemPath, name: &str) -> Result<(), Diagnostics> {
        let path = path.to_item_path()?;
        let item = self.item(&path)?;
        let label = path.labels().checked_sub(1);
        let (place, new) = match &item {
            DocumentItem::Document => {
                return Err(diags::whole_document(self.body.missing_item_place()).into());
            }
            DocumentItem::Block(block) => match label.and_then(|index| block.label_place(index)) {
                Some(label) => (label.clone(), label_text(name, label.text())),
                None => (block.type_place(), named(block.type_place(), name)?),
            },
            DocumentItem::Attribute(attribute) => {
                (attribute.name_place(), named(attribute.name_place(), name)?)
            }
            DocumentItem::Part(part) => {
                let Some(key) = part.key() else {
                    return Err(diags::element_name(part.value().place()).into());
                };
                if let Some(other) = part.other_key(name) {
                    let new = path.first(path.steps().len() - 1).key(name);
                    let help = "Choose another name, or remove the other item first.";
                    return Err(diags::exists(other.place(), &new).with_help(help).into());
                }
                (key.place(), key_text(name, key.text()))
            }
        };
        self.change(&Edits::replacing(place.span().range(), new, Wanted::Name))
    }

    /// Sets the labels of a block. Labels that stay the same are not changed.
    ///
    /// # Errors
    ///
    /// Fails if the path is invalid, ambiguous or does not lead to a block.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "data  \"file\" {\n}\n".parse()?;
    /// document.set_labels("data", &["file", "secrets"])?;
    /// assert_eq!(document.to_string(), "data  \"file\" \"secrets\" {\n}\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn set_labels(
        &mut self,
        path: impl ToItemPath,
        labels: &[&str],
    ) -> Result<(), Diagnostics> {
        let path = path.to_item_path()?;
        match self.item(&path)? {
            DocumentItem::Block(block) => self.change(&items::set_labels(&block, labels)),
            item => Err(diags::not_a_block(self.place_of(&item), &path).into()),
        }
    }

    fn text(&self) -> Text<'_> {
        Text::new(self.source.text())
    }

    /// Returns the item at a path.
    fn item(&self, path: &ItemPath) -> Result<DocumentItem, Diagnostics> {
        match find::find(&self.body, path)? {
            FoundItem::Item(item) => Ok(item),
            FoundItem::Missing { holder, .. } => Err(self.not_found(&holder, path)),
        }
    }

    fn not_found(&self, holder: &Holder, path: &ItemPath) -> Diagnostics {
        find::explained(&self.body, path, holder.not_found(path)).into()
    }

    fn place_of(&self, item: &DocumentItem) -> Place {
        match item {
            DocumentItem::Document => self.body.missing_item_place(),
            DocumentItem::Block(block) => block.header_place(),
            DocumentItem::Attribute(attribute) => attribute.name_place(),
            DocumentItem::Part(part) => part.value().place(),
        }
    }

    fn write(&mut self, path: &ItemPath, value: &NewValue, mode: Mode) -> Result<(), Diagnostics> {
        let text = self.text();
        let edits = match find::find(&self.body, path)? {
            FoundItem::Item(DocumentItem::Attribute(attribute)) if mode == Mode::Set => {
                value.replacing(text, &attribute.expr)
            }
            FoundItem::Item(DocumentItem::Part(part)) if mode == Mode::Set => {
                value.replacing(text, part.value())
            }
            FoundItem::Item(DocumentItem::Part(part)) if part.key().is_none() => {
                part.constructor.insert(text, part.index, None, value)
            }
            FoundItem::Item(item @ (DocumentItem::Attribute(_) | DocumentItem::Part(_))) => {
                let help = "Set it to replace its value.";
                return Err(diags::exists(self.place_of(&item), path).with_help(help).into());
            }
            FoundItem::Item(item) => {
                return Err(diags::not_a_value(self.place_of(&item), path).into());
            }
            FoundItem::Missing { holder: Holder::Body(body), step: PathStep::Name(name) } => {
                let name = named(body.missing_item_place(), &name)?;
                items::insert_attribute(text, &self.body, &body, &name, value)
            }
            FoundItem::Missing { holder: Holder::Constructor(constructor), step } => {
                let at = constructor.parts.len();
                constructor.insert(text, at, step.key().as_deref(), value)
            }
            FoundItem::Missing { holder, .. } => return Err(self.not_found(&holder, path)),
        };
        self.change(&edits)
    }

    /// Applies edits if the result is valid, has the wanted items, and is otherwise the same.
    fn change(&mut self, edits: &Edits) -> Result<(), Diagnostics> {
        self.change_marked(edits, &Marks::default())
    }

    /// Applies edits like [`Self::change`], with the origins of their new text for a migration.
    fn change_marked(&mut self, edits: &Edits, marks: &Marks) -> Result<(), Diagnostics> {
        let text = edits.apply(self.source.text());
        if text.len() > MAX_SOURCE_LEN {
            return Err(diags::too_long(&self.source).into());
        }
        let mut changed = Self::parse(&Source::new(self.source.name(), text))?;
        let other = edits.check(self.source.text(), changed.source.text());
        other.map_err(|span| diags::changes_more(self.source.place(span)))?;
        changed.trace = self.trace.take();
        if let Some(trace) = &mut changed.trace {
            trace.follow(edits.changes(), marks);
        }
        *self = changed;
        Ok(())
    }

    /// Returns the path of the last block with a type and labels in the body at a path.
    fn path_of_last(&self, path: ItemPath, ty: &str, labels: &[&str]) -> ItemPath {
        let body = match self.item(&path) {
            Ok(DocumentItem::Block(block)) => block.body,
            _ => self.body.clone(),
        };
        let is_same = |block: &&Block| {
            let same = block.labels.iter().zip(labels).all(|(a, b)| a.value == **b);
            block.ty == *ty && block.labels.len() >= labels.len() && same
        };
        let count = body.everything().blocks.iter().filter(is_same).count();
        let path = labels.iter().fold(path.name(ty), |path, label| path.key(*label));
        if count > 1 { path.index(count - 1) } else { path }
    }
}

/// The side of a block on which another one is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
}

/// The text of a new block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NewBlockText<'t> {
    /// A block without items, with these labels.
    Empty(&'t [&'t str]),
    /// The source text of a block with the same parent.
    Source(&'t str),
}

/// The effect of a value on an item that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Set,
    Insert,
}

/// Returns a name of an attribute or a block if it is valid.
fn named(place: Place, name: &str) -> Result<String, Diagnostics> {
    if is_name(name) { Ok(name.to_owned()) } else { Err(diags::invalid_name(place, name).into()) }
}
