//! Fields of the kind `range`, written by `hcldyn-derive/src/combinations`.

combinations! {
    of_place { #[hcl(range)] field: Place } "item {\n}\n" => "_";
}
