//! The language: the `variable`, `locals` and `output` blocks of hcldyn's kit, and `resource` blocks.
//!
//! ```hcl
//! resource "cloud_subnet" "example" {     # cloud_subnet.example
//!   for_each   = { a = "10.1.0.0/16" }    # or: count = 2
//!   depends_on = [cloud_network.main]     # on top of what expressions refer to
//!
//!   cidr_block = each.value               # settings, which the type of the resource has a spec for
//! }
//! ```
//!
//! The value of a resource is an object with its settings and its id. With `count` or `for_each`, it is a tuple of such
//! objects, in the order of the keys.

use std::sync::Arc;

use hcldyn::cty::Value;
use hcldyn::ext::kit::{Inputs, Missing};
use hcldyn::ext::repetition::Repetition;
use hcldyn::load::{Configuration, Request, Resolvers};
use hcldyn::spec::Decoded;
use hcldyn::syntax::Place;
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, ext, functions};

use crate::settings::{Network, Server, Settings, Subnet};

/// A configuration, whose blocks all define names.
#[derive(HclDecode)]
pub(crate) struct Program {}

/// The cloud, which receives each resource after its settings are decoded.
pub(crate) trait Cloud: Send + Sync + 'static {
    /// Returns the value of an instance, or the reason that it can't be created.
    fn create<T: Settings>(&self, settings: Decoded, request: &Request) -> Result<Value, String>;
}

/// Returns a decoder for the language, without sources.
pub(crate) fn decoder<C: Cloud>(cloud: &Arc<C>, arguments: &[String], missing: Missing) -> Decoder {
    let context = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let inputs = Inputs::new().arguments(arguments).missing(missing);
    Decoder::new().context(context).inputs(inputs).resolver("resource", resources(cloud))
}

fn resources<C: Cloud>(cloud: &Arc<C>) -> Resolvers {
    let resources = Resolvers::new()
        .prefix(&[])
        .repeated(Repetition::new().for_each("for_each").count("count").listed())
        .ordered_by("depends_on");
    let resources = with::<Network, C>(resources, cloud);
    let resources = with::<Subnet, C>(resources, cloud);
    with::<Server, C>(resources, cloud)
}

/// Adds a type of resources.
fn with<T: Settings, C: Cloud>(resources: Resolvers, cloud: &Arc<C>) -> Resolvers {
    let cloud = Arc::clone(cloud);
    resources.kind_of_spec(T::KIND, T::spec(), move |settings, request| {
        cloud.create::<T>(settings, request)
    })
}

/// Returns the value of an instance.
pub(crate) fn instance(settings: &Value, id: Value) -> Value {
    let settings = settings.as_object().into_iter().flat_map(|object| object.iter());
    let settings = settings.map(|(name, value)| (name.clone(), value.clone()));
    Value::object(settings.chain([("id".into(), id)]))
}

/// Returns the values of all names and outputs with their locations, each after those that it depends on.
pub(crate) fn values(
    decoder: &Decoder,
    loaded: &Configuration<Program>,
) -> Vec<(String, Value, Place)> {
    let graph = decoder.graph::<Program>(&mut Diagnostics::new());
    let named = graph.levels().flatten().filter_map(|node| {
        let (first, rest) = node.name()?.parts().split_first()?;
        let value =
            rest.iter().try_fold(loaded.context.variable(first)?, |it, name| it.get(name))?;
        Some((node.to_string(), value.clone(), node.place()))
    });
    let outputs = loaded.outputs.iter().map(|output| {
        (format!("output.{}", output.name), output.value.clone(), output.place.clone())
    });
    named.chain(outputs).collect()
}
