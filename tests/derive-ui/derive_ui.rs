//! Code that the derives must reject, with the expected messages.
//!
//! The compiler's messages change between versions, so they are compared only if `HCLDYN_UI_TESTS` is set. CI
//! sets it on a pinned compiler.

#[test]
fn rejected() {
    if std::env::var_os("HCLDYN_UI_TESTS").is_some() {
        trybuild::TestCases::new().compile_fail("rejected/*/*.rs");
    }
}
