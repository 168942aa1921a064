#!/usr/bin/env python3
"""Run every parser and decoder on inputs from libFuzzer, under AddressSanitizer.

    python3 Scripts/fuzz.py --seconds 10
    python3 Scripts/fuzz.py --seconds 3600 --target snapshots --seed 7
    python3 Scripts/fuzz.py --target easing --input .build/fuzz/found/easing-crash-0123

The targets are in Fuzz/Sources. Their first inputs are in Fuzz/Corpus/TARGET, or in the target itself if it edits trees
of valid data. New inputs are kept in .build/fuzz/corpus, and failing inputs in .build/fuzz/found.

The library, its kernels and the benchmark program are compiled from their sources into .build/fuzz, by the compiler
alone: the package doesn't contain this build. Nothing is installed. A target without guidance by coverage is a failure,
and so is a decodable type that no target decodes.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "kernels"))

import library
from toolchain import Failure, ROOT, run, tool

BUILD = ROOT / ".build/fuzz"
HEADERS = ROOT / "Sources/CVectorKernels/include"
# The C targets of the benchmark program, each of one file.
BENCH_C = sorted((ROOT / "Benchmarks/Sources").glob("C*/*.c"))
PROGRAM = BUILD / "fuzz"

# One flag: as two of them, clang's driver takes the last one, and there is no coverage.
SANITIZE = "-sanitize=fuzzer,address"
FROM_SOURCE = ["-DVECTORKERNELS_FROM_SOURCE"]
# Optimising for speed takes more than three times as long. The compiler's error that Platforms.md describes needs a span
# of a literal array of vectors or tuples, and neither the library nor a target has any.
SWIFT = ["-Osize", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "vectorkernels",
         *FROM_SOURCE, "-Xcc", *FROM_SOURCE, "-I", HEADERS, "-I", BUILD]

# The coverage that each target's seeds have at least: about half of what they had when they were written, and for colours,
# whose seeds hold every production of the grammar, nine tenths. How many places there are depends on the optimisation.
LEAST_COVERAGE = {
    "easing": 400, "color": 1100, "path": 270, "json": 180, "types": 2700, "keyframes": 480, "snapshots": 4700, "lottie": 1400,
    "lottie-edits": 1400, "results": 1700}
# Fewer inputs say nothing.
LEAST_INPUTS = 100
# An input has 4 KB, and its processing takes memory and time in proportion.
LIMITS = ["-max_len=4096", "-timeout=30", "-rss_limit_mb=1024", "-malloc_limit_mb=64"]
ENVIRONMENT = {
    # References that Swift keeps in enums, with bits of the case in them, count as lost.
    "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=32", "VECTORKERNELS_ISA": "portable", "FUZZ_ROOT": str(ROOT),
    # Reads memory that AddressSanitizer guards.
    "SWIFT_BACKTRACE": "enable=no"}


# MARK: Building

def target_info():
    return json.loads(run(tool("swiftc"), "-print-target-info"))


def require_tools():
    for name in ["swiftc", "clang", "ld.lld", "swift-symbolgraph-extract"]:
        tool(name)
    resources = pathlib.Path(target_info()["paths"]["runtimeResourcePath"])
    if not list(resources.glob("clang/lib/*/libclang_rt.fuzzer*")):
        raise Failure(f"the toolchain has no libFuzzer: there is no libclang_rt.fuzzer in {resources}/clang/lib")


def swift_files(folder):
    return sorted((ROOT / folder).rglob("*.swift"))


def compile_module(name, sources, *options):
    run(tool("swiftc"), *SWIFT, *options, "-module-name", name, "-emit-module", "-emit-module-path", BUILD / f"{name}.swiftmodule",
        "-c", *sources, "-o", BUILD / f"{name}.o")


# The files of the C target that the library needs, beside the kernels.
C_SOURCES = ["cpu", "dispatch", "memory", "processors"]


def compile_c():
    for name in C_SOURCES:
        run(tool("clang"), "-O2", "-fsanitize=address", *FROM_SOURCE, "-I", HEADERS,
            "-c", ROOT / f"Sources/CVectorKernels/{name}.c", "-o", BUILD / f"{name}.o")
    for path in BENCH_C:
        run(tool("clang"), "-O2", "-fsanitize=address", "-I", path.parent / "include",
            "-c", path, "-o", BUILD / f"{path.stem}.o")


def fingerprint():
    """Of all that the program is built from."""
    folders = ["Sources", "Benchmarks/Sources", "Fuzz/Sources"]
    digest = hashlib.sha256(run(tool("swiftc"), "--version").encode())
    for path in [pathlib.Path(__file__)] + [path for folder in folders for path in sorted((ROOT / folder).rglob("*"))]:
        if path.suffix in [".swift", ".c", ".h", ".py", ".modulemap"]:
            digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build():
    stamp, wanted = BUILD / "fingerprint", fingerprint()
    if PROGRAM.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    BUILD.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    # As SwiftPM writes it.
    (BUILD / "module.modulemap").write_text("".join(
        f'module {path.parent.name} {{ header "{path.parent}/include/{path.stem}.h" export * }}\n' for path in BENCH_C))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        # Coverage of kernels would say nothing: they have no branch that depends on an input.
        others = [
            pool.submit(compile_c),
            pool.submit(compile_module, "PortableKernels", swift_files("Sources/PortableKernels"),
                        "-sanitize=address")]
        compile_module("VectorKernels", library.sources(), SANITIZE, "-enable-testing",
                       "-enable-experimental-feature", "Lifetimes")
        for other in others:
            other.result()
    # libFuzzer has a main function of its own.
    compile_module("bench", swift_files("Benchmarks/Sources/bench"), SANITIZE, "-enable-testing",
                   "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "bench_main")
    compile_module("Fuzz", swift_files("Fuzz/Sources"), SANITIZE)
    objects = ["Fuzz", "bench", "VectorKernels", "PortableKernels", *C_SOURCES, *[path.stem for path in BENCH_C]]
    # Other linkers drop the tables of counters.
    run(tool("swiftc"), SANITIZE, "-use-ld=lld", *[BUILD / f"{name}.o" for name in objects], "-lm", "-o", PROGRAM)
    stamp.write_text(wanted)


# MARK: Targets

def listed():
    """The names of the targets, of the types that one of them decodes, and of the parts of the snapshots' samples.
    Writes what targets start from."""
    result = subprocess.run([str(PROGRAM)], env=os.environ | ENVIRONMENT | {"FUZZ_TARGET": "list"}, capture_output=True,
                            text=True)
    if result.returncode != 0:
        raise Failure(f"the program doesn't list its targets:\n{result.stderr}")
    lines = [line.split(" ", 2) for line in result.stdout.splitlines()]
    for target, numbers in [line[1:] for line in lines if line[0] == "seed"]:
        seeds(target).mkdir(parents=True, exist_ok=True)
        (seeds(target) / numbers.replace(" ", "-")).write_bytes(bytes(map(int, numbers.split())))
    return ([name for kind, name, *_ in lines if kind == "target"], {name for kind, name, *_ in lines if kind == "type"},
            {name for kind, name, *_ in lines if kind == "part"})


def seeds(target):
    """Where the inputs are that a target starts from: committed texts, or what the program names."""
    committed = ROOT / "Fuzz/Corpus" / target
    return committed if committed.exists() else BUILD / "seeds" / target


def symbol_graph(module):
    """The declarations of a module, but not those that are private."""
    folder = BUILD / "symbols"
    folder.mkdir(exist_ok=True)
    run(tool("swift-symbolgraph-extract"), "-module-name", module, "-target", target_info()["target"]["triple"], "-I", BUILD, "-I", HEADERS,
        "-minimum-access-level", "internal", "-output-dir", folder)
    return json.loads((folder / f"{module}.symbols.json").read_text())


def decodable(graph):
    """The types of a module that conform to Decodable."""
    kinds = ["swift.struct", "swift.enum", "swift.class"]
    names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
             for symbol in graph["symbols"] if symbol["kind"]["identifier"] in kinds}
    return {names[relationship["source"]] for relationship in graph["relationships"]
            if relationship["kind"] == "conformsTo" and relationship["target"] == "s:Se"
            and relationship["source"] in names}


# Parts that a snapshot has only in some states.
OPTIONAL_PARTS = {"bases", "candidates", "events", "farSlots", "floors", "lastRuns", "layers", "nextBases",
                  "observations", "origins", "popularities", "timeStandsStill"}


def require_all_parts(graph, parts):
    """Of each kind of mover, and of all else that a snapshot may have, there has to be a sample."""
    movers = {"." + symbol["pathComponents"][-1].split("(")[0] for symbol in graph["symbols"]
              if symbol["kind"]["identifier"] == "swift.enum.case" and symbol["pathComponents"][0] == "SavedMover"}
    if len(movers) < 10:
        raise Failure(f"only {len(movers)} kinds of movers seem to be saved, which can't be")
    missing = sorted((movers | OPTIONAL_PARTS) - parts)
    if missing:
        raise Failure("no sample has these, add one to Fuzz/Sources/Snapshots.swift: " + ", ".join(missing))


def require_all_types(graph, types):
    there = decodable(graph) | decodable(symbol_graph("bench"))
    if len(there) < 40:
        raise Failure(f"only {len(there)} types seem to be Decodable, which can't be")
    missing = sorted(there - types)
    if missing:
        raise Failure("no target decodes these types, add them to Fuzz/Sources/CodableTypes.swift: " + ", ".join(missing))


# MARK: Running

def fuzz(target, arguments, seconds):
    """Runs a target, and returns its exit status and its output."""
    log = BUILD / f"{target}.log"
    with open(log, "w", errors="replace") as output:
        status = subprocess.run(
            [str(PROGRAM), *[str(argument) for argument in arguments]], cwd=BUILD, stdout=output, stderr=output,
            env=os.environ | ENVIRONMENT | {"FUZZ_TARGET": target}, timeout=seconds + 300).returncode
    return status, log.read_text(errors="replace")


def successful(target, arguments, seconds):
    """Runs a target, and returns its output. Raises a failure if an input fails."""
    status, log = fuzz(target, arguments, seconds)
    if status != 0:
        said = [line for line in log.splitlines()
                if re.search(r"Fatal error|ERROR: |SUMMARY: |Test unit written to", line)]
        raise Failure(f"{target}: " + "\n  ".join(line[:500] for line in said[:6] or log.splitlines()[-6:]))
    return log


def check_canary():
    """Coverage has to lead to an input that nobody would guess."""
    found = BUILD / "canary-"
    status, log = fuzz("canary", [f"-artifact_prefix={found}", "-max_total_time=60", "-seed=1"], 60)
    for path in BUILD.glob("canary-*"):
        path.unlink()
    if status == 0 or "the canary is found" not in log:
        raise Failure(f"coverage guides nothing: the canary wasn't found ({BUILD}/canary.log)")


def last_coverage(log):
    """The coverage that libFuzzer reports last, 0 if it reports none."""
    covered = re.findall(r"^#\d+\s+\w+\s+cov: (\d+)", log, re.MULTILINE)
    return int(covered[-1]) if covered else 0


def check_seeds(target, log):
    """The coverage of a target's seeds alone. Raises a failure if it is lower than expected."""
    covered = last_coverage(log)
    if covered == 0:
        raise Failure(f"{target}: there is no coverage, so that nothing guides the search")
    if covered < LEAST_COVERAGE[target]:
        raise Failure(f"{target}: the seeds cover {covered} places, but at least {LEAST_COVERAGE[target]} are expected")
    return covered


