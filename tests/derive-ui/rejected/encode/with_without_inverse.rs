use hcldyn::{HclDecode, HclEncode, HclValue};

#[derive(HclDecode, HclEncode)]
#[hcl(with(bool = word))]
struct Config {
    #[hcl(with = percent)]
    load: f64,
    is_on: Option<bool>,
}

#[derive(HclDecode, HclEncode)]
struct Rule {
    #[hcl(label, with = upper)]
    name: String,
}

#[derive(HclValue)]
#[hcl(into_value)]
struct Server {
    #[hcl(with = percent)]
    load: f64,
}

fn percent(number: u8) -> Result<f64, String> {
    Ok(number.into())
}

fn upper(name: String) -> Result<String, String> {
    Ok(name)
}

fn word(word: String) -> Result<bool, String> {
    Ok(word == "on")
}

fn main() {}
