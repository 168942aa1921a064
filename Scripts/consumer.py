#!/usr/bin/env python3
"""Use the package as its users do: another package depends on it by a git tag.

The script builds and runs every Swift program in the README and in the documentation's articles, and builds every
snippet. It checks that the compiler refuses a program that would share an object among threads. It compares debug
builds with release builds at every level: both use the generated kernels. It also measures the time of a build, and the
bytes that the library adds to a program. `--results FILE` writes these figures as JSON, and a table of them beside it.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from library import MODULES, ROOT

ARTICLES = ROOT / "Sources/VectorKernels/VectorKernels.docc"
TAG = "0.0.1"

PACKAGE = """// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "consumer",
  dependencies: [.package({dependency})],
  targets: [{targets}]
)
"""

TARGET = """
    .executableTarget(
      name: "{name}", dependencies: [.product(name: "{product}", package: "VectorKernels")]),"""

# The best of many short batches, so that a busy machine doesn't decide.
SPEED = """import VectorKernels

let count = 65_536
let from = [Float](repeating: 1, count: count)
let to = [Float](repeating: 2, count: count)
var now = [Float](repeating: 0, count: count)
var best = Duration.seconds(1)
for _ in 0..<200 {
  best = min(
    best,
    ContinuousClock().measure {
      for _ in 0..<20 {
        Batch.interpolate(from: from.span, to: to.span, amount: 0.25, into: now.mutableSpan)
      }
    })
}
precondition(now.allSatisfy { $0 == 1.25 })
print(best / .nanoseconds(20 * count))
"""

LEVELS = """import VectorKernels

print(InstructionSet.available.map(\\.rawValue).joined(separator: " "))
"""

# A figure that differs from run to run: README programs may print others than those that it shows.
TIME = re.compile(r"\d+(\.\d+)?(e-\d+)?(?= ms)")

CALL = """import {product}

let from: [Float] = [1, 2]
let to: [Float] = [2, 4]
var now: [Float] = [0, 0]
Batch.interpolate(from: from.span, to: to.span, amount: 0.25, into: now.mutableSpan)
print(now)
"""

# A program that mustn't compile, because snapshots would share the class's object among threads, and the compiler's words.
REFUSED = """import VectorKernels

final class Count { var calls = 0 }

struct Calls: AnimationStateKey { static var defaultValue: Count { Count() } }
"""
REFUSAL = "class 'Count' does not conform to the 'Sendable' protocol"

# Programs whose size tells what the library adds: none of it, its small product, one call, and an animator.
SIZES = {
    "Nothing": 'print("nothing")\n',
    "OneInterpolation": CALL.format(product="InterpolationKernels"),
    "OneCall": CALL.format(product="VectorKernels"),
    "OneAnimator": """import VectorKernels

var animator = Animator<AnimatablePair<Float, Float>>()
let cards = animator.add(AnimatablePair(0, 0), count: 10)
try animator.animate(cards, to: AnimatablePair(1, 2), using: .spring(duration: 0.5, bounce: 0.3))
animator.advance(by: 0.1)
print(try animator.value(of: cards[0]))
""",
}

# The programs that are timed in debug and in release: the executable, the number of runs, and how many times as long as
# in release it may take in debug. An interpolation's caller is unoptimised, a few hundred instructions for each call. In
# the README's first program, the cards, the animator is.
PROGRAMS = {"interpolation": ("Speed", 25, 1.2), "cards": ("Readme1", 5, 5)}

# How a program may be built, to carry less of what it doesn't use. As usual, Swift keeps each public function. Internalised,
# it keeps what the records of types and conformances hold on to, which is still so much that a single call costs as much as
# an animator. Sealed, methods go too that nothing calls (the design notes say why records don't). Packed relocations need
# glibc 2.36 or musl 1.2.4.
PACKED = ("-Xswiftc", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs")
BUILDS = {
    "as usual": (),
    "internalised": ("-Xswiftc", "-Xfrontend", "-Xswiftc", "-internalize-at-link",
                     "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", *PACKED),
    "sealed": ("--experimental-lto-mode", "full", "-Xswiftc", "-experimental-hermetic-seal-at-link", *PACKED),
}

# How many bytes the library may add to a stripped program, and its small product to one built as usual.
SIZE_LIMITS = {"as usual": 4_000_000, "internalised": 2_300_000, "sealed": 2_000_000}
SMALL_SIZE_LIMIT = 300_000

# The parts of a program's file, by the names of its sections. With unwind tables, debuggers and handlers of signals find a
# function's caller.
PARTS = {
    "kernels": "",
    "other code": r"\.(text|plt|init|fini)(\..*)?",
    "unwind tables": r"\.eh_frame(_hdr)?|\.gcc_except_table",
    "records of types and conformances": r"swift5_\w+",
    "constants, metadata and witness tables": r"\.(rodata|data|data\.rel\.ro|tdata|init_array|fini_array)",
    "addresses for the dynamic linker": r"\.(dynsym|dynstr|dynamic|rel[ar]\.\w+|gnu\.\w+|got|got\.plt)",
}


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def blocks(file):
    """A Markdown file's blocks of code, each with its language."""
    return re.findall(r"```(swift|text)\n(.*?)```", file.read_text(), re.DOTALL)


