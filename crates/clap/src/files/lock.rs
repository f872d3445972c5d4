//! Locks of files that commands change.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file to change it, and waits until no other command changes it. Dropping the file ends the lock.
///
/// The lock is advisory, and on the file itself, so no lock file remains. The other command may have replaced the file during
/// the wait; then the new file is opened. Without locks in the file system or on the system, changes only rely on the
/// comparison of the content.
pub(super) fn open_locked(path: &Path) -> io::Result<File> {
    loop {
        let file = File::options().read(true).write(true).open(path)?;
        lock(&file)?;
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

#[cfg(all(unix, not(target_os = "solaris")))]
fn lock(file: &File) -> io::Result<()> {
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    /// The time after which a lock is not waited for.
    const PATIENCE: Duration = Duration::from_secs(60);
    const PAUSE: Duration = Duration::from_millis(2);

    let start = Instant::now();
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) | Err(Errno::OPNOTSUPP | Errno::NOLCK | Errno::NOSYS) => return Ok(()),
            Err(Errno::WOULDBLOCK | Errno::INTR) if start.elapsed() < PATIENCE => {
                thread::sleep(PAUSE);
            }
            Err(Errno::WOULDBLOCK) => {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "another program has locked it",
                ));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(not(all(unix, not(target_os = "solaris"))))]
#[expect(clippy::unnecessary_wraps, reason = "locks can fail on other systems")]
fn lock(_: &File) -> io::Result<()> {
    Ok(())
}

/// Returns `true` if a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;

    let (open, named) = (file.metadata()?, fs::symlink_metadata(path)?);
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    fs::symlink_metadata(path).map(|_| true)
}
