//! The threads that compute answers.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};

use lsp_server::Response;

use super::Event;
use super::documents::{Checked, Loaded};

/// The stack of a thread. The nesting of a source is limited, but a program's own functions may need more.
const STACK: usize = 8 << 20;

/// The maximum number of threads for answers without an evaluation. There are at least two, so that one can be blocked.
const MAX_THREADS: usize = 4;

/// The number of threads for evaluations. Each has memory of its own, and one can be blocked.
const EVALUATION_THREADS: usize = 2;

/// The result of a task.
pub(super) enum Outcome {
    Answer(Response),
    /// The diagnostics of a document, unless a later version was seen before they were computed.
    Diagnostics(Option<Checked>),
    Loaded(Loaded),
    /// A task without an answer has ended, or a function of the program panicked in it.
    Done,
}

/// A task, with its outcome if a function of the program panics in it.
type Task = (Box<dyn FnOnce() -> Outcome + Send>, Outcome);

/// The threads that compute answers. They end with this value.
pub(super) struct Workers<'s, 'e> {
    scope: &'s Scope<'s, 'e>,
    events: Sender<Event>,
    tasks: Sender<Task>,
    /// Tasks that evaluate, which may take long.
    evaluations: Sender<Task>,
    /// Tasks that never wait for another one.
    formatting: Sender<Task>,
}

impl<'s, 'e> Workers<'s, 'e> {
    /// Starts the threads. Outcomes become events of the loop.
    pub(super) fn start(scope: &'s Scope<'s, 'e>, events: Sender<Event>) -> io::Result<Self> {
        let threads =
            thread::available_parallelism().map_or(2, |it| it.get().clamp(2, MAX_THREADS));
        let tasks = start(scope, threads, events.clone())?;
        let evaluations = start(scope, EVALUATION_THREADS, events.clone())?;
        let formatting = start(scope, 1, events.clone())?;
        Ok(Self { scope, events, tasks, evaluations, formatting })
    }

    /// Runs a task in a thread of its own, whose memory is free for others when it ends.
    pub(super) fn run_alone(
        &self,
        task: impl FnOnce() -> Outcome + Send + 'static,
        failed: Outcome,
    ) -> io::Result<()> {
        let events = self.events.clone();
        let run = move || drop(events.send(Event::Outcome(outcome((Box::new(task), failed)))));
        thread().spawn_scoped(self.scope, run).map(drop)
    }

    pub(super) fn run(&self, task: impl FnOnce() -> Outcome + Send + 'static, failed: Outcome) {
        let _ = self.tasks.send((Box::new(task), failed));
    }

    pub(super) fn run_evaluation(
        &self,
        task: impl FnOnce() -> Outcome + Send + 'static,
        failed: Outcome,
    ) {
        let _ = self.evaluations.send((Box::new(task), failed));
    }

    pub(super) fn run_formatting(
        &self,
        task: impl FnOnce() -> Outcome + Send + 'static,
        failed: Outcome,
    ) {
        let _ = self.formatting.send((Box::new(task), failed));
    }
}

fn start<'s>(
    scope: &'s Scope<'s, '_>,
    threads: usize,
    events: Sender<Event>,
) -> io::Result<Sender<Task>> {
    let (sender, tasks) = mpsc::channel();
    let tasks = Arc::new(Mutex::new(tasks));
    for _ in 0..threads {
        let (tasks, events) = (tasks.clone(), events.clone());
        thread().spawn_scoped(scope, move || work(&tasks, &events))?;
    }
    Ok(sender)
}

fn work(tasks: &Mutex<Receiver<Task>>, events: &Sender<Event>) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        if events.send(Event::Outcome(outcome(task))).is_err() {
            return;
        }
    }
}

fn outcome((task, failed): Task) -> Outcome {
    catch_unwind(AssertUnwindSafe(task)).unwrap_or(failed)
}

fn thread() -> thread::Builder {
    thread::Builder::new().stack_size(STACK)
}
