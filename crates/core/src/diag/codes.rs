//! The codes of all diagnostics of the library.
//!
//! `docs/diagnostics.md` has a section for each of them.

use super::Code;

macro_rules! codes {
    ($($name:ident = $code:literal, $summary:literal;)*) => {
        $(
            #[doc = concat!("`", $code, "`: ", $summary, ".")]
            pub const $name: Code = Code::new($code, $summary);
        )*

        /// All codes of the library, in the order of its stages.
        pub const ALL: &[Code] = &[$($name),*];
    };
}

codes! {
    // Reading files, and both syntaxes.
    DIRECTORY_NOT_FOUND = "directory-not-found", "Directory not found";
    DIRECTORY_NOT_READABLE = "directory-not-readable", "Directory not readable";
    DUPLICATE_ATTRIBUTE = "duplicate-attribute", "Duplicate attribute";
    FILE_NOT_FOUND = "file-not-found", "File not found";
    FILE_NOT_READABLE = "file-not-readable", "File not readable";
    FILE_OUTSIDE_DIRECTORY = "file-outside-directory", "File outside directory";
    INCLUDE_CYCLE = "include-cycle", "Include cycle";
    INVALID_CSV = "invalid-csv", "Invalid CSV";
    INVALID_ENCODING = "invalid-encoding", "Invalid encoding";
    INVALID_ENVIRONMENT_FILE = "invalid-environment-file", "Invalid environment file";
    INVALID_FILE_PATTERN = "invalid-file-pattern", "Invalid file pattern";
    INVALID_FLAG = "invalid-flag", "Invalid flag";
    INVALID_INCLUDE = "invalid-include", "Invalid include";
    INVALID_OVERRIDE = "invalid-override", "Invalid override";
    NOT_A_DIRECTORY = "not-a-directory", "Not a directory";
    NOT_A_FILE = "not-a-file", "Not a file";
    NUMBER_OUT_OF_RANGE = "number-out-of-range", "Number out of range";
    PERMISSION_DENIED = "permission-denied", "Permission denied";
    SETTING_NOT_ALLOWED = "setting-not-allowed", "Setting not allowed";
    SOURCE_TOO_LONG = "source-too-long", "Source too long";
    TOO_MANY_FILES = "too-many-files", "Too many files";
    UNKNOWN_SETTING = "unknown-setting", "Unknown setting";
    UNREADABLE_TEMPLATE = "unreadable-template", "Invalid template";
    UNWRITABLE_NAME = "unwritable-name", "Invalid name";

    // Native syntax.
    CHAINED_INDEX = "chained-index", "Invalid index";
    COLON_AFTER_NAME = "colon-after-name", "Colon after name";
    CURLY_QUOTES = "curly-quotes", "Curly quotes";
    DOT_IN_NAME = "dot-in-name", "Dot in name";
    EXTRA_CHARACTERS_AFTER_EXPRESSION = "extra-characters-after-expression", "Extra characters after expression";
    EXTRA_CHARACTERS_AFTER_VALUE = "extra-characters-after-value", "Extra characters after value";
    EXTRA_CHARACTERS_IN_DIRECTIVE = "extra-characters-in-directive", "Extra characters in directive";
    EXTRA_CHARACTERS_IN_INTERPOLATION = "extra-characters-in-interpolation", "Extra characters in interpolation";
    INCOMPLETE_ITEM = "incomplete-item", "Incomplete item";
    INCOMPLETE_TRAVERSAL = "incomplete-traversal", "Incomplete traversal";
    INVALID_EQUALS_SIGN = "invalid-equals-sign", "Invalid equals sign";
    INVALID_ESCAPE_SEQUENCE = "invalid-escape-sequence", "Invalid escape sequence";
    INVALID_EXPANSION = "invalid-expansion", "Invalid expansion";
    INVALID_FOR_EXPRESSION = "invalid-for-expression", "Invalid for expression";
    INVALID_HEREDOC = "invalid-heredoc", "Invalid heredoc";
    INVALID_ITEM = "invalid-item", "Invalid item";
    INVALID_LABEL_SYNTAX = "invalid-label-syntax", "Invalid label";
    INVALID_NAME = "invalid-name", "Invalid name";
    INVALID_NUMBER = "invalid-number", "Invalid number";
    INVALID_SPLAT = "invalid-splat", "Invalid splat";
    INVALID_TEMPLATE_DIRECTIVE = "invalid-template-directive", "Invalid template directive";
    MISPLACED_BRACE = "misplaced-brace", "Misplaced brace";
    MISSING_BRACE = "missing-brace", "Missing brace";
    MISSING_COLON = "missing-colon", "Missing colon";
    MISSING_EQUALS_SIGN = "missing-equals-sign", "Missing equals sign";
    MISSING_EXPRESSION = "missing-expression", "Missing expression";
    MISSING_NAME = "missing-name", "Missing name";
    MISSING_NEWLINE = "missing-newline", "Missing newline";
    MISSING_OBJECT_VALUE = "missing-object-value", "Missing object value";
    MISSING_PARENTHESIS = "missing-parenthesis", "Missing parenthesis";
    MISSING_QUOTES = "missing-quotes", "Missing quotes";
    MISSING_SEPARATOR = "missing-separator", "Missing separator";
    NESTED_SPLAT = "nested-splat", "Nested splat";
    NESTED_TOO_DEEPLY = "nested-too-deeply", "Nested too deeply";
    OVERWRITTEN_KEY = "overwritten-key", "Duplicate key";
    QUOTED_NAME = "quoted-name", "Quoted name";
    SINGLE_QUOTES = "single-quotes", "Single quotes";
    STRAY_CARRIAGE_RETURN = "stray-carriage-return", "Stray carriage return";
    TOO_MANY_ITEMS_ON_ONE_LINE = "too-many-items-on-one-line", "Too many items on one line";
    UNCLOSED_BRACE = "unclosed-brace", "Unclosed brace";
    UNCLOSED_BRACKET = "unclosed-bracket", "Unclosed bracket";
    UNCLOSED_COMMENT = "unclosed-comment", "Unclosed comment";
    UNCLOSED_HEREDOC = "unclosed-heredoc", "Unclosed heredoc";
    UNCLOSED_PARENTHESIS = "unclosed-parenthesis", "Unclosed parenthesis";
    UNCLOSED_STRING = "unclosed-string", "Unclosed string";
    UNCLOSED_TEMPLATE_DIRECTIVE = "unclosed-template-directive", "Unclosed template directive";
    UNCLOSED_TEMPLATE_SEQUENCE = "unclosed-template-sequence", "Unclosed template sequence";
    UNEXPECTED_BACKTICK = "unexpected-backtick", "Unexpected backtick";
    UNEXPECTED_CHARACTER = "unexpected-character", "Unexpected character";
    UNEXPECTED_COMMA = "unexpected-comma", "Unexpected comma";
    UNEXPECTED_EQUALS_SIGN = "unexpected-equals-sign", "Unexpected equals sign";
    UNEXPECTED_SEMICOLON = "unexpected-semicolon", "Unexpected semicolon";
    UNKNOWN_OPERATOR = "unknown-operator", "Unknown operator";
    UNMATCHED_BRACE = "unmatched-brace", "Unmatched brace";
    UNMATCHED_BRACKET = "unmatched-bracket", "Unmatched bracket";

    // JSON syntax.
    CONTROL_CHARACTER = "control-character", "Control character";
    DUPLICATE_KEY = "duplicate-key", "Duplicate key";
    INVALID_CONFIGURATION = "invalid-configuration", "Invalid configuration";
    INVALID_QUOTES = "invalid-quotes", "Invalid quotes";
    MISMATCHED_BRACKET = "mismatched-bracket", "Mismatched bracket";
    MISSING_COMMA = "missing-comma", "Missing comma";
    MISSING_LABEL = "missing-label", "Missing label";
    MISSING_VALUE = "missing-value", "Missing value";
    OBJECT_REQUIRED = "object-required", "Object required";
    TRAILING_COMMA = "trailing-comma", "Trailing comma";
    UNEXPECTED_COMMENT = "unexpected-comment", "Unexpected comment";
    UNEXPECTED_PROPERTY = "unexpected-property", "Unexpected property";
    UNKNOWN_WORD = "unknown-word", "Unknown word";

    // Editing.
    AMBIGUOUS_PATH = "ambiguous-path", "Ambiguous path";
    INVALID_PATH = "invalid-path", "Invalid path";
    INVALID_TARGET = "invalid-target", "Invalid target";
    ITEM_EXISTS = "item-exists", "Item exists";
    ITEM_NOT_FOUND = "item-not-found", "Item not found";
    JSON_NOT_EDITABLE = "json-not-editable", "JSON not editable";
    VALUE_WITHOUT_LITERAL = "value-without-literal", "Value without a literal";

    // Migrations.
    INVALID_MIGRATION = "invalid-migration", "Invalid migration";
    OLD_AND_NEW_FORM = "old-and-new-form", "Old and new form";
    OLD_FORM = "old-form", "Old form";
    UNMIGRATED_FORM = "unmigrated-form", "Old form not migrated";

    // The content of bodies.
    MISSING_ATTRIBUTE = "missing-attribute", "Missing attribute";
    TOO_MANY_LABELS = "too-many-labels", "Too many labels";
    UNEXPECTED_ATTRIBUTE = "unexpected-attribute", "Unexpected attribute";
    UNEXPECTED_BLOCK = "unexpected-block", "Unexpected block";

    // Expressions.
    AMBIGUOUS_KEY = "ambiguous-key", "Ambiguous key";
    ATTRIBUTE_OF_NULL = "attribute-of-null", "Attribute of null";
    EVALUATION_CANCELLED = "evaluation-cancelled", "Evaluation cancelled";
    EVALUATION_TOO_DEEP = "evaluation-too-deep", "Evaluation too deep";
    FUNCTION_CALL_FAILED = "function-call-failed", "Function call failed";
    FUNCTIONS_NOT_AVAILABLE = "functions-not-available", "Functions not available";
    IMPOSSIBLE_COMPARISON = "impossible-comparison", "Impossible comparison";
    INDEX_OF_A_SET = "index-of-a-set", "Index of a set";
    INDEX_OF_NULL = "index-of-null", "Index of null";
    INDEX_OUT_OF_RANGE = "index-out-of-range", "Index out of range";
    INVALID_ARGUMENT = "invalid-argument", "Invalid argument";
    INVALID_CONDITION = "invalid-condition", "Invalid condition";
    INVALID_DECODER = "invalid-decoder", "Invalid decoder";
    INVALID_DEFAULT = "invalid-default", "Invalid default";
    INVALID_INDEX = "invalid-index", "Invalid index";
    INVALID_KEY = "invalid-key", "Invalid key";
    INVALID_OPERAND = "invalid-operand", "Invalid operand";
    INVALID_OPERATION = "invalid-operation", "Invalid operation";
    INVALID_TYPE = "invalid-type", "Invalid type";
    INVALID_VALUE_IN_TEMPLATE = "invalid-value-in-template", "Invalid value in template";
    ITERATION_OVER_NULL = "iteration-over-null", "Iteration over null";
    MISMATCHED_CONDITIONAL_RESULTS = "mismatched-conditional-results", "Mismatched conditional results";
    MISSING_ARGUMENT = "missing-argument", "Missing argument";
    MIXED_ELEMENT_TYPES = "mixed-element-types", "Mixed element types";
    NULL_CONDITION = "null-condition", "Null condition";
    NULL_IN_TEMPLATE = "null-in-template", "Null in template";
    NULL_KEY = "null-key", "Null key";
    NULL_OPERAND = "null-operand", "Null operand";
    SPLAT_OF_NULL = "splat-of-null", "Splat of null";
    TIME_LIMIT_EXCEEDED = "time-limit-exceeded", "Time limit exceeded";
    TOO_MANY_ARGUMENTS = "too-many-arguments", "Too many arguments";
    TOO_MUCH_WORK = "too-much-work", "Too much work";
    UNDEFINED_VARIABLE = "undefined-variable", "Undefined variable";
    UNKNOWN_ATTRIBUTE = "unknown-attribute", "Unknown attribute";
    UNKNOWN_FUNCTION = "unknown-function", "Unknown function";
    UNKNOWN_KEY = "unknown-key", "Unknown key";
    VALUE_NOT_ITERABLE = "value-not-iterable", "Value not iterable";
    VALUE_TOO_LARGE = "value-too-large", "Value too large";
    VARIABLES_NOT_AVAILABLE = "variables-not-available", "Variables not available";

    // Functions of a configuration.
    DUPLICATE_FUNCTION = "duplicate-function", "Duplicate function";
    DUPLICATE_PARAMETER = "duplicate-parameter", "Duplicate parameter";
    INVALID_PARAMETER = "invalid-parameter", "Invalid parameter";
    INVALID_PARAMETERS = "invalid-parameters", "Invalid parameters";
    RECURSIVE_FUNCTION = "recursive-function", "Recursive function";

    // `dynamic` blocks.
    INVALID_ITERATOR = "invalid-iterator", "Invalid iterator";
    INVALID_LABEL = "invalid-label", "Invalid label";
    INVALID_LABELS = "invalid-labels", "Invalid labels";
    MISSING_CONTENT = "missing-content", "Missing content";
    NOT_A_COLLECTION = "not-a-collection", "Not a collection";
    NULL_COLLECTION = "null-collection", "Null collection";
    SECOND_CONTENT = "second-content", "Second content";
    TOO_MANY_GENERATED_BLOCKS = "too-many-generated-blocks", "Too many generated blocks";
    UNEXPECTED_DYNAMIC_BLOCK = "unexpected-dynamic-block", "Unexpected dynamic block";
    UNSUPPORTED_DYNAMIC_BLOCK = "unsupported-dynamic-block", "Unsupported dynamic block";

    // Repeated blocks.
    CONFLICTING_REPETITION = "conflicting-repetition", "Conflicting repetition";
    INVALID_COUNT = "invalid-count", "Invalid count";
    INVALID_FOR_EACH = "invalid-for-each", "Invalid for_each";
    INVALID_MATRIX = "invalid-matrix", "Invalid matrix";

    // Values that the program gives, and modules.
    INVALID_MODULE_SOURCE = "invalid-module-source", "Invalid module source";
    MODULE_CYCLE = "module-cycle", "Module cycle";
    MODULE_NOT_FOUND = "module-not-found", "Module not found";
    REFERENCE_REQUIRED = "reference-required", "Reference required";
    VALUE_NOT_FOUND = "value-not-found", "Value not found";

    // Blocks that inherit from others.
    INHERITANCE_CYCLE = "inheritance-cycle", "Inheritance cycle";
    INVALID_INHERITANCE = "invalid-inheritance", "Invalid inheritance";
    UNKNOWN_PARENT = "unknown-parent", "Unknown parent";

    // Decoding by a spec.
    ATTRIBUTE_AND_BLOCK = "attribute-and-block", "Attribute and block";
    ATTRIBUTE_SET_TWICE = "attribute-set-twice", "Attribute set twice";
    CONFLICTING_ITEMS = "conflicting-items", "Conflicting items";
    DEPRECATED_ATTRIBUTE = "deprecated-attribute", "Deprecated attribute";
    DEPRECATED_BLOCK = "deprecated-block", "Deprecated block";
    DEPRECATED_VALUE = "deprecated-value", "Deprecated value";
    DUPLICATE_BLOCK = "duplicate-block", "Duplicate block";
    DUPLICATE_SETTING = "duplicate-setting", "Duplicate setting";
    INVALID_SPEC = "invalid-spec", "Invalid spec";
    INVALID_VALUE = "invalid-value", "Invalid value";
    MISMATCHED_BLOCK_TYPES = "mismatched-block-types", "Mismatched block types";
    MISMATCHED_LABELS = "mismatched-labels", "Mismatched labels";
    MISSING_BLOCK = "missing-block", "Missing block";
    MISSING_ONE_OF = "missing-one-of", "Missing item";
    MISSING_REQUIRED_ITEM = "missing-required-item", "Missing item";
    SECOND_BLOCK = "second-block", "Second block";
    TOO_FEW_BLOCKS = "too-few-blocks", "Too few blocks";
    TOO_MANY_BLOCKS = "too-many-blocks", "Too many blocks";
    TRANSFORMATION_FAILED = "transformation-failed", "Transformation failed";
    UNEXPECTED_LABEL = "unexpected-label", "Unexpected label";
    UNEXPECTED_VALUE = "unexpected-value", "Unexpected value";
    WRONG_TYPE = "wrong-type", "Wrong type";

    // Decoding into structs.
    FAILED_EARLIER = "failed-earlier", "Value failed earlier";
    FAILED_VALIDATION = "failed-validation", "Invalid value";
    FILES_TOO_LARGE = "files-too-large", "Files too large";
    INVALID_LABEL_VALUE = "invalid-label-value", "Invalid label";
    INVALID_NAME_VALUE = "invalid-name-value", "Invalid name";
    INVALID_PROGRAM_TYPE = "invalid-program-type", "Invalid type";
    UNKNOWN_BLOCK = "unknown-block", "Unknown block";
    UNKNOWN_NUMBER_OF_BLOCKS = "unknown-number-of-blocks", "Unknown number of blocks";

    // Decoding with serde.
    MISSING_ITEM = "missing-item", "Missing item";
    UNEXPECTED_ITEM = "unexpected-item", "Unexpected item";

    // Writing structs.
    DOCUMENT_NOT_UPDATABLE = "document-not-updatable", "Document not updated";
    VALUE_NOT_ENCODABLE = "value-not-encodable", "Value not written";

    // Spec files.
    CONTRADICTORY_SPEC = "contradictory-spec", "Contradiction in spec";
    DUPLICATE_SPEC_NAME = "duplicate-spec-name", "Duplicate name";
    EMPTY_RULE = "empty-rule", "Empty rule";
    INVALID_PATTERN = "invalid-pattern", "Invalid pattern";
    MISSING_CHOICES = "missing-choices", "Missing choices";
    MISSING_SPEC = "missing-spec", "Missing spec";
    MISSING_SPEC_LABELS = "missing-spec-labels", "Missing labels";
    MISSING_SPEC_NAME = "missing-spec-name", "Missing name";
    NOT_A_SPEC_FILE = "not-a-spec-file", "Not a spec file";
    SECOND_SPEC = "second-spec", "Second spec";
    SPEC_IN_ITSELF = "spec-in-itself", "Spec in itself";
    SPEC_TOO_DEEP = "spec-too-deep", "Spec too deep";
    SPEC_TOO_LARGE = "spec-too-large", "Spec too large";
    TOO_MANY_SPECS = "too-many-specs", "Too many specs";
    UNKNOWN_ATTRIBUTE_IN_RULE = "unknown-attribute-in-rule", "Unknown attribute";
    UNKNOWN_SPEC = "unknown-spec", "Unknown spec";
    USELESS_DEFAULT = "useless-default", "Useless default";
    WRONG_TYPE_IN_SPEC = "wrong-type-in-spec", "Wrong type";

    // Graphs.
    DUPLICATE_DEFINITION = "duplicate-definition", "Duplicate definition";
    REFERENCE_CYCLE = "reference-cycle", "Reference cycle";
    UNDEFINED_NAME = "undefined-name", "Undefined name";

    // Variables and outputs.
    INVALID_VALIDATION_CONDITION = "invalid-validation-condition", "Invalid condition";
    INVALID_VALIDATION_MESSAGE = "invalid-validation-message", "Invalid error message";
    INVALID_VARIABLE_VALUE = "invalid-variable-value", "Invalid expression";
    MISSING_VARIABLE_VALUE = "missing-variable-value", "Missing value";
    NULL_VARIABLE_VALUE = "null-variable-value", "Null value";
    SENSITIVE_OUTPUT = "sensitive-output", "Sensitive output";
    UNDECLARED_VARIABLE = "undeclared-variable", "Undeclared variable";
    UNSATISFIABLE_CONDITION = "unsatisfiable-condition", "Unsatisfiable condition";

    // Artifacts.
    CHANGED_VALUE = "changed-value", "Changed value";

    // Warnings of the linter.
    CONSTANT_FOR_EACH = "constant-for-each", "Constant collection";
    EMPTY_FOR_EACH = "empty-for-each", "Empty collection";
    INTERPOLATION_ONLY = "interpolation-only", "Interpolation only";
    INVALID_LEVEL_COMMENT = "invalid-level-comment", "Invalid comment";
    LEGACY_INDEX = "legacy-index", "Old form of an index";
    LEGACY_LOOKUP = "legacy-lookup", "Old form of a lookup";
    LEGACY_SPLAT = "legacy-splat", "Old form of a splat";
    MISMATCHED_COMPARISON = "mismatched-comparison", "Comparison of different types";
    NULL_ATTRIBUTE = "null-attribute", "Null attribute";
    SHADOWED_ITERATOR = "shadowed-iterator", "Hidden iterator";
    UNUSED_LOCAL = "unused-local", "Unused local value";
    UNUSED_VARIABLE = "unused-variable", "Unused variable";

    // Warnings about Terraform modules.
    MISSING_PROVIDER_VERSION = "missing-provider-version", "Missing provider version";
    MISSING_REQUIRED_VERSION = "missing-required-version", "Missing required version";
    QUOTED_REFERENCE = "quoted-reference", "Quoted reference";
    UNUSED_DATA = "unused-data", "Unused data source";

    // Files of commands.
    FILE_NOT_CHANGED = "file-not-changed", "File not changed";
    INPUT_NOT_READABLE = "input-not-readable", "Input not readable";
    NOTHING_TO_CHECK = "nothing-to-check", "Nothing to check";
    NOTHING_TO_FORMAT = "nothing-to-format", "Nothing to format";
    NOTHING_TO_READ = "nothing-to-read", "Nothing to read";
    OUTPUT_NOT_WRITABLE = "output-not-writable", "Output not writable";

    // Dynamic blocks that are written out.
    INVALID_BLOCK_TYPE = "invalid-block-type", "Invalid block type";
    TOO_MUCH_GENERATED_OUTPUT = "too-much-generated-output", "Too much generated output";
    VALUE_NOT_WRITABLE = "value-not-writable", "Value not writable";
}

/// The codes of the warnings that [`Levels`](super::Levels) leave out by default.
pub const OFF_BY_DEFAULT: &[Code] = &[
    INTERPOLATION_ONLY,
    LEGACY_INDEX,
    LEGACY_LOOKUP,
    LEGACY_SPLAT,
    MISSING_REQUIRED_VERSION,
    NULL_ATTRIBUTE,
    UNUSED_LOCAL,
    UNUSED_VARIABLE,
];
