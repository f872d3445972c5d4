//! The requests without an answer yet. Each gets exactly one.

use std::collections::HashMap;

use hcldyn_core::Cancellation;
use lsp_server::{ErrorCode, RequestId, Response, ResponseError};

use crate::proto::{self, RequestKind};

/// The requests without an answer, each with the flag that ends its evaluation.
#[derive(Default)]
pub(super) struct Pending(HashMap<RequestId, (RequestKind, Cancellation)>);

impl Pending {
    /// Adds a request. Returns the flag that is set if its answer is not needed any more.
    pub(super) fn add(&mut self, id: RequestId, kind: RequestKind) -> Cancellation {
        let cancellation = Cancellation::new();
        self.0.insert(id, (kind, cancellation.clone()));
        cancellation
    }

    /// Returns `true` if a request has no answer yet, which it gets now.
    pub(super) fn complete(&mut self, id: &RequestId) -> bool {
        self.0.remove(id).is_some()
    }

    /// Returns the answer of a request that the client cancels; `None` if it has one.
    pub(super) fn cancel(&mut self, id: RequestId) -> Option<Response> {
        let (_, cancellation) = self.0.remove(&id)?;
        cancellation.cancel();
        Some(canceled(id))
    }

    pub(super) fn cancel_all(&mut self) -> Vec<Response> {
        let ids: Vec<_> = self.0.keys().cloned().collect();
        ids.into_iter().filter_map(|id| self.cancel(id)).collect()
    }

    /// Returns the answers of the requests that have no meaning after an edit.
    pub(super) fn edited(&mut self) -> Vec<Response> {
        let is_outdated = |_: &RequestId, (kind, _): &mut (RequestKind, Cancellation)| {
            !matches!(kind, RequestKind::Whole | RequestKind::Unknown)
        };
        let outdated = self.0.extract_if(is_outdated);
        let answers = outdated.map(|(id, (kind, cancellation))| {
            cancellation.cancel();
            outdated_answer(id, kind)
        });
        answers.collect()
    }
}

fn canceled(id: RequestId) -> Response {
    failure(id, ErrorCode::RequestCanceled, "canceled by the client", None)
}

fn outdated_answer(id: RequestId, kind: RequestKind) -> Response {
    match kind {
        RequestKind::Diagnostics => {
            failure(id, ErrorCode::ServerCancelled, "the document changed", proto::retrigger())
        }
        _ => failure(id, ErrorCode::ContentModified, "the document changed", None),
    }
}

fn failure(
    id: RequestId,
    code: ErrorCode,
    message: &str,
    data: Option<serde_json::Value>,
) -> Response {
    let error = ResponseError { code: code as i32, message: message.to_owned(), data };
    Response { id, response_result: Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(response: &Response) -> i32 {
        response.response_result.as_ref().unwrap_err().code
    }

    #[test]
    fn each_request_gets_one_answer() {
        let mut pending = Pending::default();
        for (id, kind) in [
            (1, RequestKind::Positional),
            (2, RequestKind::Diagnostics),
            (3, RequestKind::Whole),
            (4, RequestKind::Formatting),
        ] {
            pending.add(id.into(), kind);
        }
        let unneeded = pending.add(5.into(), RequestKind::Diagnostics);
        assert!(!unneeded.is_cancelled());
        assert_eq!(code(&pending.cancel(5.into()).unwrap()), -32800);
        assert!(unneeded.is_cancelled());
        assert_eq!(code(&pending.cancel(4.into()).unwrap()), -32800);
        assert!(pending.cancel(4.into()).is_none());

        let mut answers = pending.edited();
        answers.sort_by(|a, b| a.id.cmp(&b.id));
        assert_eq!(answers.iter().map(code).collect::<Vec<_>>(), [-32801, -32802]);
        assert!(pending.edited().is_empty());
        assert!(!pending.complete(&1.into()));

        assert!(pending.complete(&3.into()));
        assert!(pending.cancel_all().is_empty());
    }
}
