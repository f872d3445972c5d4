//! Tests of the example programs.

mod planner;
mod spec_files;