def programs():
    """The README's Swift blocks that are whole programs, and what each prints (its next ```text block, if any)."""
    found = blocks(ROOT / "README.md")
    for i, (language, text) in enumerate(found):
        if language == "swift" and "import VectorKernels" in text:
            follows = found[i + 1] if i + 1 < len(found) else ("", "")
            yield text, follows[1] if follows[0] == "text" else None


def articles():
    """For each article with code, the program that its Swift blocks are together, and its text blocks: what that prints."""
    for file in sorted(ARTICLES.rglob("*.md")):
        code = [text for language, text in blocks(file) if language == "swift"]
        if code:
            printed = "".join(text for language, text in blocks(file) if language == "text")
            yield f"Article{file.stem}", ("import VectorKernels\n\n" + "\n".join(code), printed)


def processor_seconds(*command, **options):
    """The time that a command and its children spend on processors, and the time that passes."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    run(*command, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, time.monotonic() - began


def build_times(consumer):
    """The time to build each product from nothing, in both configurations. The last one's builds stay."""
    times = {}
    for product in MODULES:
        shutil.rmtree(consumer / ".build", ignore_errors=True)
        run("swift", "package", "resolve", cwd=consumer)
        times[product] = {}
        for configuration in ("release", "debug"):
            processor, passed = processor_seconds(
                "swift", "build", "-c", configuration, "--target", product, cwd=consumer)
            times[product][configuration] = {"processorSeconds": round(processor, 1), "wallSeconds": round(passed, 1)}
    return times


def parts(program, stripped):
    """How many bytes of a stripped program's file each of `PARTS` takes, and what remains: headers and alignment."""
    sizes = {part: 0 for part in PARTS}
    for line in run("size", "-A", "-d", stripped).splitlines():
        section = re.match(r"([\w.]+)\s+(\d+)\s", line)
        part = section and next((part for part, names in PARTS.items() if re.fullmatch(names, section.group(1))), None)
        if part:
            sizes[part] += int(section.group(2))
    # Functions of assembly have no size, but those of a program follow one another.
    symbols = [line.split(maxsplit=2) for line in run("nm", "--numeric-sort", "--defined-only", program).splitlines()]
    code = [(int(address, 16), name) for address, kind, name in symbols if kind in "tTwW"]
    sizes["kernels"] = sum(
        end - begin for (begin, name), (end, _) in zip(code, code[1:]) if name.startswith("vk_") and end > begin)
    sizes["other code"] -= sizes["kernels"]
    sizes["headers and alignment"] = stripped.stat().st_size - sum(sizes.values())
    return sizes


