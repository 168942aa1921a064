#!/usr/bin/env python3
"""Measure the library in WebAssembly beside plain JavaScript, and calls from C and Python beside Swift's.

    python3 Scripts/languages.py [--seconds S] [--results FILE]

The programs are those of Benchmarks/languages and `bench calls`; build `bench` first. They take turns, and the least
time counts. `--results FILE` writes the figures as JSON, and a table of them beside it; `--seconds` sets the time of
measurement for each kernel of WebAssembly. The script installs missing tools if it runs as root on Debian. It leaves
out NumPy if that isn't installed.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import c_library
import consumer
import embedded
import platforms
import web
from platforms import ROOT, Failure, builds, run, tool

PROGRAMS = ROOT / "Benchmarks/languages"
BENCH = ROOT / "Benchmarks/.build/release/bench"
EXPORTS = ("kernels_column", "kernels_colors", "kernels_prepare", "kernels_run")
ROUNDS = 5


def output(*command, **variables):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True,
        env=os.environ | {name: str(value) for name, value in variables.items()})
    if done.returncode != 0:
        raise Failure(f"{command[0]} failed:\n{done.stderr}")
    return json.loads(done.stdout)


def least(results):
    """The least of each figure in objects of objects."""
    if isinstance(results[0], dict):
        return {key: least([result[key] for result in results]) for key in results[0]}
    return min(results)


def build_modules(folder):
    """The kernels and the dots of Examples/web, as WebAssembly."""
    objects = embedded.wasm_objects(folder / "wasm", "Measured", PROGRAMS / "Measured.swift")
    measured = folder / "wasm/Measured.o"
    others = [file for file in objects if file != measured]
    options = ("-O", *embedded.EMBEDDED, *builds.EMBEDDED["wasm32"])
    dots = embedded.swift(folder / "wasm", "Dots", [web.PAGE / "Dots.swift"], *options)
    modules = []
    for own, exports in ((measured, EXPORTS), (dots, web.EXPORTS)):
        modules.append(folder / f"{own.stem.lower()}.wasm")
        run(tool("wasm-ld"), "--no-entry", "--gc-sections", "--allow-undefined", "-z", "stack-size=1048576",
            *(f"--export={name}" for name in exports), own, *others, "-o", modules[-1])
    return modules


def measure_webassembly(folder, seconds):
    modules = build_modules(folder)
    return least([output("node", PROGRAMS / "kernels.mjs", *modules, web.PAGE, seconds) for _ in range(ROUNDS)])


def measure_calls(folder):
    c_library.build()
    program = folder / "calls"
    c_library.run(
        c_library.CC, "-std=c11", "-O2", *c_library.WARNINGS, PROGRAMS / "calls.c", "-I", c_library.HEADERS,
        "-L", c_library.LIBRARY, "-lvectorkernels", f"-Wl,-rpath,{c_library.LIBRARY}", "-o", program)
    python = [sys.executable, PROGRAMS / "calls.py"]
    commands = {"Swift": [BENCH, "calls"], "C": [program], "Python": [*python, "kept"]}
    if importlib.util.find_spec("numpy"):
        commands["NumPy"] = [*python, "numpy"]
    modules = {"PYTHONPATH": ROOT / "Examples/python", "VECTORKERNELS": c_library.LIBRARY / c_library.SONAME}
    turns = [{name: output(*command, **modules) for name, command in commands.items()} for _ in range(ROUNDS)]
    return least(turns)


def table(results):
    lines = [
        "# Other languages", "",
        "Written by `make languages`. Times are the least of many, taken in turns, at the highest level of the processor.", "",
        "## WebAssembly beside plain JavaScript", "",
        "Kernels on 16 384 elements, in nanoseconds per element, and frames of scenes in milliseconds. The kernels of both give",
        "the same numbers; in the scenes of Examples/web, both move dots in the same ways. JavaScript is written with typed",
        "arrays and loops over them.", "",
        "| | WebAssembly | JavaScript | times as fast |", "|---|---:|---:|---:|"]
    for unit, group in (("ns", results["kernels"]), ("ms", results["scenes"])):
        for name, times in group.items():
            lines.append(f"| {name}, {unit} | {times['webAssembly']:.3g} | {times['javaScript']:.3g} | "
                         f"{times['javaScript'] / times['webAssembly']:.1f} |")
    calls = results["calls"]
    others = [name for name in calls if name != "Swift"]
    lines += [
        "", "## Calls from other languages", "",
        "Nanoseconds per call in Swift, and how many times as long the same call takes. Python passes arrays that were",
        "converted before, NumPy its arrays as they are; neither is copied.", "",
        f"| call, elements | Swift, ns | {' | '.join(others)} |", "|---|---:|" + "---:|" * len(others)]
    for call, nanoseconds in calls["Swift"].items():
        ratios = " | ".join(f"{calls[name][call] / nanoseconds:.3g}" for name in others)
        lines.append(f"| {call} | {nanoseconds:.4g} | {ratios} |")
    lines += ["", f"Measured on {results['machine']}, {results['toolchain']}, node {results['node']}, commit "
              f"{results['commit']}.", ""]
    return "\n".join(lines)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--seconds", type=float, default=0.5, help="for each kernel of WebAssembly, in each of the rounds")
    arguments.add_argument("--results", type=pathlib.Path, help="where to write the figures, as JSON")
    options = arguments.parse_args()
    platforms.install_missing(platforms.ALL_NEEDS)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            platforms.require(platforms.WASM_NEEDS)
            results = {
                "machine": consumer.machine(), "toolchain": consumer.toolchain(), "commit": consumer.commit(ROOT),
                "node": consumer.run("node", "--version").strip(), "calls": measure_calls(folder),
                **measure_webassembly(folder, options.seconds)}
        except (Failure, platforms.Skipped) as reason:
            sys.exit(f"languages: {reason}")
    text = table(results)
    print(text)
    if options.results:
        options.results.write_text(json.dumps(results, indent=2) + "\n")
        options.results.with_suffix(".md").write_text(text)


if __name__ == "__main__":
    main()
