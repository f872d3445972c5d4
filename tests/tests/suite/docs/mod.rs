//! Documents written from the outlines of specs.

mod sample;
