//! What users ask for, one test for each need. The numbers are those of the list the project keeps.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

mod specs;
