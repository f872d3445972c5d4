//! UUIDs derived from names.

use ::uuid::{Builder, Uuid};
use sha1::{Digest, Sha1};

use super::Named;
use super::arguments::text;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![("uuidv5", uuidv5())]
}

fn uuidv5() -> Function {
    Function::builder("The UUID of a name in a namespace (version 5 of RFC 9562).")
        .param(Parameter::new("namespace", Type::String))
        .param(Parameter::new("name", Type::String))
        .returning(Type::String, |args, _| {
            let namespace = namespace(args)?;
            let hash = Sha1::new().chain_update(namespace).chain_update(text(args, 1)?).finalize();
            let mut bytes = [0; 16];
            bytes.copy_from_slice(&hash[..16]);
            Ok(Builder::from_sha1_bytes(bytes).into_uuid().to_string().into())
        })
}

fn namespace(args: &[Value]) -> Result<Uuid, FunctionError> {
    match text(args, 0)? {
        "dns" => Ok(Uuid::NAMESPACE_DNS),
        "oid" => Ok(Uuid::NAMESPACE_OID),
        "url" => Ok(Uuid::NAMESPACE_URL),
        "x500" => Ok(Uuid::NAMESPACE_X500),
        other => Uuid::try_parse(other).map_err(|_| {
            let found = args[0].describe();
            FunctionError::must(0, format!("be dns, oid, url, x500 or a UUID, not {found}"))
        }),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error};
    use hcldyn_cty::Value;

    /// The results of Python's `uuid.uuid5`; the first is also in Terraform's documentation.
    #[test]
    fn names_in_namespaces() {
        let uuid = |space: &str, name: &str| call("uuidv5", [Value::from(space), name.into()]);
        let terraform = "a5008fae-b28c-5ba5-96cd-82b4c53552d6";
        assert_eq!(uuid("dns", "www.terraform.io"), terraform.into());
        assert_eq!(
            uuid("url", "https://www.terraform.io/"),
            "9db6f67c-dd95-5ea0-aa5b-e70e5c5f7cf5".into()
        );
        assert_eq!(uuid("oid", "1.3.6.1.4"), "af9d40a5-7a36-5c07-b23a-851cd99fbfa5".into());
        assert_eq!(uuid("x500", "CN=Example,C=GB"), "84e09961-4aa4-57f8-95b7-03edb1073253".into());
        assert_eq!(uuid(terraform, "x"), "7981a8ea-6100-52ad-b132-83c81e98b222".into());
    }

    #[test]
    fn other_namespaces_are_uuids() {
        let message = error("uuidv5", [Value::from("tcp"), "a".into()]);
        assert_eq!(message, "must be dns, oid, url, x500 or a UUID, not \"tcp\"");
    }
}
