"""The places of short loops of kernels for AVX2 and AVX-512 in the cache's lines.

Processors fetch instructions by lines of 64 bytes, so a loop that fits into one line but lies across two can take a cycle
more for each turn. Compilers align loops to 16 bytes.
"""

import re

from loops import X86, disassembled, innermost
from toolchain import Failure, run, tool

LINE = 64


def crossing(object_file):
    """The beginnings of the loops that fit into one line but lie across two, as pairs of function and address."""
    found = set()
    for function, instructions in disassembled(object_file).items():
        for loop in innermost([(address, text) for address, text, _ in instructions], X86):
            begin = instructions[loop[0]][0]
            last, _, code = instructions[loop[-1]]
            end = last + len(code.split())
            if end - begin <= LINE and begin // LINE != (end - 1) // LINE:
                found.add((function, begin))
    return found


def labels(object_file):
    """The labels of an object file's basic blocks, by function and address."""
    symbol = re.compile(r"^([0-9a-f]+) l\s+\.text\.(\S+)\s+[0-9a-f]+ (BB\w+)$", re.MULTILINE)
    return {(function, int(address, 16)): label
            for address, function, label in symbol.findall(run(tool("llvm-objdump"), "-t", object_file))}


def aligned(assembly, assembled):
    """The assembly with directives by which each short loop lies in one line.

    `assembled` returns an object file that keeps the labels of basic blocks. Each directive moves what follows it in its
    function, so others may be needed then.
    """
    while places := crossing(object_file := assembled(assembly)):
        names = labels(object_file)
        for place in places:
            label = f"L({names.get(place)}):"
            assembly, count = re.subn(
                rf"^(\t\.p2align\t4.*\n)?{re.escape(label)}", f"\t.p2align\t6\n{label}", assembly, flags=re.MULTILINE)
            if count != 1:
                raise Failure(f"{place[0]}: the loop at {place[1]:#x} has no label that is found in the assembly")
    return assembly
