//! From spec blocks to specs.

use std::collections::BTreeMap;
use std::mem;

use super::block::{Blocks, KnownContents, NestedBlock, OpenBlock, SpecKind};
use super::diags;
use super::file::{Definition, Variables};
use super::kinds::KINDS;
use super::site::SpecSite;
use crate::cty::value_spec::ValueDefinitions;
use crate::cty::{Descend, Kind, Step, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Place;
use crate::spec::{NestedSpec, Spec, SpecStep};

/// The maximum nesting depth of spec blocks. Walks through a spec are recursive.
const MAX_SPEC_FILE_DEPTH: usize = 128;

/// The maximum size in bytes of all values in a spec file, as text. All documents about a spec show them.
const MAX_VALUE_BYTES: usize = 1 << 20;

/// The number of digits of a number that count once. Writing a number takes time with the square of its length.
const FEW_DIGITS: usize = 1_024;

/// Reads spec blocks, outermost first.
pub(super) struct SpecReader<'a> {
    /// The context of the expressions in the file.
    pub(super) ctx: &'a EvalContext,
    pub(super) diags: &'a mut Diagnostics,
    /// The specs of the blocks in spec files.
    pub(super) contents: KnownContents,
    /// The index of the next label of the blocks whose body is being read.
    pub(super) next_label: usize,
    /// The specs that the file defines by name.
    pub(super) definitions: &'a [NestedBlock],
    /// The values that the file defines by name.
    pub(super) values: &'a [NestedBlock],
    /// Their specs, once they are read.
    pub(super) value_specs: ValueDefinitions,
    /// The definitions in use for the current body, each inside the one before.
    pub(super) using: Vec<usize>,
    /// The number of `use` blocks around the current spec block.
    pub(super) uses: usize,
    /// The number of spec blocks read for `use` blocks.
    pub(super) used_specs: usize,
    /// The remaining bytes of values, or `None` if a value was too large.
    value_bytes: Option<usize>,
    /// The nesting depth. Each further result of a `default` and each label of a `block_map` counts too, since the
    /// specs made of them are nested that deep.
    depth: usize,
}

/// A spec, or the spec of the bodies of blocks, with the locations of its parts.
pub(super) struct Read<S = Spec> {
    pub(super) spec: S,
    pub(super) site: SpecSite,
}

impl<'a> SpecReader<'a> {
    pub(super) fn new(
        ctx: &'a EvalContext,
        definitions: &'a [NestedBlock],
        values: &'a [NestedBlock],
        diags: &'a mut Diagnostics,
    ) -> Self {
        Self {
            ctx,
            diags,
            contents: KnownContents::default(),
            next_label: 0,
            definitions,
            values,
            value_specs: ValueDefinitions::new([]),
            using: Vec::new(),
            uses: 0,
            used_specs: 0,
            value_bytes: Some(MAX_VALUE_BYTES),
            depth: 0,
        }
    }

    /// Returns the variables that a file defines.
    pub(super) fn variables(&mut self, blocks: &Blocks<Variables>) -> Vec<(Str, Value)> {
        let mut names = UniqueNames::new("variable");
        let mut variables = Vec::new();
        for block in &blocks.0 {
            for attribute in block.body.just_attributes(self.diags) {
                let value = attribute.expr.value(self.ctx, self.diags);
                self.count_bytes(&value, &attribute.expr.place());
                if names.add(&attribute.name, attribute.name_place(), self) {
                    variables.push((attribute.name, value));
                }
            }
        }
        variables
    }

    /// Counts the bytes of a value. Reports once that the values of the file are too large.
    pub(super) fn count_bytes(&mut self, value: &Value, place: &Place) {
        let Some(left) = self.value_bytes else { return };
        self.value_bytes = left.checked_sub(bytes_of(value, left));
        if self.value_bytes.is_none() {
            self.diags.push(diags::too_large_values(place.clone(), MAX_VALUE_BYTES));
        }
    }

    /// Returns `true` if the values of the file are too large, which was reported.
    pub(super) fn has_too_large_values(&self) -> bool {
        self.value_bytes.is_none()
    }

    /// Reads the only spec in a body.
    pub(super) fn only_child<K>(
        &mut self,
        children: &Blocks<K>,
        block: &OpenBlock,
        implied_name: Option<&Str>,
    ) -> Read {
        let [child, more @ ..] = &*children.0 else {
            if block.is_complete {
                self.diags.push(diags::no_spec(block));
            }
            return Read::nothing(block.place.clone());
        };
        let first = self.child(child, implied_name);
        for extra in more {
            self.diags.push(diags::second_spec(extra.place.clone(), child.place.clone(), block));
            // It is read only to report the mistakes in it.
            self.child(extra, implied_name);
        }
        first
    }

    /// Reads the only spec in a body, which is for the bodies of blocks. It may use a definition that is still
    /// being read.
    pub(super) fn block_body<K>(
        &mut self,
        children: &Blocks<K>,
        block: &OpenBlock,
    ) -> Read<NestedSpec> {
        if let [child] = &*children.0
            && child.kind.name == "use"
        {
            return self.used_for_blocks(child);
        }
        let outer = mem::take(&mut self.next_label);
        let read = self.only_child(children, block, None);
        self.next_label = outer;
        read.nested()
    }

    /// Reads the spec of a definition.
    pub(super) fn definition_body(&mut self, index: usize) -> Read {
        let (definition, block) = self.definitions[index].open::<Definition>(self);
        self.only_child(&definition.spec, &block, None)
    }

