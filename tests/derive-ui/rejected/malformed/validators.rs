use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(validate(range(min = 1)))]
    a: u8,
    #[hcl(validate(range(min = 1, max = 5)))]
    b: u8,
    #[hcl(validate(length(equal = 2)))]
    c: String,
    #[hcl(validate(email))]
    d: String,
    #[hcl(validate(regex(path = *RE)))]
    e: String,
    #[hcl(validate(custom(function = "check")))]
    f: String,
    #[hcl(validate(nested))]
    g: String,
    #[hcl(range(min = 1, max = 5))]
    h: u8,
    #[hcl(length(1, 5))]
    i: String,
}

fn main() {}
