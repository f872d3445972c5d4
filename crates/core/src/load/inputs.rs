//! The inputs of a decoder, and the files that they include.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::confinement::{Confinement, Reach, Unresolved, real_folder};
use super::decoder::Decoder;
use super::diags;
use super::includes::{self, Include};
use super::layers::{Layer, Layers};
#[cfg(feature = "edit")]
use super::migrations::{self, OldForm};
use super::parallel::map;
use super::pattern::{FoundFile, Matches, is_pattern, matching_files};
use super::visits::{TooManyVisits, Visits};
use crate::body::{Body, LayerId};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
#[cfg(feature = "edit")]
use crate::edit::migrate::Migrations;
use crate::expr::{EvalContext, report_end_of_work};
use crate::limits::{Limits, work};
use crate::source::{Place, Source};
use crate::syntax;

/// The number of bytes for which another thread is worthwhile: parsing them takes about a millisecond.
const BYTES_PER_THREAD: usize = 64 << 10;

/// The steps that reading a file counts, so that a time limit is checked after it.
const STEPS_PER_FILE: u64 = 1_000;

/// An input.
#[derive(Clone, Debug)]
pub(super) enum DecoderInput {
    Body(Body),
    Text(Source),
    File(PathBuf),
    Folder(PathBuf),
    /// The files whose paths match a pattern.
    Pattern(String),
}

/// The blocks that include files.
#[derive(Clone, Copy)]
pub(super) struct IncludeRules<'a> {
    pub(super) block_type: &'a Str,
    /// The directory that included files must be in.
    pub(super) within: Option<&'a Path>,
}

/// The settings that reading inputs needs.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// The sources that replace the files of their names.
    pub(super) edited: &'a [Source],
    pub(super) includes: Option<IncludeRules<'a>>,
    #[cfg(feature = "edit")]
    pub(super) migrations: Option<&'a Migrations>,
    pub(super) ctx: &'a EvalContext,
    pub(super) threads: NonZeroUsize,
}

impl<'a> Reading<'a> {
    /// Returns the settings of a decoder for the files of a module, which include no others.
    pub(super) fn of_module(decoder: &'a Decoder) -> Self {
        Self {
            edited: &decoder.edited,
            includes: None,
            #[cfg(feature = "edit")]
            migrations: None,
            ctx: &decoder.context,
            threads: decoder.thread_count(),
        }
    }
}

/// The body of an input.
#[derive(Clone, Debug)]
pub(super) struct ReadBody {
    pub(super) layer: LayerId,
    pub(super) body: Body,
    /// `None` for a body that the program parsed itself.
    pub(super) source: Option<Source>,
    /// The location of the include of an included file.
    pub(super) include: Option<Place>,
    /// The original body, if the source was migrated.
    #[cfg(feature = "edit")]
    pub(super) old_form: Option<OldForm>,
}

impl ReadBody {
    /// Returns the body as it is written, before a migration.
    pub(super) fn written(&self) -> &Body {
        #[cfg(feature = "edit")]
        if let Some(old_form) = &self.old_form {
            return &old_form.body;
        }
        &self.body
    }
}

/// The content of all inputs.
pub(super) struct Loaded {
    /// The bodies in the order of the inputs.
    pub(super) bodies: Vec<ReadBody>,
    /// The files that were read, in the order of the inputs.
    pub(super) files: Vec<PathBuf>,
}

/// Reads all inputs and the files that they include, and parses them on several threads. Reports unreadable inputs and
/// reads the others. Adds their layers to `layers`.
pub(super) fn read(
    inputs: &[(Layer, DecoderInput)],
    reading: Reading<'_>,
    layers: &mut Layers,
    diags: &mut Diagnostics,
) -> Loaded {
    let limits = reading.ctx.limits();
    let (files, bytes) = (limits.files, limits.file_bytes);
    let within = reading.includes.and_then(|rules| rules.within).map(Confinement::new);
    let mut reader = FileReader {
        reading,
        files,
        bytes,
        visits: Visits::default(),
        confinement: within.as_ref(),
        limits,
        sink: diags.another(),
        parts: Vec::new(),
        seen: HashSet::new(),
        folders: HashMap::new(),
    };
    let mut open = Vec::new();
    // Inputs of one layer stay in the order in which they were added.
    for kind in Layer::OF_INPUTS {
        for (_, input) in inputs.iter().filter(|(layer, _)| *layer == kind) {
            for part in reader.parts_of(input) {
                let layer = layers.of_input(kind);
                open.push(reader.add(InputPart { layer, ..part }));
            }
        }
    }
    let roots = open.clone();
    while !open.is_empty() {
        reader.parse(&open);
        let Some(rules) = reading.includes else { break };
        let parsed = std::mem::take(&mut open);
        open = parsed.into_iter().flat_map(|part| reader.include(part, rules)).collect_vec();
    }
    let (mut bodies, mut paths) = (Vec::new(), Vec::new());
    reader.gather(&roots, &mut bodies, &mut paths, diags);
    Loaded { bodies, files: paths }
}

