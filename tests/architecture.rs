//! The invariants of the house, read from its sources.
//!
//! What a module may import is the order of `pub mod` lines in `src/lib.rs` and a few bans; the
//! rest is about sizes, names, where the rule may be branched on, who may print, and what documents
//! list.

use fukumi::engine::OPTIONS;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Who must not import whom although the order would allow it.
const BANS: [(&str, &[&str]); 5] = [
    ("board", &["clock"]),
    ("rules", &["clock"]),
    ("record", &["clock"]),
    ("protocol", &PLAYING),
    ("arena", &PLAYING),
];

/// What judges and languages must not know: how positions are kept, valued and searched.
const PLAYING: [&str; 10] = [
    "pattern", "position", "movegen", "eval", "solver", "search", "sparring", "engine", "session",
    "terminal",
];

/// Where bytes come in, nothing may panic.
const EDGES: [&str; 5] = ["protocol", "session", "arena", "book", "cli"];

/// One source file.
struct Source {
    /// Relative to the root, with slashes.
    path: String,
    text: String,
}

impl Source {
    /// The folder or file directly under `src/`.
    fn module(&self) -> &str {
        let inside = self.path.strip_prefix("src/").unwrap_or_default();
        inside.split(['/', '.']).next().unwrap_or_default()
    }

    /// The text without comments and unit tests.
    fn code(&self) -> String {
        let end = self.text.find("#[cfg(test)]\nmod tests").unwrap_or(self.text.len());
        let lines = self.text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
        let lines = lines.map(|line| line.split(" // ").next().unwrap_or_default());
        if self.path.ends_with("/tests.rs") {
            String::new()
        } else {
            lines.collect::<Vec<_>>().join("\n")
        }
    }

    fn is_in(&self, places: &[&str]) -> bool {
        places
            .iter()
            .any(|place| self.path.strip_prefix("src/").is_some_and(|it| it.starts_with(place)))
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn sources_under(folder: &str) -> Vec<Source> {
    let mut files = Vec::new();
    collect(&Path::new(ROOT).join(folder), &mut files);
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(!files.is_empty(), "{folder} has sources");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let path = path.strip_prefix(ROOT).unwrap().to_string_lossy().replace('\\', "/");
        Source { path, text }
    };
    files.into_iter().map(read).collect()
}

fn sources() -> Vec<Source> {
    sources_under("src")
}

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The modules in the order in which `lib.rs` lists them.
fn modules() -> Vec<String> {
    let text = document("src/lib.rs");
    let names = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}

/// The modules that a text names in paths beginning with `crate::`.
fn imports(text: &str) -> BTreeSet<String> {
    let name = |text: &str| -> String {
        text.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
    };
    let mut found = BTreeSet::new();
    for (at, start) in text.match_indices("crate::") {
        let rest = &text[at + start.len()..];
        match rest.strip_prefix('{') {
            None => found.extend([name(rest)]),
            Some(group) => {
                let mut depth = 0;
                let end = group.find(|c| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    depth < 0
                });
                let mut depth = 0;
                let parts = group[..end.unwrap_or(group.len())].split(|c| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    depth == 0 && c == ','
                });
                found.extend(parts.map(|part| name(part.trim_start())));
            }
        }
    }
    found.remove("");
    found
}

/// All offences in one message, so that one run shows everything.
fn assert_none(title: &str, offences: Vec<String>) {
    assert!(offences.is_empty(), "{title}:\n{}", offences.join("\n"));
}

#[test]
fn modules_import_only_what_is_listed_above_them() {
    let modules = modules();
    let place = |name: &str| modules.iter().position(|module| module == name);
    let mut offences = Vec::new();
    for source in sources() {
        let Some(own) = place(source.module()) else { continue };
        for import in imports(&source.text) {
            let banned = BANS.iter().any(|&(module, banned)| {
                module == source.module() && banned.contains(&import.as_str())
            });
            if banned || place(&import).is_none_or(|there| there > own) {
                offences.push(format!("{} imports {import}", source.path));
            }
        }
    }
    assert_none("imports against the order of lib.rs", offences);
}

#[test]
fn every_module_is_in_the_list_and_every_name_means_something() {
    const EMPTY_WORDS: [&str; 9] =
        ["util", "utils", "common", "misc", "types", "defs", "helpers", "helper", "core"];
    let modules = modules();
    assert!(modules.len() > 15, "{modules:?}");
    let mut offences = Vec::new();
    for source in sources() {
        let module = source.module();
        if !["lib", "main"].contains(&module) && !modules.iter().any(|it| it == module) {
            offences.push(format!("{} belongs to no module of lib.rs", source.path));
        }
        let words: Vec<&str> = source.path.split(['/', '.']).collect();
        if words.iter().any(|word| EMPTY_WORDS.contains(word)) {
            offences.push(format!("{} has a name without meaning", source.path));
        }
    }
    assert_none("module names", offences);
}

