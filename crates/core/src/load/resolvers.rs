//! Blocks whose values the program gives.

use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use super::Decoder;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Str, Value};
use crate::decode::HclDecode;
use crate::diag::{Diagnostic, Diagnostics};
use crate::expr::expression_type;
use crate::ext::graph::BlockKind;
use crate::ext::repetition::Repetition;
use crate::source::Place;
use crate::spec::{AttrSpec, Decoded, LabelSpec, NestedSpec, OneOfSpec, Origin, Spec};

/// The blocks of one type whose values the program gives, such as data that it looks up:
/// [`Decoder::resolver`](crate::Decoder::resolver) has an example.
///
/// The first label of a block selects one of several [kinds](Self::kind), and the second one is its name; blocks of [one
/// kind](Self::of) have a name alone. The arguments in a block are decoded into a struct, which a function of the program
/// receives. Its result is the value that expressions refer to.
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::ext::repetition::Repetition;
/// use hcldyn::load::{Request, Resolvers};
/// use hcldyn::spec::AttrSpec;
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     url: String,
/// }
///
/// #[derive(HclDecode)]
/// struct Port {
///     base: u32,
/// }
///
/// let ports = Resolvers::of(|port: Port, _: &Request| Ok::<_, String>(Value::from(port.base + 80)))
///     .prefix(&["net", "port"])
///     .repeated(Repetition::new().count("count"))
///     .ordered_by("depends_on");
/// let data = Resolvers::new().kind_of_spec("echo", AttrSpec::new("text", Type::String).into(), |arguments, _| {
///     Ok::<_, String>(arguments.value)
/// });
/// let text = r#"
///     port "web" {
///       base = 8000
///     }
///     data "echo" "host" {
///       text = "a"
///     }
///     url = "http://${data.echo.host}:${net.port.web}"
/// "#;
/// let decoder = Decoder::new().resolver("port", ports).resolver("data", data);
/// assert_eq!(decoder.decode_str::<Config>(text)?.value.url, "http://a:8080");
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Resolvers {
    kinds: Vec<Kind>,
    /// `true` if a label selects the kind.
    is_selected: bool,
    pub(super) repetition: Repetition,
    prefix: Option<Vec<Str>>,
    pub(super) ordered_by: Option<Str>,
}

/// A block, or an instance of it, whose value is asked for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The address, as expressions refer to the block: `data.http.api["eu"]`, after those of the modules around it.
    pub address: String,
    /// The name of the block.
    pub name: Str,
    /// The location of the block's header.
    pub place: Place,
}

/// A call of a function of the program, which a [runner](crate::Decoder::runner) runs.
pub struct Task<'a>(Pin<Box<dyn Future<Output = ()> + Send + 'a>>);

