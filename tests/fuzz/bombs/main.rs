//! Runs inputs that try to exhaust the machine. Each must end within [`MOST_TIME`] and [`MOST_MEMORY`], with
//! a value or located errors.
//!
//! `fuzz-bombs SEED COUNT [DOOR...]` runs the known bombs and COUNT random inputs, all or only those of some doors;
//! `fuzz-bombs SEED 1 [DOOR...]` runs the input of one seed again. They run in a separate process, so that a crash does not end the others. Needs Linux
//! for `/proc`.

#![allow(clippy::print_stdout, reason = "a program that reports to a terminal")]

mod cases;
mod doors;
mod grammar;
mod includes;
mod shapes;
mod worker;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use std::{env, fs, io, thread};

use self::cases::{Case, Door};

/// The maximum processor time of a case.
const MOST_TIME: Duration = Duration::from_secs(2);

/// The maximum memory of the process in KiB.
const MOST_MEMORY: u64 = 512 << 10;

/// A process with a higher peak in KiB is replaced, as the peak would hide that of the next case.
const MEMORY_TO_REPLACE: u64 = 128 << 10;

/// The interval of checks on a process.
const PAUSE: Duration = Duration::from_millis(10);

/// The unit of processor time in `/proc`, the same on all Linux machines.
const TICK: Duration = Duration::from_millis(10);

/// The maximum length of a printed input among others. A run of its seed alone prints all of it.
const LONGEST_SHOWN: usize = 1_000;

/// A process that runs cases.
struct Worker {
    process: Child,
    cases: ChildStdin,
    answers: Receiver<String>,
}

/// The outcome of a case.
struct Outcome {
    fault: Option<String>,
    gives_value: bool,
}

fn main() -> io::Result<ExitCode> {
    let args: Vec<_> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["worker"] => worker::run().map(|()| ExitCode::SUCCESS),
        [seed, count, ref doors @ ..] => {
            let doors: Option<Vec<_>> = doors.iter().map(|door| Door::of_name(door)).collect();
            let doors = doors.map(|some| if some.is_empty() { Door::ALL.to_vec() } else { some });
            match (seed.parse(), count.parse(), doors) {
                (Ok(seed), Ok(count), Some(doors)) => supervise(seed, count, &doors),
                _ => Ok(usage()),
            }
        }
        _ => Ok(usage()),
    }
}

fn usage() -> ExitCode {
    println!("usage: fuzz-bombs SEED COUNT [DOOR...]\ndoors: {:?}", Door::ALL);
    ExitCode::FAILURE
}

fn supervise(seed: u64, count: u64, doors: &[Door]) -> io::Result<ExitCode> {
    let mut known = if count == 1 { Vec::new() } else { Case::known() };
    known.retain(|case| doors.contains(&case.door));
    let random = (0..count).map(|index| Case::random(seed.wrapping_add(index), doors));
    doors::prepare()?;
    let mut worker = Worker::start()?;
    let (mut tried, mut values, mut offenders) = (0, 0, 0);
    for case in known.into_iter().chain(random) {
        tried += 1;
        let Outcome { fault, gives_value } = worker.attempt(&case)?;
        values += u64::from(gives_value);
        if fault.is_some() || worker.peak().is_none_or(|peak| peak > MEMORY_TO_REPLACE) {
            worker.stop()?;
            worker = Worker::start()?;
        }
        if let Some(fault) = fault {
            offenders += 1;
            let longest = if count == 1 { usize::MAX } else { LONGEST_SHOWN };
            let shown: String = case.text.chars().take(longest).collect();
            println!("{} ({:?}): {fault}\n{shown}\n", case.name, case.door);
        }
    }
    worker.stop()?;
    doors::clean_up(std::process::id());
    println!("{tried} tried, {values} of them give a value, {offenders} went off");
    Ok(if offenders == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Outcome {
    fn fault(fault: String) -> Self {
        Self { fault: Some(fault), gives_value: false }
    }

    fn answered(answer: &serde_json::Value) -> Self {
        let fault = answer["fault"].as_str().map(str::to_owned);
        Self { fault, gives_value: answer["gives_value"] == true }
    }
}

impl Worker {
    fn start() -> io::Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn()?;
        let (Some(cases), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        Ok(Self { process, cases, answers })
    }

    /// Runs a case in the process.
    fn attempt(&mut self, case: &Case) -> io::Result<Outcome> {
        let before = self.time().unwrap_or_default();
        writeln!(self.cases, "{}", worker::line(case))?;
        loop {
            let answer = self.answers.recv_timeout(PAUSE);
            let time = self.time().unwrap_or_default().saturating_sub(before);
            let memory = self.peak().unwrap_or_default();
            return Ok(Outcome::fault(match answer {
                Err(RecvTimeoutError::Disconnected) => {
                    format!("ended by {} after {time:?}", self.process.wait()?)
                }
                _ if memory > MOST_MEMORY => format!("{} MiB after {time:?}", memory >> 10),
                _ if time > MOST_TIME => format!("{time:?}, {} MiB", memory >> 10),
                Err(RecvTimeoutError::Timeout) => continue,
                Ok(line) => return Ok(Outcome::answered(&serde_json::from_str(&line)?)),
            }));
        }
    }

    fn stop(&mut self) -> io::Result<()> {
        self.process.kill()?;
        doors::clean_up(self.process.id());
        self.process.wait().map(drop)
    }

    /// The processor time of the process so far.
    fn time(&self) -> Option<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The fields after the name of the program, which can contain any character.
        let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let [user, system]: [u32; 2] =
            [fields.get(11)?.parse().ok()?, fields.get(12)?.parse().ok()?];
        Some(TICK * (user + system))
    }

    /// The peak memory of the process in KiB.
    fn peak(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}
