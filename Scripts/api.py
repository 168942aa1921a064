#!/usr/bin/env python3
"""Compare the library's public interface with the one in api/VectorKernels.txt.

    Scripts/api.py check       compare, and print what differs
    Scripts/api.py write       write the file
    Scripts/api.py self-test   check that changes would be found

The file has a line for each public declaration, those with an underscore included, and one for the protocols that a type
conforms to. A line begins with the type that the declaration belongs to. Lines are in the order of the alphabet, and hold
nothing of the machine.
"""

import difflib
import pathlib
import re
import sys
import tempfile

from symbols import MODULE, ROOT, extract

BASELINE = ROOT / "api" / f"{MODULE}.txt"
HINT = """
The public interface isn't the one in {file}. If it should be: `make api-baseline` writes the file anew, and goes into the
same commit, with a line in CHANGELOG.md for what users notice. What was removed or renamed breaks their programs.
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


# What every type has unless its declaration says otherwise. Symbol graphs hold it for some types only.
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


def interface(graphs):
    """The lines of the public interface."""
    everything = {s["identifier"]["precise"]: s for graph in graphs.values() for s in graph["symbols"]}
    # Extensions of other modules' types: only what is in them, and what they conform to, is an interface.
    blocks = {p: s["pathComponents"] for p, s in everything.items() if s["kind"]["identifier"] == "swift.extension"}
    symbols = {p: s for p, s in everything.items() if p not in blocks}
    public = {precise: s for precise, s in symbols.items() if s["accessLevel"] in ("public", "open")}
    relationships = [r for graph in graphs.values() for r in graph["relationships"]]
    requirements = {r["source"] for r in relationships if r["kind"] == "requirementOf"}

    # What a type demands of its parameters holds for its members and conformances, so it isn't said again.
    demands = {}
    for symbol in public.values():
        for constraint in symbol.get("swiftGenerics", {}).get("constraints", []):
            demands.setdefault(tuple(symbol["pathComponents"]), []).append(constraint)

    def more(path, constraints):
        known = [c for length in range(1, len(path) + 1) for c in demands.get(tuple(path[:length]), [])]
        return where([c for c in constraints if c not in known])

    lines = set()
    for precise, symbol in public.items():
        path = symbol["pathComponents"]
        own = symbol["kind"]["identifier"].split(".")[-1] in ("struct", "enum", "class", "actor", "protocol")
        owner = path if own or len(path) == 1 else path[:-1]
        extra = "" if own else more(path[:-1], symbol.get("swiftExtension", {}).get("constraints", []))
        kind = "requirement " if precise in requirements else ""
        lines.add(f"{'.'.join(owner)}{extra}: {kind}{declaration(symbol)}")
        if own:
            lines |= {f"{'.'.join(path)}: {protocol}" for protocol in suppressed(symbol)}

    conformances = {}
    for r in relationships:
        source, target = r["source"], r["target"]
        if r["kind"] not in ("conformsTo", "inheritsFrom"):
            continue
        if target in symbols and target not in public or source in symbols and source not in public:
            continue
        path = blocks.get(source) or symbols[source]["pathComponents"]
        protocol = ".".join(symbols[target]["pathComponents"]) if target in symbols else r["targetFallback"]
        protocol = protocol.removeprefix("Swift.")
        if protocol not in IMPLIED:
            extra = more(path, r.get("swiftConstraints", []))
            conformances.setdefault((".".join(path), extra), set()).add(protocol)
    for (name, extra), protocols in conformances.items():
        if extra:
            protocols -= conformances.get((name, ""), set())
        if protocols:
            lines.add(f"{name}{extra}: conforms to {', '.join(sorted(protocols))}")
    return sorted(lines)


def current(*more_sources):
    with tempfile.TemporaryDirectory() as folder:
        return interface(extract(pathlib.Path(folder), "internal", *more_sources))


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
