#!/usr/bin/env python3
"""Write the README's table of figures from the committed results, or check that it is theirs.

    Scripts/readme_table.py           write
    Scripts/readme_table.py --check   fail unless the README has it already
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNT = 16384

# What each row says, and the kernel it shows.
ROWS = [
    ("interpolate, one progress", "interpolate/uniform/f32"),
    ("interpolate, a progress each", "interpolate/each/f32"),
    ("interpolate points (2 components)", "interpolate/values/2/f32"),
    ("interpolate colours (4 components)", "interpolate/values/4/f32"),
    ("blend 4 inputs", "interpolate/blend/4/f32"),
    ("cubic Bezier, baked", "bezier/baked/f32"),
    ("cubic Bezier, solved", "bezier/solved/f32"),
    ("cubic Bezier, own control points", "bezier/own/f32"),
    ("spring step, shared spring", "springs/step/shared/f32"),
    ("spring in closed form, shared spring", "springs/positions/shared/f32"),
    ("spring in closed form, own springs", "springs/positions/own/f32"),
    ("settled?", "springs/settled/f32"),
    ("an animation's progress, with delay and autoreverse", "progress/autoreverse/f32"),
    ("sine easing", "easing/sine/f32"),
    ("elastic easing", "easing/elastic/f32"),
    ("keyframes, playing forward", "keyframes/forward/f32"),
    ("keyframes, at random times", "keyframes/seek/f32"),
    ("columns to points", "columns/interleave/2/f32"),
    ("mix of Oklab pairs to 8-bit sRGB, per colour", "colors/mix/oklab-to-rgba8"),
    ("8-bit sRGB to Oklab, per colour", "colors/rgba8-to-oklab"),
    ("columns to RGBA8, per colour", "packing/rgba8/f32"),
    ("quaternions by slerp, per component", "rotations/slerp-each/f32"),
]


def figure(value):
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def table():
    report = json.loads((ROOT / "Benchmarks/results/kernels.json").read_text())
    machine = report["machine"]
    level = machine["activeLevel"]
    results = {(r["name"], r["variant"]): r for r in report["results"] if r["count"] == COUNT}
    lines = [
        f"Float, {COUNT} elements (in the second cache), {machine['cpu']}, {level}, {machine['toolchain']}:",
        "",
        "| kernel | ns | of copy | to intrinsics | to scalar |",
        "|---|---|---|---|---|",
    ]
    for label, name in ROWS:
        ours = results[name, level]
        peer = ours["ratioToPeer"].get(f"intrinsics {level}")
        scalar = results[name, "scalar"]["nsPerElement"]["median"] / ours["nsPerElement"]["median"]
        lines.append(
            f"| {label} | {figure(ours['nsPerElement']['median'])} | {ours['copyFraction']:.2f} "
            f"| {'-' if peer is None else f'{peer:.2f}'} | {figure(scalar)} |")
    return "\n".join(lines)


def main():
    readme = ROOT / "README.md"
    text = readme.read_text()
    written = re.sub(
        r"<!-- kernels -->\n.*?<!-- /kernels -->", lambda _: f"<!-- kernels -->\n{table()}\n<!-- /kernels -->", text,
        flags=re.DOTALL)
    if sys.argv[1:] == ["--check"]:
        if written != text:
            sys.exit("README.md: the table is not that of Benchmarks/results/kernels.json: run Scripts/readme_table.py")
    elif len(sys.argv) == 1:
        readme.write_text(written)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
