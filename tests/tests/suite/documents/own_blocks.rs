//! Documents of the blocks that a decoder reads itself.

use hcldyn::docs::sample::Sample;
use hcldyn::ext::kit::Inputs;
use hcldyn::spec::language::Dialect;
use hcldyn::{Decoder, HclDecode};

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Config {
    port: u16,
}

/// Returns a sample with all items, whatever their level.
fn uncommented(sample: &str) -> String {
    let mut lines: Vec<String> = sample.lines().map(str::to_owned).collect();
    for _ in 0..4 {
        for line in &mut lines {
            let source = line.trim_start();
            // A comment has one space after its sign; an item in a block has none, or more.
            let is_comment = source.starts_with("# ") && !source.starts_with("#  ");
            if let Some(item) = source.strip_prefix('#').filter(|_| !is_comment) {
                *line = item.to_owned();
            }
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn samples_with_own_blocks_are_valid() {
    for dialect in [Dialect::Terraform, Dialect::Packer] {
        let inputs = Inputs::new().dialect(dialect);
        let decoder = Decoder::new().functions("function").inputs(inputs);
        let outline = decoder.whole_spec::<Config>().outline();
        let sample = Sample::new(&outline).text();
        let text = uncommented(&sample);
        assert!(
            text.contains("\nfunction \"name\" {") && text.contains("\nvalidation {"),
            "{text}"
        );
        let decoded = decoder.decode_str::<Config>(&text);
        assert!(decoded.is_ok(), "{}\n{text}", decoded.err().unwrap());
    }
}

/// Comments of the source code of hcldyn are not documentation.
#[test]
fn documents_have_no_internal_comments() {
    let decoder = Decoder::new()
        .includes("include")
        .functions("function")
        .inputs(Inputs::new().dialect(Dialect::Packer));
    let outline = decoder.whole_spec::<Config>().outline();
    let page = hcldyn::docs::Reference::new(outline.clone()).markdown();
    for text in
        [Sample::new(&outline).text(), page, hcldyn::docs::json_schema::of_configuration(&outline)]
    {
        assert!(!text.contains("The content of the body"), "{text}");
    }
}
