#!/usr/bin/env python3
"""Compile the whole library as Embedded Swift and play a scene with it, on machines without an operating system.

    python3 Scripts/embedded.py

The scene is Tests/Platforms/Engine.swift: an animator of ten thousand cards, one of a hundred colours, and keyframes.
Its values on arm64 (under qemu) must equal those of x86-64-v3, where the library is built as usual and without
optimisation, bit for bit. WebAssembly (under node) takes logarithms and similar functions from JavaScript, which may
round differently from a C library; its values must equal those of the portable build within a bound.

The script installs missing tools if it runs as root on Debian. It skips a platform that can't run here; if the
environment variable CI is set, that is a failure.
"""

import concurrent.futures
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import library
import platforms
from platforms import ARM64_NEEDS, C_TARGET, CALLS, CROSS_GCC, ROOT, WASM_NEEDS, Failure, Skipped, builds, run, tool

EMBEDDED = ("-enable-experimental-feature", "Embedded", "-Xfrontend", "-disable-stack-protector",
            "-Xfrontend", "-function-sections")
WASM_OPTIONS = ("--target=wasm32-unknown-unknown", "-msimd128", "-mbulk-memory", "-ffreestanding", "-fno-builtin")
# Two C libraries may differ in the last bit of a logarithm or a sine. A spring then counts as settled a frame earlier, and
# jumps over what is left, an epsilon of 0.001; all else is less.
WASM_TOLERANCE = 0.002


def swift(folder, module, sources, *options):
    """Compiles a module to one object."""
    out = folder / f"{module}.o"
    run(tool("swiftc"), "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "vectorkernels",
        "-module-name", module, "-I", C_TARGET / "include", "-I", folder,
        "-enable-experimental-feature", "Lifetimes", "-emit-module", "-emit-module-path", folder / f"{module}.swiftmodule",
        "-emit-object", "-o", out, *options, *sources)
    return out


def swift_objects(folder, *options, module="Engine", source=CALLS / "Engine.swift"):
    """The objects of the library and of a module of one source, by default the scene's."""
    folder.mkdir()
    return [swift(folder, "VectorKernels", library.sources(), *options),
            swift(folder, module, [source], *options)]


def c_objects(folder, sources, *options):
    objects = []
    for source in sources:
        objects.append(folder / f"{source.stem}.o")
        run(tool("clang"), "-O2", "-I", C_TARGET / "include", *options, "-c", source, "-o", objects[-1])
    return objects


# The files of the C target that every program needs.
C_SOURCES = ["dispatch.c", "memory.c", "processors.c"]


def of_target(*names):
    return [C_TARGET / name for name in names]


def unicode_tables(triple):
    return pathlib.Path(tool("swiftc")).resolve().parent.parent / f"lib/swift/embedded/{triple}/libswiftUnicodeDataTables.a"


# MARK: The programs


def x86_64(folder):
    folder /= "x86_64"
    objects = swift_objects(folder, "-Onone")
    assembly = [f"{build.name}.S" for build in builds.BUILDS if build.suffix]
    objects += c_objects(folder, [*of_target(*C_SOURCES, "cpu.c", *assembly), CALLS / "engine_main.c"])
    run(tool("swiftc"), *objects, "-lm", "-o", folder / "engine")
    return [folder / "engine"]


def arm64(folder):
    platforms.require(ARM64_NEEDS)
    folder /= "arm64"
    objects = swift_objects(folder, "-O", *EMBEDDED, "-target", "aarch64-none-none-elf")
    headers = platforms.cross_library().parent.parent / "include"
    objects += c_objects(
        folder, [*of_target(*C_SOURCES, "arm64.S"), CALLS / "engine_main.c"],
        "-target", "aarch64-linux-gnu", "-isystem", headers)
    # The linker of gcc takes a symbol that two of the objects define for one of a library.
    (folder / "ld").symlink_to(tool("ld.lld"))
    run(CROSS_GCC, "-B", folder, "-static", "-no-pie", "-Wl,--gc-sections", *objects,
        unicode_tables("aarch64-none-none-elf"), "-lm", "-o", folder / "engine")
    return ["qemu-aarch64", folder / "engine"]


