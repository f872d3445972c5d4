use std::time::Duration;

use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(default)]
struct Port(u16);

#[derive(HclValue)]
#[hcl(default, rename_all_fields = "kebab-case")]
enum Level {
    Info,
}

#[derive(HclValue)]
#[hcl(rename_all_fields = "kebab-case", with(Duration = hcldyn::cty::seconds))]
struct Endpoint {
    port: u16,
}

#[derive(HclValue)]
#[hcl(with(Duration = hcldyn::cty::seconds))]
struct Timeout(Duration);

#[derive(HclValue)]
#[hcl(unknown = "capture")]
struct Captured {
    port: u16,
}

fn main() {}
