//! The tuner from outside: the same seed gives the same files, and no bad file is trained on.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("fukumi-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn tuner(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"))
        .arg("tuner")
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

#[track_caller]
fn succeeds(arguments: &str) -> String {
    let output = tuner(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn spsa(out: &str, more: &str) -> String {
    format!("spsa --rule standard --size 10 --nodes 200 --seed 2 --batch 2 --out {out} {more}")
}

/// The single line that a failing command says.
#[track_caller]
fn fails(arguments: &str) -> String {
    let output = tuner(arguments);
    assert!(!output.status.success(), "{arguments}");
    let errors = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = errors.lines().filter(|line| line.starts_with("error")).collect();
    assert_eq!(lines.len(), 1, "{errors}");
    lines[0].to_owned()
}

#[test]
fn announced_wins_come_true() {
    let folder = Folder::new("audit");
    let games = folder.path("games.fkg");
    succeeds(&selfplay(&games, "--games 40"));
    let told = succeeds(&format!("audit --rule standard {games}"));
    let row = told.lines().find(|line| line.starts_with("wins")).expect("a row of wins");
    let counts: Vec<u32> = row.split_whitespace().skip(1).map(|it| it.parse().unwrap()).collect();
    assert!(told.starts_with("40 games\n") && counts[0] >= 5, "{told}");
    assert!(fails(&format!("audit --rule renju {games}")).contains("games of standard"));
}

fn selfplay(out: &str, more: &str) -> String {
    format!("selfplay --rule standard --size 9 --nodes 60 --seed 3 --out {out} {more}")
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_file_whatever_the_threads_and_interruptions() {
    let folder = Folder::new("selfplay");
    let [one, two] = ["one", "two"].map(|name| folder.path(name));
    succeeds(&selfplay(&one, "--games 6 --threads 1"));
    succeeds(&selfplay(&two, "--games 6 --threads 2"));
    let whole = read(&one);
    assert!(whole.len() > 500, "{} bytes", whole.len());
    assert_eq!(read(&two), whole);

    std::fs::write(&two, &whole[..whole.len() * 2 / 3]).unwrap();
    succeeds(&selfplay(&two, "--games 6 --threads 2 --resume"));
    assert_eq!(read(&two), whole);
}

#[test]
fn no_file_of_games_is_overwritten_or_mixed_by_accident() {
    let folder = Folder::new("overwrite");
    let games = folder.path("games");
    succeeds(&selfplay(&games, "--games 1"));
    let before = read(&games);
    assert!(fails(&selfplay(&games, "--games 2")).contains("--resume continues it"));
    assert!(
        fails(&selfplay(&games, "--games 2 --resume").replace("60", "70"))
            .contains("other options")
    );
    assert_eq!(read(&games), before);
    succeeds(&selfplay(&games, "--games 2 --force"));
    assert!(read(&games).len() > before.len());
}

#[test]
fn fitting_is_reproducible_and_keeps_other_sections() {
    let folder = Folder::new("fit");
    let [games, one, two] = ["games", "one", "two"].map(|name| folder.path(name));
    succeeds(&selfplay(&games, "--games 8"));
    let report = succeeds(&format!("fit --rule standard {games} --into {one} --threads 1"));
    assert!(report.contains("8 games") && report.contains("best move among"), "{report}");
    succeeds(&format!("fit --rule standard {games} --into {two} --threads 2"));
    assert_eq!(read(&one), read(&two));

    let before = read(&one);
    let refused = fails(&format!("fit --rule standard {games} --into {one}"));
    assert!(refused.contains("--force replaces them"), "{refused}");
    assert_eq!(read(&one), before);

    let more = folder.path("more");
    succeeds(&selfplay(&more, "--games 12").replace("--seed 3", "--seed 4"));
    let promises = |path: &str| -> Vec<String> {
        let text = succeeds(&format!("dump --rule standard {path}"));
        let below = |title: &str, columns: std::ops::Range<usize>| -> Vec<String> {
            let rest = text.lines().skip_while(|line| !line.contains(title)).skip(1);
            rest.take_while(|line| !line.starts_with('#'))
                .map(|line| line[columns.clone()].to_owned())
                .collect()
        };
        [below("promise to play", 18..32), below("value of pairs", 9..15)].concat()
    };
    let old = promises(&one);
    let keep = "--force --keep promises";
    succeeds(&format!("fit --rule standard {games} {more} --into {one} {keep}"));
    assert!(read(&one) != before && promises(&one) == old);
    succeeds(&format!("fit --rule standard {games} {more} --into {one} --force"));
    assert!(promises(&one) != old);
    let tables = |path: &str| succeeds(&format!("dump --rule standard {path}"));
    let sums = |text: &str| text.split("# network").next().unwrap().to_owned();
    let old = tables(&one);
    succeeds(&format!("fit --rule standard {games} --into {one} --force --keep values,promises"));
    assert!(tables(&one) != old && sums(&tables(&one)) == sums(&old));
    let nothing = fails(&format!("fit --rule caro {games} --into {one} --keep values"));
    assert!(nothing.contains("no table of caro to keep"), "{nothing}");

    let text = succeeds(&format!("dump --rule standard {one}"));
    assert!(text.lines().any(|line| line.ends_with("OpenThree + StrongTwo")), "{text}");
    assert!(fails(&format!("dump --rule caro {one}")).contains("no weights for caro"));
}

#[test]
fn foreign_damaged_and_mixed_files_are_not_trained_on() {
    let folder = Folder::new("faults");
    let [games, bad, into] = ["games", "bad", "into"].map(|name| folder.path(name));
    succeeds(&selfplay(&games, "--games 3"));
    let whole = read(&games);
    let mut damaged = whole.clone();
    damaged[40] ^= 1;
    for (content, said) in [
        (&b"no games"[..], "no file of self-played games at byte 0"),
        (&whole[..20], "the header makes no sense at byte 8"),
        (&damaged[..], "a damaged game at byte 24"),
    ] {
        std::fs::write(&bad, content).unwrap();
        let line = fails(&format!("fit --rule standard {games} {bad} --into {into}"));
        assert!(line.contains(&bad) && line.contains(said), "{line}");
    }
    let line = fails(&format!("fit --rule renju {games} --into {into}"));
    assert!(line.contains("games of standard, not of renju"), "{line}");
    assert!(!Path::new(&into).exists());
}

#[test]
fn tuning_is_the_same_whatever_the_threads_and_interruptions() {
    let folder = Folder::new("spsa");
    let [one, two] = ["one", "two"].map(|name| folder.path(name));
    let options = "--iterations 7 --rate 0.4 --tune late_move_scale=90:40 reduction_scale=150:120";
    let found = succeeds(&spsa(&one, &format!("{options} --threads 1")));
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines.len(), 2, "{found}");
    assert!(lines[0].starts_with("late_move_scale = ") && lines[0].contains(" (from 90, moved "));
    assert!(lines[1].starts_with("reduction_scale = "), "{found}");
    assert!(!found.contains("moved +0.000"), "{found}");

    let whole = read(&one);
    let text = String::from_utf8(whole.clone()).unwrap();
    let iterations: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(iterations, ["#", "#", "#", "2", "4", "6", "7"], "{text}");

    let resumed = spsa(&two, &format!("{options} --threads 2 --resume"));
    for cut in [0, 1, whole.len() / 4] {
        if cut > 0 {
            std::fs::write(&two, &whole[..whole.len() - cut]).unwrap();
        }
        assert_eq!(succeeds(&resumed), found);
        assert_eq!(String::from_utf8(read(&two)).unwrap(), text);
    }
}

#[test]
fn tuning_refuses_what_makes_no_sense() {
    let folder = Folder::new("spsa-faults");
    let [log, foreign] = ["log", "foreign"].map(|name| folder.path(name));
    std::fs::write(&foreign, "12 3 4 5\n").unwrap();
    succeeds(&spsa(&log, "--iterations 1 --tune razor_margin:0"));
    let before = read(&log);
    for (out, more, said) in [
        (&log, "", "exists; --resume continues it, --force replaces it"),
        (&log, "--resume --rate 0.01", "log: begun with other options: --rule standard --size 10"),
        (&log, "--resume --force", "cannot be used with"),
        (&log, "--force --tune no_such_thing", "'no_such_thing' is no parameter; there are "),
        (&log, "--force --tune razor_margin=9999", "razor_margin goes from "),
        (&log, "--force --tune razor_margin:x", "'x' is no number"),
        (&log, "--force --tune razor_margin razor_margin", "razor_margin is to be tuned twice"),
        (&log, "--force --rate 0", "'0' is no rate"),
        (&log, "--force --pairs 0", "invalid value '0' for '--pairs <PAIRS>'"),
        (&foreign, "--resume", "foreign: no log of this tuner"),
    ] {
        let arguments = spsa(out, &format!("--iterations 1 {more}"));
        assert!(fails(&arguments).contains(said), "{more}: {}", fails(&arguments));
        assert_eq!(tuner(&arguments).status.code(), Some(2), "{more}");
    }
    assert_eq!(read(&log), before);
    assert_eq!(read(&foreign), b"12 3 4 5\n");
}
