//! The JSON of a matched body, written item by item, without its value.

use super::reading::{Reading, ReadingProgress};
use super::{Decoder, Mode, in_block};
use crate::body::Body;
use crate::cty::internal::{MAX_JSON_DEPTH, push_present, sort_by, write_string};
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::dynblock::{BlockBudget, FullExpansion, Generator, GeneratorSite};
use crate::limits::work;
use crate::spec::matched::{Matched, MatchedBlocks};
use crate::spec::plan::{PlannedField, PlannedObject};
use crate::spec::{BlockCollection, BlocksSpec, NestedSpec, Spec};
use crate::tree::BlockNode;

/// Decodes a body by a spec, and writes the value as [`to_present_json`](crate::cty::json::to_present_json) does, without
/// making the value of the whole body. This takes less time and memory than [`decode()`](super::decode()) does.
///
/// Returns `None` if decoding would report anything, if the value can't be written, or if the body can't be read item by
/// item, as with several files or JSON syntax. Then decode the body to a value.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, Spec, decode_to_json};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let spec = Spec::object([
///     ("port", AttrSpec::new("port", Type::Number).into()),
///     ("host", AttrSpec::new("host", Type::String).into()),
/// ]);
/// let json = |text: &str| {
///     let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
///     decode_to_json(&body, &spec, &EvalContext::new())
/// };
/// assert_eq!(json("port = 8000 + 80").as_deref(), Some(r#"{"port":8080}"#));
/// assert_eq!(json("port = true"), None);
/// ```
pub fn decode_to_json(body: &Body, spec: &Spec, ctx: &EvalContext) -> Option<String> {
    // Sensitive values can't be written.
    if spec.has_sensitive() {
        return None;
    }
    let root = NestedSpec::of(spec.clone());
    let expanded = FullExpansion::of(body);
    let matched = match &expanded {
        Some((body, expansion)) => root.matched_expanded(body, expansion)?,
        None => root.matched_root(body)?,
    };
    let _work = ctx.limits().open_budget();
    let budget = BlockBudget::new(ctx.limits().generated_blocks);
    let site = GeneratorSite { ctx, budget: &budget };
    let mode = Mode { keeps_origins: false, ..Mode::DEFAULT };
    let mut diags = Diagnostics::new();
    // A result is rarely longer than its source, and memory that is not written to takes none.
    let text = String::with_capacity(matched.tree().source.text().len());
    let mut json = JsonText { text, size: 0 };
    let mut decoder = Decoder { site, mode, diags: &mut diags };
    decoder.write_body(&root, matched, &mut json, MAX_JSON_DEPTH)?;
    (!work::is_used_up()).then_some(json.text)
}

/// JSON that is being written.
struct JsonText {
    text: String,
    /// The size of the values in it.
    size: usize,
}

/// The position in the text before an element or an entry.
#[derive(Clone, Copy)]
struct Before(usize);

impl JsonText {
    /// Opens an array or an object, which counts as a value.
    fn open(&mut self, bracket: char) -> Option<Before> {
        self.text.push(bracket);
        self.count(1)?;
        Some(Before(self.text.len()))
    }

    /// Begins an element of an array, or an entry of an object, that was opened at `start`, or the only one without that.
    fn begin(&mut self, start: Option<Before>) -> Before {
        let before = Before(self.text.len());
        if start.is_some_and(|start| before.0 > start.0) {
            self.text.push(',');
        }
        before
    }

    /// Begins an entry of an object that was opened at `start`.
    fn key(&mut self, start: Before, key: &str) -> Before {
        let before = self.begin(Some(start));
        write_string(&mut self.text, key);
        self.text.push(':');
        before
    }

    /// Writes a value. Returns `false` for null.
    fn value(&mut self, value: &Value, depth: usize) -> Option<bool> {
        self.count(value.size())?;
        push_present(&mut self.text, value, depth)?;
        Some(!value.is_null())
    }

    /// Counts the size of a value. Returns `None` if all together are too large for one value.
    fn count(&mut self, size: usize) -> Option<()> {
        self.size = self.size.saturating_add(size);
        (self.size <= Value::MAX_SIZE).then_some(())
    }
}

impl Decoder<'_> {
    /// Writes the object of a matched body. Returns `None` if it can't be written, or anything is reported.
    fn write_body(
        &mut self,
        nested: &NestedSpec,
        mut matched: Matched<'_>,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<bool> {
        matched.evaluate(nested.implied(), self.site, self.diags);
        // The syntax error that makes a `dynamic` block fail may be in another sink.
        if matched.generators().iter().any(|it| it.generator.is_none()) {
            return None;
        }
        let progress = ReadingProgress::default();
        let decoder = self.again();
        let mut reading = Reading { decoder, matched: &matched, nested, progress: &progress };
        reading.write_object(matched.object(), json, depth)?;
        self.diags.is_empty().then_some(true)
    }
}

