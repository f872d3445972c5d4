//! Values and structs written in native syntax.

#![allow(dead_code, reason = "many fields are only written and printed")]

mod errors;
mod laws;
mod layout;
mod round_trips;
mod structs;
mod update_order;
mod update_parts;
mod updates;
mod values;