/// A part of the configuration: a body, or a source that is not parsed yet.
struct InputPart {
    body: Option<Body>,
    source: Option<Source>,
    found: Diagnostics,
    #[cfg(feature = "edit")]
    old_form: Option<OldForm>,
    /// The path of a file.
    path: Option<PathBuf>,
    /// The path without symbolic links, by which a file is recognized.
    canonical: Option<PathBuf>,
    layer: LayerId,
    /// The part that includes this one, and the location of the include.
    included_by: Option<(PartId, Place)>,
    included: Vec<PartId>,
}

/// The index of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PartId(usize);

impl InputPart {
    fn new(body: Option<Body>, source: Option<Source>, found: Diagnostics) -> Self {
        Self {
            body,
            source,
            found,
            #[cfg(feature = "edit")]
            old_form: None,
            path: None,
            canonical: None,
            layer: LayerId::default(),
            included_by: None,
            included: Vec::new(),
        }
    }

    /// Migrates a parsed source that is in an old form.
    #[cfg(feature = "edit")]
    fn migrate(&mut self, reading: &Reading<'_>) {
        let (Some(migrations), Some(source)) = (reading.migrations, &self.source) else { return };
        let Some(body) = &mut self.body else { return };
        let found = &mut self.found;
        self.old_form = migrations::migrate(migrations, source, body, reading.ctx, found);
    }

    /// Returns the directory that the paths of includes are relative to.
    fn folder(&self) -> PathBuf {
        let name = self.source.as_ref().map(|source| Path::new(source.name()));
        let path = self.path.as_deref().or(name);
        path.and_then(Path::parent).unwrap_or(Path::new("")).to_owned()
    }
}

/// A reader of files.
struct FileReader<'a> {
    reading: Reading<'a>,
    /// The remaining number of files.
    files: u64,
    /// The remaining number of bytes.
    bytes: u64,
    visits: Visits,
    /// The directory that included files must be in.
    confinement: Option<&'a Confinement<'a>>,
    limits: &'a Limits,
    /// An empty sink, cloned for each part.
    sink: Diagnostics,
    parts: Vec<InputPart>,
    /// The files that are already part of the configuration, without symbolic links.
    seen: HashSet<PathBuf>,
    /// The directories of the files that include others, each with its path without symbolic links.
    folders: HashMap<PathBuf, PathBuf>,
}

