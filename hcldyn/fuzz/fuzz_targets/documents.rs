#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hcldyn_fuzz::documents(bytes));
