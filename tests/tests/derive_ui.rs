//! Code that the derives must reject, with the messages, and code that they must accept.
//!
//! The messages of the compiler change between its versions, so the recorded ones are compared only
//! where `HCLDYN_UI_TESTS` is set, which CI does on a pinned compiler. What must compile is compiled
//! in every run.
//!
//! This is a program of its own because it runs the compiler, which takes longer than all other tests.

#[test]
fn refused() {
    if std::env::var_os("HCLDYN_UI_TESTS").is_some() {
        trybuild::TestCases::new().compile_fail("ui/*/*.rs");
    }
}

#[test]
fn accepted() {
    trybuild::TestCases::new().pass("ui-pass/*.rs");
}