/// A function that runs several tasks, and returns when all have ended.
type Runner = dyn Fn(Vec<Task<'_>>) + Send + Sync;

#[derive(Clone)]
struct Kind {
    label: Str,
    spec: Spec,
    resolve: Arc<Resolve>,
}

/// Converts the arguments of a block, and starts the call. Returns `None` after reporting an error.
type Resolve = dyn Fn(Decoded, Request, &mut Diagnostics) -> Option<Call> + Send + Sync;

/// A call that is under way.
pub(super) type Call = Pin<Box<dyn Future<Output = Result<Value, String>> + Send>>;

impl Resolvers {
    /// Returns a table without kinds. A label selects the kind of a block.
    pub fn new() -> Self {
        let (kinds, repetition) = (Vec::new(), Repetition::new());
        Self { kinds, is_selected: true, repetition, prefix: None, ordered_by: None }
    }

    /// Returns a table of blocks of one kind. The label of a block is its name.
    pub fn of<T, E>(
        resolve: impl Fn(T, &Request) -> Result<Value, E> + Send + Sync + 'static,
    ) -> Self
    where
        T: HclDecode + Send + 'static,
        E: fmt::Display,
    {
        Self { is_selected: false, ..Self::new().kind("", resolve) }
    }

    /// Adds a kind. `resolve` gets the decoded arguments, and returns the value of the block; one that is not known yet is
    /// [unknown](Value::dynamic). An error is reported at the block.
    ///
    /// A block is unknown without a call while arguments are unknown, unless the struct takes them, e.g. as
    /// [`MaybeUnknown`](crate::cty::MaybeUnknown).
    #[must_use]
    pub fn kind<T, E>(
        self,
        label: impl Into<Str>,
        resolve: impl Fn(T, &Request) -> Result<Value, E> + Send + Sync + 'static,
    ) -> Self
    where
        T: HclDecode + Send + 'static,
        E: fmt::Display,
    {
        let resolve = Arc::new(resolve);
        self.add(label, T::spec(), move |decoded, request, diags| {
            let (arguments, resolve) = (T::from_decoded(decoded, diags)?, Arc::clone(&resolve));
            let call = async move { resolve(arguments, &request).map_err(|it| it.to_string()) };
            Some(Box::pin(call))
        })
    }

    /// Adds a kind like [`kind`](Self::kind) whose function is asynchronous. A [runner](crate::Decoder::runner) with the
    /// program's executor waits for it.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::load::{Request, Resolvers};
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     host: String,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Host {
    ///     port: u16,
    /// }
    ///
    /// async fn find(host: Host, _: Request) -> Result<Value, String> {
    ///     Ok(format!("example.com:{}", host.port).into())
    /// }
    ///
    /// // Without a runner, the calls run one after the other. A program with an executor sets one.
    /// let hosts = Resolvers::new().kind_async("host", find);
    /// let text = "data \"host\" \"web\" {\n  port = 80\n}\nhost = data.host.web\n";
    /// let loaded = Decoder::new().resolver("data", hosts).decode_str::<Config>(text)?;
    /// assert_eq!(loaded.value.host, "example.com:80");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn kind_async<T, E, F>(
        self,
        label: impl Into<Str>,
        resolve: impl Fn(T, Request) -> F + Send + Sync + 'static,
    ) -> Self
    where
        T: HclDecode + Send + 'static,
        E: fmt::Display,
        F: Future<Output = Result<Value, E>> + Send + 'static,
    {
        self.add(label, T::spec(), move |decoded, request, diags| {
            let call = resolve(T::from_decoded(decoded, diags)?, request);
            Some(Box::pin(async move { call.await.map_err(|it| it.to_string()) }))
        })
    }

    /// Adds a kind like [`kind`](Self::kind) whose arguments are only known at run time, by a spec.
    #[must_use]
    pub fn kind_of_spec<E: fmt::Display>(
        self,
        label: impl Into<Str>,
        spec: Spec,
        resolve: impl Fn(Decoded, &Request) -> Result<Value, E> + Send + Sync + 'static,
    ) -> Self {
        let resolve = Arc::new(resolve);
        self.add(label, spec, move |decoded, request, _| {
            let resolve = Arc::clone(&resolve);
            let call = async move { resolve(decoded, &request).map_err(|it| it.to_string()) };
            Some(Box::pin(call))
        })
    }

    fn add(
        mut self,
        label: impl Into<Str>,
        spec: Spec,
        resolve: impl Fn(Decoded, Request, &mut Diagnostics) -> Option<Call> + Send + Sync + 'static,
    ) -> Self {
        self.kinds.push(Kind { label: label.into(), spec, resolve: Arc::new(resolve) });
        self
    }

    /// Lets blocks be repeated. The function is called once for each instance.
    #[must_use]
    pub fn repeated(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// Sets the prefix of the names, in place of the block type. Without one, `resource "disk" "a"` defines `disk.a`.
    #[must_use]
    pub fn prefix(self, prefix: &[&str]) -> Self {
        Self { prefix: Some(prefix.iter().map(|part| Str::new(part)).collect_vec()), ..self }
    }

    /// Allows an attribute that lists blocks which come first, like `depends_on`. It is not evaluated, nor an argument.
    #[must_use]
    pub fn ordered_by(self, attribute: impl Into<Str>) -> Self {
        Self { ordered_by: Some(attribute.into()), ..self }
    }

    /// Returns the names of the labels.
    fn labels(&self) -> &'static [&'static str] {
        if self.is_selected { &["type", "name"] } else { &["name"] }
    }

    /// Returns the spec of the blocks' bodies.
    pub(super) fn body(&self) -> NestedSpec {
        let forms = self.kinds.iter().map(|kind| (kind.label.clone(), kind.spec.clone()));
        let spec = match self.kinds.as_slice() {
            [kind] if !self.is_selected => kind.spec.clone(),
            _ => OneOfSpec::by_label(0, "type", forms).into(),
        };
        NestedSpec::of(spec.repeated_beside(self.repetition.clone(), order(&self.ordered_by)))
    }

    /// Returns the definitions of the names.
    pub(super) fn block_kind(&self, ty: &Str, body: &Spec) -> BlockKind {
        let prefix = self.prefix.as_ref().map_or(std::slice::from_ref(ty), Vec::as_slice);
        let prefix = prefix.iter().map(Str::as_str).collect_vec();
        let given = self.repetition.variables().collect_vec();
        let mut kind = BlockKind::new(ty, self.labels()).defines(&prefix).scope(&given);
        for known in self.kinds.iter().filter(|_| self.is_selected) {
            kind = kind.declares(&[prefix.as_slice(), &[known.label.as_str()]].concat());
        }
        let kind = kind.spec(body.clone());
        match &self.ordered_by {
            Some(attribute) => kind.ordered_by(attribute),
            None => kind,
        }
    }

    /// Starts the call for a block, or an instance of one. Returns `None` after reporting an error.
    pub(super) fn call(
        &self,
        label: &str,
        decoded: Decoded,
        request: Request,
        diags: &mut Diagnostics,
    ) -> Option<Call> {
        let find = |kind: &&Kind| !self.is_selected || *kind.label == *label;
        let kind = self.kinds.iter().find(find)?;
        if decoded.value.is_wholly_known() {
            return (kind.resolve)(decoded, request, diags);
        }
        let (mut attempt, mut unknown) = (diags.another(), Vec::new());
        add_unknown(&decoded.value, &decoded.origin, &mut unknown);
        let call = (kind.resolve)(decoded, request, &mut attempt);
        if call.is_some() {
            diags.append(attempt);
            return call;
        }
        // The struct may reject unknown arguments, but not others.
        let is_inside = |inner: &Place, outer: &Place| {
            let (inner_span, outer_span) = (inner.span(), outer.span());
            let is_within =
                outer_span.start <= inner_span.start && inner_span.end <= outer_span.end;
            inner.source() == outer.source() && is_within
        };
        let is_caused = |place: &Place| unknown.iter().any(|it| is_inside(place, it));
        diags.unless_errors(|diags| {
            let is_other = |error: &Diagnostic| !error.place().is_some_and(is_caused);
            diags.append(attempt.filter_map(|error| is_other(&error).then_some(error)));
        })?;
        Some(Box::pin(async { Ok(Value::dynamic()) }))
    }

    /// Returns the spec of the blocks, for documents.
    pub(super) fn document(&self, ty: &Str) -> Spec {
        let name = LabelSpec::new(self.labels().len() - 1, "name");
        let body = Spec::tuple([name.into(), self.body().spec().clone()]);
        Spec::blocks(ty.clone(), body, "A value that the program looks up.")
    }
}

/// Adds the locations of the parts of a value that are not known.
fn add_unknown(value: &Value, origin: &Origin, found: &mut Vec<Place>) {
    if value.is_wholly_known() {
        return;
    }
    let value = value.unmarked();
    let elements = value.elements();
    if !value.is_known() || elements.len() != origin.parts.len() {
        return found.push(origin.place.clone());
    }
    for (element, part) in elements.iter().zip(origin.parts.iter()) {
        add_unknown(element, part, found);
    }
}

/// Returns the spec of an attribute that lists blocks which come first.
pub(super) fn order(name: &Option<Str>) -> Option<AttrSpec> {
    let docs = ItemDocs::new("Blocks that come first, although no expression refers to them.");
    let spec = |name: &Str| AttrSpec::new(name.clone(), expression_type()).with_docs(docs);
    name.as_ref().map(spec)
}

impl Decoder {
    /// Lets the program give the values of the blocks of a type, such as data that it looks up. The struct has no field
    /// for them. They are evaluated in the order of their references, together with all others that define names:
    /// `data.http.api` is the value of the block `data "http" "api"`, as the function returns it.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::load::Resolvers;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     greeting: String,
    /// }
    ///
    /// /// The arguments of `data "user"` blocks.
    /// #[derive(HclDecode)]
    /// struct User {
    ///     id: u32,
    /// }
    ///
    /// let data = Resolvers::new().kind("user", |user: User, _| match user.id {
    ///     7 => Ok(Value::object([("name", Value::from("Eve"))])),
    ///     id => Err(format!("The user {id} is unknown.")),
    /// });
    /// let decoder = Decoder::new().resolver("data", data);
    /// let text = "greeting = \"Hello, ${data.user.me.name}!\"\ndata \"user\" \"me\" {\n  id = 3 + 4\n}\n";
    /// assert_eq!(decoder.decode_str::<Config>(text)?.value.greeting, "Hello, Eve!");
    ///
    /// let mistake = decoder.decode_str::<Config>(&text.replace("4", "5")).err().unwrap();
    /// let message = "<text>:2:1: error: Value not found; data.user.me: The user 8 is unknown.";
    /// assert_eq!(mistake.to_string(), message);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "data source")]
    pub fn resolver(mut self, block_type: impl Into<Str>, resolvers: Resolvers) -> Self {
        self.resolvers.push((block_type.into(), resolvers));
        self
    }

    /// Sets the function that runs the calls of [resolvers](Self::resolver). It gets all calls at a time that do not depend
    /// on each other, and returns when all have ended. By default, they run one after the other.
    ///
    /// ```
    /// use hcldyn::Decoder;
    /// use hcldyn::load::Task;
    ///
    /// let decoder = Decoder::new().runner(|tasks| {
    ///     std::thread::scope(|scope| {
    ///         for task in tasks {
    ///             scope.spawn(|| task.run());
    ///         }
    ///     });
    /// });
    /// # let _ = decoder;
    /// ```
    ///
    /// For asynchronous functions, the program blocks on all tasks, which are futures, in its own executor.
    #[must_use]
    #[doc(alias = "async")]
    pub fn runner(mut self, run: impl Fn(Vec<Task<'_>>) + Send + Sync + 'static) -> Self {
        self.runner = Some(Run(Arc::new(run)));
        self
    }
}

/// A function that runs tasks.
#[derive(Clone)]
pub(super) struct Run(pub(super) Arc<Runner>);

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Run")
    }
}

impl Default for Resolvers {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kind").field("label", &self.label).finish_non_exhaustive()
    }
}

impl<'a> Task<'a> {
    pub(super) fn new(call: Call, result: &'a mut Option<Result<Value, String>>) -> Self {
        Self(Box::pin(async move { *result = Some(call.await) }))
    }

    /// Runs the task on this thread, and waits for its end. A function that is asynchronous may need the executor that it
    /// is written for; a task is a future, too.
    pub fn run(self) {
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        let mut task = pin!(self);
        while task.as_mut().poll(&mut context).is_pending() {
            thread::park();
        }
    }
}

/// Wakes the thread that waits for a task.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Future for Task<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(context)
    }
}

impl fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Task")
    }
}
