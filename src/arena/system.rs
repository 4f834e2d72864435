//! What the operating system must do for us: signals to an engine with all its children, and the
//! memory they hold.

/// What can be done to a running program from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Stop running until told to go on.
    Freeze,
    Thaw,
    Kill,
}

/// Whether programs can be frozen here.
pub const CAN_FREEZE: bool = cfg!(unix);

/// Signals the process group that a program leads.
#[cfg(unix)]
pub fn signal_group(leader: u32, signal: Signal) {
    if let Some(pid) = process_id(leader) {
        // The group may be gone already, which is as good as signaled.
        let _ = rustix::process::kill_process_group(pid, number(signal));
    }
}

#[cfg(not(unix))]
pub fn signal_group(_: u32, _: Signal) {}

/// Signals single processes.
#[cfg(unix)]
pub fn signal_each(processes: &[u32], signal: Signal) {
    for pid in processes.iter().filter_map(|&id| process_id(id)) {
        let _ = rustix::process::kill_process(pid, number(signal));
    }
}

#[cfg(not(unix))]
pub fn signal_each(_: &[u32], _: Signal) {}

/// A process and its living descendants; only the process itself where `/proc` is missing.
pub fn family(ancestor: u32) -> Vec<u32> {
    let parents = parents();
    let mut family = vec![ancestor];
    let mut at = 0;
    while let Some(&member) = family.get(at) {
        family.extend(parents.iter().filter(|(_, parent)| *parent == member).map(|(id, _)| id));
        at += 1;
    }
    family
}

/// The memory in bytes that would be free without these processes; 0 where it cannot be told.
///
/// What processes share with others does not count. Finding that out takes long for big processes,
/// so it is done only if the resident memory, which is known at once, exceeds `enough`.
pub fn memory(processes: &[u32], enough: u64) -> u64 {
    let all = processes.iter().filter_map(|&id| resident(id)).sum();
    if all <= enough {
        return all;
    }
    processes.iter().filter_map(|&id| private(id).or_else(|| resident(id))).sum()
}

#[cfg(unix)]
fn process_id(id: u32) -> Option<rustix::process::Pid> {
    i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw)
}

#[cfg(unix)]
fn number(signal: Signal) -> rustix::process::Signal {
    match signal {
        Signal::Freeze => rustix::process::Signal::STOP,
        Signal::Thaw => rustix::process::Signal::CONT,
        Signal::Kill => rustix::process::Signal::KILL,
    }
}

/// Every process with its parent.
fn parents() -> Vec<(u32, u32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|id| Some((id, parent(id)?)))
        .collect()
}

fn parent(process: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The program's name stands in parentheses and may hold anything; state and parent follow.
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(1)?.parse().ok()
}

fn resident(process: u32) -> Option<u64> {
    kilobytes(process, "status", &["VmRSS:"])
}

fn private(process: u32) -> Option<u64> {
    kilobytes(process, "smaps_rollup", &["Private_Clean:", "Private_Dirty:", "Private_Hugetlb:"])
}

/// The sum of some lines of a file about a process, in bytes.
fn kilobytes(process: u32, file: &str, keys: &[&str]) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/{file}")).ok()?;
    let amounts = text.lines().filter_map(|line| {
        let (key, rest) = line.split_once(char::is_whitespace)?;
        let amount = rest.split_whitespace().next()?.parse::<u64>().ok()?;
        keys.contains(&key).then_some(amount * 1024)
    });
    amounts.reduce(|sum, amount| sum + amount)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn own_memory_is_known_both_ways() {
        let own = [std::process::id()];
        let resident = memory(&own, u64::MAX);
        let private = memory(&own, 0);
        assert!(resident > 1 << 20, "{resident}");
        assert!(private > 1 << 18 && private <= resident + (1 << 20), "{private} of {resident}");
    }

    #[test]
    fn children_belong_to_the_family() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let family = family(std::process::id());
        signal_each(&[child.id()], Signal::Kill);
        child.wait().unwrap();
        assert!(family.contains(&child.id()));
        assert_eq!(family[0], std::process::id());
    }

    #[test]
    fn a_process_that_never_was_holds_nothing() {
        assert_eq!(memory(&[u32::MAX], 0), 0);
        signal_group(u32::MAX, Signal::Kill);
    }
}
