#!/usr/bin/env python3
"""Fail unless a file of benchmark results has the documented shape and plausible figures."""

import json
import math
import sys


def fail(message):
    sys.exit(f"{sys.argv[1]}: {message}")


def number(result, key, value):
    if not isinstance(value, (int, float)) or not math.isfinite(value) or value <= 0:
        fail(f"{result['name']} ({result['variant']}): {key} is {value!r}, but must be a number above 0")


def validate_scene(result):
    result = result | {"name": result["scene"], "variant": f"{result['count']} on {result['cores']} cores"}
    frame = result["frameMilliseconds"]
    for key in ("p50", "p99", "max"):
        number(result, f"frameMilliseconds.{key}", frame[key])
    if not frame["p50"] <= frame["p99"] <= frame["max"]:
        fail(f"{result['name']} ({result['variant']}): the percentiles are out of order")
    number(result, "nsPerComponent", result["nsPerComponent"])


def main():
    with open(sys.argv[1]) as file:
        report = json.load(file)
    for key in ("cpu", "activeLevel", "toolchain", "commit", "date"):
        if not report["machine"].get(key):
            fail(f"machine has no {key}")
    if not report["results"]:
        fail("there are no results")
    for result in report["results"]:
        if "scene" in result:
            validate_scene(result)
            continue
        spread = result["nsPerElement"]
        for key in ("median", "min", "max"):
            number(result, f"nsPerElement.{key}", spread[key])
        if not spread["min"] <= spread["median"] <= spread["max"]:
            fail(f"{result['name']} ({result['variant']}): the median is outside the spread")
        for key in ("count", "bytesPerElement", "gigabytesPerSecond", "copyFraction"):
            number(result, key, result[key])
        for peer, ratio in result["ratioToPeer"].items():
            number(result, f"ratioToPeer.{peer}", ratio)
    print(f"{sys.argv[1]}: {len(report['results'])} valid results")


if __name__ == "__main__":
    main()
