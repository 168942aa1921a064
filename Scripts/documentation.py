#!/usr/bin/env python3
"""Build the documentation's pages with DocC, and check them.

    Scripts/documentation.py build [BASE]   write the site into .build/docs, to be served below the path BASE
    Scripts/documentation.py self-test      check that mistakes would be found

It fails on a warning of DocC, on a public symbol without a topic group, and on a link or a path to a missing file of
the repository. Types need a topic group, and so do the members of types with more than 20 members; other members are
grouped by kind.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from library import MODULE, ROOT
from symbols import extract

CATALOG = ROOT / "Sources" / MODULE / f"{MODULE}.docc"
SITE = ROOT / ".build/docs"

# Up to here, a page that lists members by kind is read at a glance.
UNGROUPED = 20

MEMBER_KINDS = {"method", "property", "init", "op", "case", "subscript", "typealias", "associatedtype"}

PLANTED_SOURCE = """
/// Does nothing.
public struct Planted {}
extension Batch {
  /// Does nothing, see ``nowhere``.
  public static func planted() {}
}
"""
PLANTED_ARTICLE = "# Planted\n\nSee [this](../nowhere.md) and `Sources/nowhere.swift`.\n"


def docc():
    tool = shutil.which("docc") or pathlib.Path(shutil.which("swiftc") or "").resolve().parent / "docc"
    if not pathlib.Path(tool).exists():
        sys.exit("documentation.py: there is no docc beside swiftc")
    return tool


def convert(catalog, graphs, site, base):
    """Have DocC write the site, and return its warnings and errors."""
    with tempfile.TemporaryDirectory() as folder:
        diagnostics = pathlib.Path(folder) / "diagnostics.json"
        done = subprocess.run(
            [docc(), "convert", catalog, "--additional-symbol-graph-dir", graphs, "--output-dir", site,
             "--transform-for-static-hosting", "--hosting-base-path", base, "--fallback-bundle-identifier", MODULE,
             "--diagnostics-file", diagnostics], capture_output=True, text=True)
        if not diagnostics.exists():
            sys.exit(done.stdout + done.stderr)
        found = json.loads(diagnostics.read_text())["diagnostics"]
    problems = []
    for diagnostic in found:
        place = diagnostic.get("source", "").removeprefix("file://").removeprefix(f"{ROOT}/")
        line = diagnostic.get("range", {}).get("start", {}).get("line", "")
        problems.append(f"{place}:{line}: {diagnostic['summary']}")
        problems += [f"    {solution['summary']}" for solution in diagnostic.get("solutions", [])]
    if done.returncode != 0:
        sys.exit("\n".join(problems) or done.stdout + done.stderr)
    return problems


def large_types(graphs):
    """The paths of the types whose members have to be in topic groups."""
    counts = {}
    for graph in graphs.values():
        for symbol in graph["symbols"]:
            if symbol["kind"]["identifier"].split(".")[-1] in MEMBER_KINDS:
                owner = tuple(symbol["pathComponents"][:-1])
                counts[owner] = counts.get(owner, 0) + 1
    return {path for path, count in counts.items() if count > UNGROUPED}


def ungrouped(site, graphs):
    """The symbols that DocC had to find a group for, of those that need one by hand."""
    pages = {(): site / "data/documentation" / f"{MODULE.lower()}.json"}
    for path in large_types(graphs):
        pages[path] = site / "data/documentation" / MODULE.lower() / ("/".join(path).lower() + ".json")
    problems = []
    for path, file in sorted(pages.items()):
        page = json.loads(file.read_text())
        for section in page.get("topicSections", []):
            # Requirements of protocols have pages of their own, one for each protocol.
            symbols = [i for i in section["identifiers"] if page["references"][i]["role"] != "collectionGroup"]
            if section.get("generated"):
                problems += [f"in no topic group: {page['references'][i]['title']}"
                             f" of {'.'.join(path) or MODULE} ({i.rpartition('/')[2]})" for i in symbols]
    return problems


def broken_links(folder, catalog):
    """Links of Markdown files to files, and paths that articles mention, where there is no such file."""
    problems = []
    files = []
    for path, folders, names in os.walk(folder):
        # Not even entered: a build may write into its folder meanwhile.
        folders[:] = [name for name in folders if name not in {".build", ".git", "Tests"}]
        files += [pathlib.Path(path, name) for name in names if name.endswith(".md")]
    tops = "|".join(sorted(re.escape(entry.name) for entry in folder.iterdir() if entry.is_dir()))
    for file in sorted({*files, *catalog.rglob("*.md")}):
        text = re.sub(r"```.*?```", lambda block: "\n" * block.group(0).count("\n"), file.read_text(), flags=re.DOTALL)
        for number, line in enumerate(text.splitlines(), 1):
            links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", line)
            if file.is_relative_to(catalog):
                problems += [f"{file.name}:{number}: a link to a file leads nowhere on the site: {link}"
                             for link in links]
                paths = [folder / path for path in re.findall(rf"`((?:{tops})/[\w./+-]+)`", line)]
            else:
                paths = [file.parent / link for link in links]
            problems += [f"{file.name}:{number}: there is no {path}" for path in paths if not path.exists()]
    return problems


def check(catalog, site, base, *more_sources):
    with tempfile.TemporaryDirectory() as folder:
        graphs = extract(pathlib.Path(folder), "public", *more_sources)
        (pathlib.Path(folder) / f"{MODULE}.swiftmodule").unlink()
        problems = convert(catalog, folder, site, base)
    return problems + ungrouped(site, graphs) + broken_links(ROOT, catalog)


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source, catalog = folder / "Planted.swift", folder / CATALOG.name
        source.write_text(PLANTED_SOURCE)
        shutil.copytree(CATALOG, catalog)
        (catalog / "Planted.md").write_text(PLANTED_ARTICLE)
        problems = "\n".join(check(catalog, folder / "site", "/", source))
    for planted in ("'nowhere' doesn't exist at", "in no topic group: Planted of", "in no topic group: planted() of Batch",
                    "leads nowhere on the site: ../nowhere.md", "there is no /"):
        if planted not in problems:
            sys.exit(f"documentation.py: \"{planted}\" should be among these:\n{problems}")


def main():
    match sys.argv[1:]:
        case ["build", *base] if len(base) < 2:
            SITE.parent.mkdir(exist_ok=True)
            problems = check(CATALOG, SITE, base[0] if base else "/")
            if problems:
                sys.exit("\n".join(problems))
            print(f"{SITE.relative_to(ROOT)}: {len(list(SITE.rglob('*.html')))} pages")
        case ["self-test"]:
            self_test()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
