//! Expressions of sensitive attributes that are evaluated later.

use hcldyn::{Deferred, EvalContext, HclDecode};

use super::shown;

#[derive(Debug, HclDecode)]
struct Route {
    #[hcl(sensitive)]
    key: Deferred<u8>,
}

#[test]
fn a_deferred_secret() {
    for text in ["key = \"hunter2${x.y}\"", "key = [x, \"hunter2\"]"] {
        let route: Route = hcldyn::from_str(text, &EvalContext::new()).unwrap();
        assert_eq!(format!("{route:?}"), "Route { key: Deferred((sensitive)) }");
        let found = route.key.evaluate(&[("x", "hunter3".into())]).unwrap_err();
        assert!(shown(&found).contains("(sensitive)"));
    }
}
