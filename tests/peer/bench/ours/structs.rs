//! Decoding of source text to structs.

use std::rc::Rc;

use hcldyn::cty::Value;

use crate::corpus::{self, Config};
use crate::decoding;
use crate::measuring::{Case, Operation};

pub(crate) fn cases() -> Vec<Case> {
    let structs = || decoding_structs(decoding::read("resources.hcl"));
    vec![("structs 3 MB".to_owned(), Rc::new(structs))]
}

/// Decodes a source to structs and sums them up for the witness.
pub(crate) fn decoding_structs(text: String) -> Operation {
    let context = corpus::context(0);
    Box::new(move || sum(&hcldyn::from_str(&text, &context).unwrap()))
}

fn sum(config: &Config) -> Value {
    let (mut bytes, mut numbers) = (0, 0);
    for resource in &config.resource {
        let texts = [&resource.kind, &resource.name, &resource.hostname, &resource.script];
        bytes += texts.map(String::len).iter().sum::<usize>() + resource.network.cidr.len();
        bytes += resource.network.gateway.as_ref().map_or(0, String::len);
        bytes += resource.zones.iter().map(String::len).sum::<usize>();
        bytes += resource.tags.values().map(String::len).sum::<usize>();
        bytes += resource.port.iter().map(|port| port.description.len()).sum::<usize>();
        numbers += resource.port.iter().map(|port| u64::from(port.number)).sum::<u64>();
        numbers += u64::from(resource.count) + u64::from(resource.enabled);
        numbers += resource.weight as u64;
    }
    Value::tuple(vec![Value::from(bytes as u64), Value::from(numbers)])
}
