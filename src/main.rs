//! The program `pbrain-fukumi`.

fn main() -> std::process::ExitCode {
    fukumi::cli::run()
}
