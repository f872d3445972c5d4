//! The sources of a server: open documents, and the files in the folders of the client.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcldyn_core::syntax::{Source, read_file_within};
use hcldyn_core::{Cancellation, Diagnostics};
use serde_json::Value;

use super::languages::Languages;
use super::variables::{self, is_of_values};
use super::walk::{MAX_FILE, configurations, configurations_in, is_configuration};
use crate::ide::{Language, Workspace};
use crate::proto::{self, Changes, Client, FolderSettings, SentTokens, View};

/// The sources, which only the thread of the loop changes.
pub(super) struct Documents {
    client: Arc<Client>,
    languages: Arc<Languages>,
    workspace: Workspace,
    /// The open documents by the names of their sources.
    open: HashMap<String, Document>,
    uris: Arc<HashMap<String, String>>,
    sent: SentTokens,
    settings: Arc<Vec<FolderSettings>>,
    /// The files with values for variables that the user chose.
    chosen: Vec<String>,
    /// The messages for the user.
    messages: Vec<String>,
    /// The number of checks of all documents.
    checks: u64,
    /// The names of files that were read while the folders of the client are; `None` after that.
    read: Option<HashSet<String>>,
}

struct Document {
    language: Arc<Language>,
    version: i32,
    /// The flag that ends the last check.
    check: Cancellation,
    /// The number of the last check.
    checked: u64,
}

/// The diagnostics of a document by one of its checks.
pub(super) struct Checked {
    name: String,
    check: u64,
    params: Value,
}

/// The files of folders, each with its language.
#[derive(Default)]
pub(super) struct Loaded(Vec<(Source, Arc<Language>)>);

impl Documents {
    pub(super) fn new(client: Client, languages: Languages) -> Self {
        let read = (!client.folders.is_empty()).then(HashSet::new);
        Self {
            client: client.into(),
            languages: languages.into(),
            workspace: Workspace::new(),
            open: HashMap::new(),
            uris: Arc::default(),
            sent: SentTokens::default(),
            settings: Arc::default(),
            chosen: Vec::new(),
            messages: Vec::new(),
            checks: 0,
            read,
        }
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the sources as they are now.
    pub(super) fn view(&self) -> View {
        let snapshot = self.workspace.snapshot();
        let (client, uris) = (self.client.clone(), self.uris.clone());
        let (sent, settings) = (self.sent.clone(), self.settings.clone());
        View { snapshot, client, uris, sent, settings }
    }

    /// Returns a task that parses a document.
    pub(super) fn parse_task(&self, name: &str) -> Option<impl FnOnce() + Send + use<>> {
        self.workspace.parse_task(name)
    }

    /// Returns the messages for the user since the last call.
    pub(super) fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    pub(super) fn open_names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.open.keys().cloned().collect();
        names.sort();
        names
    }

    pub(super) fn open(&mut self, uri: String, name: String, version: i32, text: String) {
        let language = self.language(&name, &text);
        let check = Cancellation::new();
        let document = Document { language: language.clone(), version, check, checked: 0 };
        self.open.insert(name.clone(), document);
        Arc::make_mut(&mut self.uris).insert(name.clone(), uri);
        if language.is_of_folders() {
            self.read_neighbors(&name);
        }
        let (is_of_values, folder) = (is_of_values(Path::new(&name)), folder_of(&name));
        let is_first = self.open.keys().filter(|it| folder_of(it) == folder).count() == 1;
        self.workspace.set(Source::new(name, text), language);
        if is_of_values || is_first {
            self.read_values();
        }
    }

    /// Reads the values for variables again.
    fn read_values(&mut self) {
        let folders = self.open.keys().map(|name| folder_of(name)).collect();
        let snapshot = self.workspace.snapshot();
        let open =
            |name: &str| snapshot.source(name).filter(|_| self.open.contains_key(name)).cloned();
        let mut messages = Vec::new();
        let given = variables::read(&folders, &self.settings, &self.chosen, open, &mut messages);
        drop(snapshot);
        self.workspace.set_given_values(given);
        self.messages.extend(messages);
    }

    /// Takes the values for variables from files; from those of the settings if there are none.
    pub(super) fn choose_values(&mut self, files: Vec<String>) {
        self.chosen = files;
        self.read_values();
    }

