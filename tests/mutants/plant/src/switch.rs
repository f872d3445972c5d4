/// The switch of the planted mutants.
mod planted {
    use std::collections::HashSet;
    use std::fs::{File, OpenOptions};
    use std::io::Write;
    use std::sync::LazyLock;
    use std::{cell, env, thread};

    enum Mode {
        Off,
        On(u32),
        /// Records which tests reach which mutants.
        Record(File),
    }

    static MODE: LazyLock<Mode> = LazyLock::new(|| {
        if let Some(id) = env::var("PLANTED_MUTANT").ok().and_then(|id| id.parse().ok()) {
            return Mode::On(id);
        }
        let file = env::var_os("PLANTED_RECORD")
            .and_then(|path| OpenOptions::new().append(true).create(true).open(path).ok());
        file.map_or(Mode::Off, Mode::Record)
    });

    thread_local! {
        static SEEN: cell::RefCell<HashSet<u32>> = cell::RefCell::default();
    }

    pub(crate) fn is_on(id: u32) -> bool {
        match &*MODE {
            Mode::Off => false,
            Mode::On(on) => *on == id,
            Mode::Record(file) => {
                let is_new = SEEN.try_with(|seen| seen.borrow_mut().insert(id)).unwrap_or(true);
                if is_new {
                    // The harness names the thread of each test by the test.
                    let thread = thread::current();
                    let line = format!("{id}\t{}\n", thread.name().unwrap_or_default());
                    let mut file: &File = file;
                    let _ = file.write_all(line.as_bytes());
                }
                false
            }
        }
    }
}