    /// Reads the definitions of a file, each by itself.
    pub(super) fn definitions(&mut self) -> Vec<Read> {
        let mut names = UniqueNames::new("spec");
        let mut reads = Vec::with_capacity(self.definitions.len());
        for (index, definition) in self.definitions.iter().enumerate() {
            if let Some((name, place)) = &definition.label {
                names.add(name, place.clone(), self);
            }
            (self.next_label, self.using) = (0, vec![index]);
            reads.push(self.definition_body(index));
        }
        (self.next_label, self.using) = (0, Vec::new());
        reads
    }

    /// Reads blocks whose labels must differ, and returns their specs by the labels. `what` is the name of a label in
    /// messages, and `step` leads to a spec.
    pub(super) fn labelled<S>(
        &mut self,
        blocks: &[NestedBlock],
        block: &OpenBlock,
        (what, step): (&'static str, fn(Str) -> SpecStep),
        mut read: impl FnMut(&mut Self, &NestedBlock, &Str) -> Read<S>,
    ) -> (Vec<(Str, S)>, SpecSite) {
        let mut site = SpecSite::new(block.place.clone());
        let mut names = UniqueNames::new(what);
        let mut specs = Vec::new();
        for written in blocks {
            let Some((name, place)) = &written.label else { continue };
            let Read { spec, site: inside } = read(self, written, name);
            if names.add(name, place.clone(), self) {
                specs.push((name.clone(), spec));
                site.add(step(name.clone()), inside);
            }
        }
        (specs, site)
    }

    /// Reads one spec block. `implied_name` is the name of the item to decode, if the block does not give one.
    pub(super) fn child(&mut self, child: &NestedBlock, implied_name: Option<&Str>) -> Read {
        let place = child.place.clone();
        self.used_specs = self.used_specs.saturating_add(usize::from(self.uses > 0));
        let read = self.deeper(1, &place, |it| SpecKind::read(&KINDS, it, child, implied_name));
        read.unwrap_or_else(|| Read::nothing(place))
    }

    /// Reads spec blocks some levels deeper, up to the maximum depth.
    pub(super) fn deeper<S>(
        &mut self,
        levels: usize,
        place: &Place,
        read: impl FnOnce(&mut Self) -> Option<Read<S>>,
    ) -> Option<Read<S>> {
        let outer = self.depth;
        self.depth = outer.saturating_add(levels);
        let result = if self.depth <= MAX_SPEC_FILE_DEPTH {
            read(self)
        } else {
            self.diags.fail(diags::too_deep(place.clone(), MAX_SPEC_FILE_DEPTH))
        };
        self.depth = outer;
        result
    }

    /// Returns the name of the item that a block decodes: an attribute, a block type or a label. It is the value of
    /// an argument, or comes from the block around it.
    pub(super) fn name(
        &mut self,
        written: Option<Str>,
        argument: &'static str,
        block: &OpenBlock,
    ) -> Option<Str> {
        let name = written.or_else(|| block.implied_name.clone());
        if name.is_none() && block.is_complete {
            self.diags.push(diags::no_name(block, argument));
        }
        name
    }

    /// Reports the mistakes in a spec that show only when it is complete.
    pub(super) fn check(&mut self, spec: &Spec, site: &SpecSite, definitions: &[SpecSite]) {
        let Err(error) = spec.check() else { return };
        for mistake in error.mistakes {
            let place = site.find(&mistake.path, definitions).clone();
            self.diags.push(diags::mistake(place, &mistake.message));
        }
    }
}

impl Read {
    /// Returns a spec without parts.
    pub(super) fn new(spec: impl Into<Spec>, place: Place) -> Self {
        Self { spec: spec.into(), site: SpecSite::new(place) }
    }

    /// Returns the spec as that of the bodies of blocks.
    pub(super) fn nested(self) -> Read<NestedSpec> {
        Read { spec: NestedSpec::of(self.spec), site: self.site }
    }

    /// Returns a placeholder for an invalid spec.
    pub(super) fn nothing(place: Place) -> Self {
        Self::new(Spec::Literal(Value::null(Type::Dynamic)), place)
    }
}

/// Returns the size of a value as text, or a larger number than `most`.
fn bytes_of(value: &Value, most: usize) -> usize {
    let mut bytes = 0_usize;
    value.walk(|path, part| {
        let key = match path.steps().last() {
            Some(Step::Attr(name)) => name.len(),
            Some(Step::Index(key)) => key.as_str().map_or(0, str::len),
            None => 0,
        };
        let own = match part.kind() {
            Kind::String(text) => text.len(),
            Kind::Number(number) => {
                let digits = number.approximate_len();
                digits * (1 + digits / FEW_DIGITS)
            }
            _ => "null".len(),
        };
        bytes = bytes.saturating_add(key).saturating_add(own);
        if bytes > most { Descend::Past } else { Descend::Into }
    });
    bytes
}

/// Names that may occur only once.
pub(super) struct UniqueNames {
    /// The kind of the names.
    what: &'static str,
    seen: BTreeMap<Str, Place>,
}

impl UniqueNames {
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, seen: BTreeMap::new() }
    }

    /// Returns `true` if a name is new. A repeated name is reported.
    pub(super) fn add(&mut self, name: &Str, place: Place, reader: &mut SpecReader<'_>) -> bool {
        if let Some(first) = self.seen.get(name) {
            reader.diags.push(diags::repeated(place, self.what, name, first.clone()));
            return false;
        }
        self.seen.insert(name.clone(), place);
        true
    }
}
