//! A crate that passes `hcldyn` on under another path.
mod facade {
    pub mod inner {
        pub use hcldyn::*;
    }
}

#[derive(facade::inner::HclDecode)]
#[hcl(crate = "crate::facade::inner")]
struct Config {
    name: String,
}

fn main() {
    let _: Option<Config> = None;
}
