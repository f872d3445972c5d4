//! Functions that use random bytes.

use std::io;

use bcrypt::Version;

use crate::arguments::{text, whole};
use crate::limits::check_work;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::work;
use hcldyn_cty::{Function, Type};

/// The maximum cost of `bcrypt`. Each increment doubles the time; this cost takes about a second.
const MAX_COST: u32 = 14;

/// The default cost, also used in place of costs below the minimum of bcrypt, as in the reference.
const DEFAULT_COST: u32 = 10;
const MIN_COST: u32 = 4;

/// The maximum length of a password in bytes: bcrypt ignores further bytes.
const MAX_PASSWORD: usize = 72;

/// The steps of work in one round. The number of rounds is two to the power of the cost.
const STEPS_PER_ROUND: usize = 200;

/// Fills a buffer with random bytes of the operating system, for [`uuid()`] and [`bcrypt()`].
///
/// # Errors
///
/// Fails if the system has no working source of random bytes.
///
/// ```
/// use hcldyn::functions::effects::{system_random, uuid};
///
/// let uuid = uuid(system_random);
/// assert_ne!(uuid.call(vec![]), uuid.call(vec![]));
/// ```
pub fn system_random(bytes: &mut [u8]) -> io::Result<()> {
    getrandom::fill(bytes).map_err(io::Error::from)
}

/// Returns the function `uuid()`: a random UUID (version 4 of RFC 9562), a new one at each call. The random bytes
/// come from [`system_random`], or from a source of the program's own, for example to get the same UUIDs in each
/// run of a test.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::functions::effects::{system_random, uuid};
///
/// let random = uuid(system_random);
/// assert_ne!(random.call(vec![]), random.call(vec![]));
///
/// let fixed = uuid(|bytes: &mut [u8]| Ok(bytes.fill(0xab)));
/// assert_eq!(fixed.call(vec![]), Ok(Value::from("abababab-abab-4bab-abab-abababababab")));
/// ```
pub fn uuid(random: impl Fn(&mut [u8]) -> io::Result<()> + Send + Sync + 'static) -> Function {
    Function::builder("A random UUID (version 4 of RFC 9562).").returning(
        Type::String,
        move |_, _| {
            let uuid = ::uuid::Builder::from_random_bytes(random_bytes(&random)?).into_uuid();
            Ok(uuid.hyphenated().to_string().into())
        },
    )
}

/// Returns the function `bcrypt(string, cost)`: the bcrypt hash of a password of at most 72 bytes, with a random
/// salt from [`system_random`] or a source of the program's own. The default cost is 10, the maximum 14.
///
/// ```
/// use hcldyn::functions::effects::{bcrypt, system_random};
///
/// let hash = bcrypt(system_random).call(vec!["password".into(), 4.into()]).unwrap();
/// assert!(hash.as_str().unwrap().starts_with("$2a$04$"));
/// ```
pub fn bcrypt(random: impl Fn(&mut [u8]) -> io::Result<()> + Send + Sync + 'static) -> Function {
    Function::builder("The bcrypt hash of a string, with a random salt.")
        .param(Parameter::new("string", Type::String))
        .variadic(Parameter::new("cost", Type::Number))
        .returning(Type::String, move |args, _| {
            if args.len() > 2 {
                let message = format!("at most 1 cost is allowed, not {}", args.len() - 1);
                return Err(FunctionError::new(message));
            }
            let password = text(args, 0)?;
            if password.len() > MAX_PASSWORD {
                let length = password.len();
                let message = format!("have at most {MAX_PASSWORD} bytes, not {length}");
                return Err(FunctionError::must(0, message));
            }
            let cost = if args.len() == 2 { cost(whole(args, 1)?)? } else { DEFAULT_COST };
            work::spend(STEPS_PER_ROUND << cost);
            check_work()?;
            let hash = ::bcrypt::hash_with_salt(password, cost, random_bytes(&random)?);
            let hash = hash.map_err(|error| FunctionError::new(error.to_string()))?;
            Ok(hash.format_for_version(Version::TwoA).into())
        })
}

fn cost(wanted: i64) -> Result<u32, FunctionError> {
    match u32::try_from(wanted.max(0)) {
        Ok(cost) if cost < MIN_COST => Ok(DEFAULT_COST),
        Ok(cost) if cost <= MAX_COST => Ok(cost),
        _ => Err(FunctionError::must(1, format!("be at most {MAX_COST}, not {wanted}"))),
    }
}

fn random_bytes(random: &dyn Fn(&mut [u8]) -> io::Result<()>) -> Result<[u8; 16], FunctionError> {
    let mut bytes = [0; 16];
    random(&mut bytes)
        .map_err(|error| FunctionError::new(format!("random bytes are not available: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hcldyn_cty::{Mark, Value};

    fn zeros(bytes: &mut [u8]) -> io::Result<()> {
        bytes.fill(0);
        Ok(())
    }

    fn hash(args: Vec<Value>) -> Result<String, String> {
        let value = bcrypt(zeros).call(args).map_err(|error| error.to_string())?;
        Ok(value.as_str().unwrap().to_owned())
    }

    #[test]
    fn uuids_are_of_version_4() {
        let uuid = uuid(system_random).call(vec![]).unwrap();
        let uuid = ::uuid::Uuid::parse_str(uuid.as_str().unwrap()).unwrap();
        assert_eq!(uuid.get_version_num(), 4);
    }

    /// The salt of zeros is "." in the alphabet of bcrypt.
    #[test]
    fn hashes_can_be_verified() {
        let salt = ".".repeat(22);
        let hashed = hash(vec!["password".into(), 4.into()]).unwrap();
        assert!(hashed.starts_with(&format!("$2a$04${salt}")), "{hashed}");
        assert!(::bcrypt::verify("password", &hashed).unwrap());
        assert!(!::bcrypt::verify("passwords", &hashed).unwrap());
        let longest = "x".repeat(MAX_PASSWORD);
        assert!(
            ::bcrypt::verify(&longest, &hash(vec![longest.clone().into(), 4.into()]).unwrap())
                .unwrap()
        );
    }

    #[test]
    fn costs_are_limited() {
        assert_eq!(cost(14), Ok(MAX_COST));
        assert_eq!((cost(3), cost(-1), cost(4)), (Ok(10), Ok(10), Ok(4)));
        for wrong in [15, 31, i64::MAX] {
            let error = hash(vec!["a".into(), wrong.into()]).unwrap_err();
            assert_eq!(error, format!("must be at most 14, not {wrong}"));
        }
        let error = hash(vec!["a".into(), 4.into(), 4.into()]).unwrap_err();
        assert_eq!(error, "at most 1 cost is allowed, not 2");
    }

    #[test]
    fn passwords_are_limited() {
        let error = hash(vec!["é".repeat(37).into(), 4.into()]).unwrap_err();
        assert_eq!(error, "must have at most 72 bytes, not 74");
    }

    #[test]
    fn marks_are_kept() {
        let secret = Value::from("password").mark(Mark::sensitive());
        let hash = bcrypt(zeros).call(vec![secret, 4.into()]).unwrap();
        assert!(hash.is_marked());
    }

    #[test]
    fn a_failing_source_is_reported() {
        let fails = |_: &mut [u8]| Err(io::Error::other("no entropy"));
        let message = "random bytes are not available: no entropy";
        assert_eq!(uuid(fails).call(vec![]).unwrap_err().to_string(), message);
        let args = vec!["a".into(), 4.into()];
        assert_eq!(bcrypt(fails).call(args).unwrap_err().to_string(), message);
    }
}
