use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU8;
use std::time::Duration;

use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default = "soon")]
    a: Duration,
    #[hcl(default = "30")]
    b: Duration,
    #[hcl(default = "default_timeout")]
    c: Duration,
    #[hcl(default = "localhost")]
    d: IpAddr,
    #[hcl(from_str, default = "::1")]
    e: Ipv4Addr,
    #[hcl(default = "127.0.0.1")]
    f: SocketAddr,
    #[hcl(default = "0")]
    g: NonZeroU8,
    #[hcl(default = "ab")]
    h: char,
    #[hcl(default = "1h 30min")]
    right: Duration,
}

fn main() {}