    /// Reads the other files in the folder of a document, unless it is in a folder of the client.
    fn read_neighbors(&mut self, name: &str) {
        let path = Path::new(name);
        let is_known = self.client.folders.iter().any(|folder| path.starts_with(folder));
        let Some(folder) = path.parent().filter(|_| !is_known) else { return };
        let snapshot = self.workspace.snapshot();
        for path in configurations_in(folder) {
            let name = path.display().to_string();
            if snapshot.source(&name).is_none() && !self.open.contains_key(&name) {
                self.read(&name);
            }
        }
    }

    /// Returns `true` if the diagnostics of a document depend on other files in the folders of the client.
    pub(super) fn need_folders(&self) -> bool {
        self.open.values().any(|document| document.language.is_of_folders())
    }

    /// Returns the open documents whose diagnostics may depend on a document, which is one of them.
    pub(super) fn dependents(&self, name: &str) -> Vec<String> {
        let language = self.open.get(name).map(|document| &document.language);
        let language = language.filter(|language| language.has_several_files());
        let depends =
            |other: &Document| language.is_some_and(|it| Arc::ptr_eq(it, &other.language));
        let others = self.open.iter().filter(|(other, it)| *other != name && depends(it));
        let mut names: Vec<_> = others.map(|(other, _)| other.clone()).collect();
        names.sort();
        names.insert(0, name.to_owned());
        names
    }

    pub(super) fn change(&mut self, name: &str, version: i32, changes: Changes) {
        // A snapshot that stays would make the change copy the list of files.
        let source = self.workspace.snapshot().source(name).cloned();
        let (Some(document), Some(source)) = (self.open.get_mut(name), source) else { return };
        document.version = version;
        let mut language = document.language.clone();
        let text = changes.apply(source.text(), &self.client);
        if text.lines().next() != source.text().lines().next() {
            language = self.language(name, &text);
            if let Some(document) = self.open.get_mut(name) {
                document.language = language.clone();
            }
        }
        self.workspace.set(Source::new(name, text), language);
        let is_given = |path: &String| path == name;
        let of_settings = self
            .settings
            .iter()
            .flat_map(|it| it.variables.iter().map(|path| Path::new(&it.folder).join(path)));
        let is_of_values = is_of_values(Path::new(name))
            || self.chosen.iter().any(is_given)
            || of_settings.into_iter().any(|path| path == Path::new(name));
        if is_of_values {
            self.read_values();
        }
    }

    /// Closes a document, which then has the text of its file. Returns the parameters that remove its diagnostics, if they
    /// are pushed.
    pub(super) fn close(&mut self, name: &str) -> Option<Value> {
        let document = self.open.remove(name)?;
        document.check.cancel();
        let params = (!self.client.pulls).then(|| proto::publish_none(&self.view(), name));
        Arc::make_mut(&mut self.uris).remove(name);
        self.sent.forget(name);
        self.read(name);
        params
    }

    /// Reads files that may have changed, and all specs.
    pub(super) fn reload(&mut self, names: &[String]) {
        self.languages.forget();
        self.read_values();
        for name in names {
            if !self.open.contains_key(name) {
                self.read(name);
            }
        }
        self.find_languages();
    }

    /// Takes the settings of the editor, or a message that they are invalid. Returns `true` if they are valid.
    pub(super) fn configure(&mut self, settings: Result<Vec<FolderSettings>, String>) -> bool {
        let settings = settings.and_then(|it| self.languages.configure(&it).map(|()| it));
        match settings {
            Ok(settings) => {
                self.settings = settings.into();
                self.read_values();
                self.find_languages();
                true
            }
            Err(message) => {
                self.messages.push(message);
                false
            }
        }
    }

    /// Gives all sources their languages again.
    fn find_languages(&mut self) {
        let snapshot = self.workspace.snapshot();
        for source in snapshot.sources() {
            let name = source.name();
            let language = self.language(name, source.text());
            if snapshot.language(name).is_some_and(|it| Arc::ptr_eq(it, &language)) {
                continue;
            }
            match self.open.get_mut(name) {
                Some(document) => {
                    document.language = language.clone();
                    self.workspace.set(source.clone(), language);
                }
                None => self.workspace.set_saved(source.clone(), language),
            }
        }
    }

