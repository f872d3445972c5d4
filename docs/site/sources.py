#!/usr/bin/env python3
"""A preprocessor of mdBook that fills the pages of the site.

`{{#from PATH}}` in a page becomes a document of the repository: a Markdown file, or the documentation of a Rust module with
the files that it includes. Links between documents become links between pages, links to items of Rust lead to docs.rs, and
all others to the repository. A link to a missing file or item is an error. `{{#playground}}` becomes the playground, if it
is built.
"""

import json
import re
import struct
import sys
from pathlib import Path
from posixpath import dirname, normpath, relpath

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = "https://github.com/hcldyn/hcldyn"
API = "https://docs.rs/hcldyn/latest/hcldyn/"
FROM = re.compile(r"\{\{#from (\S+)\}\}")

# The crates whose items `hcldyn` re-exports, as modules of it.
MODULES = {
    "hcldyn_core": "",
    "hcldyn_clap": "cli",
    "hcldyn_cty": "cty",
    "hcldyn_docs": "docs",
    "hcldyn_functions": "functions",
    "hcldyn_syntax": "syntax",
}

# The documents whose links are those of rustdoc, and the page of `hcldyn` that they are on.
RUSTDOC = {
    "crates/clap/src/intro.md": "cli",
    "crates/core/src/spec/language/language.md": "spec::language",
    "crates/docs/src/intro.md": "docs",
    "crates/functions/src/docs/intro.md": "functions",
    "crates/functions/src/docs/library.md": "functions",
    "hcldyn-derive/decode.md": "",
    "hcldyn-derive/encode.md": "",
    "hcldyn-derive/value.md": "",
}

# Pages of rustdoc that are pages of the site.
PAGES = {
    "derive.HclDecode": "hcldyn-derive/decode.md",
    "derive.HclEncode": "hcldyn-derive/encode.md",
    "derive.HclValue": "hcldyn-derive/value.md",
    "spec::language": "crates/core/src/spec/language/language.md",
    "functions": "crates/functions/src/docs/intro.md",
    "cli": "crates/clap/src/intro.md",
    "docs": "crates/docs/src/intro.md",
    "tutorial": "hcldyn/src/tutorial/mod.rs",
}


class Items:
    """The public items, from the recorded API."""

    def __init__(self):
        self.kinds = {}
        for crate, module in MODULES.items():
            name = crate.replace("_", "-")
            for line in (ROOT / f"docs/api/{name}.txt").read_text().splitlines():
                found = re.match(r"(?:#\[\w+\] )?pub (?:const |unsafe )*(struct|enum|trait|fn|mod|type|const|macro|use) (\w+(?:::\w+|<[^(]*?>)*)", line)
                if found and found[2].startswith(crate):
                    path = re.sub(r"<.*?>(?=::|$)", "", found[2])
                    parts = [module, *path.split("::")[1:]]
                    self.kinds["::".join(part for part in parts if part)] = found[1]

    def kind(self, path):
        """Returns the kind of an item. Items are also found where they are re-exported, by the end of their path."""
        parts = path.split("::")
        for count in [len(parts), 2, 1]:
            end = "::".join(parts[-count:])
            kinds = {kind for known, kind in self.kinds.items() if known == end or known.endswith("::" + end)}
            kinds.discard("use")
            if path in self.kinds and self.kinds[path] != "use":
                return self.kinds[path]
            if len(kinds) == 1 and len(end.split("::")) == count:
                return kinds.pop()
        return None

    def named(self, path):
        """Returns the path of an item that a module may have imported from a module around it."""
        *modules, name = path.split("::")
        for count in range(len(modules), -1, -1):
            for skipped in range(count, len(modules) + 1):
                candidate = "::".join([*modules[:count], *modules[skipped:], name])
                if self.kinds.get(candidate, "use") != "use":
                    return candidate
        return path

    def url(self, path):
        """Returns the address of the page of an item."""
        *modules, last = path.split("::")
        kind = self.kind(path)
        if kind is None:
            return None
        if kind == "mod":
            return API + "/".join([*modules, last, "index.html"])
        if kind == "fn" and modules and modules[-1][0].isupper():
            *modules, owner = modules
            owner_kind = self.kind("::".join([*modules, owner]))
            member = "tymethod" if owner_kind == "trait" else "method"
            return API + "/".join([*modules, f"{owner_kind}.{owner}.html#{member}.{last}"])
        return API + "/".join([*modules, f"{kind}.{last}.html"])