def wasm_objects(folder, module, source):
    """The objects of a module for WebAssembly, of the library, and of what both take of a system."""
    options = ("-O", *EMBEDDED, *builds.EMBEDDED["wasm32"])
    objects = swift_objects(folder, *options, module=module, source=source)
    objects += c_objects(
        folder, [*of_target(*C_SOURCES), platforms.WASM_PLATFORM], *WASM_OPTIONS)
    objects.append(folder / "kernels.o")
    builds.swiftc(*builds.EMBEDDED["wasm32"], "-emit-object", "-o", objects[-1], embedded=True)
    return [*objects, unicode_tables("wasm32-unknown-none-wasm")]


def wasm(folder):
    platforms.require(WASM_NEEDS)
    folder /= "wasm"
    objects = wasm_objects(folder, "Engine", CALLS / "Engine.swift")
    objects += c_objects(folder, [CALLS / "engine_wasm.c"], *WASM_OPTIONS)
    # JavaScript provides the undefined functions.
    run(tool("wasm-ld"), "--no-entry", "--gc-sections", "--allow-undefined", "-z", "stack-size=1048576", *objects,
        "-o", folder / "engine.wasm")
    return ["node", CALLS / "engine.mjs", folder / "engine.wasm"]


# MARK: Comparing


def play(command, path, level=None):
    environment = os.environ | ({"VECTORKERNELS_ISA": level} if level else {})
    done = subprocess.run([*map(str, command), str(path)], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise Failure(f"the scene failed with status {done.returncode}:\n{done.stderr.strip()}")
    return path


def difference(found, expected):
    """The largest difference of values, where it is, and the number of values."""
    largest, place, count = 0, "", 0
    records = zip(platforms.records(found.read_bytes()), platforms.records(expected.read_bytes()), strict=True)
    for (label, ((_, data),)), (expected_label, ((_, expected_data),)) in records:
        if label != expected_label or len(data) != len(expected_data):
            raise Failure(f"not the same records: {label} and {expected_label}")
        for index, ((a,), (b,)) in enumerate(zip(struct.iter_unpack("<f", data), struct.iter_unpack("<f", expected_data))):
            count += 1
            if a == b:
                continue
            # NaN is the largest of all.
            distance = abs(a - b) if abs(a - b) >= 0 else float("inf")
            if distance >= largest:
                largest, place = distance, f"{label} [{index}] is {a!r} and should be {b!r}"
    if count == 0:
        raise Failure("the scene recorded nothing")
    return largest, place, count


def main():
    if len(sys.argv) != 1:
        sys.exit(__doc__)
    platforms.install_missing(platforms.ALL_NEEDS)
    wrong, skipped = [], []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as threads:
        folder = pathlib.Path(name)
        programs = {made.__name__: threads.submit(made, folder) for made in (arm64, wasm, x86_64)}
        expected = {level: play(programs["x86_64"].result(), folder / f"{level}.records", level)
                    for level in ("portable", platforms.LOWEST_FUSED)}
        for name, level, tolerance in [("arm64", platforms.LOWEST_FUSED, 0), ("wasm", "portable", WASM_TOLERANCE)]:
            try:
                found = play(programs[name].result(), folder / f"{name}.records")
                largest, place, count = difference(found, expected[level])
                print(f"{name} against {level}: {count} values, the largest difference {largest:.3g}", flush=True)
                if largest > tolerance:
                    raise Failure(f"{place}, which is more than {tolerance:.3g} off")
            except Skipped as reason:
                print(f"skipped: {name} ({reason})", flush=True)
                skipped.append(name)
            except Failure as failure:
                print(f"{name}: {failure}", file=sys.stderr)
                wrong.append(name)
    if wrong or skipped and os.environ.get("CI"):
        sys.exit(f"embedded: wrong on {', '.join(wrong) or 'none'}, skipped {', '.join(skipped) or 'none'}")
    print("embedded: the library compiles, and its scene is as on x86-64")


if __name__ == "__main__":
    main()
