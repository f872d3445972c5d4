//! The instances of a repeated block.

use super::{Decoded, Decoder};
use crate::body::Block;
use crate::cty::internal::CollectVec;
use crate::cty::{Kind, Value};
use crate::expr::report_end_of_work;
use crate::ext::dynblock::GeneratorSite;
use crate::ext::repetition::{
    self, Evaluated, Instance, InstanceKey, RepeatedBy, Repetition, with_variables,
};
use crate::limits::work;
use crate::spec::{NestedSpec, Origin, Presence, Spec};

/// The bytes of a block's source for which decoding an instance counts one step of work.
const BYTES_OF_STEP: u64 = 4;

/// A block that may be repeated.
pub(super) struct Repeating<'a> {
    pub(super) nested: &'a NestedSpec,
    /// The spec of an instance.
    pub(super) inner: &'a Spec,
    pub(super) block: &'a Block,
    /// The number of labels that are the block's key.
    pub(super) key_len: usize,
}

impl Repeating<'_> {
    /// Decodes the block: its own value, or those of all instances.
    pub(super) fn decode(&self, repetition: &Repetition, decoder: &mut Decoder<'_>) -> Decoded {
        let site = decoder.site;
        match repetition::evaluate(repetition, &self.block.body, site, decoder.diags) {
            Evaluated::Single => self.instance(decoder),
            Evaluated::Several(by, instances) => self.several(by, &instances, decoder),
            Evaluated::Empty(by, variables) => {
                // Errors that every instance would have are found even if there are none. Values do not count: a block
                // that exists may be the reason for one that does not.
                let ctx = decoder.site.ctx.child_with_unknown_values();
                let site = GeneratorSite { ctx: &ctx, budget: decoder.site.budget };
                let mode = decoder.mode;
                self.with(&variables, &mut Decoder { site, mode, diags: decoder.diags });
                self.several(by, &[], decoder)
            }
            Evaluated::Unknown(variables) => {
                self.with(&variables, decoder);
                self.without_instances(Presence::Present, decoder)
            }
            Evaluated::Failed(variables) => {
                self.with(&variables, decoder);
                self.without_instances(Presence::Failed, decoder)
            }
        }
    }

    /// Decodes the instances.
    fn several(
        &self,
        by: RepeatedBy,
        instances: &[Instance],
        decoder: &mut Decoder<'_>,
    ) -> Decoded {
        let mut values = Vec::with_capacity(instances.len());
        let mut parts = Vec::with_capacity(instances.len());
        for instance in instances {
            let span = self.block.body.span();
            if !work::charge(u64::from(span.end - span.start) / BYTES_OF_STEP) {
                let limits = decoder.site.ctx.limits();
                report_end_of_work(&self.block.header_place(), limits, decoder.diags);
                return self.without_instances(Presence::Failed, decoder);
            }
            let Decoded { value, origin } = self.with(&instance.variables, decoder);
            values.push(value);
            parts.push(origin.in_block(self.block));
        }
        let keys = instances.iter().map(|instance| instance.key.clone()).collect_vec();
        let value = repetition::value_of_instances(Some(by), keys, values);
        let place = self.block.header_place();
        let origin = Origin::with_parts(place, Presence::Present, parts);
        let decoded = decoder.made(Decoded { value, origin });
        Decoded { value: decoded.value, origin: decoded.origin.of_instances(by) }
    }

    /// Decodes an instance that sees some variables.
    fn with(
        &self,
        variables: &repetition::InstanceVariables,
        decoder: &mut Decoder<'_>,
    ) -> Decoded {
        let ctx = with_variables(decoder.site.ctx, variables);
        let site = GeneratorSite { ctx: &ctx, budget: decoder.site.budget };
        let mode = decoder.mode;
        self.instance(&mut Decoder { site, mode, diags: decoder.diags })
    }

    fn instance(&self, decoder: &mut Decoder<'_>) -> Decoded {
        decoder.own_body(self.nested, self.inner, self.block, self.key_len)
    }

    /// Returns the value of a block whose instances are not known.
    fn without_instances(&self, presence: Presence, decoder: &Decoder<'_>) -> Decoded {
        let decoded = Decoded::new(Value::dynamic(), self.block.header_place(), presence);
        decoder.with_failure(decoded)
    }
}

impl Decoded {
    /// Visits the instances of a block, or the block itself if it is not repeated.
    pub(crate) fn each_instance(self, visit: &mut dyn FnMut(InstanceKey<'_>, Self)) {
        let Self { value, origin } = self;
        let Some(by) = origin.repeated() else {
            return visit(InstanceKey::Single, Self { value, origin });
        };
        let (value, _) = value.unmark();
        let names = match value.kind() {
            Kind::Object(object) => object.shape().names().to_vec(),
            _ => Vec::new(),
        };
        let parts = value.into_elements().into_iter().zip(origin.parts.into_vec());
        for (position, (value, origin)) in parts.enumerate() {
            let key = match names.get(position) {
                Some(name) if by != RepeatedBy::Index => InstanceKey::Name(name),
                _ => InstanceKey::Index(position),
            };
            visit(key, Self { value, origin });
        }
    }

    /// Returns the value of a decoded block, as expressions see it.
    pub(crate) fn seen_by(self, repetition: &Repetition) -> Value {
        let Self { value, origin } = self;
        match origin.repeated() {
            Some(RepeatedBy::Key | RepeatedBy::Name)
                if repetition.is_listed && value.is_known() =>
            {
                let (value, marks) = value.unmark();
                Value::tuple(value.elements().to_vec()).with_marks(&marks)
            }
            _ => value,
        }
    }
}
