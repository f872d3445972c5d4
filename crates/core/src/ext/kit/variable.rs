//! `variable` blocks.

use std::collections::hash_map::Entry;

use foldhash::HashMap;

use super::diags;
use crate::HclDecode;
use crate::body::{Attribute, AttributeSchema, Block, BlockSchema, Body, BodySchema, LayerId};
use crate::cty::{Str, Type, Value};
use crate::decode::from_inner_body;
use crate::diag::{Diagnostics, SensitiveNames};
use crate::environment::TextReading;
use crate::expr::{EvalContext, Expression};
use crate::ext::typeexpr::{TypeConstraint, type_constraint_with_defaults};
use crate::source::{Place, Source};
use crate::spec::Spec;
use crate::spec::language::Dialect;

/// The variables that a body declares.
#[derive(Clone, Debug)]
pub struct Variables {
    pub(super) declared: Vec<Variable>,
    /// The positions in `declared` by name.
    by_name: HashMap<Str, usize>,
    /// `true` if all declarations could be read.
    is_complete: bool,
}

/// A variable that a `variable` block declares.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Str,
    /// The type that its value is converted to.
    pub ty: TypeConstraint,
    /// `true` if a type is written.
    pub(super) is_typed: bool,
    /// The default, in the type of the variable.
    pub default: Option<Value>,
    /// The location of the default.
    pub(super) default_place: Option<Place>,
    /// The description.
    pub description: Option<String>,
    /// `true` if messages and outputs hide the value.
    pub sensitive: bool,
    /// `true` if the value may be null.
    pub nullable: bool,
    /// The location of the declaration.
    pub place: Place,
    pub(super) validations: Vec<ValueCondition>,
    /// `true` if the block is invalid, so that nothing more is reported about the variable.
    pub(super) is_broken: bool,
}

// The content of the body of a `variable` block. (A doc comment would be part of reference pages.)
#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Declaration {
    /// The type that the value is converted to. Without one, the value may have any type.
    r#type: Option<TypeConstraint>,
    /// The value if none comes from outside. Without a default, one is required.
    #[hcl(expr)]
    default: Option<Expression>,
    /// The purpose of the variable.
    description: Option<String>,
    /// `true` if messages and outputs hide the value.
    #[hcl(default)]
    sensitive: bool,
    /// `true` if the value may be null. Otherwise, the default replaces null.
    #[hcl(default = true)]
    nullable: bool,
    #[hcl(block)]
    validation: Vec<ValueCondition>,
}

/// A condition that a value must meet.
#[derive(Clone, Debug, HclDecode)]
#[hcl(crate = "crate")]
pub struct ValueCondition {
    /// A condition on the variable, which must be true.
    #[hcl(expr, example = "var.name != null")]
    pub condition: Expression,
    /// The message of the error if the condition is false.
    #[hcl(expr, example = "\"A name is required.\"")]
    pub error_message: Expression,
}

impl Variables {
    /// Reads the `variable` blocks of a body and ignores the rest. If two variables have one name, the
    /// first wins, and the [graph](super::definitions) reports the second.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::ext::kit::{Inputs, Variables};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let text = "variable \"port\" {\n  type    = number\n  default = 80\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let variables = Variables::of(&body, &mut diags);
    ///
    /// let inputs = Inputs::new().argument("port=8080");
    /// let var = variables.assign(&inputs, &EvalContext::new(), &mut diags);
    /// assert_eq!(var.get("port"), Some(&Value::from(8080)));
    ///
    /// variables.assign(&Inputs::new().argument("prot=1"), &EvalContext::new(), &mut diags);
    /// let problem = "<command line>:1:1: error: Undeclared variable; The variable \"prot\" is not declared. Did you mean \
    ///                \"port\"?";
    /// assert_eq!(diags.to_string(), problem);
    /// ```
    pub fn of(body: &Body, diags: &mut Diagnostics) -> Self {
        Self::read(body, Dialect::Terraform, &EvalContext::new(), diags)
    }

