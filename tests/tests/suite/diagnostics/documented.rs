//! The sections of `docs/diagnostics.md`: one for each code, with an example that causes it.
//!
//! Documentation tests run the examples in Rust, and the tests of the command those that call it.

use std::collections::BTreeSet;

use hcldyn::body::Body;
use hcldyn::diag::{Code, Level, Levels, Severity, apply_fixes, codes};
use hcldyn::ext::decode_functions;
use hcldyn::ext::kit::{Inputs, Module};
use hcldyn::load::TypeCheck;
use hcldyn::load::lint::Linter;
use hcldyn::spec::{self, Spec, language};
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext, functions};

use crate::support::sources::read;

/// Codes whose examples cause another one as well, and the reason.
const WITH_ANOTHER: [(&str, &str, &str); 1] =
    [("invalid-validation-message", "failed-validation", "the message belongs to an error")];

/// The section of a code.
#[derive(Clone)]
struct Section {
    code: String,
    text: String,
    blocks: Vec<CodeBlock>,
}

/// A code block: the words after its fence, and its lines.
#[derive(Clone)]
struct CodeBlock {
    kind: String,
    code: String,
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut is_code = false;
    let mut is_section = false;
    for line in read("docs/diagnostics.md").lines() {
        if let (Some(code), false) = (line.strip_prefix("### "), is_code) {
            let (text, blocks) = (String::new(), Vec::new());
            sections.push(Section { code: code.to_owned(), text, blocks });
            is_section = true;
            continue;
        }
        is_section &= is_code || !line.starts_with("## ");
        let Some(section) = sections.last_mut().filter(|_| is_section) else { continue };
        match line.strip_prefix("```") {
            Some(_) if is_code => is_code = false,
            Some(kind) => {
                is_code = true;
                section.blocks.push(CodeBlock { kind: kind.to_owned(), code: String::new() });
            }
            None if is_code => {
                section.blocks.last_mut().unwrap().code += &format!("{line}\n");
            }
            None => section.text += &format!("{line}\n"),
        }
    }
    sections
}

/// The parts of an example that the last one depends on.
#[derive(Default)]
struct Example {
    variables: Option<Body>,
    spec: Option<language::SpecFile>,
    diags: Diagnostics,
}

impl Example {
    /// Runs the code blocks of a section. Returns `None` if they are tested elsewhere.
    fn run(section: &Section) -> Option<Diagnostics> {
        let mut example = Self::default();
        for block in &section.blocks {
            example.block(block)?;
        }
        Some(example.diags)
    }

    fn block(&mut self, block: &CodeBlock) -> Option<()> {
        let name = if block.kind.starts_with("json") { "example.json" } else { "example.hcl" };
        let body = parse_body_by_name(&Source::new(name, &*block.code), &mut self.diags);
        match &*block.kind {
            "hcl spec" => self.spec = language::read(&body, &self.context(), &mut self.diags),
            "hcl variables" => self.variables = Some(body),
            "hcl evaluated" => {
                let ctx = self.context();
                for attribute in body.just_attributes(&mut self.diags) {
                    attribute.expr.value(&ctx, &mut self.diags);
                }
            }
            "hcl functions" => {
                let context = EvalContext::new;
                drop(decode_functions(&body, "function", context, &mut self.diags));
            }
            "hcl kit" => {
                let inputs = self.variables.iter().fold(Inputs::new(), Inputs::body);
                let ctx = EvalContext::new().with_functions(functions::all());
                drop(Module::evaluate(&body, &inputs, &ctx, &mut self.diags));
            }
            "hcl types" => {
                let spec = Spec::object(<[(&str, Spec); 0]>::default());
                let ctx = EvalContext::new().with_functions(functions::all());
                TypeCheck::new(&spec, &ctx).inputs(Inputs::new()).run(&body, &mut self.diags);
            }
            "hcl" | "json" => self.check(&body),
            _ => return None,
        }
        Some(())
    }

    /// Decodes a body by the spec before it, or checks it as the command does.
    fn check(&mut self, body: &Body) {
        if let Some(file) = &self.spec {
            let ctx = file.context().with_functions(functions::all());
            drop(spec::decode(body, &file.spec, &ctx, &mut self.diags));
            return;
        }
        drop(body.partial_content(&Default::default(), &mut self.diags));
        let all = codes::OFF_BY_DEFAULT.iter();
        let all = all.fold(Levels::new(), |levels, code| levels.with(*code, Level::Warn));
        let mut linter = Linter::new(&all);
        linter.file(body);
        linter.unused(body);
        self.diags = linter.finish(std::mem::take(&mut self.diags));
    }

    fn context(&mut self) -> EvalContext {
        let ctx = EvalContext::new().with_functions(functions::all());
        let Some(variables) = &self.variables else { return ctx };
        let mut variables = variables.just_attributes(&mut self.diags);
        let values = variables.drain(..).map(|it| {
            let value = it.expr.value(&EvalContext::new(), &mut self.diags);
            (it.name, value)
        });
        let values: Vec<_> = values.collect();
        values.into_iter().fold(ctx, |ctx, (name, value)| ctx.with_variable(name, value))
    }
}

