#!/usr/bin/env python3
"""Run kernels on all possible inputs, at every level, and compare the results bit for bit.

    python3 Scripts/exhaust.py [--sample]

- Every kernel of one column gets every Float: all 2^32 bit patterns.
- Every kernel of 8-bit colours gets all 2^24 colours, with all alphas among them.
- Every kernel is called as in `make platforms`, with other random numbers, a quarter of which are special or extreme.

Each result must be the same alone and in its batch, no number may give NaN, kernels may write nothing but the results,
and levels must agree as in `make platforms`. arm64 and WebAssembly are emulated, and get a sample. The tests check the
accuracy of results; with VECTORKERNELS_EXHAUSTIVE=1 they check all inputs. With --sample, x86-64 gets only the sample
of arm64, to try this script.
"""

import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile
import threading
import time

import platforms
import signatures
from platforms import LEVELS, Comparison, Failure, Platforms, Skipped, compare, judge

# Elements of a call: the memory of one stays in the second cache.
COUNT = 1 << 16
# A part of a walk, whose records are compared and forgotten.
PART = 1 << 26
# Emulated platforms walk in steps: odd, so that low bits differ.
FLOATS_STEP, FLOATS_CALLS = 255, 256
PIXELS_STEP, PIXELS_CALLS = 31, 8
SEEDS = 40
EMULATED_SEEDS = 4

# Records of walks are digests. Where two differ, as many elements are walked over again in calls that have none.
SHORT_COUNT = 1 << 14


def parts(is_sample):
    """The walks at the levels of x86-64: their places, first one, step and number of calls."""
    if is_sample:
        return
    for first in range(0, 1 << 32, PART):
        yield "floats", first, 1, PART // COUNT
    yield "pixels", 0, 1, (1 << 24) // COUNT


# The same for all platforms.
SAMPLE = [("floats", 0, FLOATS_STEP, FLOATS_CALLS), ("pixels", 0, PIXELS_STEP, PIXELS_CALLS)]


# Kernels of one column of floats, whose other parameters all elements share, and those of 8-bit colours: a walk calls
# each of them.
ONE_COLUMN = re.compile(r"\(([^)]*, )?const float \*\w+, \w+ \*out, ptrdiff_t n\)")
PIXELS = {"vk_color_convert_f32", "vk_color_oklab_from_rgba8_f32", "vk_unpack_rgba8_f32"}


def walked_kernels():
    """The names of the kernels that a walk of each kind calls."""
    header = signatures.HEADER.read_text()
    parameters = re.findall(r"X\(\w+, (\w+), (\(.*?\)), \(", header)
    floats = {f"vk_{name}" for name, text in parameters
              if text.count("const float *") == 1 and "const int32_t *" not in text and ONE_COLUMN.fullmatch(text)}
    return {"floats": floats, "pixels": PIXELS}


WALKED = walked_kernels()


class Pair:
    """A platform, the platform whose results it must equal, and the kernels to compare."""

    def __init__(self, name, expected_name, kernels):
        self.name, self.expected_name, self.kernels = name, expected_name, kernels
        self.comparison = Comparison()


PAIRS = [Pair(*pair) for pair in platforms.PAIRS]


class Exhaustion:
    """The programs of the platforms that there are, by name, and what comes of comparing them."""

    def __init__(self, folder, threads):
        self.platforms = Platforms(folder)
        self.threads = threads
        self.lock = threading.Lock()
        self.skipped = []
        program = self.platforms.x86_64()
        self.x86_64 = {level: (program, [level]) for level in LEVELS}
        self.emulated = {}
        self.find("arm64", self.platforms.arm64, ["arm64"])
        self.find("WebAssembly", self.platforms.wasm, [])
        for level in LEVELS:
            try:
                self.platforms.records(level, program, self.platforms.inputs(), level, "few")
            except Skipped as reason:
                print(f"skipped: {level} ({reason})", flush=True)
                del self.x86_64[level]

    def find(self, name, make, level):
        try:
            self.emulated[name] = make(), level
        except Skipped as reason:
            print(f"skipped: {name} ({reason})", flush=True)
            self.skipped.append(name)

    def run(self, programs, inputs, *arguments):
        """Makes the same calls on several platforms, and compares them in pairs."""
        found = {name: self.platforms.records(name, program, inputs, *level, *map(str, arguments))
                 for name, (program, level) in programs.items()}
        comparisons = []
        for pair in PAIRS:
            if pair.name in found and pair.expected_name in found:
                comparison = Comparison()
                compare(found[pair.name], found[pair.expected_name], pair.kernels, comparison)
                comparisons.append((pair, comparison))
        for path in found.values():
            path.unlink()
        return comparisons

    def run_all(self, programs, inputs, *arguments):
        for pair, comparison in self.run(programs, inputs, *arguments):
            with self.lock:
                pair.comparison.add(comparison)

    def walk(self, programs, inputs, place, first, step, calls):
        for pair, comparison in self.run(programs, inputs, place, first, step, calls, COUNT):
            if uncalled := {name for name in WALKED[place] if pair.kernels.match(name)} - comparison.kernels:
                raise Failure(f"a walk over {place} never calls {', '.join(sorted(uncalled))}: add it to Tests/Platforms")
            for kernel, messages in comparison.differences.items():
                messages[:] = self.numbers(programs, inputs, pair, kernel, place, messages[0])
            with self.lock:
                pair.comparison.add(comparison)

    def numbers(self, programs, inputs, pair, kernel, place, message):
        """Walks again over what differs, and shows the numbers instead of their digests."""
        way = re.search(r"first (\d+), step (\d+)", message)
        both = {name: programs[name] for name in (pair.name, pair.expected_name)}
        again = self.run(both, inputs, place, way[1], way[2], COUNT // SHORT_COUNT, SHORT_COUNT)
        return again[0][1].differences[kernel]

    def start(self, is_sample):
        inputs = self.platforms.inputs()
        everywhere = self.x86_64 | self.emulated
        # The longest first.
        for part in SAMPLE:
            yield self.threads.submit(self.walk, everywhere, inputs, *part)
        for part in parts(is_sample):
            yield self.threads.submit(self.walk, self.x86_64, inputs, *part)
        for seed in range(1, (EMULATED_SEEDS if is_sample else SEEDS) + 1):
            programs = everywhere if seed <= EMULATED_SEEDS else self.x86_64
            yield self.threads.submit(lambda seed, programs: self.run_all(
                programs, self.platforms.inputs(seed)), seed, programs)


def main():
    if sys.argv[1:] not in ([], ["--sample"]):
        sys.exit(__doc__)
    platforms.install_missing(platforms.ALL_NEEDS)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        exhaustion = Exhaustion(pathlib.Path(folder), threads)
        failures = []
        done = list(exhaustion.start(is_sample="--sample" in sys.argv))
        for number, part in enumerate(concurrent.futures.as_completed(done), 1):
            try:
                part.result()
            except Failure as failure:
                print(failure, file=sys.stderr)
                failures.append(failure)
            if number % 10 == 0:
                print(f"{number} of {len(done)} parts, {time.monotonic() - began:.0f} s", flush=True)
    wrong = [pair.name for pair in PAIRS if pair.comparison.calls and not judge(
        pair.name, pair.expected_name, pair.comparison)]
    if wrong or failures:
        sys.exit(f"exhaust: wrong on {', '.join(wrong) or 'a platform'}")
    print(f"exhaust: all as it should be, in {time.monotonic() - began:.0f} s; "
          f"{', '.join(exhaustion.skipped) or 'none'} skipped")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"exhaust: {failure}")
