//! What users ask for, one test for each need. The numbers are those of the list the project keeps.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]
#![allow(dead_code, reason = "many fields are decoded and only looked at as a whole")]

mod derive;
mod specs;
