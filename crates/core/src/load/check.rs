//! Checks of configurations without values.
//!
//! A check is a decoding with unknown values: a variable to which no value is given is an unknown value of its declared
//! type, even if it has a default, because the configuration must be right for other values, too. The sink of the
//! diagnostics carries the mode, because every stage has it. If all variables have a value or a default, the configuration
//! is decoded with these values as well.

use super::Decoder;
use super::references::add_unreported;
use super::stages::ReadInputs;
use crate::body::Body;
use crate::decode::HclDecode;
use crate::diag::{Diagnostics, codes};
use crate::expr::EvalContext;
use crate::ext::dynblock;
use crate::ext::kit::{Inputs, Module};
use crate::spec::{Spec, decode};

/// A check of bodies by a spec, without values: it evaluates every expression with unknown values of the declared types.
///
/// An error means that no values of these types are accepted: an operand of a wrong type, a missing attribute, an invalid
/// argument, a condition that no value meets. A warning means that a part fails whenever it is evaluated, or that a
/// comparison always has the same result; other values may not need that part. For the configuration of a struct, there is
/// [`Decoder::check_inputs`].
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::ext::kit::Inputs;
/// use hcldyn::load::TypeCheck;
/// use hcldyn::spec::{AttrSpec, Spec};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let spec = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
/// let ctx = EvalContext::new();
/// let check = TypeCheck::new(&spec, &ctx).inputs(Inputs::new());
/// let errors = |text: &str| {
///     let mut diags = Diagnostics::new();
///     let body = parse_body(&Source::new("a.hcl", text), &mut diags);
///     check.run(&body, &mut diags);
///     diags.to_string()
/// };
///
/// let variable = "variable \"site\" {\n  type = object({ port = number })\n}\n";
/// assert_eq!(errors(&format!("{variable}port = var.site.port + 1\n")), "");
/// let error = "a.hcl:4:16: error: Unknown attribute; This object has no attribute \"prot\". Did you mean \"port\"?";
/// assert_eq!(errors(&format!("{variable}port = var.site.prot + 1\n")), error);
/// ```
#[derive(Clone, Debug)]
pub struct TypeCheck<'a> {
    spec: &'a Spec,
    ctx: &'a EvalContext,
    inputs: Option<Inputs>,
    is_dynamic: bool,
}

impl<'a> TypeCheck<'a> {
    /// Creates a check by a spec, with the variables and functions of a context.
    pub fn new(spec: &'a Spec, ctx: &'a EvalContext) -> Self {
        Self { spec, ctx, inputs: None, is_dynamic: false }
    }

    /// Sets the inputs of the variables that the bodies declare. Without this call, `variable` blocks are ordinary blocks.
    #[must_use]
    pub fn inputs(self, inputs: Inputs) -> Self {
        Self { inputs: Some(inputs), ..self }
    }

    /// Expands `dynamic` blocks of all types. Without this call, only those are expanded that the spec allows.
    #[must_use]
    pub fn expand_dynamic(self) -> Self {
        Self { is_dynamic: true, ..self }
    }

    /// Checks a body: with unknown values, and with the defaults if all variables have one or a given value.
    pub fn run(&self, body: &Body, diags: &mut Diagnostics) {
        let mut types = diags.another();
        types.set_checks_types(true);
        if let Some(inputs) = &self.inputs {
            let mut found = diags.another();
            self.decode_with(inputs, body, &mut found);
            if !needs_values(&found) {
                diags.append(found);
            }
            self.decode_with(&inputs.clone().without_defaults(), body, &mut types);
            return add_unreported(types, diags);
        }
        self.decode_in(body, self.ctx, &mut types);
        diags.append(types);
    }

    fn decode_with(&self, inputs: &Inputs, body: &Body, diags: &mut Diagnostics) {
        let module = Module::evaluate(body, inputs, self.ctx, diags);
        self.decode_in(&module.rest, &module.context, diags);
    }

    fn decode_in(&self, body: &Body, ctx: &EvalContext, diags: &mut Diagnostics) {
        if self.is_dynamic {
            decode(&dynblock::expand(body, ctx), self.spec, ctx, diags);
        } else {
            decode(body, self.spec, ctx, diags);
        }
    }
}

impl Decoder {
    /// Checks inputs that were read, without values, as [`TypeCheck`] does, and returns all diagnostics. The program is
    /// asked for the values of blocks at most once.
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    ///     name: String,
    /// }
    ///
    /// let text = "variable \"base\" {\n  type = number\n}\nport = var.base + 1\nname = \"web${var.base.x}\"\n";
    /// let decoder = Decoder::new().inputs(Inputs::new()).text("a.hcl", text);
    /// let diags = decoder.check_inputs::<Config>(decoder.read_inputs());
    /// assert_eq!(diags.len(), 1);
    /// assert!(diags.to_string().starts_with("a.hcl:5:22: error: "));
    /// ```
    pub fn check_inputs<T: HclDecode>(&self, mut read: ReadInputs) -> Diagnostics {
        let found = self.diags_of::<T>(read.clone());
        let mut diags = if needs_values(&found) { found.another() } else { found };
        read.diags.set_checks_types(true);
        read.variables = read.variables.map(Inputs::without_defaults);
        add_unreported(self.diags_of::<T>(read), &mut diags);
        diags
    }

    fn diags_of<T: HclDecode>(&self, read: ReadInputs) -> Diagnostics {
        match self.decode_inputs::<T>(read) {
            Ok(configuration) => configuration.warnings,
            Err(found) => found,
        }
    }
}

/// Returns `true` if a variable has neither a value nor a default.
fn needs_values(diags: &Diagnostics) -> bool {
    let code = codes::MISSING_VARIABLE_VALUE;
    diags.has_errors() && diags.iter().any(|problem| problem.code == code.name())
}

/// Returns the diagnostics of a check without the errors about blocks that only values can decide.
pub(super) fn without_unknown_blocks(diags: Diagnostics) -> Diagnostics {
    let open = [codes::UNKNOWN_BLOCK, codes::UNKNOWN_NUMBER_OF_BLOCKS];
    diags.filter_map(|problem| {
        (!open.iter().any(|code| code.name() == problem.code)).then_some(problem)
    })
}
