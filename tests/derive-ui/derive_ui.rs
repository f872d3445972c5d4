//! Code that the derives must reject, with the messages.
//!
//! The messages of the compiler change between its versions, so they are compared only where `HCLDYN_UI_TESTS` is
//! set, which CI does on a pinned compiler.

#[test]
fn rejected() {
    if std::env::var_os("HCLDYN_UI_TESTS").is_some() {
        trybuild::TestCases::new().compile_fail("rejected/*/*.rs");
    }
}
