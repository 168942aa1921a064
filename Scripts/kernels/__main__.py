#!/usr/bin/env python3
"""Compile Sources/PortableKernels into the assembly files of Sources/CVectorKernels.

    python3 Scripts/kernels generate    write vk_kernels.h and the assembly files
    python3 Scripts/kernels check       fail unless they match the sources and meet the rules of checks.py
    python3 Scripts/kernels table       write Benchmarks/results/arm64.md: the instructions of arm64's loops
"""

import concurrent.futures
import os
import sys

import arm64_table
import builds
import checks
import signatures
from toolchain import Failure, ROOT


def pool():
    return concurrent.futures.ThreadPoolExecutor(os.cpu_count())


def generate():
    signatures.HEADER.write_text(signatures.header())
    with pool() as threads:
        for build, text in zip(builds.BUILDS, threads.map(builds.generated, builds.BUILDS)):
            builds.path(build).write_text(text)
            print(f"wrote {builds.path(build).relative_to(ROOT)}")


def check():
    with pool() as threads:
        running = [threads.submit(checks.build_problems, build) for build in builds.BUILDS]
        running += [threads.submit(checks.embedded_problems, *target) for target in builds.EMBEDDED.items()]
        problems = checks.source_problems() + [problem for done in running for problem in done.result()]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        raise Failure(f"{len(problems)} problems")
    print(f"{len(signatures.names())} kernels: the builds for {', '.join(build.title for build in builds.BUILDS)} are "
          f"what they should be; the source compiles for {', '.join(builds.EMBEDDED)}")


def main():
    actions = {"generate": generate, "check": check, "table": arm64_table.write_table}
    if len(sys.argv) != 2 or sys.argv[1] not in actions:
        sys.exit(__doc__)
    try:
        actions[sys.argv[1]]()
    except Failure as failure:
        sys.exit(f"kernels: {failure}")


if __name__ == "__main__":
    main()