def check_run(target, log):
    """The number of a run's inputs and their coverage. Raises a failure if too few inputs were tried."""
    count = re.search(r"^stat::number_of_executed_units:\s*(\d+)", log, re.MULTILINE)
    if count is None or int(count[1]) < LEAST_INPUTS:
        raise Failure(f"{target}: only {count[1] if count else 0} inputs were tried")
    return int(count[1]), last_coverage(log)


def run_target(target, seconds, seed):
    kept, found = BUILD / "corpus" / target, BUILD / "found"
    for folder in [kept, found]:
        folder.mkdir(parents=True, exist_ok=True)
    options = [f"-artifact_prefix={found}/{target}-", f"-seed={seed}", *LIMITS]
    start = time.monotonic()
    # Inputs that an earlier run kept would hide that the seeds cover less than before.
    first = check_seeds(target, successful(target, [*options, "-runs=0", seeds(target)], 0))
    count, covered = check_run(target, successful(
        target, [*options, f"-max_total_time={seconds}", "-print_final_stats=1", kept, seeds(target)], seconds))
    return f"{target}: {count:,} inputs, coverage {first} to {covered}, {time.monotonic() - start:.0f} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="how long each target runs")
    parser.add_argument("--seed", type=int, default=1, help="what libFuzzer's choices begin with")
    parser.add_argument("--target", action="append", help="only this one; may be given more than once")
    parser.add_argument("--input", help="a file to run one target with, instead of fuzzing; prints the tree it makes")
    options = parser.parse_args()
    try:
        require_tools()
        build()
        names, types, parts = listed()
        if options.input:
            if len(options.target or []) != 1:
                raise Failure("--input takes one --target")
            sys.exit(subprocess.run([str(PROGRAM), *LIMITS, os.path.abspath(options.input)], cwd=BUILD,
                                    env=os.environ | ENVIRONMENT | {"FUZZ_TARGET": options.target[0], "FUZZ_PRINT": "1"}).returncode)
        names.remove("canary")
        if set(names) != set(LEAST_COVERAGE):
            raise Failure(f"the program has the targets {names}, but LEAST_COVERAGE names {list(LEAST_COVERAGE)}")
        for name in options.target or []:
            if name not in names:
                raise Failure(f"there is no target '{name}'; there are {', '.join(names)}")
        graph = symbol_graph("VectorKernels")
        require_all_types(graph, types)
        require_all_parts(graph, parts)
        check_canary()
    except Failure as failure:
        sys.exit(f"fuzz: {failure}")
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(run_target, name, options.seconds, options.seed) for name in options.target or names]
        for job in concurrent.futures.as_completed(jobs):
            try:
                print(job.result(), flush=True)
            except Failure as failure:
                failures += 1
                print(f"FAILED: {failure}", flush=True)
    if failures:
        sys.exit(f"fuzz: {failures} of {len(jobs)} targets failed")


if __name__ == "__main__":
    main()
