"""What calls take from Python, as `bench calls` says it for Swift: `calls.py kept` with arrays that were converted before,
`calls.py numpy` with NumPy's arrays as they are."""

import array
import json
import sys
import time

import vectorkernels


def least(call):
    """The least time of a call in nanoseconds, of ten batches of at least two milliseconds."""
    calls, best = 1, None
    while best is None:
        start = time.perf_counter_ns()
        for _ in range(calls):
            call()
        passed = time.perf_counter_ns() - start
        if passed >= 2e6:
            best = passed / calls
        else:
            calls *= 2
    for _ in range(9):
        start = time.perf_counter_ns()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter_ns() - start) / calls)
    return best


def floats(values):
    if sys.argv[1] == "numpy":
        import numpy
        return numpy.array(values, numpy.float32)
    return vectorkernels.elements(array.array("f", values))


def main():
    times = {}
    curve = vectorkernels.Curve("ease-in-out")
    for count in (1, 1024, 16384):
        start, end = floats(range(count)), floats(range(0, 2 * count, 2))
        progress, out = floats([i / count for i in range(count)]), floats([0] * count)
        times[f"interpolation {count}"] = least(lambda: vectorkernels.interpolate(start, end, 0.25, out))
        times[f"curve {count}"] = least(lambda: curve.values(progress, out))
    animator = vectorkernels.Animator(components=2)
    cards = animator.add(floats([0] * 20000))
    animator.animate(cards, floats([1, 2] * 10000), duration=1000, bounce=0.5)
    times["frame 10000"] = least(lambda: animator.advance(1 / 120))
    print(json.dumps(times))


main()
