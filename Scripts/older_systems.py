#!/usr/bin/env python3
"""Check that the library needs no newer versions of Apple's systems than it declares, as far as Linux can show it.

Compilers for other platforms don't check versions. So the library is type-checked together with declarations of the
spans that only macOS 26 has: these hide the standard library's, and give a warning wherever they are used.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from library import ROOT, sources


# `ArraySlice`, `ContiguousArray` and unsafe buffers have spans everywhere.
SPANS = """
extension Array {
  @available(*, deprecated, message: "is there from macOS 26 on: take that of a slice or of a ContiguousArray")
  var span: Span<Element> { fatalError() }
  @available(*, deprecated, message: "is there from macOS 26 on: take that of a ContiguousArray")
  var mutableSpan: MutableSpan<Element> {
    get { fatalError() }
    set { fatalError() }
  }
}
"""

# Names that only newer systems have, and that no declaration can hide.
NEWER = re.compile(r"\b(InlineArray|import Synchronization|UTF8Span|Int128|Mutex)\b")


def main():
    problems = []
    for source in sources():
        for number, line in enumerate(source.read_text().splitlines(), 1):
            if NEWER.search(line):
                problems.append(f"{source.relative_to(ROOT)}:{number}: {line.strip()}")
    with tempfile.TemporaryDirectory() as folder:
        spans = pathlib.Path(folder) / "NewerSpans.swift"
        spans.write_text(SPANS)
        done = subprocess.run(
            ["swiftc", "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "package",
             "-module-name", "VectorKernels", "-I", ROOT / "Sources/CVectorKernels/include",
             "-enable-experimental-feature", "Lifetimes", *sources(), spans],
            capture_output=True, text=True)
    problems += re.findall(r"^\S+: (?:warning|error): .*$", done.stderr, re.MULTILINE)
    if problems or done.returncode != 0:
        sys.exit("\n".join(["newer than the package's minimum, or a warning:", *problems]) if problems else done.stderr)


if __name__ == "__main__":
    main()