    /// Reads the `variable` blocks of a module that another program runs, and checks nothing: arguments and blocks that
    /// this library does not know are ignored, and so are validations. A variable whose type or default cannot be read has
    /// an unknown value. The types `list` and `map` without an argument have elements of any type, as in Terraform.
    /// Sensitive values are hidden in `diags`. An ephemeral value is sensitive, since nothing may store it. If two blocks declare one variable, the arguments of the second complete
    /// those of the first, so the bodies of override files come first.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::ext::kit::{Inputs, Variables};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let text = "variable \"zones\" {\n  type      = list\n  default   = [\"a\", 1]\n  lifecycle = \"1\"\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.tf", text), &mut diags);
    /// let variables = Variables::of_module(&body, &mut diags);
    /// let var = variables.assign(&Inputs::new(), &EvalContext::new(), &mut diags);
    /// let zones = Value::list(Type::String, vec!["a".into(), "1".into()]);
    /// assert_eq!(var.get("zones"), Some(&zones));
    /// assert!(diags.is_empty());
    /// ```
    pub fn of_module(body: &Body, diags: &mut Diagnostics) -> Self {
        let ty = BlockSchema { ty: "variable".into(), labels: vec!["name".into()] };
        let schema = BodySchema { blocks: vec![ty], ..BodySchema::default() };
        let content = body.only(&schema, &mut Diagnostics::new());
        let mut variables = Self {
            declared: Vec::new(),
            by_name: HashMap::default(),
            is_complete: content.is_complete,
        };
        let (mut names, mut by_name) = (Vec::new(), HashMap::<Str, Vec<Block>>::default());
        for block in content.blocks {
            if let Some(name) = block.labels.first().map(|label| label.value.clone()) {
                let blocks = by_name.entry(name.clone()).or_default();
                names.extend(blocks.is_empty().then_some(name));
                blocks.push(block);
            }
        }
        for name in names {
            let blocks = by_name.remove(&name).unwrap_or_default();
            let bodies = blocks.iter().rev().map(|block| block.body.clone());
            let layer = |position| LayerId { position, ..LayerId::default() };
            let Some(body) = Body::layered((0..).map(layer).zip(bodies)) else { continue };
            let block = Block { body, ..blocks[0].clone() };
            let variable = Variable::unchecked(name, &block, diags);
            if variable.sensitive {
                let places = blocks.iter().filter_map(|block| place_of_default(&block.body));
                places.for_each(|place| diags.hide(&place));
            }
            variables.add(variable);
        }
        variables
    }

