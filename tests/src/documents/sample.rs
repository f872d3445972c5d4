//! The checks of a sample of any spec.

use hcldyn::diag::{Diagnostic, Severity, codes};
use hcldyn::docs::sample::Sample;
use hcldyn::spec::outline::Outline;
use hcldyn::spec::{Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::syntax::format::format;
use hcldyn::{Diagnostics, EvalContext, parse_body};

use super::parts::{Document, OutlinePart};
use super::uncomment::{Choice, each_item, random_items};

/// The number of random choices of optional items for each sample.
const RANDOM_CHOICES: usize = 3;

/// Checks that a sample decodes with every choice of optional items, and that it says what the spec says. Returns the
/// number of choices.
#[track_caller]
pub(super) fn check(spec: &Spec, outline: &Outline, ctx: &EvalContext, about: &str) -> usize {
    let text = Sample::new(outline).text();
    assert_eq!(format(&text), text, "{about}: the layout is not the canonical one");
    let without_comments = uncommented(&text);
    for part in Document::Sample.parts(outline) {
        assert!(is_shown(&part, &without_comments), "{about}, sample: {part:?} in\n{text}");
    }
    decodes(spec, ctx, &text, about);
    let mut choices: Vec<Choice> = Vec::new();
    each_item(&text, &mut |choice| choices.push(choice));
    choices.extend((0..RANDOM_CHOICES).map(|nth| random_items(&text, nth)));
    for choice in &choices {
        let diags = diagnostics(spec, ctx, &choice.text);
        // An optional item of any type must be in all blocks of a list, or in none.
        let is_allowed = |it: &Diagnostic| it.code == codes::MISMATCHED_BLOCK_TYPES.name();
        let mut errors = diags.iter().filter(|it| it.severity == Severity::Error);
        assert!(errors.all(is_allowed), "{about}, with {}: {diags}\n{}", choice.about, choice.text);
    }
    for sample in [Sample::new(outline).required_only(), Sample::new(outline).without_docs()] {
        let text = sample.text();
        assert_eq!(format(&text), text, "{about}: the layout is not the canonical one");
        decodes(spec, ctx, &text, &format!("{about}, as {sample:?}"));
    }
    choices.len()
}

fn decodes(spec: &Spec, ctx: &EvalContext, text: &str, about: &str) {
    let diags = diagnostics(spec, ctx, text);
    assert!(!diags.has_errors(), "{about}: {diags}\n{text}");
}

fn diagnostics(spec: &Spec, ctx: &EvalContext, text: &str) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("sample.hcl", text), &mut diags);
    decode(&body, spec, ctx, &mut diags);
    diags
}

/// Returns the words of a sample without the signs of comments.
fn uncommented(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.trim_start_matches('#'));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_shown(part: &OutlinePart, sample: &str) -> bool {
    match part {
        OutlinePart::Attribute(name) => sample.contains(&format!("{name} =")),
        OutlinePart::Block(ty) => sample.contains(&format!("{ty} ")),
        OutlinePart::Tag(Some(attribute), tag) => {
            sample.contains(&format!("{attribute} = \"{tag}\""))
        }
        OutlinePart::Tag(None, text) | OutlinePart::Keyword(text) => {
            sample.contains(&format!("\"{text}\""))
        }
        OutlinePart::Prose(text) | OutlinePart::Words(text) => sample.contains(&uncommented(text)),
        OutlinePart::Example(text) => sample.contains(&uncommented(text)),
        OutlinePart::Value(value) => sample.contains(&uncommented(&value.describe())),
        OutlinePart::Bound(number) => sample.contains(number),
        OutlinePart::Pattern(pattern) => sample.contains(&uncommented(pattern)),
        OutlinePart::AnyNames => sample.contains("Other attributes are allowed."),
        OutlinePart::Secret(text) => !sample.contains(&format!("\"{text}\"")),
        OutlinePart::OtherName(_) => true,
    }
}
