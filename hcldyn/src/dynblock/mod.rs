//! `dynamic` blocks: blocks generated from collections.
