#!/usr/bin/env python3
"""Runs the NumPy and Numba peers for `bench kernels`, which gives orders on standard input.

README.md in the directory above has the protocol. Peers are modules beside this file with a `kernels` dictionary: from
the name of a case to a function of its columns, outputs before inputs as the case has them, and of its constants by
name. A function writes its outputs in place.
"""

import importlib
import mmap
import os
import signal
import sys
import time

PEERS = ("numpy", "numba")
HUGE_PAGE = 2 << 20
# The bytes of the first column, which are results, from which all columns of a case are on huge pages.
LARGE = 1_000_000


def write(*words):
    print(*words, flush=True)


class Case:
    """The data of one case at one size."""

    def __init__(self, name, numpy):
        self.name = name
        self.numpy = numpy
        self.columns = []
        self.has_huge_pages = False
        self.constants = {}

    def add_column(self, role, type_name, count, path):
        dtype = self.numpy.dtype({"f": "f", "i": "i", "u": "u"}[type_name[0]] + str(int(type_name[1:]) // 8))
        given = self.numpy.memmap(path, dtype=dtype, mode="r", shape=(count,))
        # The measured memory is this process' own, as it is for the others.
        if not self.columns:
            self.has_huge_pages = given.nbytes >= LARGE
        values = self.empty(dtype, count)
        values[:] = given
        self.columns.append((role, path, given, values))

    def empty(self, dtype, count):
        """An array for a case's column, on pages of the kind that the other peers' columns have (Workload.swift)."""
        if not self.has_huge_pages or not hasattr(mmap, "MADV_HUGEPAGE"):
            return self.numpy.empty(count, dtype)
        # Shared memory, the default, mostly has no huge pages.
        memory = mmap.mmap(-1, count * dtype.itemsize + HUGE_PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        try:
            memory.madvise(mmap.MADV_HUGEPAGE)
        except OSError:
            pass  # This system has none.
        start = -self.numpy.frombuffer(memory, self.numpy.uint8).ctypes.data % HUGE_PAGE
        return self.numpy.frombuffer(memory, dtype, count, start)

    def arrays(self):
        return [values for _, _, _, values in self.columns]

    def reset(self):
        for role, _, given, values in self.columns:
            if role == "state":
                values[:] = given
            elif role == "output":
                values.view(self.numpy.uint8)[:] = 0xFF

    def write_results(self):
        for role, path, _, values in self.columns:
            if role != "input":
                # The mapping of what was given stays as it is: the new file takes the name only.
                values.tofile(path + ".new")
                os.replace(path + ".new", path)


def serve(peers, numpy):
    case = None
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        try:
            if word == "case":
                case = Case(rest, numpy)
            elif word == "column":
                role, type_name, count, path = rest.split(" ", 3)
                case.add_column(role, type_name, int(count), path)
            elif word == "constant":
                name, value = rest.split(" ")
                case.constants[name] = float(value)
            elif word in ("open", "close"):
                if word == "close":
                    case = None
                write("done")
            elif word == "time":
                repetitions, peer = rest.split(" ", 1)
                write("time", measure(peers[peer][case.name], case, int(repetitions)))
            elif word == "results":
                case.reset()
                peers[rest][case.name](*case.arrays(), **case.constants)
                case.write_results()
                write("done")
            else:
                write("error", f"unknown order {word!r}")
        except Exception as error:  # Every order has an answer, whatever a kernel does.
            if word not in ("case", "column", "constant"):
                write("error", f"{type(error).__name__}: {error}".replace("\n", " "))


def measure(kernel, case, repetitions):
    arrays, constants = case.arrays(), case.constants
    kernel(*arrays, **constants)
    start = time.perf_counter_ns()
    for _ in range(repetitions):
        kernel(*arrays, **constants)
    return max(1, time.perf_counter_ns() - start)


def main():
    # Ctrl-C is for the benchmark, which ends this program by closing its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    peers = {}
    for name in PEERS:
        try:
            peers[name] = importlib.import_module(f"{name}_kernels").kernels
        except ImportError as error:
            write("note", f"{name} is left out: {error} (pip install {name})")
            continue
        write("peer", name)
        for kernel in peers[name]:
            write("kernel", kernel, name)
    write("ready")
    if peers:
        serve(peers, importlib.import_module("numpy"))


if __name__ == "__main__":
    main()
