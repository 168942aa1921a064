"""The instructions of the main loops of arm64 kernels, and their speed by a model of a processor.

No processor was timed: llvm-mca adds up the execution units that the instructions take, and models neither caches nor
the latencies that a loop waits for. Its bound is the best possible speed of a loop.
"""

import pathlib
import re
import shutil
import tempfile

import builds
from loops import ARM64, functions, innermost_loops
from toolchain import Failure, ROOT, run, version

TABLE = ROOT / "Benchmarks/results/arm64.md"
CPU = "neoverse-v2"

# Kernels whose work is one loop, and the bytes that it stores for each element.
KERNELS = {
    "vk_lerp_f32": 4, "vk_lerp_each_f32": 4, "vk_bezier_f32": 4, "vk_progress_f32": 4,
    "vk_ease_sine_f32": 4, "vk_ease_elastic_f32": 4, "vk_spring_step_f32": 8, "vk_keyframes_values_f32": 4,
    "vk_nlerp_each_f32": 16, "vk_pack_rgba8_f32": 4, "vk_pack_unorm8_f32": 1, "vk_unpack_unorm8_f32": 4,
    "vk_pack_half_f32": 2, "vk_color_oklab_to_rgba8_f32": 4,
}

VECTOR = re.compile(r"\bv\d+\.|\b[qsd]\d+\b")
LANE_MOVE = re.compile(r"^(umov|smov|ins)\b|^mov\s+(v\d+\.[bhsd]\[|[wx]\d+, v)|^fmov\s+[wx]\d+, [sd]")
# The bytes that a store writes, by its first operand.
STORED = [
    (re.compile(r"^stp\s+q"), 32), (re.compile(r"^st[ur]+\s+q|^str\s+q"), 16), (re.compile(r"^stp\s+d"), 16),
    (re.compile(r"^st[ur]+\s+d"), 8), (re.compile(r"^st[ur]+\s+s"), 4), (re.compile(r"^st1\s+\{ v\d+\.s \}\["), 4),
    (re.compile(r"^st4\s"), 64), (re.compile(r"^st3\s"), 48), (re.compile(r"^st2\s"), 32),
]


def stored(loop):
    return sum(next((size for pattern, size in STORED if pattern.match(text)), 0)
               for text in loop if not ARM64.STACK.search(text))


def main_loop(name, code):
    """The longest of the loops that store to memory and branch once: what a kernel does to whole registers."""
    candidates = [
        loop for loop in innermost_loops(code, ARM64)
        if stored(loop) and not any(text.startswith("stnp") for text in loop)
        and sum(bool(ARM64.JUMP.match(text)) for text in loop) == 1]
    if not candidates:
        raise Failure(f"{name} has no loop that stores to memory and branches once: name another one in KERNELS")
    return max(candidates, key=len)


def bound(mca, loop):
    """Cycles that an iteration takes at least, by the units that its instructions take."""
    body = "\n".join(re.sub(r"0x[0-9a-f]+( <.*>)?$", "0", text) if ARM64.JUMP.match(text) else text for text in loop)
    report = run(mca, "-mtriple=aarch64", f"-mcpu={CPU}", "-iterations=200", input=body + "\n")
    return float(re.search(r"Block RThroughput:\s+([\d.]+)", report).group(1))


def spilling_loops(code):
    """Each kernel's innermost loop that goes to the stack most often: its name, the loop, and the loop without that."""
    for name in sorted(code):
        loops = [loop for loop in innermost_loops(code[name], ARM64)
                 if sum(bool(ARM64.JUMP.match(text)) for text in loop) == 1]
        kept = [[text for text in loop if not ARM64.STACK.search(text)] for loop in loops]
        spills, loop, rest = max(
            ((len(loop) - len(rest), loop, rest) for loop, rest in zip(loops, kept)), default=(0, [], []))
        if spills:
            yield name, loop, rest


def main_loops(code):
    """The loop of each kernel of the table: its name, what its instructions are, per element, and the loop."""
    for name, size in KERNELS.items():
        loop = main_loop(name, code[name])
        memory = [text for text in loop if re.match(r"^(ld|st)", text)]
        vector = [text for text in loop if VECTOR.search(text) and text not in memory]
        lanes = [text for text in loop if LANE_MOVE.match(text)]
        elements = stored(loop) / size
        yield name, [len(kind) / elements for kind in (loop, vector, memory, lanes)], loop, elements


def row(name, figures):
    """The beginning of a line of a table."""
    return f"| {name.removeprefix('vk_')} | " + " | ".join(figures) + " |"


def main_rows(code):
    return [(row(name, [f"{count:.2f}" for count in counts]), loop, elements)
            for name, counts, loop, elements in main_loops(code)]


def spilling_rows(code):
    return [(row(name, [str(len(loop)), str(len(loop) - len(rest))]), loop, rest)
            for name, loop, rest in spilling_loops(code)]


def problems(object_file):
    """Which rows of the committed table aren't of this object. The bounds aren't compared: they need llvm-mca."""
    # Copies of the sources have no results.
    if not TABLE.exists():
        return []
    code, committed = functions(object_file), TABLE.read_text()
    named = re.search(r"^Compiled with (.*)\.$", committed, re.MULTILINE).group(1)
    if named != version():
        print(f"{TABLE.name}: made with {named}, this is {version()}: not compared")
        return []
    return [f"{TABLE.name} has no row {text}: run `make arm64-table`"
            for text, *_ in main_rows(code) + spilling_rows(code) if f"\n{text}" not in committed]


def table():
    mca = shutil.which("llvm-mca-19") or shutil.which("llvm-mca")
    if mca is None:
        raise Failure("llvm-mca is not on the PATH: `apt-get install llvm-19` has it")
    build = next(build for build in builds.BUILDS if build.name == "arm64")
    with tempfile.TemporaryDirectory() as folder:
        code = functions(builds.assembled(build, build.targets[0], pathlib.Path(folder)))
    lines = [
        "# Loops on arm64", "",
        "Written by `make arm64-table` from Sources/CVectorKernels/arm64.S: the instructions of each kernel's main loop, per",
        "element; of them arithmetic and moves on vector registers, loads and stores, and moves of single lanes; and the",
        f"cycles per element that llvm-mca's model of a {CPU} allows at best. Nothing here was timed on a processor.", "",
        "| kernel | instructions | vector | memory | lane moves | cycles, at least |", "|---|---:|---:|---:|---:|---:|"]
    lines += [f"{text} {bound(mca, loop) / elements:.2f} |" for text, loop, elements in main_rows(code)]
    lines += [
        "", "Innermost loops that keep values on the stack, and the cycles that an iteration takes at least with these loads",
        "and stores and without them: where both are equal, arithmetic takes longer, and the stack costs nothing by the model.",
        "The loops of slerp_f32 and slerp_columns_f32 are those for amounts beyond -0.35...1.35.", "",
        "| kernel | instructions | of them on the stack | cycles, at least | without the stack |", "|---|---:|---:|---:|---:|"]
    lines += [f"{text} {bound(mca, loop):.1f} | {bound(mca, rest):.1f} |" for text, loop, rest in spilling_rows(code)]
    return "\n".join(lines + ["", f"Compiled with {version()}.", ""])


def write_table():
    TABLE.write_text(table())
    print(f"wrote {TABLE.relative_to(ROOT)}")
