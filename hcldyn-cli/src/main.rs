//! The `hcldyn` command.

fn main() {}