impl FileReader<'_> {
    fn parts_of(&mut self, input: &DecoderInput) -> Vec<InputPart> {
        let mut found = self.sink.clone();
        let files = match input {
            DecoderInput::Body(body) => {
                return vec![InputPart::new(Some(body.clone()), None, found)];
            }
            DecoderInput::Text(source) => {
                return vec![InputPart::new(None, Some(source.clone()), found)];
            }
            DecoderInput::File(path) => {
                return vec![self.file(&FoundFile::new(path.clone()), found)];
            }
            DecoderInput::Folder(path) => {
                let files = syntax::files_in(path, self.limits.files, &mut found);
                let files = files.ok_or_else(|| unread(path));
                files.map(|files| files.into_iter().map(FoundFile::new).collect_vec())
            }
            DecoderInput::Pattern(pattern) => {
                let reach = Reach::new(Path::new(""), real_folder(Path::new("")), None);
                match matching_files(&reach, pattern, &mut self.visits) {
                    Ok(matches) => Ok(matches.files),
                    Err(failure) => {
                        found.push(diags::unusable_pattern(None, pattern, &failure));
                        Err(unread(Path::new(pattern)))
                    }
                }
            }
        };
        match files {
            Ok(files) => files.iter().map(|file| self.file(file, found.clone())).collect_vec(),
            Err(unread) => vec![InputPart::new(Some(unread), None, found)],
        }
    }

    fn add(&mut self, part: InputPart) -> PartId {
        self.seen.extend(part.canonical.clone());
        self.parts.push(part);
        PartId(self.parts.len() - 1)
    }

    fn file(&mut self, file: &FoundFile, mut found: Diagnostics) -> InputPart {
        let FoundFile { path, real } = file;
        let source = match self.files.checked_sub(1) {
            Some(_) if !work::pass(STEPS_PER_FILE) => {
                let place = unread(path).missing_item_place();
                report_end_of_work(&place, self.limits, &mut found);
                None
            }
            Some(left) => {
                self.files = left;
                let edited = self.reading.edited.iter().find(|it| Path::new(it.name()) == path);
                edited.cloned().or_else(|| {
                    syntax::read_one_of_several(path, self.limits, &mut self.bytes, &mut found)
                })
            }
            None => found.fail(diags::too_many_files(path, self.limits.files)),
        };
        let body = source.is_none().then(|| unread(path));
        let (path, canonical) = (Some(path.clone()), real.clone());
        InputPart { path, canonical, ..InputPart::new(body, source, found) }
    }

    /// Parses the sources among some parts.
    fn parse(&mut self, ids: &[PartId]) {
        let threads = self.reading.threads;
        let ids = ids.iter().filter(|id| self.parts[id.0].source.is_some()).collect_vec();
        let sources = ids.iter().filter_map(|id| self.parts[id.0].source.as_ref());
        let parsed = parse_all(sources, threads, &self.sink);
        for (id, (body, found)) in ids.into_iter().zip(parsed) {
            let part = &mut self.parts[id.0];
            part.body = Some(body);
            part.found.append(found);
            #[cfg(feature = "edit")]
            part.migrate(&self.reading);
        }
    }

    /// Adds the files that a part includes, which are not parsed yet.
    fn include(&mut self, id: PartId, rules: IncludeRules<'_>) -> Vec<PartId> {
        let (part, ctx) = (&mut self.parts[id.0], self.reading.ctx);
        let Some(body) = &part.body else { return Vec::new() };
        let (includes, rest) =
            includes::take(body, rules.block_type, ctx, &self.visits, &mut part.found);
        part.body = Some(rest);
        if includes.is_empty() {
            return Vec::new();
        }
        let mut added = Vec::new();
        let folder = self.parts[id.0].folder();
        let start = self.folders.entry(folder.clone()).or_insert_with(|| real_folder(&folder));
        let reach = Reach::new(&folder, start.clone(), self.confinement);
        for include in includes {
            for file in self.included_files(id, &include, &reach) {
                let found = self.sink.clone();
                let included_by = Some((id, include.place.clone()));
                let layer = self.parts[id.0].layer;
                let part = InputPart { layer, included_by, ..self.file(&file, found) };
                added.push(self.add(part));
            }
            if self.visits.are_exceeded() {
                break;
            }
        }
        self.parts[id.0].included.clone_from(&added);
        added
    }

    /// Returns the files that an include adds to the configuration. A file is read once.
    fn included_files(
        &mut self,
        id: PartId,
        include: &Include,
        reach: &Reach<'_>,
    ) -> Vec<FoundFile> {
        let mut failures = self.sink.clone();
        let files = if include.path.is_empty() {
            failures.push(diags::empty_include(include.place.clone()));
            Vec::new()
        } else if is_pattern(&include.path) {
            self.matching(include, reach, &mut failures)
        } else {
            self.named(id, include, reach, &mut failures).into_iter().collect_vec()
        };
        self.parts[id.0].found.append(failures);
        files
    }

    /// Returns the files that match the pattern of an include.
    fn matching(
        &mut self,
        include: &Include,
        reach: &Reach<'_>,
        diags: &mut Diagnostics,
    ) -> Vec<FoundFile> {
        let Matches { files, outside } =
            match matching_files(reach, &include.path, &mut self.visits) {
                Ok(matches) => matches,
                Err(failure) => {
                    let place = Some(include.place.clone());
                    diags.push(diags::unusable_pattern(place, &include.path, &failure));
                    return Vec::new();
                }
            };
        for path in outside {
            self.report_outside(include, &path, diags);
        }
        // Links of the same pattern can lead to one file.
        let mut found = HashSet::new();
        let is_new = |file: &FoundFile| {
            let real = file.real.as_ref();
            real.is_none_or(|real| !self.seen.contains(real) && found.insert(real.clone()))
        };
        files.into_iter().filter(is_new).collect_vec()
    }

    /// Returns the file that an include names.
    fn named(
        &mut self,
        id: PartId,
        include: &Include,
        reach: &Reach<'_>,
        diags: &mut Diagnostics,
    ) -> Option<FoundFile> {
        let (place, path) = (include.place.clone(), reach.shown(include.path.as_ref()));
        match reach.resolve(include.path.as_ref(), &mut self.visits) {
            Ok(canonical) if self.seen.contains(&canonical) => {
                let error = match self.chain_from(&canonical, id, place.clone()) {
                    Ok(chain) => chain.and_then(|chain| diags::include_cycle(&chain)),
                    Err(TooManyVisits) => Some(diags::too_many_visits(place)),
                };
                error.and_then(|error| diags.fail(error))
            }
            Ok(canonical) if canonical.is_dir() => {
                diags.fail(diags::included_directory(place, &include.path))
            }
            Ok(canonical) => Some(FoundFile { path, real: Some(canonical) }),
            Err(Unresolved::Missing) if include.is_optional => None,
            Err(Unresolved::Missing) => diags.fail(diags::included_not_found(place, &path)),
            Err(Unresolved::TooManyVisits) => diags.fail(diags::too_many_visits(place)),
            Err(Unresolved::Outside) => {
                self.report_outside(include, &path, diags);
                None
            }
        }
    }

    fn report_outside(&self, include: &Include, path: &Path, diags: &mut Diagnostics) {
        let folder = self.confinement.map_or(Path::new(""), |confinement| confinement.folder);
        diags.push(diags::included_outside(include.place.clone(), path, folder));
    }

    /// Returns the chain of includes from a file to an include in a part, with the location of each include. Returns
    /// `None` if the file does not lead to the part.
    fn chain_from(
        &mut self,
        file: &Path,
        id: PartId,
        place: Place,
    ) -> Result<Option<Vec<(String, Place)>>, TooManyVisits> {
        let (mut chain, mut next) = (Vec::new(), Some((id, place)));
        while let Some((PartId(id), place)) = next.take() {
            self.visits.spend(1)?;
            let part = &self.parts[id];
            let name = part.path.as_ref().map(|path| path.display().to_string());
            chain.push((name.unwrap_or_default(), place));
            if part.canonical.as_deref() == Some(file) {
                chain.reverse();
                return Ok(Some(chain));
            }
            next.clone_from(&part.included_by);
        }
        Ok(None)
    }

    /// Gathers the content of parts, each followed by the files that it includes.
    fn gather(
        self,
        roots: &[PartId],
        bodies: &mut Vec<ReadBody>,
        paths: &mut Vec<PathBuf>,
        diags: &mut Diagnostics,
    ) {
        let mut parts = self.parts.into_iter().map(Some).collect_vec();
        let mut open = roots.iter().rev().copied().collect_vec();
        while let Some(PartId(id)) = open.pop() {
            let Some(part) = parts[id].take() else { continue };
            diags.append(part.found);
            let (layer, source) = (part.layer, part.source);
            let include = part.included_by.map(|(_, place)| place);
            bodies.extend(part.body.map(|body| ReadBody {
                layer,
                body,
                source,
                include,
                #[cfg(feature = "edit")]
                old_form: part.old_form,
            }));
            paths.extend(part.path);
            open.extend(part.included.into_iter().rev());
        }
    }
}

