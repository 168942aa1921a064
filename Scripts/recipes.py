#!/usr/bin/env python3
"""Follow CONTRIBUTING's recipes in a copy of the package: add an easing, a kernel and a level, and run them.

    python3 Scripts/recipes.py

The recipes' worked examples are the patches of docs/recipes. Each must change fewer than 60 lines, apply, be formatted
and compile. Then

- the easing's curves are compared with its formula, one by one and batched;
- the kernel is generated for every level, the new one among them, without the other kernels, which would take minutes,
  and compared with a scalar loop at each level that this processor runs;
- `make kernels-check` must find nothing wrong with what was generated.

Kernels are generated and run on x86-64 Linux; elsewhere only the easing is checked.
"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import library
from library import ROOT

MOST_LINES = 60

KERNEL_SOURCE = re.compile(r"^@c @implementation\nfunc .*?^}\n", re.MULTILINE | re.DOTALL)

# Compiled as a part of the library.
EASING = """@main struct Check {
  static func main() {
    let power = UnitCurve.families.filter { "\\($0[0])" == "UnitCurve.sexticEaseIn" }
    precondition(power.count == 1, "the family isn't listed")
    let x = (0...1000).map { Float($0) / 1000 }
    for (curve, formula) in zip(
      power[0], [easeIn, { 1 - easeIn(1 - $0) }, { $0 < 0.5 ? easeIn(2 * $0) / 2 : 1 - easeIn(2 - 2 * $0) / 2 }])
    {
      var y = [Float](repeating: -1, count: x.count), back = y
      curve.values(at: x.span, into: y.mutableSpan)
      curve.inverse.values(at: y.span, into: back.mutableSpan)
      for i in x.indices {
        let expected = formula(Double(x[i]))
        precondition(abs(curve.value(at: Double(x[i])) - expected) <= 1e-15, "\\(curve) at \\(x[i])")
        precondition(abs(Double(y[i]) - expected) <= 3e-7, "\\(curve), batched, at \\(x[i])")
        precondition(abs(curve.value(at: Double(back[i])) - expected) <= 1e-6, "\\(curve.inverse) at \\(y[i])")
      }
    }
  }

  static func easeIn(_ u: Double) -> Double { (0..<6).reduce(1) { power, _ in power * u } }
}
"""

# Compiled with dispatch.c, and given the name of a level. The exit status is 3 where the processor doesn't run it.
KERNEL = """#include <math.h>
#include <stdio.h>
#include <string.h>

#include "vk_dispatch.h"

#define NAMED(level, build, name, ...) {name, level},
static const struct { const char *name; vk_level level; } levels[] = {
    {"portable", VK_PORTABLE}, VK_X86_64_LEVELS(NAMED)};

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
    if (strcmp(levels[k].name, argv[1]) != 0) continue;
    if (!vk_runs_level(levels[k].level)) return 3;
    if (vk_level_in_use() != levels[k].level) {
      fprintf(stderr, "VECTORKERNELS_ISA=%s is not the level in use\\n", argv[1]);
      return 1;
    }
    static float x[1003], out[1003];
    for (ptrdiff_t n = 0; n <= 1003; n++) {
      for (ptrdiff_t i = 0; i < n; i++) x[i] = (float)(i * 37 % 1000 - 500) / 7;
      vk_triangle_f32(x, out, n);
      for (ptrdiff_t i = 0; i < n; i++) {
        if (out[i] == fabsf(x[i] - rintf(x[i]))) continue;
        fprintf(stderr, "%g at %g, element %td of %td\\n", out[i], x[i], i, n);
        return 1;
      }
    }
    return 0;
  }
  return 2;
}
"""


class Failure(Exception):
    pass


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command[:4]))} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def copied(folder):
    """A copy of the package as it is, with what isn't committed."""
    listed = run("git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z",
                 "Scripts", "Sources", "Tests", ".swift-format").split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def apply(recipe, folder):
    """Applies a recipe's patch, which has to be short, and shown in CONTRIBUTING."""
    patch = ROOT / "docs/recipes" / f"{recipe}.patch"
    text = patch.read_text()
    changed = len(re.findall(r"^(?:\+(?!\+\+ )|-(?!-- ))", text, re.MULTILINE))
    if changed >= MOST_LINES:
        raise Failure(f"{patch.name} changes {changed} lines, and has to change fewer than {MOST_LINES}")
    if f"docs/recipes/{recipe}.patch" not in (ROOT / "CONTRIBUTING.md").read_text():
        raise Failure(f"CONTRIBUTING.md doesn't show docs/recipes/{recipe}.patch")
    run("git", "apply", patch, cwd=folder)
    files = [folder / name for name in re.findall(r"^\+\+\+ b/(.*\.swift)$", text, re.MULTILINE)]
    run("swift", "format", "lint", "--strict", "--configuration", folder / ".swift-format", *files)
    return changed


