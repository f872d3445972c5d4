// Validates configurations with ajv and the language service of Visual Studio Code. Reads the lines of `schema-pairs`, and
// prints for each configuration an array: the numbers of errors that each validator finds. The first line has their names.

const readline = require("node:readline");
const Ajv7 = require("ajv").default;
const Ajv2020 = require("ajv/dist/2020").default;
const { ErrorCode, getLanguageService, TextDocument } = require("vscode-json-languageservice");

const OPTIONS = { strict: false, allErrors: false, logger: false, validateFormats: false };
const NAMES = ["ajv 2020-12", "ajv draft-07", "vscode 2020-12", "vscode draft-07"];

// A consumer that knows draft-07 only does not know the URI of another draft.
const withoutDraft = ({ $schema, ...schema }) => schema;

async function main() {
  console.log(JSON.stringify(NAMES));
  const services = [getLanguageService({}), getLanguageService({})];
  // An instance compiles the schema of its draft once.
  const ajv = [new Ajv2020(OPTIONS), new Ajv7(OPTIONS)];
  let compiled;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { schema, instance } = JSON.parse(line);
    if (schema !== undefined) {
      const schemas = [schema, { ...withoutDraft(schema), $schema: "http://json-schema.org/draft-07/schema#" }];
      services.forEach((service, index) => {
        const uri = "file:///schema.json";
        service.configure({ schemas: [{ uri, fileMatch: ["case.json"], schema: schemas[index] }] });
      });
      compiled = [schema, withoutDraft(schema)].map((each, index) => ajv[index].compile(each));
      continue;
    }
    const counts = compiled.map((validate) => (validate(instance) ? 0 : validate.errors.length));
    const document = TextDocument.create("file:///case.json", "json", 1, JSON.stringify(instance));
    for (const service of services) {
      const parsed = service.parseJSONDocument(document);
      const found = await service.doValidation(document, parsed);
      // A deprecated item is a warning, as in hcldyn.
      counts.push(found.filter((it) => it.code !== ErrorCode.Deprecated).length);
    }
    console.log(JSON.stringify(counts));
  }
}

main();
