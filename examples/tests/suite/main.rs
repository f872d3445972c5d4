//! Tests of the examples as their users see them.

mod planner;
mod spec_files;
