//! Trees of many modules.

use std::sync::{Arc, Mutex};

use hcldyn::Diagnostics;
use hcldyn_terraform::{Evaluation, Loader, Observer, Options, Progress};

use crate::Module;

/// The number of modules: enough for all cores.
const COUNT: usize = 40;

/// A root module with calls of others, which all use a shared one.
fn many() -> Module {
    let call = |index| format!("module \"m{index}\" {{\n  source = \"./modules/m{index}\"\n}}\n");
    let mut files = vec![("main.tf".to_owned(), (0..COUNT).map(call).collect::<String>())];
    files.push(("shared/main.tf".to_owned(), "output \"id\" {\n  value = 7\n}\n".to_owned()));
    for index in 0..COUNT {
        let text = format!(
            "module \"s\" {{\n  source = \"../../shared\"\n}}\noutput \"id\" {{\n  value = module.s.id + {index}\n}}\n"
        );
        files.push((format!("modules/m{index}/main.tf"), text));
    }
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    Module::new(&files)
}

#[test]
fn modules_are_in_the_order_of_their_blocks() {
    let module = many();
    let mut diags = Diagnostics::new();
    let tree = Loader::new().load(module.path(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let paths: Vec<_> = tree.modules().iter().map(|it| it.path.as_str()).collect();
    let own = (0..COUNT).map(|index| format!("modules/m{index}"));
    let shared = (0..COUNT).map(|_| "shared".to_owned());
    let wanted: Vec<_> = [".".to_owned()].into_iter().chain(own).chain(shared).collect();
    assert_eq!(paths, wanted);
    // A folder that several modules use is read once.
    let shared = &tree.modules()[COUNT + 1..];
    assert!(shared.iter().all(|it| Arc::ptr_eq(&it.folder, &shared[0].folder)));
}

#[test]
fn errors_are_in_the_order_of_the_blocks() {
    let module = many();
    let write = |path: &str, text: &str| std::fs::write(module.path().join(path), text).unwrap();
    write("modules/m31/main.tf", "output {}\n");
    write("modules/m7/main.tf", "a = 1\n");
    std::fs::remove_dir_all(module.path().join("modules/m12")).unwrap();
    let mut diags = Diagnostics::new();
    Loader::new().load(module.path(), &mut diags);
    let lines = diags.to_string().replace(&format!("{}/", module.path().display()), "");
    let starts: Vec<_> = lines.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(starts, ["modules/m7/main.tf", "main.tf", "modules/m31/main.tf"], "{lines}");
}

#[test]
fn a_folder_with_many_files_is_read_in_their_order() {
    let name = |index: usize| format!("f{index:02}.tf");
    let text = |index: usize| format!("variable \"v{index}\" {{}}\nx{index} = 1\n");
    let files: Vec<_> = (0..COUNT).map(|index| (name(index), text(index))).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let module = Module::new(&files);
    let mut diags = Diagnostics::new();
    let tree = Loader::new().load(module.path(), &mut diags);
    let names = tree.root().folder.variables.iter().map(|it| it.name.to_string());
    assert_eq!(
        names.collect::<Vec<_>>(),
        (0..COUNT).map(|it| format!("v{it}")).collect::<Vec<_>>()
    );
    let lines = diags.to_string();
    let found: Vec<_> = lines.lines().map(|line| line.contains("error: ")).collect();
    assert_eq!(found, [true; COUNT], "{lines}");
    assert!(lines.lines().zip(0..).all(|(line, index)| line.contains(&name(index))), "{lines}");
}

#[test]
fn an_observer_sees_all_steps() {
    let module = many();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let steps = seen.clone();
    let observer = Observer::new(move |step| steps.lock().unwrap().push(step));
    let mut diags = Diagnostics::new();
    let tree = Loader::new().observer(observer.clone()).load(module.path(), &mut diags);
    // The root module, those that it uses, and the one that they share.
    assert_eq!(std::mem::take(&mut *seen.lock().unwrap()), [Progress::Folder; COUNT + 2]);
    let mut options = Options::default();
    options.observer = observer;
    Evaluation::of(&tree, module.path(), &options, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let steps = std::mem::take(&mut *seen.lock().unwrap());
    // A call in the root module, then a call and an output of each, and the output of the shared one; all of them twice.
    let all = 2 * 4 * COUNT;
    let wanted: Vec<_> = (1..=all).map(|done| Progress::Declaration { done, all }).collect();
    assert_eq!(steps, wanted);
}
