//! Values are equal in a file, in flags and in the environment. `fuzz-settings` runs more cases.

use hcldyn_tests::random_specs::RandomSpec;
use hcldyn_tests::settings::{STRUCTS, Sabotage, check, check_struct};

#[test]
fn values_in_files_flags_and_the_environment_are_equal() {
    let (mut decoded, mut flags, mut variables) = (0, 0, 0);
    for index in 0..600 {
        let spec = RandomSpec::new(53, index).spec();
        if spec.check().is_err() {
            continue;
        }
        let given = check(&spec, 53, index).unwrap_or_else(|error| panic!("{index}: {error}"));
        let Some(given) = given else { continue };
        decoded += 1;
        flags += given.flags;
        variables += given.variables;
    }
    assert!(decoded > 100, "{decoded} valid configurations");
    assert!(flags > 100 && variables > 100, "{flags} flags, {variables} variables");
}

#[test]
fn structs_in_files_flags_and_the_environment_are_equal() {
    let (mut flags, mut variables) = (0, 0);
    for index in 0..20 * STRUCTS {
        let given = check_struct(53, index, Sabotage::None);
        let given = given.unwrap_or_else(|error| panic!("{index}: {error}"));
        flags += given.flags;
        variables += given.variables;
    }
    assert!(flags > 1000 && variables > 1000, "{flags} flags, {variables} variables");
}

#[test]
fn a_value_of_a_struct_that_is_not_given_is_found() {
    for sabotage in [Sabotage::Flag, Sabotage::Variable] {
        let found = (0..4 * STRUCTS).filter(|index| check_struct(53, *index, sabotage).is_err());
        assert!(found.count() > 20, "{sabotage:?}");
    }
}