#[test]
fn files_are_short_and_say_first_what_they_are_for() {
    const GENERATED: &str = "src/eval/weights.rs";
    let mut offences = Vec::new();
    for source in sources().into_iter().chain(sources_under("tests")) {
        let lines = source.text.lines().count();
        if lines > 600 && source.path != GENERATED {
            offences.push(format!("{} has {lines} lines", source.path));
        }
        let is_wide = |line: &str| line.chars().count() > 100 && !line.contains(" | ");
        for line in source.text.lines().filter(|line| line.trim_start().starts_with("//")) {
            if is_wide(line) {
                offences.push(format!("{} has a wide comment: {line}", source.path));
            }
        }
        if !source.text.starts_with("//! ") {
            offences.push(format!("{} does not begin with //!", source.path));
        }
    }
    assert_none("files", offences);
}

/// The variants of `Rule` in a line of code, with what stands around them.
fn rule_variants(line: &str) -> Vec<(&str, &str)> {
    line.match_indices("Rule::")
        .map(|(at, path)| (&line[..at], &line[at + path.len()..]))
        .filter(|(_, rest)| rest.starts_with(char::is_uppercase) && !rest.starts_with("ALL"))
        .map(|(before, rest)| (before, rest.trim_start_matches(|c: char| c.is_alphanumeric())))
        .collect()
}

#[test]
fn only_rules_patterns_and_wire_codes_branch_on_the_rule() {
    const BRANCHING: [&str; 3] = ["rules/", "pattern/", "protocol/settings.rs"];
    const DATA: [&str; 8] = [
        "bench/positions.rs",
        "bench/proofs.rs",
        "book/openings.rs",
        "cli/",
        "engine/options.rs",
        "eval/weights.rs",
        "record/psq.rs",
        "record/sgf.rs",
    ];
    let mut offences = Vec::new();
    for source in sources().into_iter().filter(|source| !source.is_in(&BRANCHING)) {
        for line in source.code().lines() {
            for (before, after) in rule_variants(line) {
                let (before, after) = (before.trim_end(), after.trim_start());
                let branches = after.starts_with("=>")
                    || ["==", "!="].iter().any(|it| before.ends_with(it) || after.starts_with(it))
                    || before.contains("matches!");
                if branches || !source.is_in(&DATA) {
                    offences.push(format!("{}: {}", source.path, line.trim()));
                }
            }
        }
    }
    assert_none("branches on the rule, or rules named where none should be", offences);
}

#[test]
fn nobody_else_prints() {
    const PRINTING: [&str; 6] = [
        "session/output.rs",
        "terminal/",
        "progress.rs",
        "cli/",
        "arena/progress.rs",
        "tuner/report.rs",
    ];
    const WORDS: [&str; 6] =
        ["println!", "print!", "dbg!", "stdout()", "stderr()", "allow(clippy::print"];
    let mut offences = Vec::new();
    for source in sources().into_iter().filter(|source| !source.is_in(&PRINTING)) {
        let code = source.code();
        for word in WORDS.into_iter().filter(|word| code.contains(word)) {
            offences.push(format!("{} has {word}", source.path));
        }
    }
    assert_none("printing", offences);
}

#[test]
fn statics_are_tables() {
    let mut offences = Vec::new();
    for source in sources() {
        for line in source.code().lines().map(str::trim_start) {
            // `pub`, or `pub(...)`.
            let public = line.strip_prefix("pub").and_then(|rest| rest.split_once(' '));
            let line = public.map_or(line, |(_, rest)| rest);
            let is_static = line.starts_with("static ");
            let mutable = ["static mut", "Mutex", "RwLock", "Atomic", "RefCell", "UnsafeCell"];
            let is_mutable = mutable.iter().any(|word| line.contains(word));
            if is_static && is_mutable || line.contains("thread_local!") {
                offences.push(format!("{}: {line}", source.path));
            }
        }
    }
    assert_none("state in statics", offences);
}

fn has_float(code: &str) -> bool {
    let is_literal = |part: &str, next: &str| {
        part.ends_with(|c: char| c.is_ascii_digit())
            && next.starts_with(|c: char| c.is_ascii_digit())
    };
    let parts: Vec<&str> = code.split('.').collect();
    let tuple_field = |part: &str| {
        let digits = part.trim_end_matches(|c: char| c.is_ascii_digit());
        digits.ends_with(['_', ')', ']'])
            || digits.ends_with(char::is_alphabetic)
            || digits.is_empty()
    };
    code.split(|c: char| !c.is_alphanumeric()).any(|word| word == "f32" || word == "f64")
        || parts.windows(2).any(|pair| is_literal(pair[0], pair[1]) && !tuple_field(pair[0]))
}

