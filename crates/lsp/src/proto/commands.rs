//! The commands of the server.

use gen_lsp_types::{ExecuteCommandOptions, ExecuteCommandParams, Uri};
use serde_json::Value;

use super::requests::Failure;
use super::uri;

/// The method of the request to execute a command.
pub(crate) const EXECUTE_COMMAND: &str = "workspace/executeCommand";

/// The command that chooses the files with values for variables. Its arguments are their paths or URIs; without arguments,
/// those of the settings count again.
const CHOOSE_VARIABLES: &str = "hcldyn.chooseVariables";

/// Returns the commands.
pub(super) fn options() -> ExecuteCommandOptions {
    ExecuteCommandOptions { commands: vec![CHOOSE_VARIABLES.to_owned()], ..Default::default() }
}

/// Returns the files of the command that chooses values for variables.
pub(crate) fn chosen_values(params: Value) -> Result<Vec<String>, Failure> {
    let invalid = |error: serde_json::Error| Failure::InvalidParams(error.to_string());
    let params: ExecuteCommandParams = serde_json::from_value(params).map_err(invalid)?;
    if params.command != CHOOSE_VARIABLES {
        return Err(Failure::InvalidParams(format!("unknown command {}", params.command)));
    }
    let file = |argument: Value| match argument {
        Value::String(path) if path.starts_with("file:") => Ok(uri::name_of(&Uri(path))),
        Value::String(path) => Ok(path),
        other => Err(Failure::InvalidParams(format!("expected the path of a file, not {other}"))),
    };
    params.arguments.unwrap_or_default().into_iter().map(file).collect()
}
