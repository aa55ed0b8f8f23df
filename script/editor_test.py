#!/usr/bin/env python3
"""Opens the configurations in what VS Code and most other editors ask about YAML, the program yaml-language-server, and
sees that it takes the schema that their first lines name: script/editor_test.py

It may complain of no file of configs/ but the bad ones, must refuse a misspelt key at its place, explain a key, and
offer keys and kinds. Status: 0 good; 1 it does not; 77 there is no such program (npm install -g yaml-language-server).
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIGS = ROOT / "configs"


class LanguageServer:
    """The program, spoken to as an editor does: JSON with a header of its length."""

    def __init__(self):
        self.process = subprocess.Popen(["yaml-language-server", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.number = 0
        self.ask("initialize", processId=os.getpid(), rootUri=ROOT.as_uri(),
                 capabilities={"textDocument": {"publishDiagnostics": {}, "hover": {}, "completion": {}}})
        self.tell("initialized")

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def receive(self):
        """The next message that is no question to the editor; to those it has no answer."""
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length == 0:
                raise SystemExit("yaml-language-server has ended")
            message = json.loads(self.process.stdout.read(length))
            if "method" not in message or "id" not in message:
                return message
            self.send(id=message["id"], result=[None for _ in (message.get("params") or {}).get("items", [])] or None)

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while (message := self.receive()).get("id") != self.number:
            pass
        return message["result"]

    def open(self, file, text):
        """What it complains of in a text that stands at the place of this file: [(line, column, message)]."""
        self.tell("textDocument/didOpen", textDocument={"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": text})
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == file.as_uri():
                return [(one["range"]["start"]["line"] + 1, one["range"]["start"]["character"] + 1, one["message"])
                        for one in message["params"]["diagnostics"]]

    def at(self, method, file, line, column):
        return self.ask("textDocument/" + method, textDocument={"uri": file.as_uri()}, position={"line": line - 1, "character": column - 1})

    def offers(self, file, text):
        """The words that it offers at the end of the text."""
        self.open(file, text)
        lines = text.split("\n")
        return {item["label"] for item in self.at("completion", file, len(lines), len(lines[-1]) + 1)["items"]}


def main():
    if shutil.which("yaml-language-server") is None:
        return subprocess.call([ROOT / "script/needs", "yaml-language-server"])
    server, failures = LanguageServer(), []

    def expect(good, what):
        if not good:
            failures.append(what)
            print("FAILED:", what)

    files = [file for file in sorted(CONFIGS.rglob("*.yaml")) if file.parent.name not in ("bad", "energy")]
    for file in files:
        complaints = server.open(file, file.read_text())
        expect(not complaints, f"{file}: {complaints}")

    quickstart = CONFIGS / "quickstart.yaml"
    text = quickstart.read_text()
    first_line = text.split("\n")[0]
    key = "virtual_channels"
    line, column = next((n, row.index(key) + 1) for n, row in enumerate(text.split("\n"), 1) if key in row)
    complaints = server.open(CONFIGS / "misspelt.yaml", text.replace(key, "virtual_chanels"))
    expect([(at[0], at[1]) for at in complaints] == [(line, column)], f"a misspelt key: {complaints}")
    hint = json.dumps(server.at("hover", quickstart, line, column))
    expect("per physical channel" in hint, f"what {key} is: {hint}")
    keys = server.offers(CONFIGS / "keys.yaml", f"{first_line}\nrouter:\n  kind: duato\n  ")
    expect({key, "input_depth", "crossbar"} <= keys, f"keys of a router: {keys}")
    kinds = server.offers(CONFIGS / "kinds.yaml", f"{first_line}\ntopology:\n  kind: ")
    expect({"torus", "mesh", "fat_tree", "custom"} <= kinds, f"kinds of topologies: {kinds}")
    server.process.kill()
    if not failures:
        print(f"the editor takes all {len(files)} configurations, refuses a misspelt key, explains and offers keys")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
