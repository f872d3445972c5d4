use hcldyn::Diagnostics;
use hcldyn::cty::Value;
use hcldyn::diag::Report;
use hcldyn::edit::Document;
use hcldyn::syntax::format::format;
use hcldyn::syntax::read_file;

fn main() {
    match run() {
        Ok(text) => print!("{text}"),
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}

/// Returns the configuration of the next release.
fn run() -> Result<String, Diagnostics> {
    let mut diags = Diagnostics::new();
    let source = read_file("services.hcl", &mut diags);
    let mut document = Document::parse(&diags.into_result(source)?)?;

    let web = r#"service["web"]"#;
    document.set(format!("{web}.image.tag"), "2.1")?;
    document.set_expression(format!("{web}.replicas"), "min(var.replicas, 8)")?;
    document.insert(format!("{web}.ports[0]"), 80)?;
    document.rename(format!("{web}.env.LOG"), "LOG_LEVEL")?;
    document.remove(format!("{web}.check[0]"))?;

    let worker = document.append_block("", "service", &["worker"])?;
    let image = [("name", Value::from("acme/worker")), ("tag", "2.1".into())];
    document.set(worker.name("image"), Value::object(image))?;

    Ok(format(document.source().text()))
}
