//! The memory of this process, on Linux.

/// Returns the bytes in memory.
pub(super) fn resident() -> Option<u64> {
    of_status("VmRSS:")
}

/// Returns the most bytes that were in memory so far.
pub(super) fn peak() -> Option<u64> {
    of_status("VmHWM:")
}

fn of_status(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
