//! Combination of targets: several blocks of one name, and inherited ones.

use std::collections::BTreeMap;

use crate::entry::{Fields, Secret, Ssh};
use crate::language::{Resources, Target, keep_first};

macro_rules! replace_if_set {
    ($this:expr, $other:expr, $($field:ident),+) => {
        $(if $other.$field.is_some() { $this.$field = $other.$field; })+
    };
}

impl Target {
    /// Adds the options of another target, which take precedence.
    pub(crate) fn merge(&mut self, other: Self) {
        replace_if_set!(self, other, context, dockerfile, dockerfile_inline, target, call, network);
        replace_if_set!(self, other, shm_size, pull, no_cache, tags, platforms, cache_to, output);
        if other.description.as_ref().is_some_and(|it| !it.is_empty()) {
            self.description = other.description;
        }
        merge_map(&mut self.args, other.args);
        merge_map(&mut self.labels, other.labels);
        merge_map(&mut self.extra_hosts, other.extra_hosts);
        self.contexts.extend(other.contexts);
        self.inherits.extend(other.inherits);
        self.annotations.extend(other.annotations);
        self.no_cache_filter.extend(other.no_cache_filter);
        self.ulimits.extend(other.ulimits);
        self.entitlements.extend(other.entitlements);
        self.policy.extend(other.policy);
        if !other.cache_from.is_empty() {
            self.cache_from.extend(other.cache_from);
            remove_repeated(&mut self.cache_from);
        }
        self.secret.extend(other.secret);
        self.ssh.extend(other.ssh);
        self.attest.extend(other.attest);
        if let Some(resources) = other.resources {
            self.resources.get_or_insert_default().merge(resources);
        }
    }

    /// Removes repeated and empty entries.
    pub(crate) fn normalize(&mut self) {
        let optional = self.tags.iter_mut().chain(&mut self.platforms);
        let lists = [&mut self.annotations, &mut self.no_cache_filter, &mut self.ulimits];
        if self.network.as_deref() == Some("host") {
            self.entitlements.push("network.host".to_owned());
        }
        lists.into_iter().chain([&mut self.entitlements]).chain(optional).for_each(keep_first);
        let outputs = self.output.iter_mut().chain(&mut self.cache_to);
        outputs.chain([&mut self.cache_from]).for_each(remove_repeated);
        self.output.take_if(|it| it.is_empty());
        self.cache_to.take_if(|it| it.is_empty());
        keep_last_of(&mut self.secret, |it: &Secret| it.id.clone());
        self.ssh.retain(|it| *it != Ssh::default());
        keep_last_of(&mut self.ssh, |it: &Ssh| it.id.clone());
        keep_last_of(&mut self.attest, |it: &Fields| it.get("type").cloned().unwrap_or_default());
        self.contexts.retain(|_, context| !context.is_empty());
    }
}

impl Resources {
    fn merge(&mut self, other: Self) {
        replace_if_set!(self, other, memory, memory_swap, cpuset_cpus, cpuset_mems);
        replace_if_set!(self, other, cpu_shares, cpu_period, cpu_quota);
    }
}

/// Adds entries. A null leaves the earlier value.
fn merge_map(map: &mut BTreeMap<String, Option<String>>, other: BTreeMap<String, Option<String>>) {
    map.extend(other.into_iter().filter(|(_, value)| value.is_some()));
}

/// Replaces an entry by a later one with the same key.
fn keep_last_of<T: Clone>(list: &mut Vec<T>, key: impl Fn(&T) -> String) {
    let mut kept: Vec<T> = Vec::new();
    for entry in list.drain(..) {
        match kept.iter_mut().find(|it| key(it) == key(&entry)) {
            Some(earlier) => *earlier = entry,
            None => kept.push(entry),
        }
    }
    *list = kept;
}

/// Removes equal entries. As in buildx, the last entry takes the position of a removed one.
fn remove_repeated(list: &mut Vec<Fields>) {
    for index in (0..list.len()).rev() {
        let later = list[index + 1..].iter().position(|it| *it == list[index]);
        if let Some(offset) = later {
            list.swap_remove(index + 1 + offset);
        }
    }
}
