//! Planted mistakes in Terraform modules. `fuzz-lint` plants more of them.

use std::fs;
use std::path::Path;

use hcldyn_tests::module_mistakes::Planted;

#[test]
fn planted_mistakes_are_found_once() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("module-mistakes");
    let (mut missed, count) = (Vec::new(), 70);
    for index in 0..count {
        let planted = Planted::new(2, index);
        let own = folder.join(index.to_string());
        let _ = fs::remove_dir_all(&own);
        planted.write(&own).unwrap();
        let found = planted.lint(&own);
        if !found.is_once() {
            missed.push(format!("{}: {}: {found:?}", planted.kind, planted.text()));
        }
    }
    assert!(missed.len() * 33 <= count as usize, "{missed:#?}");
}