    /// Reads the declarations of a body. `ctx` has the functions of defaults, if the dialect allows them.
    pub(super) fn read(
        body: &Body,
        dialect: Dialect,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Self {
        let mut blocks = vec![BlockSchema { ty: "variable".into(), labels: vec!["name".into()] }];
        let ctx = match dialect {
            Dialect::Terraform => EvalContext::new(),
            Dialect::Packer => {
                blocks.push(BlockSchema { ty: "variables".into(), labels: Vec::new() });
                functions_of(ctx)
            }
        };
        let content = body.only(&BodySchema { blocks, ..BodySchema::default() }, diags);
        if !content.is_complete {
            hide_all(body, "default", diags);
        }
        let mut variables = Self {
            declared: Vec::new(),
            by_name: HashMap::default(),
            is_complete: content.is_complete,
        };
        for block in content.blocks {
            match block.labels.first().map(|label| label.value.clone()) {
                Some(name) if variables.by_name.contains_key(&name) => {
                    hide_if_sensitive(&block.body, "default", diags);
                }
                Some(name) => variables.add(Variable::read(name, &block, &ctx, diags)),
                None => {
                    for attribute in block.body.just_attributes(diags) {
                        variables.add(Variable::of_default(&attribute, &ctx, diags));
                    }
                }
            }
        }
        variables
    }

    /// Reads the names of the variables and the locations of their defaults. Evaluates and reports nothing.
    pub(super) fn names_of(body: &Body, dialect: Dialect) -> Self {
        let mut blocks = vec![BlockSchema { ty: "variable".into(), labels: vec!["name".into()] }];
        if dialect == Dialect::Packer {
            blocks.push(BlockSchema { ty: "variables".into(), labels: Vec::new() });
        }
        let mut unreported = Diagnostics::new();
        let content = body.only(&BodySchema { blocks, ..BodySchema::default() }, &mut unreported);
        let (declared, by_name) = (Vec::new(), HashMap::default());
        let mut variables = Self { declared, by_name, is_complete: content.is_complete };
        for block in content.blocks {
            let Some(label) = block.labels.first() else {
                for attribute in block.body.just_attributes(&mut unreported) {
                    let place = attribute.name_place();
                    variables.add_name(attribute.name, place, Some(attribute.expr.place()));
                }
                continue;
            };
            let default = place_of_default(&block.body);
            variables.add_name(label.value.clone(), block.header_place(), default);
        }
        variables
    }

    /// Returns declared variables with different names.
    pub(super) fn of_declared(declared: Vec<Variable>) -> Self {
        let is_complete = declared.iter().all(|it| !it.is_broken);
        let names = declared.iter().map(|it| it.name.clone());
        let by_name = names.zip(0..).collect();
        Self { declared, by_name, is_complete }
    }

    /// Adds a variable without its type. The default of the first block that has one counts.
    fn add_name(&mut self, name: Str, place: Place, default_place: Option<Place>) {
        if let Some(position) = self.position(&name) {
            let known = &mut self.declared[position].default_place;
            *known = known.take().or(default_place);
            return;
        }
        self.add(Variable { default_place, ..Variable::new(name, place) });
    }

    /// Adds a variable, unless there is one with its name.
    fn add(&mut self, variable: Variable) {
        self.is_complete &= !variable.is_broken;
        if let Entry::Vacant(entry) = self.by_name.entry(variable.name.clone()) {
            entry.insert(self.declared.len());
            self.declared.push(variable);
        }
    }

    /// Returns a variable by its name.
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.position(name).map(|position| &self.declared[position])
    }

