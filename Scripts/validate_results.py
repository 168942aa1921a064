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
    validate_frame(result | {"name": result["scene"], "variant": f"{result['count']} on {result['cores']} cores"})


def validate_lottie(result):
    result = result | {"name": result["file"], "variant": f"{result['instances']} instances"}
    validate_frame(result)
    for key in ("properties", "components", "keyframes", "pieces", "timesFasterThanBaseline"):
        number(result, key, result[key])
    # A frame computes no more than there is.
    for key in ("properties", "components"):
        number(result, f"{key}PerFrame", result[f"{key}PerFrame"])
        if result[f"{key}PerFrame"] > result["instances"] * result[key] * 1.0001:
            fail(f"{result['name']} ({result['variant']}): a frame has more {key} than there are")
    for note in result["unsupported"]:
        if not note["path"] or not note["reason"]:
            fail(f"{result['name']}: an unsupported feature has no path or no reason")


def validate_frame(result):
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
        if "file" in result:
            validate_lottie(result)
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
