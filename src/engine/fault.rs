//! Faults on purpose, to try from outside what is done about them.
//!
//! `FUKUMI_FAULT=panic` makes every search panic, `hang` keeps it from returning, and `memory`
//! refuses it any memory. Programs that are built without debug assertions know nothing of this.

use std::time::Duration;

const VARIABLE: &str = "FUKUMI_FAULT";

/// To be called from inside a search.
pub(super) fn strike() {
    if is_wanted("panic") {
        panic!("as {VARIABLE} wants it");
    }
    while is_wanted("hang") {
        std::thread::sleep(Duration::from_secs(1));
    }
}

pub(super) fn refuses_memory() -> bool {
    is_wanted("memory")
}

fn is_wanted(fault: &str) -> bool {
    cfg!(debug_assertions) && std::env::var_os(VARIABLE).is_some_and(|wanted| wanted == fault)
}