    /// Returns all variables, in source order.
    pub fn iter(&self) -> std::slice::Iter<'_, Variable> {
        self.declared.iter()
    }

    /// Returns the names of the sensitive variables and of the others, or `None` if there are no sensitive ones.
    pub(super) fn sensitive_names(&self) -> Option<SensitiveNames> {
        let mut names = SensitiveNames::default();
        for variable in self {
            if variable.sensitive {
                names.add_sensitive(&variable.name);
            } else {
                names.add_other(&variable.name);
            }
        }
        self.iter().any(|variable| variable.sensitive).then_some(names)
    }

    /// Returns `true` if a variable without a declaration, or with an invalid one, may be sensitive.
    pub(super) fn are_unclear(&self) -> bool {
        !self.is_complete
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

impl<'v> IntoIterator for &'v Variables {
    type Item = &'v Variable;
    type IntoIter = std::slice::Iter<'v, Variable>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Variable {
    /// Returns a variable of any type.
    fn new(name: Str, place: Place) -> Self {
        Self {
            name,
            ty: Type::Dynamic.into(),
            is_typed: false,
            default: None,
            default_place: None,
            description: None,
            sensitive: false,
            nullable: true,
            place,
            validations: Vec::new(),
            is_broken: true,
        }
    }

    fn read(name: Str, block: &Block, ctx: &EvalContext, diags: &mut Diagnostics) -> Self {
        let errors = diags.error_count();
        let (mut variable, declaration) = Self::start(name, block, diags);
        if let Some(declaration) = declaration {
            variable.declare(declaration, ctx, diags);
            variable.is_broken = diags.error_count() > errors;
        }
        variable
    }

    /// Reads a block without its default, which is returned.
    pub(super) fn read_without_default(
        name: Str,
        block: &Block,
        diags: &mut Diagnostics,
    ) -> (Self, Option<Expression>) {
        let errors = diags.error_count();
        let (mut variable, declaration) = Self::start(name, block, diags);
        let Some(mut declaration) = declaration else { return (variable, None) };
        let default = declaration.default.take();
        variable.declare(declaration, &EvalContext::new(), diags);
        variable.is_broken = diags.error_count() > errors;
        (variable, default)
    }

    /// Decodes a block, and returns a variable without the decoded content.
    fn start(name: Str, block: &Block, diags: &mut Diagnostics) -> (Self, Option<Declaration>) {
        let declaration = from_inner_body::<Declaration>(&block.body, &EvalContext::new(), diags);
        let mut variable = Self::new(name, block.header_place());
        variable.sensitive = hide_if_sensitive(&block.body, "default", diags);
        (variable, declaration)
    }

    /// Reads the arguments that the value depends on, each by itself. Reports nothing.
    fn unchecked(name: Str, block: &Block, diags: &mut Diagnostics) -> Self {
        let attribute = |name: &str| AttributeSchema { name: name.into(), required: false };
        let attributes = ["type", "default", "nullable", "ephemeral"].map(attribute).to_vec();
        let schema = BodySchema { attributes, ..BodySchema::default() };
        let mut unreported = Diagnostics::new();
        let content = block.body.only(&schema, &mut unreported);
        let expr = |name: &str| content.attribute(name).map(|attribute| attribute.expr.clone());
        let is_nullable = expr("nullable").is_none_or(|it| it.as_literal() != Some(&false.into()));
        let is_ephemeral =
            expr("ephemeral").is_some_and(|it| it.as_literal() == Some(&true.into()));
        let mut variable = Self::new(name, block.header_place());
        variable.sensitive = hide_if_sensitive(&block.body, "default", diags) || is_ephemeral;
        let declaration = Declaration {
            r#type: expr("type").map(|it| constraint_of_module(&it, &mut unreported)),
            default: expr("default"),
            description: None,
            sensitive: variable.sensitive,
            nullable: is_nullable,
            validation: Vec::new(),
        };
        variable.declare(declaration, &EvalContext::new(), &mut unreported);
        variable.is_broken = unreported.has_errors();
        variable
    }

    /// Reads an attribute of a `variables` block, whose value is the default.
    fn of_default(attribute: &Attribute, ctx: &EvalContext, diags: &mut Diagnostics) -> Self {
        let mut variable = Self::new(attribute.name.clone(), attribute.name_place());
        variable.default_place = Some(attribute.expr.place());
        variable.default =
            diags.unless_errors(|diags| variable.evaluate_in(ctx, &attribute.expr, diags));
        variable.is_broken = variable.default.is_none();
        variable
    }

    fn declare(&mut self, declaration: Declaration, ctx: &EvalContext, diags: &mut Diagnostics) {
        self.is_typed = declaration.r#type.is_some();
        self.ty = declaration.r#type.unwrap_or_else(|| Type::Dynamic.into());
        self.description = declaration.description;
        self.sensitive = declaration.sensitive;
        self.nullable = declaration.nullable;
        self.validations = declaration.validation;
        let Some(default) = declaration.default else { return };
        self.take_default(ctx, &default, diags);
    }

    /// Evaluates the default in a context, and converts it to the type of the variable.
    pub(super) fn take_default(
        &mut self,
        ctx: &EvalContext,
        default: &Expression,
        diags: &mut Diagnostics,
    ) {
        self.default_place = Some(default.place());
        let evaluated = diags.unless_errors(|diags| self.evaluate_in(ctx, default, diags));
        let Some(value) = evaluated else { return };
        if value.is_null() && !self.nullable {
            return diags.push(diags::null_default(default.place(), self));
        }
        match self.ty.convert(value) {
            Ok(value) => self.default = Some(value),
            Err(error) => diags.push(diags::wrong_default(default.place(), self, &error)),
        }
    }

    /// Evaluates an expression without variables and functions.
    pub(super) fn constant(&self, expr: &Expression, diags: &mut Diagnostics) -> Value {
        self.evaluate_in(&EvalContext::new(), expr, diags)
    }

    /// Evaluates an expression. The source text of a sensitive value is never shown.
    fn evaluate_in(&self, ctx: &EvalContext, expr: &Expression, diags: &mut Diagnostics) -> Value {
        if !self.sensitive {
            return expr.value(ctx, diags);
        }
        diags.hide(&expr.place());
        let mut attempt = Diagnostics::new();
        let value = expr.value(ctx, &mut attempt);
        if attempt.has_errors() {
            diags.push(diags::unreadable(expr.place(), self, TextReading::Expression));
        }
        value
    }

    /// Returns the unknown value of the variable, refined as far as its declaration allows.
    pub(super) fn unknown(&self) -> Value {
        if self.is_broken {
            Value::dynamic()
        } else {
            Value::unknown(self.ty.ty.without_optional())
        }
    }
}

/// Returns the type constraint of a variable of a module, where `list` and `map` need no argument.
fn constraint_of_module(expr: &Expression, diags: &mut Diagnostics) -> TypeConstraint {
    match expr.as_keyword().as_deref() {
        Some("list") => Type::list(Type::Dynamic).into(),
        Some("map") => Type::map(Type::Dynamic).into(),
        _ => type_constraint_with_defaults(expr, diags),
    }
}

fn place_of_default(body: &Body) -> Option<Place> {
    let attributes = vec![AttributeSchema { name: "default".into(), required: false }];
    let schema = BodySchema { attributes, ..BodySchema::default() };
    let content = body.only(&schema, &mut Diagnostics::new());
    content.attribute("default").map(|default| default.expr.place())
}

/// Returns the spec of the body of a `variable` block.
pub(super) fn spec() -> Spec {
    Declaration::spec()
}

/// Returns a context with the functions of another one, without its variables.
fn functions_of(ctx: &EvalContext) -> EvalContext {
    let function = |name| Some((name, ctx.function(name)?.clone()));
    let functions = ctx.function_names().filter_map(function);
    EvalContext::new().with_limits(ctx.limits().clone()).with_functions(functions)
}

/// Returns `true` if a block may be sensitive, even an invalid one. No report shows the attribute with its value then.
pub(super) fn hide_if_sensitive(body: &Body, value: &str, diags: &mut Diagnostics) -> bool {
    let attribute = |name: &str| AttributeSchema { name: name.into(), required: false };
    let attributes = vec![attribute("sensitive"), attribute(value)];
    let schema = BodySchema { attributes, ..BodySchema::default() };
    let content = body.only(&schema, &mut Diagnostics::new());
    let written = content.attribute("sensitive");
    let is_sensitive = written.is_some_and(|it| it.expr.as_literal() != Some(&Value::from(false)));
    match content.attribute(value).filter(|_| content.is_complete) {
        Some(value) if is_sensitive => diags.hide(&value.expr.place()),
        Some(_) => {}
        None if is_sensitive || !content.is_complete => hide_all(body, value, diags),
        None => {}
    }
    is_sensitive
}

/// Hides all attributes of a name in the sources of a body. One of them may be sensitive, but cannot be identified,
/// since it is misspelled or could not be parsed.
fn hide_all(body: &Body, name: &str, diags: &mut Diagnostics) {
    let mut names = SensitiveNames::default();
    names.add_sensitive(name);
    let is_meant = |source: &Source| source.text().contains("sensitive");
    for source in body.sources().into_iter().filter(is_meant) {
        diags.hide_names_in(&source, names.clone());
    }
}
