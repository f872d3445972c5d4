//! The documents of the planner's specs.

use hcldyn::{EvalContext, HclDecode};
use hcldyn_tests::documents::check;

use super::settings::{Network, Server, Subnet};

#[test]
fn documents_show_the_whole_specs() {
    for spec in [Network::spec(), Subnet::spec(), Server::spec()] {
        check(&spec, &EvalContext::new(), "planner");
    }
}
