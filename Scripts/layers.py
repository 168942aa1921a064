#!/usr/bin/env python3
"""Check that every room of the library needs only the rooms below it.

    python3 Scripts/layers.py [--self-test]

The rooms are the module InterpolationKernels and, above it, the folders of Sources/VectorKernels, lowest first. The
compiler checks them: each room is type-checked with the rooms below it and without those above, so it finds no name
from above. That takes some seconds. With --self-test, the script adds a file that uses a name from above to the lowest
room for which that is possible, and the check must find it.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

from library import MODULES, ROOT

# The rooms, lowest first. The lowest one is a module of its own.
BASE, LIBRARY = (ROOT / "Sources" / module for module in MODULES)
ROOMS = [BASE, *(LIBRARY / name for name in ("Text", "Vectors", "Curves", "Keyframes", "Batches", "Paths", "Animator"))]
# It makes the lower module's names those of the upper one.
EXPORTS = LIBRARY / "Exports.swift"


def errors(room, below):
    """Type-checks the files of a room beside those of the rooms below, and returns the compiler's complaints.

    The latter are only read for their declarations: they were checked as rooms of their own.
    """
    command = [
        "swiftc", "-frontend", "-typecheck", "-parse-as-library", "-swift-version", "6",
        "-package-name", "vectorkernels", "-module-name", "VectorKernels",
        "-enable-experimental-feature", "Lifetimes", "-suppress-warnings",
        "-I", str(ROOT / "Sources" / "CVectorKernels" / "include"),
        *(word for file in room for word in ("-primary-file", str(file))), *map(str, below)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return []
    lines = [line for line in result.stderr.splitlines() if line.startswith("/") and ": error:" in line]
    return lines or result.stderr.splitlines()


def upward(planted=()):
    """Returns a message for each name that a room takes from above."""
    rooms = {folder for folder in LIBRARY.iterdir() if folder.is_dir() and folder.suffix != ".docc"}
    unknown = sorted(path.name for path in [*rooms.difference(ROOMS), *LIBRARY.glob("*.swift")] if path != EXPORTS)
    if unknown:
        return [f"{', '.join(unknown)}: in no room; put each room into ROOMS of Scripts/layers.py, above what it needs"]
    # The planted file is one of the lowest room's.
    files, below = [], []
    # Nothing is above the highest one.
    for room in ROOMS[:-1]:
        below.append([file for lower in files for file in lower])
        files.append(sorted(room.rglob("*.swift")) + (list(planted) if not files else []))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        for room, found in zip(ROOMS, threads.map(errors, files, below)):
            if found:
                # Rooms above would only repeat it.
                return [f"{room.name} needs what is above it (or doesn't compile):", *found]
    return []


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        planted = pathlib.Path(folder) / "Planted.swift"
        planted.write_text("func planted(_ animator: Animator<Float>) {}\n")
        if not any("Animator" in line for line in upward([planted])):
            sys.exit("layers: a room that looks upwards isn't found")
    print("layers: a room that looks upwards is found")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        sys.exit(__doc__)
    found = upward()
    if found:
        sys.exit("\n".join(found))
    print(f"{len(ROOMS)} rooms need only those below them: {' <- '.join(room.name for room in ROOMS)}")


if __name__ == "__main__":
    main()
