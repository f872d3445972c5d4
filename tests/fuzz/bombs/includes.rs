//! Random configurations that include files of a folder again and again.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use crate::grammar::Random;

/// The number of files in each directory, and of directories.
const FILES: usize = 300;
const FOLDERS: usize = 10;

/// The number of files that include the next one.
const CHAIN: usize = 300;

/// The paths and patterns of includes. `N` is a number.
const PATHS: &[&str] = &[
    "f*.hcl",
    "d*/f*.hcl",
    "*/*",
    "*/fN*",
    "dN/fN.hcl",
    "fN.hcl",
    "chain/0.hcl",
    "chain/N.hcl",
    "chain/*.hcl",
    "../*/*/*/q",
    "/usr/*/*/*/q",
    "/etc/*",
    "d*/../d*/../d*/../f*",
    "link/link/link/*",
    "link/*/*/*",
    "*a*a*a*a*a*a*a*a*",
    "[a-z]*",
    "main.hcl",
    "x/../x/../x/../fN.hcl",
];

/// Returns a configuration with includes.
pub(crate) fn main_file(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..=random.below(4) {
        let count = random.pick(&[1, 10, 100, 1_000]);
        let optional = random.pick(&["", "  optional = true\n"]);
        let paths = if random.below(2) == 0 {
            let paths = (0..count).map(|_| format!("{:?}", path(&mut random)));
            paths.collect::<Vec<_>>().join(", ")
        } else {
            let path = path(&mut random);
            let loops = random.below(3);
            let inner = format!("[for i in range({count}) : \"{path}${{i}}\"]");
            let body = if random.below(2) == 0 { format!("\"{path}\"") } else { "i".to_owned() };
            let list = match loops {
                0 => inner,
                _ => {
                    format!("flatten([for i in range({count}) : [for j in range(1000) : {body}]])")
                }
            };
            let _ = write!(text, "include {{\n  files = {list}\n{optional}}}\n");
            continue;
        };
        let _ = write!(text, "include {{\n  files = [{paths}]\n{optional}}}\n");
    }
    text
}

fn path(random: &mut Random) -> String {
    let path = random.pick(PATHS);
    let number = random.below(FILES as u32).to_string();
    let path = path.replace('N', &number);
    match random.below(10) {
        0 => format!("{path}/{path}/{path}"),
        1 => format!("./{}{path}", "d1/../".repeat(random.below(200) as usize)),
        _ => path,
    }
}

/// Creates the files to include.
pub(crate) fn create(folder: &Path) -> io::Result<()> {
    for index in 0..FOLDERS {
        fs::create_dir_all(folder.join(format!("d{index}")))?;
    }
    for index in 0..FILES {
        fs::write(folder.join(format!("f{index}.hcl")), "b {}\n")?;
        fs::write(folder.join(format!("d{}/f{index}.hcl", index % FOLDERS)), "b {}\n")?;
    }
    fs::create_dir_all(folder.join("chain"))?;
    for index in 0..CHAIN {
        let next = format!("include {{\n  files = [\"{}.hcl\", \"0.hcl\"]\n}}\n", index + 1);
        fs::write(folder.join(format!("chain/{index}.hcl")), next)?;
    }
    fs::write(folder.join(format!("chain/{CHAIN}.hcl")), "")?;
    #[cfg(unix)]
    std::os::unix::fs::symlink(".", folder.join("link"))?;
    Ok(())
}
