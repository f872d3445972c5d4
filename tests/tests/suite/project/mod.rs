//! The sources and documents of the project itself.

mod documents;
mod language;
mod layers;
mod limits_table;
mod links;
mod messages;
mod report_picture;
mod spec_matches;
