#!/usr/bin/env python3
"""Measures how long `fex lsp` takes to answer, asked over pipes as an editor asks it.

Usage: results/editor/measure.py [--checkouts FOLDER] [--places N] [--only NAME] [--no-peer]

The texts are all of specs/, the largest models of Alloy's jar, a made-up specification of about 2,000 lines that this
script writes and, with --checkouts (laid out as for results/wild/compare.py), the largest model of each of the five
repositories that have the largest ones, of which nothing is kept; these are opened, and asked about at three places.

A question is asked at N places (20) that are names, or N times if it is about the whole text: once when the text is
known ("known"), and once right behind an edit of one letter ("typed"), where the time includes that the text is
understood anew. "open" is the time from opening a text in a fresh server until it has said what is wrong, and "edit"
that from a typed letter, with no question in between. Writes answers.csv and peer.csv beside this script.

Environment: FEX is the binary (target/release/fex if not set); FEX_CACHE says where jars are kept (~/.cache/fex), and
Maven brings Alloy's if it is not there yet.
"""

import argparse
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FEX = os.environ.get("FEX", str(ROOT / "target/release/fex"))
ALLOY = "org.alloytools:org.alloytools.alloy.dist:6.2.0"
OPENED = 5
AIMS = {"open": 100}
AIM = 50
# Which questions are about a place, and which about the whole text.
AT_PLACES = ["completion", "hover", "definition", "references", "documentHighlight", "rename"]
OF_TEXTS = ["semanticTokens/full", "documentSymbol", "foldingRange", "codeLens", "formatting"]
NAMES = {"class", "enum", "enumMember", "property", "function", "parameter", "variable", "macro"}


