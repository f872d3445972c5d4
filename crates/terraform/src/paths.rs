//! Paths as Terraform writes them: with `/` between names on every system.

use std::path::{MAIN_SEPARATOR, Path};

/// Returns a path as `path.module` shows it.
pub(crate) fn shown(path: &Path) -> String {
    with_slashes(&path.display().to_string(), MAIN_SEPARATOR)
}

/// Returns the path of a `source` that is relative to the folder of its module; `None` for an address elsewhere. `\` separates
/// names as well.
pub(crate) fn local_source(source: &str) -> Option<String> {
    let path = with_slashes(source, '\\');
    (path.starts_with("./") || path.starts_with("../")).then_some(path)
}

fn with_slashes(path: &str, separator: char) -> String {
    path.replace(separator, "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_slashes() {
        for (path, separator, expected) in [
            (r"modules\net", '\\', "modules/net"),
            (r"..\shared\a.b", '\\', "../shared/a.b"),
            (r"C:\work\site", '\\', "C:/work/site"),
            (r"modules/a\b", '/', r"modules/a\b"),
        ] {
            assert_eq!(with_slashes(path, separator), expected);
        }
        assert_eq!(shown(&Path::new("modules").join("net")), "modules/net");
    }

    #[test]
    fn sources_of_folders_begin_with_dots() {
        for (source, expected) in [
            ("./net", Some("./net")),
            ("../net//zone", Some("../net//zone")),
            (r".\net", Some("./net")),
            (r"..\net\zone", Some("../net/zone")),
            ("net", None),
            (r"\net", None),
            ("hashicorp/consul/aws", None),
        ] {
            assert_eq!(local_source(source).as_deref(), expected, "{source}");
        }
    }
}
