#!/usr/bin/env python3
"""Run every kernel on arm64, on WebAssembly and at each x86-64 level, and compare the results bit for bit.

    python3 Scripts/platforms.py

The calls are those of Tests/Platforms. Builds that fuse multiply-adds must give the same bits: arm64 (under qemu) and
x86-64-v4 as x86-64-v3. Builds that don't fuse must give the same bits, too: WebAssembly (under node) as the portable
x86-64 build. Where numbers are only packed and moved, all builds must agree. A computed NaN may have another sign and
payload.

Then the script takes each feature that v3 needs away from an x86-64 processor under qemu. This processor must choose
the portable build and run it. qemu's processors have no AVX-512, so they don't reach v4: CPUTests test that decision
with numbers. Such a processor must also be able to load the benchmarks' peer that is compiled for AVX-512, because the
benchmarks ask each peer for its level.

The script installs missing tools if it runs as root on Debian. It skips a platform that can't run here. If the
environment variable CI is set, that is a failure, except for a level that this processor doesn't have.
"""

import array
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Scripts/kernels"))

import builds
import signatures
from toolchain import C_TARGET, Failure, run, tool

CALLS = ROOT / "Tests/Platforms"
PEERS = ROOT / "Benchmarks/peers"
# The functions that WebAssembly without a system lacks.
WASM_PLATFORM = ROOT / "Examples/web/platform.c"
# The sources of the harness, which need no C library.
SOURCES = [
    "calls", "checks", "both_elements", "curves", "progress", "keyframes", "packing", "colors", "rotations", "long"]
# The harness must compute its own numbers alike everywhere. The headers' warnings are their own.
OPTIONS = ["-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-isystem", C_TARGET / "include"]
LEVELS = ["portable", *(level for _, level in builds.X86_64_LEVELS)]
# The lowest level that fuses multiply-adds.
LOWEST_FUSED = "x86-64-v3"
# The exit status of a program that was asked for a level that the processor doesn't run.
LEVEL_NOT_RUN = 3


class Skipped(Exception):
    """Why a platform can't be run."""


# MARK: Platforms

CROSS_GCC = "aarch64-linux-gnu-gcc"


def cross_library():
    """The C library for arm64, or None."""
    if shutil.which(CROSS_GCC) is None:
        return None
    path = pathlib.Path(run(CROSS_GCC, "-print-file-name=libc.a").strip())
    return path.resolve() if path.is_absolute() else None


@dataclasses.dataclass(frozen=True)
class Need:
    name: str
    package: str

    def is_there(self):
        return cross_library() is not None if self.name == "libc.a" else shutil.which(self.name) is not None


ARM64_NEEDS = [
    Need("qemu-aarch64", "qemu-user"), Need(CROSS_GCC, "gcc-aarch64-linux-gnu"),
    Need("libc.a", "libc6-dev-arm64-cross")]
WASM_NEEDS = [Need("node", "nodejs")]
FEATURES_NEEDS = [Need("qemu-x86_64", "qemu-user")]
ALL_NEEDS = ARM64_NEEDS + WASM_NEEDS + FEATURES_NEEDS


