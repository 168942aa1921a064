#!/usr/bin/env python3
"""Compare the library's public interface with the one in api/VectorKernels.txt.

    Scripts/api.py check       compare, and print the differences
    Scripts/api.py write       write the file
    Scripts/api.py self-test   check that changes would be found

The file has a line for each public declaration, including those with an underscore, and a line for the protocols that a
type conforms to. A line begins with the type that the declaration belongs to. Lines are in alphabetical order, and
don't depend on the machine.
"""

import difflib
import pathlib
import re
import sys
import tempfile

from library import MODULE, ROOT
from symbols import extract

BASELINE = ROOT / "api" / f"{MODULE}.txt"
HINT = """
The public interface isn't the one in {file}. If you mean the change, run `make api-baseline` and commit the
file with it, and a line in CHANGELOG.md for what users notice. A declaration that goes or changes breaks programs.
"""

# A function and a conformance more.
PLANTED = """
extension Batch {
  public static func planted(by amount: Double = 1) {}
}
extension Batch: CustomStringConvertible {
  public var description: String { "planted" }
}
"""
PLANTED_LINES = {
    "+Batch: static func planted(by amount: Double = 1)",
    "+Batch: conforms to CustomStringConvertible",
    "+Batch: var description: String { get }",
}


# Conformances of every type whose declaration doesn't say otherwise. Symbol graphs hold them for some types only.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype"}


def where(constraints):
    words = {"conformance": ":", "superclass": ":", "sameType": "=="}
    texts = sorted(f"{c['lhs']} {words[c['kind']]} {c['rhs']}" for c in constraints)
    return " where " + ", ".join(texts) if texts else ""


def declaration(symbol):
    return " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())


def suppressed(symbol):
    """The protocols that a type's declaration opts out of, read off its source: symbol graphs don't hold them."""
    file, line = symbol["location"]["uri"].removeprefix("file://"), symbol["location"]["position"]["line"]
    head = "\n".join(pathlib.Path(file).read_text().splitlines()[line:]).partition("{")[0]
    return re.findall(r"~\w+", head)


class Interface:
    """The public interface that symbol graphs describe."""

    def __init__(self, graphs):
        everything = {s["identifier"]["precise"]: s for graph in graphs.values() for s in graph["symbols"]}
        # Extensions of other modules' types: only what is in them, and what they conform to, is an interface.
        self.blocks = {p: s for p, s in everything.items() if s["kind"]["identifier"] == "swift.extension"}
        self.symbols = {p: s for p, s in everything.items() if p not in self.blocks}
        self.public = {p: s for p, s in self.symbols.items() if s["accessLevel"] in ("public", "open")}
        self.relationships = [r for graph in graphs.values() for r in graph["relationships"]]
        # A type's requirements on its parameters hold for its members and conformances, so they aren't repeated.
        self.demands = {}
        for symbol in self.public.values():
            for constraint in symbol.get("swiftGenerics", {}).get("constraints", []):
                self.demands.setdefault(tuple(symbol["pathComponents"]), []).append(constraint)

    def lines(self):
        return sorted(self.declarations() | self.conformances())

    def more(self, path, constraints):
        known = [c for length in range(1, len(path) + 1) for c in self.demands.get(tuple(path[:length]), [])]
        return where([c for c in constraints if c not in known])

    def declarations(self):
        requirements = {r["source"] for r in self.relationships if r["kind"] == "requirementOf"}
        lines = set()
        for precise, symbol in self.public.items():
            path = symbol["pathComponents"]
            if symbol["kind"]["identifier"].split(".")[-1] in ("struct", "enum", "class", "actor", "protocol"):
                owner = ".".join(path)
                lines |= {f"{owner}: {protocol}" for protocol in suppressed(symbol)}
            else:
                outer = path[:-1] or path
                constraints = symbol.get("swiftExtension", {}).get("constraints", [])
                owner = ".".join(outer) + self.more(outer, constraints)
            kind = "requirement " if precise in requirements else ""
            lines.add(f"{owner}: {kind}{declaration(symbol)}")
        return lines

    def conformances(self):
        found = {}
        for r in self.relationships:
            source, target = r["source"], r["target"]
            if r["kind"] not in ("conformsTo", "inheritsFrom"):
                continue
            if any(end in self.symbols and end not in self.public for end in (source, target)):
                continue
            path = (self.blocks.get(source) or self.symbols[source])["pathComponents"]
            known = self.symbols.get(target)
            protocol = ".".join(known["pathComponents"]) if known else r["targetFallback"].removeprefix("Swift.")
            if protocol not in IMPLIED:
                extra = self.more(path, r.get("swiftConstraints", []))
                found.setdefault((".".join(path), extra), set()).add(protocol)
        lines = set()
        for (name, extra), protocols in found.items():
            if extra:
                protocols = protocols - found.get((name, ""), set())
            if protocols:
                lines.add(f"{name}{extra}: conforms to {', '.join(sorted(protocols))}")
        return lines


def current(*more_sources):
    with tempfile.TemporaryDirectory() as folder:
        return Interface(extract(pathlib.Path(folder), "internal", *more_sources)).lines()


def changes(old, new):
    return [line for line in difflib.unified_diff(old, new, "baseline", "sources", lineterm="", n=0)
            if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def self_test():
    """Compile the library with more in it, and look for exactly that."""
    lines = current()
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "Planted.swift"
        source.write_text(PLANTED)
        found = changes(lines, current(source))
    if set(found) != PLANTED_LINES:
        sys.exit("api.py: these differences, and not those that were planted:\n" + "\n".join(found))
    if changes(lines, lines[1:]) != ["-" + lines[0]]:
        sys.exit("api.py: a missing declaration isn't found")


def main():
    match sys.argv[1:]:
        case ["check"]:
            lines = current()
            found = changes(BASELINE.read_text().splitlines(), lines)
            if found:
                sys.exit("\n".join(found) + "\n" + HINT.format(file=BASELINE.relative_to(ROOT)))
            print(f"{len(lines)} lines of public interface, as in {BASELINE.relative_to(ROOT)}")
        case ["write"]:
            BASELINE.parent.mkdir(exist_ok=True)
            BASELINE.write_text("\n".join(current()) + "\n")
        case ["self-test"]:
            self_test()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
