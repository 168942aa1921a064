#!/usr/bin/env python3
"""Use the package as its users do: another package depends on it by a git tag.

Every Swift program in the README is built and run there, every snippet is built, and a debug build of a program is
compared with its release build: the kernels of both are the generated ones, so both take the same time.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAG = "0.0.1"

PACKAGE = """// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "consumer",
  dependencies: [.package(url: "{url}", from: "{tag}")],
  targets: [{targets}]
)
"""

TARGET = """
    .executableTarget(
      name: "{name}", dependencies: [.product(name: "VectorKernels", package: "VectorKernels")]),"""

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
        Batch.interpolate(from: from.span, to: to.span, progress: 0.25, into: now.mutableSpan)
      }
    })
}
precondition(now.allSatisfy { $0 == 1.25 })
print(best / .nanoseconds(20 * count))
"""

# A figure that differs from run to run: README programs may print others than those that it shows.
TIME = re.compile(r"\d+(\.\d+)?(e-\d+)?(?= ms)")

# How much slower than in release the debug build may be. Its callers are unoptimised, a few hundred instructions for
# each call, and the machine may be busy.
TOLERANCE = 1.2


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def programs():
    """The README's Swift blocks that are whole programs, and what each prints (its next ```text block, if any)."""
    readme = (ROOT / "README.md").read_text()
    blocks = re.findall(r"```(swift|text)\n(.*?)```", readme, re.DOTALL)
    for i, (language, text) in enumerate(blocks):
        if language == "swift" and "import VectorKernels" in text:
            follows = blocks[i + 1] if i + 1 < len(blocks) else ("", "")
            yield text, follows[1] if follows[0] == "text" else None


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # A tagged copy of the committed state, which is what a dependency gives.
        origin = folder / "VectorKernels"
        run("git", "clone", "--quiet", ROOT, origin)
        run("git", "-C", origin, "tag", "--force", TAG)
        consumer = folder / "consumer"
        sources = {f"Readme{i}": program for i, program in enumerate(programs(), 1)}
        if not sources:
            sys.exit("README.md holds no program")
        sources["Speed"] = (SPEED, None)
        # `make snippets` runs them in release. Here they are built in debug too, as whoever starts from one will.
        snippets = {snippet.stem: snippet.read_text() for snippet in sorted((ROOT / "Snippets").glob("*.swift"))}
        texts = {name: text for name, (text, _) in sources.items()} | snippets
        for name, text in texts.items():
            (consumer / "Sources" / name).mkdir(parents=True)
            (consumer / "Sources" / name / "main.swift").write_text(text)
        targets = "".join(TARGET.format(name=name) for name in texts)
        (consumer / "Package.swift").write_text(PACKAGE.format(url=origin.as_uri(), tag=TAG, targets=targets))

        for configuration in ("debug", "release"):
            run("swift", "build", "-c", configuration, cwd=consumer)
        built = consumer / ".build"
        for name, (_, expected) in sources.items():
            printed = run(built / "debug" / name)
            if expected is not None and TIME.sub("#", printed) != TIME.sub("#", expected):
                sys.exit(f"README program {name} prints\n{printed}and not, as the README says,\n{expected}")
        # Interleaved, and the best of each: the machine's other work only ever adds time.
        best = {"debug": float("inf"), "release": float("inf")}
        for _ in range(5):
            for configuration in best:
                best[configuration] = min(best[configuration], float(run(built / configuration / "Speed")))
        ratio = best["debug"] / best["release"]
        print(f"{len(sources) - 1} README programs run, {len(snippets)} snippets build; interpolation in a debug build "
              f"{best['debug']:.3f} ns per element, in release {best['release']:.3f}: {ratio:.2f} times")
        if ratio > TOLERANCE:
            sys.exit(f"the debug build takes more than {TOLERANCE} times as long as the release build")


if __name__ == "__main__":
    main()
