//! The settings of each type of resources, as structs. The derive builds their specs.

use std::collections::BTreeMap;

use hcldyn::HclDecode;

/// The settings of a type of resources.
pub(crate) trait Settings: HclDecode + 'static {
    /// The type, as in the label of a block.
    const KIND: &'static str;

    /// Summarizes a created resource in a few words. All settings are known then, so this is plain Rust.
    fn summary(&self) -> String;
}

#[derive(HclDecode)]
pub(crate) struct Network {
    cidr_block: String,
    #[hcl(default)]
    tags: BTreeMap<String, String>,
}

#[derive(HclDecode)]
pub(crate) struct Subnet {
    cidr_block: String,
    /// The id of the network that contains the subnet.
    network: Option<String>,
}

#[derive(HclDecode)]
pub(crate) struct Server {
    /// The id of the subnet that contains the instance.
    subnet: String,
    #[hcl(sensitive)]
    password: Option<String>,
    #[hcl(dynamic)]
    disk: Vec<Disk>,
}

#[derive(HclDecode)]
struct Disk {
    #[hcl(label)]
    name: String,
    /// In gigabytes.
    size: u32,
}

impl Settings for Network {
    const KIND: &'static str = "cloud_network";

    fn summary(&self) -> String {
        let tags = self.tags.iter().map(|(key, value)| format!(", {key} = {value}"));
        self.cidr_block.clone() + &tags.collect::<String>()
    }
}

impl Settings for Subnet {
    const KIND: &'static str = "cloud_subnet";

    fn summary(&self) -> String {
        match &self.network {
            Some(network) => format!("{} in {network}", self.cidr_block),
            None => self.cidr_block.clone(),
        }
    }
}

impl Settings for Server {
    const KIND: &'static str = "cloud_server";

    fn summary(&self) -> String {
        let password = if self.password.is_some() { ", with a password" } else { "" };
        let disks = self.disk.iter().map(|disk| format!(", {} of {} GB", disk.name, disk.size));
        format!("in {}{password}{}", self.subnet, disks.collect::<String>())
    }
}