class Site:
    """The pages by the documents on them."""

    def __init__(self, chapters):
        self.items = Items()
        self.pages = {}
        for chapter in chapters:
            for source in FROM.findall(chapter["content"]):
                self.pages[source] = chapter["path"]

    def fill(self, chapter):
        """Returns the content of a page."""
        title = "" if chapter["content"].startswith("# ") else f"# {chapter['name']}\n\n"

        def document(found):
            source = found[1]
            text = (ROOT / source).read_text()
            if source.endswith(".rs"):
                text = of_module(source, text)
            is_rustdoc = source.endswith(".rs") or source in RUSTDOC
            text = self.linked(text, Place(source, chapter["path"], is_rustdoc))
            if is_rustdoc:
                return with_lower_headings(text)
            return re.sub(r"\A# .*\n+", "", text)

        text = FROM.sub(document, chapter["content"])
        return title + text.replace("{{#playground}}", playground())

    def linked(self, text, place):
        """Rewrites the links of a document, except in its code."""
        definitions = dict(re.findall(r"^\[([^\]]+)\]: (\S+)$", text, re.MULTILINE))
        text = re.sub(r"^\[[^\]]+\]: \S+\n", "", text, flags=re.MULTILINE)
        lines, prose, is_code = [], [], False
        for line in [*text.split("\n"), ""]:
            is_fence = line.startswith("```")
            if line == "" or is_fence or is_code:
                lines.extend(self.paragraph("\n".join(prose), place, definitions).split("\n") if prose else [])
                prose = []
                if is_fence:
                    is_code = not is_code
                    line = "```" + language(line[3:]) if is_code else line
                lines.append(line)
            else:
                prose.append(line)
        return "\n".join(lines[:-1])

    def paragraph(self, text, place, definitions):
        """Rewrites the links in a paragraph. Text in backticks has no links, but may be the label of one."""
        text = re.sub(r"(?<=\])\[([^\]`]+)\]", lambda it: f"({definitions[it[1]]})" if it[1] in definitions else it[0], text)
        label = r"(?:[^\[\]`]|`[^`]*`)*"
        parts = re.split(rf"(!?\[{label}\]\([^()\s]*(?:\(\))?\)|\[`[^`\]]+`\](?![\(\[:])|`[^`]*`)", text)
        for index in range(1, len(parts), 2):
            part = parts[index]
            if found := re.fullmatch(r"(!?)\[(.*)\]\((.*)\)", part, re.DOTALL):
                picture, label, target = found.groups()
                parts[index] = (
                    self.picture(label, target, place) if picture else f"[{label}]({self.target(target, place)})"
                )
            elif place.is_rustdoc and (found := re.fullmatch(r"\[`([^`]+)`\]", part)):
                parts[index] = f"[`{found[1]}`]({self.target(found[1].removesuffix('()'), place)})"
        return "".join(parts)

    def target(self, target, place):
        """Returns the target of a link as one from a page."""
        for kind in ["blob", "tree", "raw"]:
            for branch in ["HEAD", "main"]:
                start = f"{REPOSITORY}/{kind}/{branch}/"
                if target.startswith(start):
                    return self.file(target.removeprefix(start), place)
        if target.startswith(API):
            return self.rustdoc(target.removeprefix(API), place) or target
        if re.match(r"[a-z]+:[^:]|#", target):
            return target
        if place.is_rustdoc:
            return self.item(target, place)
        return self.file(normpath(f"{dirname(place.source)}/{target}").removeprefix("/"), place)

    def item(self, target, place):
        """Returns the address of a page of rustdoc, or of an item by its path in Rust."""
        if ".html" in target:
            base = within(place, "").replace("::", "/")
            return self.rustdoc(normpath(f"{base}/{target}").removeprefix("/"), place) or fail(place, target)
        name = target.split("@")[-1]
        if name == "super" or name.startswith(("super::", "_")):
            name = ("tutorial::" + name.removeprefix("super").removeprefix("::")).removesuffix("::")
        is_path = name.startswith(("crate::", "tutorial"))
        path = name.removeprefix("crate::") if is_path else self.items.named(within(place, name))
        if target.startswith("derive@"):
            path = "derive." + path
        if page := self.page(path, place):
            return page
        return self.items.url(path) or fail(place, target)

    def rustdoc(self, path, place):
        """Returns the address of a page of rustdoc, which may be a page of the site."""
        file, _, anchor = path.partition("#")
        name = file.removesuffix("index.html").removesuffix(".html").strip("/").replace("/", "::")
        page = self.page(name, place)
        return page + (f"#{anchor}" if anchor else "") if page else API + path

    def page(self, name, place):
        source = PAGES.get(name)
        if name.startswith("tutorial::_"):
            source = f"hcldyn/src/{name.replace('::', '/')}.rs"
        return relpath(self.pages[source], dirname(place.page) or ".") if source in self.pages else None

    def file(self, target, place):
        """Returns the address of a file of the repository, which may be on a page."""
        path, _, anchor = target.partition("#")
        anchor = f"#{anchor}" if anchor else ""
        if path in self.pages:
            return relpath(self.pages[path], dirname(place.page) or ".") + anchor
        if not (ROOT / path).exists():
            fail(place, target)
        return f"{REPOSITORY}/blob/HEAD/{path}{anchor}"

    def picture(self, label, target, place):
        """Returns a picture with its size, so that the page does not move when it arrives."""
        path = target.removeprefix(f"{REPOSITORY}/raw/HEAD/")
        path = path if path != target else normpath(f"{dirname(place.source)}/{target}")
        width, height = size(ROOT / path)
        address = relpath(f"images/{Path(path).name}", dirname(place.page) or ".")
        return f'<img src="{address}" alt="{label}" width="{width}" height="{height}">'


