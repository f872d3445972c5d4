#![doc = include_str!("intro.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod build;
pub mod entry;
mod example;
mod facts;
mod html;
mod insert;
mod items;
pub mod json_schema;
mod man;
mod markdown;
mod model;
mod narrow;
mod prose;
mod rules;
pub mod sample;
pub mod structs;
mod type_names;
mod types;
pub mod typescript;
mod values;

use hcldyn_core::spec::outline::Outline;
use hcldyn_core::{EvalContext, HclDecode};

pub use self::insert::{END, InsertError, START, insert};
use self::model::Sheet;
#[doc(inline)]
pub use self::sample::sample;

/// The reference of a configuration, with its options.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::{PageLayout, Reference};
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
///
/// let port = AttrSpec::new("port", Type::Number).doc("Where it listens.").into();
/// let spec: Spec = BlocksSpec::new("server", port).into();
/// let pages = Reference::new(spec.outline()).title("Server").html_pages(PageLayout::Split);
/// let names: Vec<_> = pages.iter().map(|page| page.name.as_str()).collect();
/// assert_eq!(names, ["index.html", "server.html"]);
/// assert!(pages[1].text.contains("Where it listens."));
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    outline: Outline,
    title: Option<String>,
    lowered: usize,
    /// The names with their descriptions.
    functions: Vec<(String, String)>,
    variables: Vec<(String, String)>,
}

/// The distribution of a reference over pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PageLayout {
    /// One page.
    #[default]
    Whole,
    /// One page for each block type of the whole configuration, and an index.
    Split,
}

/// A page of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The name of the file.
    pub name: String,
    /// The content.
    pub text: String,
}

/// Returns the reference of a type in Markdown, as one page.
pub fn markdown<T: HclDecode>() -> String {
    Reference::of::<T>().markdown()
}

/// Returns the reference of a type as one HTML page, complete in itself.
///
/// ```
/// use hcldyn::HclDecode;
///
/// #[derive(HclDecode)]
/// struct Server {
///     port: u16,
/// }
///
/// assert!(hcldyn::docs::html::<Server>().starts_with("<!DOCTYPE html>"));
/// ```
pub fn html<T: HclDecode>() -> String {
    Reference::of::<T>().html()
}

/// Returns the reference of a type as the source of a manual page.
///
/// ```
/// use hcldyn::HclDecode;
///
/// #[derive(HclDecode)]
/// struct Server {
///     port: u16,
/// }
///
/// assert!(hcldyn::docs::man::<Server>().contains(".SH"));
/// ```
pub fn man<T: HclDecode>() -> String {
    Reference::of::<T>().man()
}

impl Reference {
    /// Creates the reference of an outline.
    pub fn new(outline: Outline) -> Self {
        let (functions, variables) = (Vec::new(), Vec::new());
        Self { outline, title: None, lowered: 0, functions, variables }
    }

    /// Creates the reference of a type.
    ///
    /// ```
    /// use hcldyn::docs::{PageLayout, Reference};
    /// use hcldyn::{EvalContext, HclDecode, functions};
    ///
    /// /// A web server.
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     /// The port of the server.
    ///     port: u16,
    /// }
    ///
    /// let ctx = EvalContext::new().with_functions(functions::all());
    /// let reference = Reference::of::<Server>()
    ///     .title("The server")
    ///     .lower_headings(1)
    ///     .variable("zone", "The zone of the machine.")
    ///     .function("secret", "Returns a secret by its name.")
    ///     .context(&ctx);
    /// assert!(reference.markdown().contains("The server"));
    /// assert_eq!(reference.markdown_pages(PageLayout::Whole).len(), 1);
    /// assert_eq!(reference.man_pages(PageLayout::Split).len(), 1);
    /// ```
    pub fn of<T: HclDecode>() -> Self {
        Self::new(T::spec().outline())
    }

    /// Sets the title. The default is the title of the spec, or else `Configuration`.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Lowers all headings in Markdown by some levels, for a page inside another one.
    #[must_use]
    pub fn lower_headings(mut self, levels: usize) -> Self {
        self.lowered = levels;
        self
    }

    /// Lists a variable that the configuration may use. The description is Markdown.
    #[must_use]
    pub fn variable(mut self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.variables.push((name.into(), description.into()));
        self
    }

    /// Lists a function that the configuration may use. The description is Markdown.
    #[must_use]
    pub fn function(mut self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.functions.push((name.into(), description.into()));
        self
    }

    /// Lists the functions of a context with their descriptions, and the names of its variables with their types.
    #[must_use]
    pub fn context(mut self, ctx: &EvalContext) -> Self {
        let mut names: Vec<_> = ctx.variable_names().collect();
        names.sort_unstable();
        for name in names {
            let ty = ctx.variable(name).map(|value| format!("`{}`", value.ty()));
            self = self.variable(name, ty.unwrap_or_default());
        }
        let mut names: Vec<_> = ctx.function_names().collect();
        names.sort_unstable();
        for name in names {
            let Some(function) = ctx.function(name) else { continue };
            let mut params: Vec<_> =
                function.params().iter().map(|it| it.name().to_owned()).collect();
            params.extend(function.variadic().map(|it| format!("{}…", it.name())));
            let description = function.description();
            self = self.function(format!("{name}({})", params.join(", ")), description);
        }
        self
    }

    /// Returns the reference in Markdown, as one page.
    pub fn markdown(&self) -> String {
        markdown::page(&self.sheets(PageLayout::Whole), 0, self.lowered)
    }

    /// Returns the reference in Markdown.
    pub fn markdown_pages(&self, layout: PageLayout) -> Vec<Page> {
        self.pages(layout, "md", |sheets, sheet| markdown::page(sheets, sheet, self.lowered))
    }

    /// Returns the reference as one HTML page, complete in itself.
    pub fn html(&self) -> String {
        html::page(&self.sheets(PageLayout::Whole), 0)
    }

    /// Returns the reference in HTML. Each page is complete in itself.
    pub fn html_pages(&self, layout: PageLayout) -> Vec<Page> {
        self.pages(layout, "html", html::page)
    }

    /// Returns the reference as the source of a manual page.
    pub fn man(&self) -> String {
        man::page(&self.sheets(PageLayout::Whole), 0)
    }

    /// Returns the reference as the sources of manual pages.
    pub fn man_pages(&self, layout: PageLayout) -> Vec<Page> {
        self.pages(layout, "5", man::page)
    }

    fn sheets(&self, layout: PageLayout) -> Vec<Sheet> {
        build::sheets(self, layout)
    }

    fn pages(
        &self,
        layout: PageLayout,
        ending: &str,
        write: impl Fn(&[Sheet], usize) -> String,
    ) -> Vec<Page> {
        let sheets = self.sheets(layout);
        let page = |(index, sheet): (usize, &Sheet)| Page {
            name: format!("{}.{ending}", sheet.name),
            text: write(&sheets, index),
        };
        sheets.iter().enumerate().map(page).collect()
    }
}
