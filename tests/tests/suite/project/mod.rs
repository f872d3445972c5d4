//! The sources and documents of the project itself.

mod auto_traits;
mod bindings;
mod documents;
mod language;
mod layers;
mod limits_table;
mod links;
mod messages;
mod packages;
mod report_picture;
mod site;
mod spec_matches;
