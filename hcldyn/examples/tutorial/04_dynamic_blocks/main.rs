use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode};

#[derive(Debug, HclDecode)]
struct Firewall {
    #[hcl(dynamic)]
    rule: Vec<Rule>,
}

#[derive(Debug, HclDecode)]
struct Rule {
    #[hcl(label)]
    name: String,
    port: u16,
    #[hcl(default = "tcp")]
    protocol: String,
}

fn main() {
    match hcldyn::from_file::<Firewall>("firewall.hcl", &EvalContext::new()) {
        Ok(firewall) => {
            for rule in firewall.rule {
                println!("{rule:?}");
            }
        }
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}