    /// Returns a task that reads the files in the folders of the client.
    pub(super) fn load(&self) -> impl FnOnce() -> Loaded + Send + use<> {
        let (client, languages) = (self.client.clone(), self.languages.clone());
        move || {
            let files = configurations(&client.folders).into_iter().filter_map(|path| {
                let source = read_file_within(&path, MAX_FILE, &mut Diagnostics::new())?;
                let (language, _) = languages.of(source.name(), source.text());
                Some((source, language))
            });
            Loaded(files.collect())
        }
    }

    /// Adds files, except those that are open, or were read again in the meantime.
    pub(super) fn add(&mut self, Loaded(files): Loaded) {
        let read = self.read.take().unwrap_or_default();
        for (source, language) in files {
            if !self.open.contains_key(source.name()) && !read.contains(source.name()) {
                self.workspace.set_saved(source, language);
            }
        }
    }

    /// Returns a task that computes the diagnostics of a document; `None` if the client asks for them. It ends the previous
    /// check. The task returns nothing if a later one is known when it begins.
    pub(super) fn check(
        &mut self,
        name: &str,
    ) -> Option<impl FnOnce() -> Option<Checked> + Send + use<>> {
        let document = self.open.get_mut(name).filter(|_| !self.client.pulls)?;
        std::mem::take(&mut document.check).cancel();
        // A document that is opened again does not get the results of checks from before.
        self.checks += 1;
        document.checked = self.checks;
        let (version, check) = (document.version, self.checks);
        let cancellation = document.check.clone();
        let (view, name) = (self.view().cancelled_by(&cancellation), name.to_owned());
        Some(move || {
            if cancellation.is_cancelled() {
                return None;
            }
            let params = proto::publish(&view, &name, version);
            Some(Checked { name, check, params })
        })
    }

    /// Returns the parameters of diagnostics, unless there was a later check.
    pub(super) fn current(&self, checked: Checked) -> Option<Value> {
        let document = self.open.get(&checked.name)?;
        (document.checked == checked.check).then_some(checked.params)
    }

    /// Takes the text of a source from its file. Without one, the source is removed.
    fn read(&mut self, name: &str) {
        if let Some(read) = &mut self.read {
            read.insert(name.to_owned());
        }
        let path = Path::new(name);
        let source = if is_configuration(path) {
            read_file_within(path, MAX_FILE, &mut Diagnostics::new())
        } else {
            None
        };
        match source {
            Some(source) => {
                let language = self.language(name, source.text());
                self.workspace.set_saved(source, language);
            }
            None => self.workspace.remove(name),
        }
    }

    fn language(&mut self, name: &str, text: &str) -> Arc<Language> {
        let (language, message) = self.languages.of(name, text);
        self.messages.extend(message.filter(|it| !self.messages.contains(it)));
        language
    }
}

/// Returns the folder of a source.
fn folder_of(name: &str) -> PathBuf {
    Path::new(name).parent().map(Path::to_owned).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    /// The folder is read while one of its files changes, and another one is removed.
    #[test]
    fn a_file_that_was_read_again_stays() {
        let folder = tempfile::tempdir().unwrap();
        let name = |file: &str| folder.path().join(file).display().to_string();
        let write = |file: &str, text: &str| fs::write(name(file), text).unwrap();
        for file in ["changed.hcl", "kept.hcl", "removed.hcl"] {
            write(file, "a = 1\n");
        }
        let uri = format!("file://{}", folder.path().display());
        let params = json!({"capabilities": {}, "workspaceFolders": [{"uri": uri, "name": "w"}]});
        let languages = Languages::from(Language::without_spec());
        let mut documents = Documents::new(Client::of(params), languages);
        let loaded = documents.load()();
        write("changed.hcl", "b = 2\n");
        fs::remove_file(name("removed.hcl")).unwrap();
        documents.reload(&[name("changed.hcl"), name("removed.hcl")]);
        documents.add(loaded);
        let snapshot = documents.view().snapshot;
        let text = |file| snapshot.source(&name(file)).map(Source::text);
        assert_eq!(text("changed.hcl"), Some("b = 2\n"));
        assert_eq!(text("kept.hcl"), Some("a = 1\n"));
        assert_eq!(text("removed.hcl"), None);
    }
}
