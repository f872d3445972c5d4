//! Fields of objects of the kind `remain`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclValue), decoded_object;

    of_btreemap_string_u8 { #[hcl(remain)] field: BTreeMap<String, u8> } "x = 5\n" => "{\"x\": 5}";
    of_hashmap_string_value { #[hcl(remain)] field: HashMap<String, Value> } "x = 5\n" => "_";
    of_indexmap_string_u8 { #[hcl(remain)] field: IndexMap<String, u8> } "x = 5\n" => "{\"x\": 5}";
    of_btreemap_string_object { #[hcl(remain)] field: BTreeMap<String, Object> } "y = { x = 5 }\n" => "{\"y\": Object { x: 5 }}";
}
