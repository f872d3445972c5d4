//! Networks of IPv4 and IPv6, as an address with the length of its prefix: `10.0.0.0/8`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;

use super::Named;
use super::arguments::{count, number, text};
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("cidrcontains", cidrcontains()),
        ("cidrhost", cidrhost()),
        ("cidrnetmask", cidrnetmask()),
        ("cidrsubnet", cidrsubnet()),
        ("cidrsubnets", cidrsubnets()),
    ]
}

fn cidrcontains() -> Function {
    Function::builder("`true` if a network contains an address or all of another network.")
        .param(Parameter::new("containing_prefix", Type::String))
        .param(Parameter::new("contained_ip_or_prefix", Type::String))
        .returning(Type::Bool, |args, _| {
            let outer = Network::read(args)?.0;
            let inner = text(args, 1)?;
            // An IPv4 address may be written in IPv6 form.
            let address = inner.parse::<IpAddr>().map(|address| address.to_canonical().into());
            let inner = address.or_else(|_| inner.parse::<IpNet>());
            let inner = inner.map_err(|_| {
                let found = args[1].describe();
                let wanted = "an address or a network";
                let message =
                    format!("be {wanted}, such as \"10.0.0.1\" or \"10.0.0.0/8\", not {found}");
                FunctionError::must(1, message)
            })?;
            if outer.max_prefix_len() == inner.max_prefix_len() {
                return Ok(outer.contains(&inner).into());
            }
            let outer = args[0].describe();
            let message = format!("have the IP version of {outer}");
            Err(FunctionError::must(1, message))
        })
}

fn cidrhost() -> Function {
    Function::builder("The address of a host in a network; a negative number counts from the end.")
        .param(Parameter::new("prefix", Type::String))
        .param(Parameter::new("hostnum", Type::Number))
        .returning(Type::String, |args, _| {
            let network = Network::read(args)?;
            let (wanted, last) = (number(args, 1)?, ones(network.host_bits()));
            let host = match wanted.to_i128() {
                // The last host is -1.
                Some(back) if back < 0 => last.checked_sub(back.unsigned_abs() - 1),
                _ => wanted.to_u128().filter(|host| *host <= last),
            };
            let host = host.ok_or_else(|| {
                let prefix = args[0].describe();
                let range = format!(
                    "from 0 to {last}, or a negative one that counts back from the last host"
                );
                let message = format!("be a whole number {range}, for {prefix}, not {wanted}");
                FunctionError::must(1, message)
            })?;
            Ok(network.address(network.start() + host).to_string().into())
        })
}

fn cidrnetmask() -> Function {
    Function::builder("The mask of an IPv4 network, as an address.")
        .param(Parameter::new("prefix", Type::String))
        .returning(Type::String, |args, _| match Network::read(args)?.0 {
            IpNet::V4(network) => Ok(network.netmask().to_string().into()),
            IpNet::V6(_) => {
                let found = args[0].describe();
                let message = format!("be an IPv4 network, because IPv6 has no masks, not {found}");
                Err(FunctionError::must(0, message))
            }
        })
}

fn cidrsubnet() -> Function {
    Function::builder("A network within another, by its new prefix bits and its number.")
        .param(Parameter::new("prefix", Type::String))
        .param(Parameter::new("newbits", Type::Number))
        .param(Parameter::new("netnum", Type::Number))
        .returning(Type::String, |args, _| {
            let network = Network::read(args)?;
            let new_bits = network.new_bits(args, 1)?;
            let (wanted, last) = (number(args, 2)?, ones(new_bits));
            let subnet = wanted.to_u128().filter(|subnet| *subnet <= last).ok_or_else(|| {
                let range = format!("a whole number from 0 to {last} for {new_bits} new bits");
                FunctionError::must(2, format!("be {range}, not {wanted}"))
            })?;
            let host_bits = network.host_bits() - new_bits;
            // Shifting by all bits of an address overflows.
            let offset = subnet.checked_shl(host_bits).unwrap_or_default();
            Ok(network.subnet(network.start() + offset, host_bits).into())
        })
}

fn cidrsubnets() -> Function {
    Function::builder("Consecutive networks within a network, by the new prefix bits of each.")
        .param(Parameter::new("prefix", Type::String))
        .variadic(Parameter::new("newbits", Type::Number))
        .returning(Type::list(Type::String), |args, _| {
            let network = Network::read(args)?;
            let mut subnets = Vec::new();
            // `None` means the address after the last one.
            let mut free = Some(network.start());
            for index in 1..args.len() {
                let new_bits = network.new_bits(args, index)?;
                if new_bits == 0 {
                    return Err(FunctionError::must(index, "be at least 1, not 0"));
                }
                let host_bits = network.host_bits() - new_bits;
                let first = free.and_then(|free| network.aligned(free, host_bits));
                let first = first.ok_or_else(|| {
                    let prefix = args[0].describe();
                    FunctionError::at(
                        index,
                        format!("{prefix} has too few free addresses for this subnet"),
                    )
                })?;
                subnets.push(network.subnet(first, host_bits).into());
                free = (first + ones(host_bits)).checked_add(1);
            }
            Ok(Value::list(Type::String, subnets))
        })
}