def install_missing(needs):
    """Installs what is missing, where this runs as root on Debian."""
    missing = sorted({need.package for need in needs if not need.is_there()})
    if not missing or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print(f"installing {' '.join(missing)}", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *missing]):
        done = subprocess.run(["apt-get", "--quiet", *arguments], capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            print(f"apt-get {arguments[0]} failed: {done.stderr.strip()}", file=sys.stderr)


def require(needs):
    for need in needs:
        if not need.is_there():
            raise Skipped(f"no {need.name}; apt-get install {need.package}")


# MARK: Running the calls


def compile_all(folder, names, *options):
    """Objects of some of the harness's files."""
    folder.mkdir(exist_ok=True)
    objects = []
    for name in names:
        objects.append(folder / f"{name}.o")
        run(tool("clang"), *OPTIONS, *options, "-c", CALLS / f"{name}.c", "-o", objects[-1])
    return objects


def compile_target(folder, names, *options):
    """Objects of some of the C target's files."""
    objects = []
    for name in names:
        objects.append(folder / f"{pathlib.Path(name).stem}.o")
        run(tool("clang"), "-O2", "-I", C_TARGET / "include", *options, "-c", C_TARGET / name, "-o", objects[-1])
    return objects


def make_calls(name, *command):
    """Runs a program that makes calls, and returns its output. Problems in the output are raised as a failure."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode == LEVEL_NOT_RUN:
        raise Skipped(f"this processor doesn't run {name}")
    if done.returncode != 0:
        raise Failure(f"the calls on {name} failed with status {done.returncode}:\n{done.stderr.strip()}")
    return done.stdout.strip()


class Platforms:
    """Programs that make calls: each begins a command, which goes on with the inputs and where the records go."""

    def __init__(self, folder):
        self.folder = folder
        self.inputs_program = folder / "inputs"
        run(tool("clang"), *OPTIONS, CALLS / "inputs.c", "-lm", "-o", self.inputs_program)

    def inputs(self, seed=0):
        path = self.folder / f"{seed}.inputs"
        run(self.inputs_program, path, str(seed))
        return path

    def records(self, name, program, inputs, *arguments):
        """The records of calls on a platform."""
        path = self.folder / f"{'-'.join([name, inputs.stem, *arguments])}.records"
        make_calls(name, *program, inputs, path, *arguments)
        return path

    def x86_64(self):
        """The program for all levels."""
        folder = self.folder / "x86_64"
        program = folder / "calls"
        objects = compile_all(folder, SOURCES + ["main"])
        objects += compile_target(folder, ["dispatch.c", "cpu.c", *(f"{build.name}.S" for build in builds.BUILDS if build.suffix)])
        run(tool("clang"), *objects, "-o", program)
        return [program]

    def arm64(self):
        require(ARM64_NEEDS)
        folder = self.folder / "arm64"
        target = ["-target", "aarch64-linux-gnu", "-isystem", cross_library().parent.parent / "include"]
        objects = compile_all(folder, SOURCES + ["main"], *target)
        objects += compile_target(folder, ["dispatch.c", "arm64.S"], *target)
        program = folder / "calls"
        run(CROSS_GCC, "-static", *objects, "-o", program)
        return ["qemu-aarch64", program]

    def wasm(self):
        require(WASM_NEEDS)
        folder = self.folder / "wasm"
        target = ["--target=wasm32-unknown-unknown", "-msimd128", "-mbulk-memory", "-ffreestanding"]
        objects = compile_all(folder, SOURCES, *target)
        # Or the compiler would make its memcpy a call of memcpy, that is of itself.
        objects += compile_all(folder, ["wasm"], *target, "-fno-builtin")
        objects.append(folder / "platform.o")
        run(tool("clang"), *OPTIONS, *target, "-fno-builtin", "-c", WASM_PLATFORM, "-o", objects[-1])
        objects.append(folder / "kernels.o")
        builds.swiftc(*builds.EMBEDDED["wasm32"], "-emit-object", "-o", objects[-1], embedded=True)
        module = folder / "calls.wasm"
        run(tool("wasm-ld"), "--no-entry", "--gc-sections", "-z", "stack-size=1048576", *objects, "-o", module)
        return ["node", CALLS / "run.mjs", module]


# MARK: Comparing records


@dataclasses.dataclass
class Comparison:
    calls: int = 0
    numbers: int = 0
    nans: int = 0
    kernels: set = dataclasses.field(default_factory=set)
    # By kernel, the descriptions of the first ones, and the number of all.
    differences: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))
    different: collections.Counter = dataclasses.field(default_factory=collections.Counter)

    def add(self, other):
        self.calls += other.calls
        self.numbers += other.numbers
        self.nans += other.nans
        self.kernels |= other.kernels
        self.different += other.different
        for kernel, messages in other.differences.items():
            self.differences[kernel] = (self.differences[kernel] + messages)[:EXAMPLES]


def records(data):
    """Each call's label, and its results as pairs of a type and bytes."""
    at = 0

    def number():
        nonlocal at
        at += 4
        return struct.unpack_from("<I", data, at - 4)[0]

    while at < len(data):
        length = number()
        label = str(data[at:at + length], "ascii")
        at += length
        results = []
        for _ in range(number()):
            kind = chr(number())
            size = number() * array.array(kind).itemsize
            results.append((kind, data[at:at + size]))
            at += size
        yield label, results


# For types whose NaN may differ: the type of their bits, all bits but the sign, and those of infinity.
FLOATS = {"f": ("I", 0x7fffffff, 0x7f800000), "d": ("Q", 0x7fffffffffffffff, 0x7ff0000000000000)}


def is_nan(kind, bits):
    if kind not in FLOATS:
        return False
    _, magnitude, infinity = FLOATS[kind]
    return bits & magnitude > infinity


def shown(kind, bits):
    """A number, and its bits."""
    digits = 2 * array.array(kind).itemsize
    value = bits
    if kind in FLOATS:
        value, = struct.unpack("<" + kind, struct.pack("<" + FLOATS[kind][0], bits))
    return f"{value!r} (0x{bits & (1 << 4 * digits) - 1:0{digits}x})"


# The number of differences that are shown of one kernel.
EXAMPLES = 3


def compare_results(label, number, kind, found, expected, comparison):
    bits = FLOATS[kind][0] if kind in FLOATS else kind
    found, expected = array.array(bits, found), array.array(bits, expected)
    kernel = label.split()[0]
    for index, (a, b) in enumerate(zip(found, expected)):
        if a == b:
            continue
        if is_nan(kind, a) and is_nan(kind, b):
            comparison.nans += 1
            continue
        comparison.different[kernel] += 1
        if comparison.different[kernel] <= EXAMPLES:
            comparison.differences[kernel].append(
                f"{label}: result {number} [{index}] is {shown(kind, a)} and should be {shown(kind, b)}")


def compare(found, expected, kernels, comparison):
    """Compares the records of two files, of the kernels whose names match."""
    for (label, results), (expected_label, expected_results) in zip(
            records(found.read_bytes()), records(expected.read_bytes()), strict=True):
        shapes = [(kind, len(data)) for kind, data in results]
        if label != expected_label or shapes != [(kind, len(data)) for kind, data in expected_results]:
            raise Failure(f"not the same calls: {label}, and {expected_label}")
        if not kernels.match(label):
            continue
        comparison.calls += 1
        comparison.kernels.add(label.split()[0])
        for number, ((kind, data), (_, expected_data)) in enumerate(zip(results, expected_results)):
            comparison.numbers += len(data) // array.array(kind).itemsize
            if data != expected_data:
                compare_results(label, number, kind, data, expected_data, comparison)


# MARK: The whole

EVERY_KERNEL = re.compile("vk_")
# Kernels that round at most once, and so needn't fuse to give the same.
EXACT_KERNELS = re.compile("vk_(un)?pack_|vk_(de)?interleave_|vk_copy_strided|vk_at_most")

UNFUSED, FUSED = LEVELS[1:LEVELS.index(LOWEST_FUSED)], LEVELS[LEVELS.index(LOWEST_FUSED) + 1:]
# Pairs of platforms: one, another whose results it has to give, and of which kernels.
PAIRS = [
    *((level, LOWEST_FUSED, EVERY_KERNEL) for level in FUSED),
    *((level, "portable", EVERY_KERNEL) for level in UNFUSED),
    ("portable", LOWEST_FUSED, EXACT_KERNELS),
    ("arm64", LOWEST_FUSED, EVERY_KERNEL),
    ("WebAssembly", "portable", EVERY_KERNEL),
]


def judge(name, expected_name, comparison, required=()):
    """Says how a platform does. True if it is as it should be, and each of the required kernels was called."""
    for kernel in sorted(comparison.differences):
        for difference in comparison.differences[kernel]:
            print(f"{name}: {difference} as on {expected_name}", file=sys.stderr)
        print(f"{name}: {kernel}: {comparison.different[kernel]} of its numbers differ", file=sys.stderr)
    uncalled = sorted(set(required) - comparison.kernels)
    for kernel in uncalled:
        print(f"{name}: {kernel} is never called", file=sys.stderr)
    count = sum(comparison.different.values())
    print(f"{name} against {expected_name}: {len(comparison.kernels)} kernels, {comparison.calls} calls, "
          f"{comparison.numbers} numbers: {count or 'none'} differ, {comparison.nans} NaN have another sign or payload",
          flush=True)
    return count == 0 and not uncalled


# The features that cpu.c requires for v3, by qemu's names, and with `level` the last leaf of cpuid. Without `xsave`
# nobody knows which registers the system keeps.
V3_FEATURES = [
    "-ssse3", "-fma", "-sse4.1", "-sse4.2", "-movbe", "-popcnt", "-avx", "-f16c", "-bmi1", "-avx2", "-bmi2", "-abm",
    "-xsave", "level=6"]


def masked_features(platforms, program, inputs):
    """Makes a few calls on processors that lack something, each of which has to give what an unfused build gives."""
    require(FEATURES_NEEDS)
    expected = platforms.records("portable", program, inputs, "portable", "few")

    def check(processor, *levels):
        path = platforms.folder / f"{processor}.records"
        # glibc's own functions for AVX2 and SSE4.2 use more than these, which some of these processors lack. qemu's
        # option for its variables would split the value at the comma.
        plain_glibc = ["env", "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-SSE4_2"]
        command = [*plain_glibc, "qemu-x86_64", "-cpu", processor, *program, inputs, path, "best", "few"]
        chosen = make_calls(f"a processor of {processor}", *command)
        if chosen not in levels:
            raise Failure(f"a processor of {processor} chose {chosen} and not {' or '.join(levels)}")
        if chosen != LOWEST_FUSED:
            comparison = Comparison()
            compare(path, expected, EVERY_KERNEL, comparison)
            for differences in comparison.differences.values():
                raise Failure(f"on a processor of {processor}, {differences[0]}")

    check("max", LOWEST_FUSED)
    for feature in V3_FEATURES:
        check(f"max,{feature}", "portable", *UNFUSED)
    # The first x86-64 processor.
    check("qemu64", "portable")
    load_peer(platforms.folder)
    return f"without {len(V3_FEATURES)} of them in turn, no build that needs them was chosen, and it ran"


# Exits with 0 if the library can be loaded.
LOADER = """#include <dlfcn.h>
int main(int count, char **arguments) { return dlopen(arguments[count - 1], RTLD_NOW) == 0; }
"""


def load_peer(folder):
    """Loads the peer for AVX-512 on a processor without it."""
    library, loader = folder / "intrinsics.so", folder / "loader"
    (folder / "loader.c").write_text(LOADER)
    run("cc", "-O3", "-march=x86-64-v4", "-shared", "-fPIC", *sorted(PEERS.glob("intrinsics*.c")), "-lm", "-o", library)
    run("cc", folder / "loader.c", "-o", loader)
    done = subprocess.run(["qemu-x86_64", "-cpu", "max", loader, library], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"a processor without AVX-512 can't load intrinsics*.c: {done.returncode} {done.stderr.strip()}")


def main():
    if len(sys.argv) != 1:
        sys.exit(__doc__)
    is_ci = bool(os.environ.get("CI"))
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        print("skipped: all platforms (they are compared with x86-64 on Linux)")
        sys.exit("platforms: nothing was compared" if is_ci else 0)
    install_missing(ALL_NEEDS)
    right, wrong, skipped = [], [], []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as threads:
        platforms = Platforms(pathlib.Path(folder))
        inputs = platforms.inputs()
        # The longest first.
        made = {"WebAssembly": threads.submit(lambda: platforms.records("WebAssembly", platforms.wasm(), inputs))}
        program = platforms.x86_64()
        made |= {level: threads.submit(platforms.records, level, program, inputs, level) for level in LEVELS}
        made["arm64"] = threads.submit(lambda: platforms.records("arm64", platforms.arm64(), inputs, "arm64"))
        masked = threads.submit(masked_features, platforms, program, inputs)
        for name, expected_name, kernels in PAIRS:
            try:
                comparison = Comparison()
                compare(made[name].result(), made[expected_name].result(), kernels, comparison)
                # The calls' own list is C's, which `make kernels` writes.
                required = filter(kernels.match, signatures.names())
                is_right = judge(name, expected_name, comparison, required)
                (right if is_right else wrong).append(name)
            except Skipped as reason:
                print(f"skipped: {name} ({reason})", flush=True)
                skipped.append(name)
            except Failure as failure:
                print(f"{name} against {expected_name}: {failure}", file=sys.stderr)
                wrong.append(name)
        try:
            print(f"masked features: {masked.result()}")
            right.append("masked features")
        except Skipped as reason:
            print(f"skipped: masked features ({reason})", flush=True)
            skipped.append("masked features")
        except Failure as failure:
            print(f"masked features: {failure}", file=sys.stderr)
            wrong.append("masked features")
    if wrong:
        sys.exit(f"platforms: wrong on {', '.join(wrong)}")
    missing = [name for name in skipped if name not in LEVELS]
    if missing and is_ci:
        sys.exit(f"platforms: skipped {', '.join(missing)}, which must not be where CI is set")
    print(f"platforms: {', '.join(right) or 'none'} as they should be; {', '.join(skipped) or 'none'} skipped")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"platforms: {failure}")
