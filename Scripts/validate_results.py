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


def spread(result, key):
    values = result[key]
    for name in ("median", "min", "max"):
        number(result, f"{key}.{name}", values[name])
    if not values["min"] <= values["median"] <= values["max"]:
        fail(f"{result['name']} ({result['variant']}): the median is outside the spread")


def frame(result):
    times = result["frameMilliseconds"]
    for key in ("p50", "p99", "max"):
        number(result, f"frameMilliseconds.{key}", times[key])
    if not times["p50"] <= times["p99"] <= times["max"]:
        fail(f"{result['name']} ({result['variant']}): the percentiles are out of order")
    number(result, "nsPerComponent", result["nsPerComponent"])


def validate_kernel(result):
    spread(result, "nsPerElement")
    for key in ("count", "bytesPerElement", "gigabytesPerSecond", "copyFraction"):
        number(result, key, result[key])
    for peer, ratio in result["ratioToPeer"].items():
        number(result, f"ratioToPeer.{peer}", ratio)
    for key in ("error", "exactError", "tolerance"):
        # Kernels that compute nothing have none, and an infinite error is null.
        value = result.get(key)
        if value is not None and not (math.isfinite(value) and value >= 0):
            fail(f"{result['name']} ({result['variant']}): {key} is {value!r}, but must be a number from 0 on")


def peers(result):
    # Files from before there were peers have none.
    for peer, times in result.get("timesFasterThanPeers", {}).items():
        number(result, f"timesFasterThanPeers.{peer}", times)


def validate_scene(result):
    result = result | {"name": result["scene"], "variant": f"{result['count']} on {result['cores']} cores"}
    frame(result)
    peers(result)
    for key in ("restedMilliseconds", "ratioToCopy"):
        if result.get(key) is not None:
            number(result, key, result[key])


def validate_scaling(result):
    result = result | {"variant": f"{result['count']} on {result['cores']} cores"}
    spread(result, "nsPerElement")
    if result["kind"] == "kernel":
        for key in ("bytes", "gigabytesPerSecond", "copyGigabytesPerSecond"):
            number(result, key, result[key])


def validate_lottie(result):
    result = result | {"name": result["file"], "variant": f"{result['instances']} instances"}
    frame(result)
    peers(result)
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


def validate_solver(result):
    result = result | {"name": result["solver"], "variant": result["curve"]}
    spread(result, "nsPerElement")
    error = result["maximumError"]
    # A solver that diverges has no finite error, which JSON has no number for.
    if error is not None and not error >= 0:
        fail(f"{result['name']} ({result['variant']}): maximumError is {error!r}")


def validate_gate(result):
    number(result | {"variant": "gate"}, "ratioToCopy", result["ratioToCopy"])


def validate_builds(report):
    """Checks the results of `make consumer-results`: times, sizes and ratios of builds."""
    report = report | {"name": "builds", "variant": "users' builds"}
    for product, builds in report["buildSeconds"].items():
        for configuration, seconds in builds.items():
            for key, value in seconds.items():
                number(report, f"{product}.{configuration}.{key}", value)
    for build, programs in report["addedParts"].items():
        for program, parts in programs.items():
            number(report, f"{build}.{program}", sum(parts.values()))
    for program in ("interpolation", "cards"):
        for level, best in report[program].items():
            for configuration, value in best.items():
                number(report, f"{program}.{level}.{configuration}", value)
    print(f"{sys.argv[1]}: valid")


def validate_languages(report):
    """Checks the results of `make languages`: times of kernels and scenes in two languages, and of calls in several."""
    for kind in ("kernels", "scenes", "calls"):
        if not report[kind]:
            fail(f"there are no {kind}")
        for name, times in report[kind].items():
            for key, value in times.items():
                number({"name": name, "variant": kind}, key, value)
    print(f"{sys.argv[1]}: valid")


# For each field that only results of one kind have, the function that checks them.
KINDS = {
    "bytesPerElement": validate_kernel, "scene": validate_scene, "kind": validate_scaling, "file": validate_lottie,
    "solver": validate_solver, "ratioToCopy": validate_gate,
}


def main():
    with open(sys.argv[1]) as file:
        report = json.load(file)
    for event in report.get("events", []) + report.get("values", []):
        number({"name": event["event"], "variant": f"{event['count']} of them"}, "nanoseconds", event["nanoseconds"])
    if "addedParts" in report:
        return validate_builds(report)
    if "calls" in report:
        return validate_languages(report)
    for key in ("cpu", "cores", "caches", "activeLevel", "toolchain", "commit", "date"):
        if not report["machine"].get(key):
            fail(f"machine has no {key}")
    if not report["results"]:
        fail("there are no results")
    for index, result in enumerate(report["results"]):
        validate = next((KINDS[key] for key in KINDS if key in result), None)
        if validate is None:
            fail(f"results[{index}] is of no known kind")
        validate(result)
    print(f"{sys.argv[1]}: {len(report['results'])} valid results")


if __name__ == "__main__":
    main()
