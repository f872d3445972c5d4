//! The update of a decoder's sources by a struct.

use super::Decoder;
use super::layers::Layer;
use super::stages::ReadInputs;
use crate::body::Body;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::edit::Document;
use crate::encode::{HclEncode, Updater};
use crate::source::Source;
use crate::spec::Encoder;
use crate::syntax::is_json_name;

impl Decoder {
    /// Changes the sources and files of this decoder so that they decode to a struct, and returns those that change. The
    /// name of a file's source is its path; nothing is written.
    ///
    /// Each item changes where it is written, also in an included file or a drop-in, as by
    /// [`HclEncode::update`]. New items without neighbours come into the first source or file. Blocks that the decoder
    /// reads itself, such as those of variables and functions, stay as they are.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode, HclEncode};
    ///
    /// #[derive(HclDecode, HclEncode)]
    /// struct Config {
    ///     region: String,
    ///     #[hcl(block)]
    ///     server: Vec<Server>,
    /// }
    ///
    /// #[derive(HclDecode, HclEncode)]
    /// struct Server {
    ///     #[hcl(label)]
    ///     name: String,
    ///     port: u16,
    ///     tags: Vec<String>,
    /// }
    ///
    /// let main = "function \"zone\" {\n  params = [name]\n  result = \"${name}-1\"\n}\n\nregion = zone(\"eu\")\n";
    /// let servers = "server \"a\" {\n  port = 80 # HTTP\n  tags = [\n    \"x\", # first\n    \"y\",\n  ]\n}\n";
    /// let decoder = Decoder::new()
    ///     .functions("function")
    ///     .text("main.hcl", main)
    ///     .text("servers.hcl", servers);
    /// let mut config = decoder.decode::<Config>()?.value;
    /// config.server[0].port = 8080;
    /// config.server[0].tags[1] = "z".to_owned();
    ///
    /// let changed = decoder.update(&config)?;
    /// assert_eq!(changed.len(), 1);
    /// assert_eq!(changed[0].name(), "servers.hcl");
    /// assert_eq!(changed[0].text(), servers.replace("80", "8080").replace("\"y\"", "\"z\""));
    /// // For files: std::fs::write(changed[0].name(), changed[0].text())
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// All inputs are read and decoded before the changes, and decoded again after them.
    ///
    /// # Errors
    ///
    /// Fails if the inputs do not decode, and like [`HclEncode::update`]: also if an item that differs is in JSON syntax, or
    /// is set by a layer that has no file, such as the environment, and for blocks that several layers define together.
    pub fn update<T: HclEncode>(&self, value: &T) -> Result<Vec<Source>, Diagnostics> {
        Encoder::new().update_inputs(value, self)
    }
}

impl Encoder {
    /// Changes the sources and files of a decoder so that they decode to a struct, like [`Decoder::update`]. Of the options,
    /// only [`reveal_sensitive`](Self::reveal_sensitive) has an effect.
    ///
    /// # Errors
    ///
    /// Fails like [`Decoder::update`], except that changed sensitive values are written if the encoder
    /// [reveals](Self::reveal_sensitive) them.
    ///
    /// ```
    /// use hcldyn::spec::Encoder;
    /// use hcldyn::{Decoder, HclDecode, HclEncode};
    ///
    /// #[derive(HclDecode, HclEncode)]
    /// struct Login {
    ///     #[hcl(sensitive)]
    ///     token: String,
    /// }
    ///
    /// let decoder = Decoder::new().text("login.hcl", "token = \"a\" # rotated weekly\n");
    /// let changed = Encoder::new().reveal_sensitive().update_inputs(&Login { token: "b".to_owned() }, &decoder)?;
    /// assert_eq!(changed[0].text(), "token = \"b\" # rotated weekly\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn update_inputs<T: HclEncode>(
        self,
        value: &T,
        decoder: &Decoder,
    ) -> Result<Vec<Source>, Diagnostics> {
        let read = decoder.read_inputs();
        let written = written_inputs(&read);
        let (indexes, documents): (Vec<_>, Vec<_>) = written.into_iter().unzip();
        let is_file = |index: &usize| read.layer(*index) == Layer::Files;
        let main = indexes.iter().position(is_file).unwrap_or_default();
        let name = documents.get(main).map_or("<nothing>", |it| it.source().name());
        let mut updater = Updater {
            encoder: self,
            name,
            main,
            decode: |documents: &[Document]| {
                let mut read = read.clone();
                for (index, document) in indexes.iter().zip(documents) {
                    read.bodies[*index].body = decoder.without_includes(document.body());
                }
                let loaded = decoder.decode_inputs::<T>(read)?;
                Ok((loaded.value, loaded.context))
            },
        };
        let updated = updater.update(value, &documents)?;
        let pairs = updated.iter().map(Document::source).zip(&documents);
        let changed = pairs.filter(|(source, old)| source.text() != old.source().text());
        Ok(changed.map(|(source, _)| source.clone()).collect_vec())
    }
}

/// Returns the inputs that can be changed, each with its index: files and sources in native syntax.
fn written_inputs(read: &ReadInputs) -> Vec<(usize, Document)> {
    let document = |(index, body): (usize, &Body)| {
        if !matches!(read.layer(index), Layer::Files | Layer::DropIns) {
            return None;
        }
        let sources = body.sources();
        let [source] = &sources[..] else { return None };
        let migrated = read.bodies[index].old_form.as_ref().map(|old_form| &old_form.migrated);
        let document = Document::parse(migrated.unwrap_or(source))
            .ok()
            .filter(|_| !is_json_name(source.name()))?;
        Some((index, document))
    };
    read.bodies().enumerate().filter_map(document).collect_vec()
}