#[test]
fn what_searches_counts_in_integers() {
    const EXACT: [&str; 7] = [
        "pattern/",
        "position/",
        "movegen/",
        "eval/mod.rs",
        "eval/features.rs",
        "solver/",
        "search/",
    ];
    assert!(
        has_float("let x = 1.5;")
            && has_float("x as f64")
            && !has_float("0..5")
            && !has_float("a.0.1")
    );
    let files = sources();
    let exact = files.iter().filter(|source| source.is_in(&EXACT));
    let floats = exact.filter(|source| has_float(&source.code()));
    assert_none("floats", floats.map(|source| source.path.clone()).collect());
}

#[test]
fn thinking_fails_only_by_being_aborted() {
    const THINKING: [&str; 4] = ["position/", "eval/", "solver/", "search/"];
    // Verification is for tests and perft, and weights come from a file; neither is thinking.
    const CHECKING: [&str; 2] = ["position/verify.rs", "eval/stored.rs"];
    let mut offences = Vec::new();
    for source in sources() {
        if !source.is_in(&THINKING) || source.is_in(&CHECKING) {
            continue;
        }
        for line in source.code().lines().filter(|line| line.contains("Result<")) {
            // A solver's answer that is no proof is as good a reason to go no further.
            if ![", Aborted>", ", Answer>"].iter().any(|it| line.contains(it)) {
                offences.push(format!("{}: {}", source.path, line.trim()));
            }
        }
    }
    assert_none("errors other than Aborted", offences);
}

#[test]
fn edges_cannot_panic_and_unsafe_code_is_counted() {
    let mut offences = Vec::new();
    for edge in EDGES {
        let text = document(&format!("src/{edge}/mod.rs"));
        let denied = text.split_once("#![deny(").and_then(|(_, rest)| rest.split_once(")]"));
        let denied = denied.map_or("", |(lints, _)| lints);
        for lint in ["clippy::unwrap_used", "clippy::expect_used", "clippy::panic"] {
            if !denied.contains(lint) {
                offences.push(format!("{edge} does not deny {lint}"));
            }
        }
    }
    for source in sources().iter().filter(|source| !source.is_in(&["search/tt.rs"])) {
        if source.code().contains("unsafe ") || source.code().contains("allow(unsafe_code)") {
            offences.push(format!("{} has unsafe code", source.path));
        }
    }
    assert_none("safety", offences);
}

#[test]
fn the_top_level_is_tidy() {
    const TOP: [&str; 8] = [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE",
        "README.md",
        "protocol-fixtures",
        "scripts",
        "src",
        "tests",
    ];
    const UNTRACKED: [&str; 2] = ["target", "dist"];
    let names = fs::read_dir(ROOT).unwrap().map(|entry| entry.unwrap().file_name());
    let offences: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && !TOP.contains(&name.as_str()))
        .filter(|name| !UNTRACKED.contains(&name.as_str()))
        .collect();
    assert_none("strangers at the top level", offences);
}

/// The cells of every row of the tables in a document.
fn table_rows(document: &str) -> Vec<Vec<&str>> {
    let rows = document.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    rows.map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`')).collect()).collect()
}

#[test]
fn the_readme_lists_every_option_as_it_is() {
    let readme = document("README.md");
    let rows = table_rows(&readme);
    let missing =
        OPTIONS.iter().map(|option| [option.name, option.range, option.default, option.doc]);
    let missing = missing.filter(|row| !rows.iter().any(|there| there == row));
    let line = |row: [&str; 4]| format!("| `{}` | {} | {} | {} |", row[0], row[1], row[2], row[3]);
    assert_none("options that the README lacks", missing.map(line).collect());
}

#[test]
fn the_readme_lists_every_sub_command_and_module() {
    let readme = document("README.md");
    let rows = table_rows(&readme);
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let mut names: Vec<String> = (listed.take_while(|line| !line.is_empty()))
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.contains(&"bench".to_owned()), "{help}");
    names.extend(modules());
    names.retain(|name| !rows.iter().any(|row| row[0].split(' ').next() == Some(name)));
    assert_none("sub-commands or modules that no table of the README begins a row with", names);
}

#[test]
fn what_the_readme_points_to_exists() {
    let readme = document("README.md");
    let words = readme.split(|c: char| c.is_whitespace() || "`()[]|,".contains(c));
    let paths = words.filter(|word| {
        ["protocol-fixtures/", "scripts/", "src/", "tests/", ".ci/"]
            .iter()
            .any(|it| word.starts_with(it))
    });
    let missing = paths.filter(|path| !Path::new(ROOT).join(path).exists());
    assert_none("paths", missing.map(str::to_owned).collect());
}

#[test]
fn the_front_page_describes_every_module() {
    let page = document("src/lib.rs");
    let told: String = page.lines().filter(|line| line.starts_with("//!")).collect();
    let missing = modules().into_iter().filter(|name| !told.contains(&format!("[`{name}`]")));
    assert_none("modules that the page in lib.rs does not mention", missing.collect());
}
