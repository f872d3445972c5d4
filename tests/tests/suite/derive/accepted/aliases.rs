//! The kind of a field depends on its type, not on the notation of the type.

use std::collections::{BTreeMap, HashMap};

use hcldyn::HclDecode;

type Maybe<T> = Option<T>;
type Rules = Vec<Rule>;
type ByName = BTreeMap<String, Rule>;
type Tags = HashMap<String, String>;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    one: Maybe<Rule>,
    #[hcl(dynamic, min_items = 1)]
    many: Rules,
    #[hcl(block)]
    named: ByName,
    #[hcl(attrs)]
    tags: Maybe<Tags>,
    size: Maybe<u8>,
    #[hcl(expr)]
    expr: Maybe<hcldyn::Expression>,
}

#[derive(HclDecode)]
struct Rule {}
