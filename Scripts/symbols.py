"""The library's symbols, as the compiler describes them, for `make docs` and `make api-check`."""

import json
import subprocess
import sys

from library import MODULE, ROOT, sources

# Function bodies say nothing about the interface, and take most of a compiler's time.
COMPILE = [
    "swiftc", "-Onone", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "package", "-module-name",
    MODULE, "-I", ROOT / "Sources/CVectorKernels/include", "-enable-experimental-feature", "Lifetimes", "-Xfrontend",
    "-experimental-skip-all-function-bodies", "-emit-module", "-emit-symbol-graph",
    "-symbol-graph-skip-synthesized-members", "-Xfrontend", "-emit-extension-block-symbols"]


def extract(folder, level, *more_sources):
    """Write the library's symbol graphs into a folder, and return them, each with the name of its file.

    The level is `public`, or `internal`: only then the compiler also writes public symbols whose names begin with an
    underscore, beside many that aren't public.
    """
    done = subprocess.run(
        [*COMPILE, "-emit-module-path", folder / f"{MODULE}.swiftmodule", "-emit-symbol-graph-dir", folder,
         "-symbol-graph-minimum-access-level", level, *sources(), *more_sources],
        capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return {file.name: json.loads(file.read_text()) for file in sorted(folder.glob("*.symbols.json"))}
