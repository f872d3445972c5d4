//! What decoding by a spec reports.
