//! A fixed struct, decoded from random configurations.

use hcldyn::cty::Value;
use hcldyn::decode::from_json_str;
use hcldyn::{Decoder, EvalContext, Expression, HclDecode, HclEncode, HclValue, Spanned, from_str};

use super::outputs::Outputs;
use super::secret::Scope;
use super::specs::{Attr, Block, Kind, Object, Ty};

#[derive(Debug, HclDecode, HclEncode)]
pub(super) struct Config {
    #[hcl(sensitive, alias = "old_password")]
    password: Option<String>,
    #[hcl(sensitive)]
    token: Option<u16>,
    host: Option<Value>,
    port: Option<Spanned<u16>>,
    #[hcl(expr)]
    note: Option<Expression>,
    #[hcl(block, dynamic)]
    db: Vec<Database>,
    #[hcl(block)]
    login: Option<Login>,
}

#[derive(Debug, HclDecode, HclEncode)]
struct Database {
    #[hcl(label)]
    name: String,
    #[hcl(sensitive)]
    api_key: Vec<String>,
    size: Option<f64>,
}

#[derive(Debug, HclDecode, HclEncode)]
struct Login {
    #[hcl(sensitive)]
    credential: Credential,
    user: Option<bool>,
}

#[derive(Debug, HclValue)]
#[hcl(into_value)]
struct Credential {
    x: String,
    y: Option<u8>,
}

/// The spec of the struct, from which configurations are made.
pub(super) fn object() -> Object {
    let secret = |name, ty| Attr::fixed(name, ty, true);
    let plain = |name, ty| Attr::fixed(name, ty, false);
    let db = Object {
        labels: 1,
        attrs: vec![secret("api_key", Ty::Strings), plain("size", Ty::Number)],
        ..Object::default()
    };
    let login = Object {
        attrs: vec![secret("credential", Ty::Object), plain("user", Ty::Bool)],
        ..Object::default()
    };
    Object {
        attrs: vec![
            secret("password", Ty::String).with_alias(),
            secret("token", Ty::Number),
            plain("host", Ty::Any),
            plain("port", Ty::Number),
            plain("note", Ty::Any),
        ],
        blocks: vec![Block::fixed("db", Kind::Tuple, db), Block::fixed("login", Kind::One, login)],
        ..Object::default()
    }
}

/// Decodes a configuration into the struct and searches the outputs for secrets.
pub(super) fn decode(text: &str, is_json: bool, ctx: &EvalContext, outputs: &mut Outputs) {
    let decoded =
        if is_json { from_json_str::<Config>(text, ctx) } else { from_str::<Config>(text, ctx) };
    match decoded {
        Ok(config) => {
            outputs.debug("struct: Debug of a value", Scope::Variables, &config.host);
            outputs.debug("struct: Debug of an expression", Scope::All, &config.note);
        }
        Err(diags) => outputs.diags("struct", Scope::All, &diags),
    }
    let name = if is_json { "case.json" } else { "case.hcl" };
    let loaded = Decoder::new().context(ctx.clone()).text(name, text).decode::<Config>();
    match loaded {
        Ok(loaded) => outputs.diags("decoder: warnings", Scope::All, &loaded.warnings),
        Err(diags) => outputs.diags("decoder", Scope::All, &diags),
    }
}
