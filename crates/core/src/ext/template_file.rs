//! The function `templatefile`.

use super::closure;
use super::template::{argument, marked, render, unknown_text, variables_parameter};
use crate::cty::Type;
use crate::cty::function::{Function, Parameter};
use crate::expr::closure_type;
use crate::functions::effects::Folder;

/// Returns the function `templatefile(path, variables)`, as in Terraform. It renders a template in a file of the
/// folder. The template can only use the given variables, an object or a map, and the functions that are available
/// to the call, except those that render templates.
///
/// The call fails if the file cannot be read (see [`Folder`]), or if the template cannot be evaluated or does not
/// return a string.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::templatefile_fn;
/// use hcldyn::functions::effects::Folder;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// # fn main() -> std::io::Result<()> {
/// # let path = std::env::temp_dir().join(format!("hcldyn-templatefile-{}", std::process::id()));
/// # std::fs::create_dir_all(&path)?;
/// std::fs::write(path.join("greeting.tftpl"), "Hello, ${name}!")?;
/// let ctx = EvalContext::new().with_function("templatefile", templatefile_fn(Folder::open(&path)?));
/// let mut diags = Diagnostics::new();
/// let text = r#"templatefile("greeting.tftpl", { name = "Cory" })"#;
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from("Hello, Cory!"));
/// # std::fs::remove_dir_all(&path)
/// # }
/// ```
pub fn templatefile_fn(folder: Folder) -> Function {
    Function::builder("Renders the template in a file.")
        .param(Parameter::new("path", closure_type()))
        .param(variables_parameter())
        .returning(Type::String, move |args, _| {
            let closure = closure(args, 0)?;
            let (path, marks) = argument(closure)?.unmark();
            let rendered = match path.as_str() {
                Some(path) => folder
                    .text(path)
                    .and_then(|text| render(path, &text, &args[1], &closure.context)),
                None => Ok(unknown_text(&args[1])),
            };
            marked(rendered, &marks)
        })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cty::Value;
    use crate::diag::Diagnostics;
    use crate::source::Source;
    use crate::{EvalContext, parse_expression};

    fn evaluate(folder: &Folder, text: &str) -> Result<Value, String> {
        let upper = Function::from_fn("", ["text"], |text: String| text.to_uppercase());
        let ctx = EvalContext::new()
            .with_function("upper", upper)
            .with_function("templatefile", templatefile_fn(folder.clone()));
        let mut diags = Diagnostics::new();
        let value =
            parse_expression(&Source::new("t", text), &mut diags).unwrap().value(&ctx, &mut diags);
        if diags.has_errors() { Err(diags.to_string()) } else { Ok(value) }
    }

    #[test]
    fn templates_are_read_from_files() {
        let path = std::env::temp_dir().join(format!("hcldyn-templates-{}", std::process::id()));
        fs::create_dir_all(path.join("sub")).unwrap();
        fs::write(path.join("sub/b.tftpl"), "${upper(n)}!\n").unwrap();
        fs::write(path.join("loop"), r#"${templatefile("loop", {})}"#).unwrap();
        let folder = Folder::open(&path).unwrap();
        let rendered = evaluate(&folder, r#"templatefile("sub/b.tftpl", { n = "a" })"#);
        assert_eq!(rendered, Ok("A!\n".into()));
        let error = evaluate(&folder, r#"templatefile("sub/b.tftpl", {})"#).unwrap_err();
        assert!(error.contains("sub/b.tftpl:1:9: "), "{error}");
        let error = evaluate(&folder, r#"templatefile("loop", {})"#).unwrap_err();
        assert!(error.contains("can't render another template"), "{error}");
        let error = evaluate(&folder, r#"templatefile("../loop", {})"#).unwrap_err();
        assert!(error.contains("must not contain \"..\""), "{error}");
        fs::remove_dir_all(&path).unwrap();
    }
}