def program_parts(consumer, scratch, options):
    """The parts of each of the programs of `SIZES`, built with options and stripped."""
    sizes = {}
    for name in SIZES:
        run("swift", "build", "-c", "release", "--scratch-path", scratch, *options, "--product", name, cwd=consumer)
        program, stripped = scratch / "release" / name, scratch / f"{name}.stripped"
        run(program)
        run("strip", "-o", stripped, program)
        sizes[name] = parts(program, stripped)
    return sizes


def check_refused(origin, folder, modules):
    """Compiles `REFUSED` against the built modules, which must fail for its reason."""
    source = folder / "refused.swift"
    source.write_text(REFUSED)
    module_map = origin / "Sources/CVectorKernels/include/module.modulemap"
    done = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, "-Xcc", f"-fmodule-map-file={module_map}", source],
        capture_output=True, text=True)
    if REFUSAL not in done.stderr:
        sys.exit(f"a program that shares an object among threads isn't refused:\n{done.stderr}")


def added_parts(sizes):
    """The bytes that the library adds to the programs, by parts."""
    return {name: {part: size - sizes["Nothing"][part] for part, size in of.items()}
            for name, of in sizes.items() if name != "Nothing"}


def best_times(built, name, level, runs):
    """The least that a program prints in each configuration, run in turns: other work only ever adds time."""
    best = {"debug": float("inf"), "release": float("inf")}
    for _ in range(runs):
        for configuration in best:
            printed = run(built / configuration / name, env={"VECTORKERNELS_ISA": level})
            best[configuration] = min(best[configuration], float(re.search(r"[\d.]+(e-\d+)?", printed).group(0)))
    return best


def grouped(size):
    return f"{size:,}".replace(",", " ")


def table(results):
    lines = [
        "# What users pay", "",
        "Written by `make consumer-results`. Times are of one clean build of a product, in seconds of one processor and of",
        "the clock; sizes are what it adds to a stripped program, in bytes.", "",
        "| product | build | processor | clock |", "|---|---|---:|---:|"]
    lines += [f"| {product} | {build} | {times['processorSeconds']} | {times['wallSeconds']} |"
              for product, builds in results["buildSeconds"].items() for build, times in builds.items()]
    lines += [""] + [f"- {build}: `{' '.join(('swift build -c release', *options))}`" for build, options in BUILDS.items()]
    lines += ["", "| program | built | bytes |", "|---|---|---:|"]
    programs = {(name, build): of for build, sizes in results["addedParts"].items() for name, of in sizes.items()}
    lines += [f"| {name} | {build} | {grouped(sum(of.values()))} |" for (name, build), of in programs.items()]
    lines += [f"| Nothing: a program without the library, as a whole | {build} | {grouped(size)} |"
              for build, size in results["nothingBytes"].items()]
    # Otherwise the table would be too wide.
    shown = {(name, build): of for (name, build), of in programs.items() if build == "as usual" or name == "OneAnimator"}
    lines += ["", "Of which:", "",
              "| part | " + " | ".join(f"{name}, {build}" for name, build in shown) + " |",
              "|---|" + "---:|" * len(shown)]
    lines += [f"| {part} | " + " | ".join(grouped(of[part]) for of in shown.values()) + " |" for part in next(iter(shown.values()))]
    lines += ["", "Debug builds against release builds: nanoseconds per number of an interpolation, milliseconds per frame of",
              "the README's ten thousand cards.", "",
              "| program | level | debug | release | times as long |", "|---|---|---:|---:|---:|"]
    for program, unit in (("interpolation", "ns"), ("cards", "ms")):
        for level, best in results[program].items():
            lines.append(f"| {program}, {unit} | {level} | {best['debug']:.4g} | {best['release']:.4g} | "
                         f"{best['debug'] / best['release']:.2f} |")
    lines += ["", f"Measured on {results['machine']}, {results['toolchain']}, commit {results['commit']}.", ""]
    return "\n".join(lines)


def machine():
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    name = re.search(r"^model name\s*: (.*)$", cpuinfo.read_text() if cpuinfo.exists() else "", re.MULTILINE)
    return f"{name.group(1) if name else platform.machine()}, {os.cpu_count()} processors"


def commit(repository):
    return run("git", "-C", repository, "rev-parse", "--short", "HEAD").strip()


