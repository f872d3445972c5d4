//! What evaluation reports.
