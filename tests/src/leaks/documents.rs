//! Documents about a spec that a program makes.

use hcldyn::docs::json_schema;
use hcldyn::docs::sample::Sample;
use hcldyn::docs::{PageLayout, Reference};
use hcldyn::spec::{Spec, language};

use super::outputs::Outputs;
use super::secret::Scope;

/// Writes all documents. Pages show the examples of sensitive attributes, and a spec file shows the defaults that the
/// program does not mark.
pub(super) fn write(spec: &Spec, outputs: &mut Outputs) {
    let outline = spec.outline();
    let reference = Reference::new(outline.clone());
    let pages = [
        reference.markdown_pages(PageLayout::Split),
        reference.html_pages(PageLayout::Split),
        reference.man_pages(PageLayout::Split),
    ];
    for page in pages.concat() {
        outputs.add("pages", Scope::Variables, page.text);
    }
    let written = language::write(spec);
    outputs.debug("spec file", Scope::Variables, &written.text);
    outputs.debug("losses of the spec file", Scope::All, &written.losses);
    outputs.add("sample", Scope::All, Sample::new(&outline).text());
    outputs.add("schema", Scope::All, json_schema::of_configuration(&outline));
    outputs.add("schema of values", Scope::All, json_schema::of_value(spec));
    outputs.debug("Debug of the outline", Scope::Variables, &outline);
}