/// A network with its addresses as numbers.
struct Network(IpNet);

impl Network {
    /// Returns the network of the first argument, which may be any of its addresses with a prefix length.
    fn read(args: &[Value]) -> Result<Self, FunctionError> {
        let network = text(args, 0)?.parse::<IpNet>().map_err(|_| {
            let found = args[0].describe();
            let wanted = "an address with a prefix length";
            FunctionError::must(
                0,
                format!("be {wanted}, such as \"10.0.0.0/8\" or \"fd00::/8\", not {found}"),
            )
        })?;
        Ok(Self(network.trunc()))
    }

    fn start(&self) -> u128 {
        match self.0 {
            IpNet::V4(network) => network.addr().to_bits().into(),
            IpNet::V6(network) => network.addr().to_bits(),
        }
    }

    /// Returns the number of bits of an address after the prefix.
    fn host_bits(&self) -> u32 {
        u32::from(self.0.max_prefix_len() - self.0.prefix_len())
    }

    /// Returns the number of bits by which an argument extends the prefix.
    fn new_bits(&self, args: &[Value], index: usize) -> Result<u32, FunctionError> {
        let (wanted, most) = (count(args, index)?, self.host_bits());
        let bits = u32::try_from(wanted).ok().filter(|bits| *bits <= most);
        bits.ok_or_else(|| {
            let prefix = args[0].describe();
            let message = format!("be at most {most}, the free bits of {prefix}, not {wanted}");
            FunctionError::must(index, message)
        })
    }

    /// Returns the first address, from `free` on, at which a network with `host_bits` bits for hosts can begin.
    fn aligned(&self, free: u128, host_bits: u32) -> Option<u128> {
        let hosts = ones(host_bits);
        let first = free.checked_add(hosts)? & !hosts;
        (first - self.start() <= ones(self.host_bits()) - hosts).then_some(first)
    }

    fn subnet(&self, start: u128, host_bits: u32) -> String {
        let length = u32::from(self.0.max_prefix_len()) - host_bits;
        format!("{}/{length}", self.address(start))
    }

    fn address(&self, number: u128) -> IpAddr {
        match self.0 {
            // Addresses of an IPv4 network have 32 bits.
            IpNet::V4(_) => Ipv4Addr::from_bits(number as u32).into(),
            IpNet::V6(_) => Ipv6Addr::from_bits(number).into(),
        }
    }
}

