"""A coding agent: edits a file, waits 100 ms, reads the errors, and edits again.

It does not ask for diagnostics: the server pushes them. `HCLDYN` is the program, and the working directory a copy of the
folder `project`. Prints the errors after each edit, which a slow machine has later; the last line on standard error
counts these.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

WAIT = 0.1
PATIENCE = 30

TEXT = Path("app.hcl").read_text()

# Each text of the file with its purpose.
EDITS = [
    ("a new service", TEXT + '\nservice "db" {\n  port = 5432\n}\n'),
    ("the port is a number", TEXT.replace('"eighty"', "80")),
    ("the size has its name", TEXT.replace('"eighty"', "80").replace("sise", "size")),
    ("a size that does not exist", TEXT.replace('"eighty"', "80").replace("sise", "size").replace("small", "tiny")),
    ("half of an edit", TEXT.replace('"eighty"', "upper(")),
    ("an undefined variable", 'name = "shop-${zone}"\n'),
    ("a valid file", 'name = "shop"\n'),
]


class Agent:
    def __init__(self, command):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.received = queue.Queue()
        self.late = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        """Passes the messages of the server on."""
        while line := self.server.stdout.readline():
            length = int(line.removeprefix(b"Content-Length: "))
            while self.server.stdout.readline() != b"\r\n":
                pass
            self.received.put(json.loads(self.server.stdout.read(length)))

    def send(self, method, params, **more):
        message = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(message) + message)
        self.server.stdin.flush()

    def request(self, id, method, params):
        self.send(method, params, id=id)
        return self.wait(lambda it: it.get("id") == id and "method" not in it, time.monotonic() + PATIENCE)

    def wait(self, is_wanted, deadline):
        """Returns the wanted message, or `None` after the deadline."""
        while (left := deadline - time.monotonic()) > 0:
            try:
                message = self.received.get(timeout=left)
            except queue.Empty:
                return None
            if is_wanted(message):
                return message
        return None

    def errors(self, version):
        """Returns the diagnostics of a version, which should have come after the wait."""
        start = time.monotonic()

        def is_wanted(message):
            is_pushed = message.get("method") == "textDocument/publishDiagnostics"
            return is_pushed and message["params"].get("version") == version

        found = self.wait(is_wanted, start + WAIT)
        if found is None:
            self.late += 1
            found = self.wait(is_wanted, start + PATIENCE)
        if found is None:
            sys.exit(f"no diagnostics of version {version}")
        return found["params"]["diagnostics"]


def main():
    agent = Agent([os.environ["HCLDYN"], "lsp"])
    root, uri = Path.cwd().as_uri(), Path("app.hcl").resolve().as_uri()
    agent.request(1, "initialize", {"processId": os.getpid(), "rootUri": root, "capabilities": {}})
    agent.send("initialized", {})
    document = {"uri": uri, "languageId": "hcl", "version": 0, "text": TEXT}
    agent.send("textDocument/didOpen", {"textDocument": document})
    show("the file as it is", agent.errors(0))
    for version, (purpose, text) in enumerate(EDITS, 1):
        changed = {"uri": uri, "version": version}
        agent.send("textDocument/didChange", {"textDocument": changed, "contentChanges": [{"text": text}]})
        show(purpose, agent.errors(version))
    agent.request(2, "shutdown", None)
    agent.send("exit", None)
    code = agent.server.wait(PATIENCE)
    print(f"{agent.late} of {len(EDITS) + 1} answers after more than {WAIT * 1000:.0f} ms", file=sys.stderr)
    sys.exit(code)


def show(purpose, diagnostics):
    print(f"== {purpose}")
    for it in diagnostics:
        start = it["range"]["start"]
        print(f"{start['line'] + 1}:{start['character'] + 1}: [{it['code']}] {it['message']}")


main()
