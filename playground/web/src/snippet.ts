// Snippets: from the notation of the language server protocol to that of CodeMirror.

/** Returns a snippet in which `${1:name}` and `$0` are places to fill in, and a backslash makes a character literal. */
export function template(snippet: string): string {
  return snippet.replace(/\\(.)|\$(\d+)|\$\{(\d+)(?::([^}]*))?\}|[{}]/gs, (whole, literal, plain, number, name) => {
    if (literal !== undefined) return literal === "{" || literal === "}" ? `\\${literal}` : literal;
    if (plain !== undefined) return `\${${plain}}`;
    if (number !== undefined) return `\${${number}:${name ?? ""}}`;
    return `\\${whole}`;
  });
}