#[test]
fn every_code_has_a_section_in_the_order_of_the_stages() {
    let written: Vec<_> = sections().into_iter().map(|section| section.code).collect();
    let own: Vec<_> = codes::ALL.iter().map(|code| code.name()).collect();
    let (library, command) = written.split_at(own.len().min(written.len()));
    assert_eq!(library, own);
    let expected: Vec<_> = hcldyn_cli::CODES.iter().map(|code| code.name()).collect();
    assert_eq!(command, expected);
}

#[test]
fn the_example_of_levels_has_no_warnings() {
    let document = read("docs/diagnostics.md");
    let (_, levels) = document.split_once("## Levels").unwrap();
    let (_, example) = levels.split_once("```hcl\n").unwrap();
    let (code, _) = example.split_once("```").unwrap();
    let block = |code: &str| CodeBlock { kind: "hcl".to_owned(), code: code.to_owned() };
    let warnings = |code: &str| {
        let mut example = Example::default();
        example.block(&block(code)).unwrap();
        example.diags.to_string()
    };
    assert_eq!(warnings(code), "");
    let without_comments = code.lines().filter(|line| !line.starts_with('#'));
    let found = warnings(&without_comments.collect::<Vec<_>>().join("\n"));
    assert!(found.contains("no block of type \"rule\" is generated"), "{found}");
}

#[test]
fn codes_are_in_kebab_case_and_unique() {
    let all = codes::ALL.iter().chain(hcldyn_cli::CODES).map(|code| code.name());
    let unique: BTreeSet<_> = all.clone().collect();
    assert_eq!(unique.len(), all.clone().count());
    for code in all {
        let is_word = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(code.split('-').all(is_word), "{code}");
    }
}

/// Each fix of an example removes its code, and causes no other diagnostic.
#[test]
fn fixes_remove_the_codes_of_the_examples() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for section in sections() {
        let fixes = Example::run(&section).into_iter().flatten().flat_map(|it| it.fixes);
        for fix in fixes {
            count += 1;
            let [(before, after)] = &apply_fixes([&fix])[..] else { panic!("{fix:?}") };
            let blocks = section.blocks.iter().map(|block| CodeBlock {
                kind: block.kind.clone(),
                code: if block.code == before.text() { after.clone() } else { block.code.clone() },
            });
            let fixed = Section { blocks: blocks.collect(), ..section.clone() };
            let diags = Example::run(&fixed).unwrap();
            if !diags.is_empty() {
                wrong.push(format!("{}: {}: {after}{diags}", section.code, fix.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 50, "{count}");
}

/// Returns `true` if a program checks for a code or, where it is part of a message, for its summary.
fn checks(program: &str, code: &str) -> bool {
    let summary = codes::ALL.iter().find(|it| it.name() == code).unwrap().summary();
    let checks =
        [format!("code, \"{code}\""), format!("code == \"{code}\""), format!("(\"{summary}\")")];
    checks.iter().any(|check| program.contains(check))
}

#[test]
fn every_section_has_an_example_of_its_code_alone() {
    let (mut wrong, mut run, mut elsewhere) = (Vec::new(), 0, 0);
    for section in sections() {
        let code = &*section.code;
        if section.blocks.is_empty() {
            wrong.push(format!("{code}: an example is missing"));
            continue;
        }
        let Some(diags) = Example::run(&section) else {
            elsewhere += 1;
            let last = section.blocks.last().unwrap();
            let is_checked = match &*last.kind {
                "rust" => checks(&last.code, code),
                "console" => last.code.starts_with("$ "),
                _ => false,
            };
            if !is_checked {
                wrong.push(format!("{code}: {} does not check the code", last.kind));
            }
            continue;
        };
        run += 1;
        let mut found: BTreeSet<_> = diags.iter().map(|it| &*it.code).collect();
        for (_, other, _) in WITH_ANOTHER.iter().filter(|(name, ..)| *name == code) {
            found.remove(other);
        }
        if found != BTreeSet::from([code]) {
            wrong.push(format!("{code}: the example causes {found:?}\n{diags}"));
        }
        let is_warning = diags.iter().all(|it| it.severity == Severity::Warning);
        let text = section.text.trim_start();
        if is_warning != text.starts_with("A warning") && code != "undeclared-variable" {
            wrong.push(format!("{code}: the section and the example differ in the severity"));
        }
        let is_off = codes::OFF_BY_DEFAULT.iter().any(|it| it.name() == code);
        if is_off != text.starts_with("A warning, off by default: ") {
            wrong.push(format!("{code}: the section has the wrong level"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(run > 140 && elsewhere < 90, "{run}, {elsewhere}");
}

/// A summary can have several codes, which its details distinguish.
#[test]
fn summaries_are_capitalised_words() {
    for code in codes::ALL.iter().chain(hcldyn_cli::CODES) {
        let summary = Code::summary(*code);
        assert!(summary.starts_with(|c: char| c.is_uppercase() || c == '`'), "{summary}");
        assert!(!summary.ends_with('.') && summary.split(' ').count() <= 6, "{summary}");
    }
}