class Server:
    """A server, and what is said to it."""

    def __init__(self):
        self.process = subprocess.Popen([FEX, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0
        self.said = {}
        begun, _ = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.legend = begun["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
        self.say("initialized", {})

    def say(self, method, params, **more):
        """Says something; when it was said."""
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        now = time.perf_counter()
        self.process.stdin.write(message)
        self.process.stdin.flush()
        return now

    def hear(self, wanted):
        """The next message that is wanted, and when it was there."""
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            body = self.process.stdout.read(length)
            now = time.perf_counter()
            message = json.loads(body)
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                self.said[params["uri"], params.get("version")] = params["diagnostics"], now
            if wanted(message):
                return message, now

    def ask(self, method, params, since=None):
        """An answer, and the milliseconds until it was there since it was asked for, or since an earlier time."""
        self.asked += 1
        number = self.asked
        started = self.say(method, params, id=number)
        answer, ended = self.hear(lambda message: message.get("id") == number and "method" not in message)
        if "error" in answer and answer["error"]["code"] not in (-32803,):
            sys.exit(f"{method}: {answer['error']}")
        return answer.get("result"), 1000 * (ended - (since or started))

    def messages(self, uri, version):
        """What there is to say about a version of a text, and when it was said."""
        while (uri, version) not in self.said:
            self.hear(lambda message: message.get("method") == "textDocument/publishDiagnostics")
        return self.said.pop((uri, version))

    def end(self):
        self.ask("shutdown", None)
        self.say("exit", None)
        self.process.wait()


class Text:
    """An open text, with the edits that are made in it."""

    def __init__(self, server, path):
        self.server, self.uri, self.version = server, path.as_uri(), 1
        item = {"uri": self.uri, "languageId": "fex", "version": 1, "text": path.read_text()}
        started = server.say("textDocument/didOpen", {"textDocument": item})
        self.said, ended = server.messages(self.uri, 1)
        self.opened = 1000 * (ended - started)

    def names(self):
        """The places behind the first letter of each name, as the server colours them."""
        found, _ = self.server.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": self.uri}})
        line, column, places = 0, 0, []
        data = found["data"]
        for at in range(0, len(data), 5):
            down, right, _, kind, _ = data[at:at + 5]
            line, column = line + down, right + (0 if down else column)
            if self.server.legend[kind] in NAMES:
                places.append({"line": line, "character": column + 1})
        return places

    def edit(self, place, old, new):
        """Replaces some letters at a place; when that was said."""
        self.version += 1
        end = {**place, "character": place["character"] + len(old)}
        which = {"uri": self.uri, "version": self.version}
        change = {"range": {"start": place, "end": end}, "text": new}
        return self.server.say("textDocument/didChange", {"textDocument": which, "contentChanges": [change]})

    def settle(self):
        """Waits until nothing is left to be said of the last edit; when that was so."""
        _, ended = self.server.messages(self.uri, self.version)
        return ended

    def ask(self, question, place, since=None):
        params = {"textDocument": {"uri": self.uri}}
        if question in AT_PLACES:
            params["position"] = place
        more = {"references": {"context": {"includeDeclaration": True}}, "rename": {"newName": "anotherName"},
                "formatting": {"options": {"tabSize": 2, "insertSpaces": True}}}
        return self.server.ask(f"textDocument/{question}", {**params, **more.get(question, {})}, since)[1]


def measure(path, count, edited):
    """The times of all questions about one text, by question and state, and how much there is to say about it."""
    times = {("open", "fresh"): []}
    for _ in range(OPENED):
        server = Server()
        text = Text(server, path)
        times["open", "fresh"].append(text.opened)
        server.end()
    server = Server()
    text = Text(server, path)
    names = text.names()
    places = random.Random(22).choices(names or [{"line": 0, "character": 0}], k=count)
    for question in AT_PLACES + OF_TEXTS:
        times[question, "known"] = [text.ask(question, place) for place in places]
    if not edited:
        server.end()
        return times, len(text.said)
    for place in places:
        for old, new in (("", "x"), ("x", "")):
            started = text.edit(place, old, new)
            times.setdefault(("edit", "typed"), []).append(1000 * (text.settle() - started))
    for question in AT_PLACES + OF_TEXTS:
        for place in places:
            started = text.edit(place, "", "x")
            times.setdefault((question, "typed"), []).append(text.ask(question, place, started))
            text.settle()
            text.edit(place, "x", "")
            text.settle()
    server.end()
    return times, len(text.said)


def made_up():
    """A specification of about 2,000 lines that nobody wrote: 100 times the same kind of things, each of which uses the last."""
    parts = ["// Made up: many declarations that lean on each other.\nmodule made/up\n\nabstract sig Thing { next: lone Thing }\n"]
    for n in range(100):
        last = f"Part{n - 1}" if n else "Thing"
        parts.append(f"""
// Part {n} of the whole.
sig Part{n} extends Thing {{
  link{n}: set {last},
  weight{n}: Int,
  owner{n}: Part{n} -> lone {last}
}}

fun reach{n}[p: Part{n}]: set Thing {{ p.^next + p.link{n} + p.owner{n}[Part{n}] }}

pred sound{n}[p: Part{n}] {{
  p not in reach{n}[p]
  all q: p.link{n} | some q.next implies q.next in reach{n}[p] + {last}
  #p.link{n} >= p.weight{n} or p.weight{n} < 0
}}

fact {{ all p: Part{n} | sound{n}[p] }}
run sound{n} for 3""")
    return "\n".join(parts) + "\n"


def alloys_jar():
    """Alloy's jar, which Maven brings if the cache lacks it."""
    jars = Path(os.environ.get("FEX_CACHE", Path.home() / ".cache/fex")) / "jars"
    _, name, version = ALLOY.split(":")
    jar = jars / f"{name}-{version}.jar"
    if not jar.exists():
        copy = ["mvn", "-q", "dependency:copy", f"-Dartifact={ALLOY}", f"-DoutputDirectory={jars}"]
        subprocess.run(copy, check=True)
    return jar


def texts(scratch, checkouts):
    """All texts: whose they are, their names here, and their paths."""
    for path in sorted((ROOT / "specs").rglob("*.spec")):
        yield "fex", str(path.relative_to(ROOT)), path
    made = scratch / "made_up.als"
    made.write_text(made_up())
    yield "made up", made.name, made
    with zipfile.ZipFile(alloys_jar()) as jar:
        models = [entry for entry in jar.infolist() if entry.filename.startswith("models/examples/") and entry.filename.endswith(".als")]
        jar.extractall(scratch, [entry for entry in jar.namelist() if entry.startswith("models/")])
    for entry in sorted(models, key=lambda entry: -entry.file_size)[:6]:
        yield "Alloy", entry.filename, scratch / entry.filename
    if checkouts:
        largest = {}
        for path in sorted(checkouts.rglob("*.als")):
            repository = path.relative_to(checkouts).parts[0]
            if path.is_file() and path.stat().st_size > largest.get(repository, (0, None))[0]:
                largest[repository] = (path.stat().st_size, path)
        for _, path in sorted(largest.values(), key=lambda found: -found[0])[:5]:
            yield "others", str(path.relative_to(checkouts)).replace("+", "/", 1), path


def ask_peer(paths, scratch):
    """How long Alloy's own parser takes in a warm JVM, in milliseconds by path; nothing for what it refuses."""
    jar = alloys_jar()
    subprocess.run(["javac", "-cp", str(jar), "-d", str(scratch), str(HERE / "Understand.java")], check=True)
    command = ["java", "-cp", f"{jar}{os.pathsep}{scratch}", "Understand", *map(str, paths)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [[float(time) for time in line.split()] for line in said.splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkouts", type=Path)
    parser.add_argument("--places", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--no-peer", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        chosen = [text for text in texts(scratch, options.checkouts) if options.only in text[1]]
        rows, opened = [], {}
        for whose, name, path in chosen:
            is_edited = whose != "others"
            times, messages = measure(path, options.places if is_edited else 3, is_edited)
            size = [len(path.read_text().splitlines()), path.stat().st_size, messages]
            opened[name] = times.get(("edit", "typed"), [])
            for (question, state), taken in times.items():
                aim = AIMS.get(question, AIM)
                rows.append([whose, name, *size, question, state, len(taken), f"{statistics.median(taken):.2f}", f"{max(taken):.2f}", aim])
            worst = max((float(row[9]), row[5], row[6]) for row in rows if row[1] == name and row[5] != "open")
            print(f"{name}: {size[0]} lines; open {max(times['open', 'fresh']):.1f} ms; worst {worst[1]} ({worst[2]}) {worst[0]:.1f} ms", flush=True)
        with open(HERE / "answers.csv", "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["whose", "text", "lines", "bytes", "messages", "question", "state", "answers", "median_ms", "max_ms", "aim_ms"])
            writer.writerows(rows)
        models = [(name, path) for whose, name, path in chosen if path.suffix == ".als" and whose != "others"]
        if models and not options.no_peer:
            with open(HERE / "peer.csv", "w", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(["text", "fex_median_ms", "fex_max_ms", "alloy_median_ms", "alloy_max_ms"])
                for (name, _), taken in zip(models, ask_peer([path for _, path in models], scratch)):
                    alloys = [f"{statistics.median(taken):.2f}", f"{max(taken):.2f}"] if taken else ["", ""]
                    writer.writerow([name, f"{statistics.median(opened[name]):.2f}", f"{max(opened[name]):.2f}", *alloys])


if __name__ == "__main__":
    main()