/// Returns the largest number with `bits` bits.
fn ones(bits: u32) -> u128 {
    u128::MAX.checked_shr(128 - bits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, strings};
    use hcldyn_cty::{Number, Value};

    fn args(prefix: &str, numbers: &[i64]) -> Vec<Value> {
        let numbers = numbers.iter().copied().map(Value::from);
        std::iter::once(prefix.into()).chain(numbers).collect()
    }

    fn number(text: &str) -> Value {
        Value::number(Number::parse(text).unwrap())
    }

    #[test]
    fn networks_within_networks() {
        let contains =
            |outer: &str, inner: &str| call("cidrcontains", [outer.into(), inner.into()]);
        for (outer, inner, expected) in [
            ("192.168.2.0/20", "192.168.2.1", true),
            ("192.168.2.0/20", "192.168.2.0/22", true),
            ("192.168.2.0/20", "192.126.2.1", false),
            ("10.0.0.0/8", "10.0.0.0/8", true),
            ("10.0.0.0/8", "10.0.0.0/7", false),
            ("0.0.0.0/0", "255.255.255.255", true),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true),
            ("fe80::/48", "fe80::1", true),
            ("fe80::/48", "fe81::/64", false),
        ] {
            assert_eq!(contains(outer, inner), expected.into(), "{outer} {inner}");
        }
        let wrong = |outer: &str, inner: &str| error("cidrcontains", [outer.into(), inner.into()]);
        let message = "must have the IP version of \"10.0.0.0/8\"";
        assert_eq!(wrong("10.0.0.0/8", "fe80::1"), message);
        assert!(
            wrong("10.0.0.0", "10.0.0.0").starts_with("must be an address with a prefix length")
        );
        assert!(wrong("10.0.0.0/8", "10.0.0").starts_with("must be an address or a network"));
    }

    #[test]
    fn hosts() {
        let host = |prefix, number| call("cidrhost", args(prefix, &[number]));
        assert_eq!(host("10.12.112.0/20", 16), "10.12.112.16".into());
        assert_eq!(host("10.12.127.255/20", 268), "10.12.113.12".into());
        assert_eq!(host("10.12.112.0/20", -1), "10.12.127.255".into());
        assert_eq!(host("10.12.112.0/20", -4096), "10.12.112.0".into());
        assert_eq!(call("cidrhost", ["10.0.0.0/8".into(), number("-0")]), "10.0.0.0".into());
        assert_eq!(host("1.2.3.4/32", 0), "1.2.3.4".into());
        assert_eq!(host("0.0.0.0/0", -1), "255.255.255.255".into());
        assert_eq!(host("fd00:fd12:3456:7890::/72", 34), "fd00:fd12:3456:7890::22".into());
        let last = number("340282366920938463463374607431768211455");
        let end = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
        assert_eq!(call("cidrhost", ["::/0".into(), last]), end.into());
    }

    #[test]
    fn hosts_out_of_range() {
        let message = "must be a whole number from 0 to 255, or a negative one that counts back from \
                       the last host, for \"10.0.0.0/24\", not ";
        for wrong in ["256", "-257", "0.5", "-0.5", "1e60", "-1e60"] {
            let found = error("cidrhost", ["10.0.0.0/24".into(), number(wrong)]);
            assert!(found.starts_with(message), "{found}");
        }
    }

    #[test]
    fn masks() {
        assert_eq!(call("cidrnetmask", args("172.16.0.0/12", &[])), "255.240.0.0".into());
        assert_eq!(call("cidrnetmask", args("0.0.0.0/0", &[])), "0.0.0.0".into());
        assert!(error("cidrnetmask", args("fd00::/8", &[])).contains("IPv6 has no masks"));
        for wrong in ["", "10.0.0.0", "10.0.0.0/33", "10.0.0/8", "fd00::/129", "10.0.0.0/-1"] {
            let found = error("cidrnetmask", args(wrong, &[]));
            assert!(found.starts_with("must be an address with a prefix length"), "{found}");
        }
    }

    #[test]
    fn numbered_subnets() {
        let subnet = |prefix, bits, number| call("cidrsubnet", args(prefix, &[bits, number]));
        assert_eq!(subnet("172.16.0.0/12", 4, 2), "172.18.0.0/16".into());
        assert_eq!(subnet("10.1.2.0/24", 4, 15), "10.1.2.240/28".into());
        assert_eq!(subnet("10.1.2.3/24", 0, 0), "10.1.2.0/24".into());
        assert_eq!(subnet("10.1.2.0/24", 8, 255), "10.1.2.255/32".into());
        assert_eq!(
            subnet("fd00:fd12:3456:7890::/56", 16, 162),
            "fd00:fd12:3456:7800:a200::/72".into()
        );
        assert_eq!(subnet("::/0", 0, 0), "::/0".into());
        assert_eq!(subnet("::/0", 128, 1), "::1/128".into());
    }

    #[test]
    fn numbered_subnets_out_of_range() {
        let subnet = |bits, number| error("cidrsubnet", args("10.0.0.0/24", &[bits, number]));
        let message = "must be at most 8, the free bits of \"10.0.0.0/24\", not 9";
        assert_eq!(subnet(9, 0), message);
        let message = "must be a whole number from 0 to 15 for 4 new bits, not ";
        assert_eq!(subnet(4, 16), format!("{message}16"));
        assert_eq!(subnet(4, -1), format!("{message}-1"));
        assert_eq!(subnet(-1, 0), "must be at least 0, not -1");
    }

    #[test]
    fn subnets_one_after_the_other() {
        let subnets = |prefix, bits: &[i64]| call("cidrsubnets", args(prefix, bits));
        assert_eq!(
            subnets("10.1.0.0/16", &[4, 4, 8, 4]),
            strings(["10.1.0.0/20", "10.1.16.0/20", "10.1.32.0/24", "10.1.48.0/20"])
        );
        assert_eq!(
            subnets("255.255.255.254/31", &[1, 1]),
            strings(["255.255.255.254/32", "255.255.255.255/32"])
        );
        assert_eq!(subnets("::/0", &[1, 1]), strings(["::/1", "8000::/1"]));
        assert_eq!(subnets("10.0.0.0/8", &[]), strings([]));
    }

    #[test]
    fn subnets_that_do_not_fit() {
        let left = |prefix, bits: &[i64]| error("cidrsubnets", args(prefix, bits));
        let message = |prefix| format!("{prefix:?} has too few free addresses for this subnet");
        assert_eq!(left("10.0.0.0/8", &[1, 1, 1]), message("10.0.0.0/8"));
        assert_eq!(left("10.0.0.0/8", &[2, 1, 1]), message("10.0.0.0/8"));
        assert_eq!(left("255.0.0.0/8", &[1, 1, 8]), message("255.0.0.0/8"));
        assert_eq!(left("10.0.0.0/8", &[0]), "must be at least 1, not 0");
        assert_eq!(left("10.0.0.0/8", &[1, 0]), "must be at least 1, not 0");
        assert_eq!(left("::/0", &[1, 1, 128]), message("::/0"));
        assert_eq!(left("ff00::/8", &[1, 2, 1]), message("ff00::/8"));
    }
}
