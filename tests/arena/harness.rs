//! Starts matches of scripted opponents and reads what they leave behind.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A match to be played in a folder of its own.
pub struct Arena {
    folder: PathBuf,
    arguments: Vec<String>,
}

/// What a match left behind.
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub elapsed: Duration,
    /// The games in the log, in the order of the schedule.
    pub games: Vec<Value>,
    pub trace: String,
}

impl Arena {
    /// A match in an empty folder.
    pub fn new(name: &str) -> Arena {
        let folder = format!("fukumi-arena-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        Arena { folder, arguments: Vec::new() }
    }

    /// Seats an opponent with a habit, such as `crash` or `proper 0,0 1,0`.
    pub fn engine(self, name: &str, habit: &str) -> Arena {
        self.engine_with(name, habit, "")
    }

    /// The same with further options, each with a comma in front.
    pub fn engine_with(mut self, name: &str, habit: &str, options: &str) -> Arena {
        let program = std::env::current_exe().expect("the test's own path");
        let program = program.display();
        let spec = format!("name={name},cmd=\"'{program}' --scripted {habit}\"{options}");
        self.arguments.extend(["--engine".to_string(), spec]);
        self
    }

    /// Adds options, divided by blanks; `{}` stands for the test's folder.
    pub fn with(mut self, options: &str) -> Arena {
        let folder = self.folder.display().to_string();
        self.arguments.extend(options.split_whitespace().map(|word| word.replace("{}", &folder)));
        self
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn write(self, name: &str, text: &str) -> Arena {
        fs::write(self.file(name), text).expect("the test's folder can be written");
        self
    }

    /// Plays to the end, with a log and a trace.
    pub fn run(&self) -> Outcome {
        let start = Instant::now();
        let output = self.command().output().expect("the arena starts");
        Outcome {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            elapsed: start.elapsed(),
            games: self.games(),
            trace: fs::read_to_string(self.file("trace")).unwrap_or_default(),
        }
    }

    /// Begins to play.
    pub fn start(&self) -> Child {
        self.command()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the arena starts")
    }

    /// The games in the log, in the order of the schedule.
    pub fn games(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.file("log")).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let parse = |line| serde_json::from_str(line).expect("lines of the log are JSON");
        let mut games: Vec<Value> = whole.lines().skip(1).map(parse).collect();
        games.sort_by_key(|game| game["game"].as_u64());
        games
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-fukumi"));
        command.arg("arena").args(&self.arguments).stdin(Stdio::null());
        command.arg("--log").arg(self.file("log")).arg("--trace").arg(self.file("trace"));
        command
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Outcome {
    /// All games were played; everything is shown if not.
    pub fn success(self) -> Outcome {
        assert_eq!(self.code, Some(0), "{}\n{}", self.stdout, self.stderr);
        assert_eq!(self.stderr, "");
        self
    }

    /// `winner reason` of every game, `-` for a draw.
    pub fn results(&self) -> Vec<String> {
        let text = |game: &Value, key: &str| game[key].as_str().unwrap_or("-").to_string();
        self.games.iter().map(|game| text(game, "winner") + " " + &text(game, "reason")).collect()
    }

    pub fn detail(&self, game: usize) -> &str {
        self.games[game]["detail"].as_str().expect("games have a detail")
    }
}

/// The processes with `tag` in their command line.
pub fn processes_with(tag: &str) -> usize {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let command = |path: &Path| fs::read(path.join("cmdline")).unwrap_or_default();
    entries
        .flatten()
        .filter(|entry| String::from_utf8_lossy(&command(&entry.path())).contains(tag))
        .count()
}