def compile_library(folder, *arguments):
    """Runs the compiler over the library's sources, and others."""
    run("swiftc", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "vectorkernels",
        "-module-name", "VectorKernels", "-enable-experimental-feature", "Lifetimes", "-suppress-warnings",
        "-I", folder / "Sources/CVectorKernels/include", *arguments, *library.sources(folder))


def compile_kernels(folder):
    """Objects of the C target."""
    target = folder / "Sources/CVectorKernels"
    objects = []
    for source in sorted([*target.glob("*.c"), *target.glob("*.S")]):
        objects.append(folder / f"{source.name}.o")
        run("clang", "-O1", "-I", target / "include", "-c", source, "-o", objects[-1])
    return objects


def check_easing(folder):
    program = folder / "easing.swift"
    program.write_text(EASING)
    # Systems without a generated build compile the kernels' source, which SwiftPM does: here, type checking is enough.
    if platform.machine() not in ("x86_64", "arm64", "aarch64"):
        return compile_library(folder, "-typecheck")
    compile_library(folder, "-Onone", program, *compile_kernels(folder), "-lm", "-o", folder / "easing")
    run(folder / "easing")


def keep_kernels_of(name, folder):
    """Removes all kernels but those of a file."""
    for source in (folder / "Sources/PortableKernels").glob("*.swift"):
        if source.name != name:
            source.write_text(KERNEL_SOURCE.sub("", source.read_text()))


def check_kernel_and_level(folder):
    """Returns at which levels the new kernel ran."""
    scripts = folder / "Scripts/kernels"
    run(sys.executable, "-c", "import signatures; signatures.HEADER.write_text(signatures.header())", cwd=scripts)
    compile_library(folder, "-typecheck")
    include = folder / "Sources/CVectorKernels/include"
    run("clang", "-fsyntax-only", "-I", include, folder / "Tests/Platforms/progress.c")
    keep_kernels_of("TriangleKernels.swift", folder)
    run(sys.executable, scripts, "generate")
    run(sys.executable, scripts, "check")
    program = folder / "kernel.c"
    program.write_text(KERNEL)
    run("clang", "-O1", "-ffp-contract=off", "-I", include, program, *compile_kernels(folder), "-lm",
        "-o", folder / "kernel")
    builds = "import builds; print('portable', *(level for _, level in builds.X86_64_LEVELS))"
    levels = []
    for level in run(sys.executable, "-c", builds, cwd=scripts).split():
        done = subprocess.run([folder / "kernel", level], capture_output=True, text=True,
                              env=os.environ | {"VECTORKERNELS_ISA": level})
        if done.returncode == 0:
            levels.append(level)
        elif done.returncode != 3:
            raise Failure(f"the new kernel at {level}: {done.stderr.strip() or done.returncode}")
    if "x86-64-v2" not in levels:
        raise Failure(f"the new level was not run, only {', '.join(levels)}")
    return levels


def main():
    if len(sys.argv) != 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copied(folder)
        print(f"easing: {apply('easing', folder)} lines", flush=True)
        check_easing(folder)
        print(f"kernel: {apply('kernel', folder)} lines; level: {apply('level', folder)} lines", flush=True)
        if platform.system() == "Linux" and platform.machine() == "x86_64":
            print(f"the new kernel runs at {', '.join(check_kernel_and_level(folder))}")
        else:
            print("the kernel and the level were not built: they are where kernels are generated, on x86-64 Linux")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"recipes: {failure}")