class Place:
    """A document on a page."""

    def __init__(self, source, page, is_rustdoc):
        self.source, self.page, self.is_rustdoc = source, page, is_rustdoc


def within(place, name):
    """Returns the path in `hcldyn` of a name in a document."""
    module = RUSTDOC.get(place.source, place.source.removeprefix("hcldyn/src/").split("/mod.rs")[0].removesuffix(".rs"))
    return f"{module.replace('/', '::')}::{name}" if module else name


def fail(place, target):
    sys.exit(f"{place.source}: nothing is found for the link {target}")


def language(info):
    """Returns the language of a code block. rustdoc reads code without one as Rust. A script of the site highlights HCL."""
    word = re.split(r"[ ,]", info.strip())[0]
    if word == "elisp":
        return "plaintext"
    if word == "hcl":
        return "plaintext,hcl"
    return "rust" if word in ["", "no_run", "ignore", "should_panic"] else word


def with_lower_headings(text):
    """Puts headings one level lower: the title of the page is the highest."""
    lines, is_code = [], False
    for line in text.split("\n"):
        is_code ^= line.startswith("```")
        lines.append("#" + line if re.match(r"#+ ", line) and not is_code else line)
    return "\n".join(lines)


def of_module(source, text):
    """Returns the documentation of a Rust module, with all features on."""
    lines = []
    for line in text.split("\n"):
        if line.startswith("//!"):
            lines.append(line[3:].removeprefix(" "))
        elif found := re.fullmatch(r'#!\[doc = include_str!\("(.*)"\)\]', line):
            lines.append((ROOT / dirname(source) / found[1]).read_text().rstrip("\n"))
        elif found := re.fullmatch(r'#!\[cfg_attr\((.*), doc = "(.*)"\)\]', line):
            if not found[1].startswith("not("):
                lines.append(found[2])
    # The summary of a page repeats its title.
    return re.sub(r"\APage \d+: .*\n+", "", "\n".join(lines))


def size(path):
    """Returns the width and the height of a picture."""
    if path.suffix == ".png":
        return struct.unpack(">II", path.read_bytes()[16:24])
    found = re.search(r'<svg[^>]* width="([\d.]+)(?:px)?" height="([\d.]+)', path.read_text())
    return tuple(round(float(it)) for it in found.groups())


def playground():
    if not (ROOT / "playground/dist/index.html").exists():
        return (
            "The playground shows the values, the documents and the diagnostics of a configuration while you write it or its "
            "spec. It is a page without a server: everything is evaluated in your browser.\n\n"
            "This copy of the site was built without it. `playground/build` in a checkout writes it into "
            f"[`playground/dist`]({REPOSITORY}/blob/HEAD/playground)."
        )
    return (
        "The values, the documents and the diagnostics of a configuration, while you write it or its spec. Everything is "
        "evaluated in your browser: [open the playground on a page of its own](playground/index.html).\n\n"
        '<iframe src="playground/index.html" title="The playground" loading="lazy"></iframe>'
    )


def chapters(items):
    for item in items:
        if chapter := isinstance(item, dict) and item.get("Chapter"):
            yield chapter
            yield from chapters(chapter["sub_items"])


def main():
    if sys.argv[1:2] == ["supports"]:
        sys.exit(0)
    _, book = json.load(sys.stdin)
    pages = list(chapters(book["items"] if "items" in book else book["sections"]))
    site = Site(pages)
    for page in pages:
        page["content"] = site.fill(page)
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