/// Parses sources on several threads, each with its own sink.
pub(super) fn parse_all<'a>(
    sources: impl Iterator<Item = &'a Source>,
    threads: NonZeroUsize,
    sink: &Diagnostics,
) -> Vec<(Body, Diagnostics)> {
    let sources = sources.collect_vec();
    let bytes = sources.iter().map(|it| it.text().len()).fold(0, usize::saturating_add);
    let worthwhile = 1 + bytes / BYTES_PER_THREAD;
    map(threads.get().min(worthwhile), &sources, |source| {
        let mut found = sink.another();
        (syntax::parse_body_by_name(source, &mut found), found)
    })
}

fn unread(path: &Path) -> Body {
    Body::unread(Source::without_text(path.display().to_string()))
}

/// Returns the name of an empty body: the directories and patterns among the inputs.
pub(super) fn names(inputs: &[(Layer, DecoderInput)]) -> String {
    let folders = inputs.iter().filter_map(|(_, input)| match input {
        DecoderInput::Folder(path) => Some(path.display().to_string()),
        DecoderInput::Pattern(pattern) => Some(pattern.clone()),
        DecoderInput::Body(_) | DecoderInput::Text(_) | DecoderInput::File(_) => None,
    });
    let names = folders.collect_vec();
    if names.is_empty() { "<nothing>".to_owned() } else { names.join(", ") }
}
