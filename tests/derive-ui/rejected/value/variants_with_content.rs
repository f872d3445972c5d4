use hcldyn::HclValue;

#[derive(HclValue)]
enum Level {
    Info,
    Custom(u8),
    Named { name: String },
}

fn main() {}