impl Reading<'_> {
    fn write_object(
        &mut self,
        object: &PlannedObject,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<()> {
        let inner = depth.checked_sub(1)?;
        self.charge(object);
        let start = json.open('{')?;
        let shape = &object.spec.shape;
        for position in shape.in_name_order() {
            let before = json.key(start, &shape.names()[position]);
            if !self.write_field(&object.fields[position], json, inner)? {
                json.text.truncate(before.0);
            }
        }
        json.text.push('}');
        Some(())
    }

    /// Writes the value of a field. Returns `false` for null.
    fn write_field(
        &mut self,
        field: &PlannedField,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<bool> {
        match field {
            PlannedField::Object(object) => {
                self.write_object(object, json, depth)?;
                Some(true)
            }
            PlannedField::Blocks { position, spec, body }
                if self.matched.is_read_one_by_one(*position) && is_written_one_by_one(spec) =>
            {
                let written = self.write_blocks(spec, *position, body, json, depth)?;
                if self.matched.expansion().is_none() {
                    self.check_unused(*position, body);
                }
                Some(written)
            }
            PlannedField::Blocks { .. }
            | PlannedField::Attribute { .. }
            | PlannedField::Label(_) => {
                let value = self.field(field);
                json.value(&value, depth)
            }
        }
    }

    fn write_blocks(
        &mut self,
        spec: &BlocksSpec,
        position: usize,
        body: &NestedSpec,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<bool> {
        let inner = depth.checked_sub(1)?;
        match spec.collection {
            BlockCollection::Single => {
                // Null counts too.
                json.count(1)?;
                self.write_all(position, body, None, json, depth)
            }
            BlockCollection::List | BlockCollection::Tuple | BlockCollection::Set => {
                let start = json.open('[')?;
                self.write_all(position, body, Some(start), json, inner)?;
                json.text.push(']');
                Some(true)
            }
            BlockCollection::Map { .. } | BlockCollection::Object { .. } => {
                let start = json.open('{')?;
                self.write_keyed(position, body, start, json, inner)?;
                json.text.push('}');
                Some(true)
            }
        }
    }

    /// Writes all blocks at a position of the plan: the elements of an array that was opened at `start`, or a single one.
    /// Returns `false` if there is none, or the last one is null.
    fn write_all(
        &mut self,
        position: usize,
        body: &NestedSpec,
        start: Option<Before>,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<bool> {
        let matched = self.matched;
        let mut written = false;
        for blocks in matched.all_blocks(position) {
            written = match blocks {
                MatchedBlocks::Written(node) => {
                    json.begin(start);
                    self.write_block(node, body, 0, json, depth)?
                }
                MatchedBlocks::Generated(generator) => {
                    let generator = generator?;
                    let one = self.write_generated(generator, body, start, json, depth)?;
                    if generator.count() == 0 { written } else { one }
                }
            };
        }
        Some(written)
    }

    fn write_generated(
        &mut self,
        generator: &Generator,
        body: &NestedSpec,
        start: Option<Before>,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<bool> {
        let matched = self.matched;
        let Decoder { site, mode, .. } = self.decoder;
        let mut written = Some(false);
        generator.each(matched.site(site), self.decoder.diags, &mut |block, diags| {
            if written.is_none() {
                return;
            }
            json.begin(start);
            let mut decoder = Decoder { site, mode, diags };
            written = match body.matched_generated(matched, &block) {
                Some(inner) => in_block(|| decoder.write_body(body, inner, json, depth)),
                None => {
                    let block = matched.to_decode(block.clone());
                    json.value(&decoder.nested(body, &block, 0).value, depth)
                }
            };
        });
        written
    }

    /// Writes the blocks at a position of the plan as entries, sorted by their labels.
    fn write_keyed(
        &mut self,
        position: usize,
        body: &NestedSpec,
        start: Before,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<()> {
        let matched = self.matched;
        let mut entries: Vec<(&Str, &BlockNode)> = Vec::new();
        for node in matched.blocks(position) {
            entries.push((&matched.tree().labels(node.labels).first()?.value, node));
        }
        sort_by(&mut entries, |a, b| a.0.cmp(b.0));
        for (key, node) in entries {
            let before = json.key(start, key);
            if !self.write_block(node, body, 1, json, depth)? {
                json.text.truncate(before.0);
            }
        }
        Some(())
    }

    fn write_block(
        &mut self,
        node: &BlockNode,
        body: &NestedSpec,
        key_len: usize,
        json: &mut JsonText,
        depth: usize,
    ) -> Option<bool> {
        match body.matched_node(self.matched, node, key_len) {
            Some(matched) => in_block(|| self.decoder.write_body(body, matched, json, depth)),
            None => {
                let block = self.matched.to_decode(self.matched.block_of(node));
                json.value(&self.decoder.nested(body, &block, key_len).value, depth)
            }
        }
    }
}

/// Returns `true` if the value of each block can be written alone.
fn is_written_one_by_one(spec: &BlocksSpec) -> bool {
    match spec.collection {
        BlockCollection::Single | BlockCollection::Tuple => true,
        BlockCollection::List => spec.element_type().1,
        BlockCollection::Map { is_grouped } => {
            !is_grouped && spec.key.len() == 1 && spec.element_type().1
        }
        BlockCollection::Object { is_grouped } => !is_grouped && spec.key.len() == 1,
        BlockCollection::Set => false,
    }
}