def toolchain():
    return re.search(r"Swift version [\d.]+", run("swiftc", "--version")).group(0)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--results", type=pathlib.Path, help="where to write the figures, as JSON")
    results_file = arguments.parse_args().results
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # A tagged copy of the committed state, as a dependency would be.
        origin = folder / "VectorKernels"
        run("git", "clone", "--quiet", ROOT, origin)
        run("git", "-C", origin, "tag", "--force", TAG)
        results = {"machine": machine(), "commit": commit(origin), "toolchain": toolchain()}
        consumer = folder / "consumer"
        sources = {f"Readme{i}": program for i, program in enumerate(programs(), 1)}
        if not sources:
            sys.exit("README.md holds no program")
        sources |= dict(articles())
        # `make snippets` runs them in release. Here they are built in debug too, as whoever starts from one will.
        snippets = {snippet.stem: snippet.read_text() for snippet in sorted((ROOT / "Snippets").glob("*.swift"))}
        texts = {name: text for name, (text, _) in sources.items()} | snippets | SIZES
        texts |= {"Speed": SPEED, "Levels": LEVELS}
        for name, text in texts.items():
            (consumer / "Sources" / name).mkdir(parents=True)
            (consumer / "Sources" / name / "main.swift").write_text(text)
        targets = "".join(
            TARGET.format(name=name, product=re.search(r"^import (\w+Kernels)$", text, re.MULTILINE).group(1))
            for name, text in texts.items() if name != "Nothing")
        targets += '\n    .executableTarget(name: "Nothing"),'
        (consumer / "Package.swift").write_text(PACKAGE.format(
            dependency=f'url: "{origin.as_uri()}", from: "{TAG}"', targets=targets))

        results["buildSeconds"] = build_times(consumer)
        for configuration in ("debug", "release"):
            run("swift", "build", "-c", configuration, cwd=consumer)
        built = consumer / ".build"
        check_refused(origin, folder, built / "debug/Modules")
        for name, (_, expected) in sources.items():
            printed = run(built / "debug" / name)
            if expected is not None and TIME.sub("#", printed) != TIME.sub("#", expected):
                sys.exit(f"{name} prints\n{printed}and not, as its text says,\n{expected}")
        sizes = {build: program_parts(consumer, folder / build if options else built, options)
                 for build, options in BUILDS.items()}
        results["addedParts"] = {build: added_parts(of) for build, of in sizes.items()}
        results["nothingBytes"] = {build: sum(of["Nothing"].values()) for build, of in sizes.items()}
        available = run(built / "release/Levels").split()
        for program, (executable, rounds, limit) in PROGRAMS.items():
            results[program] = {}
            for level in available:
                best = best_times(built, executable, level, rounds)
                # A machine that others use too has slow stretches: what seems too slow is measured again.
                for _ in range(2):
                    if best["debug"] > limit * best["release"]:
                        again = best_times(built, executable, level, rounds)
                        best = {build: min(best[build], again[build]) for build in best}
                results[program][level] = best

    text = table(results)
    print(f"{len(sources)} programs of the README and of articles run, {len(snippets)} snippets build\n\n{text}")
    if results_file:
        results_file.write_text(json.dumps(results, indent=2) + "\n")
        results_file.with_suffix(".md").write_text(text)
    for program, (_, _, limit) in PROGRAMS.items():
        for level, best in results[program].items():
            if best["debug"] > limit * best["release"]:
                sys.exit(f"{program} at {level}: the debug build takes more than {limit} times as long as the release build")
    small = sum(results["addedParts"]["as usual"]["OneInterpolation"].values())
    if small > SMALL_SIZE_LIMIT:
        sys.exit(f"InterpolationKernels adds {small} bytes to a program, more than {SMALL_SIZE_LIMIT}")
    for build, limit in SIZE_LIMITS.items():
        if max(sum(of.values()) for of in results["addedParts"][build].values()) > limit:
            sys.exit(f"built {build}, the library adds more than {limit} bytes to a program")


if __name__ == "__main__":
    main()
