"""The rules for the generated builds: up to date, self-contained, the same on every platform, and packed."""

import pathlib
import re
import shutil
import tempfile

import alignment
import arm64_table
import builds
import signatures
from loops import ARM64, X86, disassembled, functions, innermost_loops
from toolchain import C_TARGET, Failure, run, sources, tool, version

CONDITION = "#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))"

# The most bytes of code of a level.
MOST_CODE = 390_000


def symbol_problems(object_file, expected):
    """Exactly the expected symbols, none of them weak, and nothing outside the object."""
    symbols = {"defined": set(), "undefined": set(), "weak": set()}
    for line in run(tool("llvm-objdump"), "-t", object_file).splitlines():
        match = re.match(r"^[0-9a-f]+ (.{7}) (\S+)\s+[0-9a-f]+ (?:\.\w+ )?(\S+)$", line)
        if not match:
            continue
        flags, section, symbol = match.groups()
        if section == "*UND*":
            symbols["undefined"].add(symbol)
        elif "w" in flags:
            symbols["weak"].add(symbol)
        elif "g" in flags or flags[0] != "l":
            symbols["defined"].add(symbol)
    problems = [f"{symbol} is missing" for symbol in sorted(expected - symbols["defined"])]
    problems += [f"{symbol} is defined and not expected" for symbol in sorted(symbols["defined"] - expected)]
    problems += [f"{symbol} is outside the object" for symbol in sorted(symbols["undefined"])]
    return problems + [f"{symbol} is weak" for symbol in sorted(symbols["weak"])]


def loop_problems(object_file, machine):
    """No calls, and only packed arithmetic in innermost loops."""
    problems = []
    for function, instructions in functions(object_file).items():
        problems += [f"{function} calls: {text}" for _, text in instructions if machine.CALL.match(text)]
        for loop in innermost_loops(instructions, machine):
            problems += [
                f"{function} computes one lane at a time in a loop: {text}" for text in loop
                if machine.SCALAR.match(text)]
    return problems


def size_problems(object_file):
    """Whether there is more code than a level may have: a program on x86-64 holds that of all three."""
    sections = re.findall(r"^ *\d+ \.text\S* +([0-9a-f]+)", run(tool("llvm-objdump"), "-h", object_file), re.MULTILINE)
    size = sum(int(section, 16) for section in sections)
    return [f"has {size} bytes of code, more than {MOST_CODE}"] if size > MOST_CODE else []


def code(object_file, machine):
    """The instructions of each function by their place in it, less the addresses that a linker fills in."""
    found = {}
    for function, instructions in disassembled(object_file).items():
        while instructions[-1][1].startswith(("nop", "int3")):
            instructions.pop()
        start = instructions[0][0]
        # On arm64, assemblers leave those addresses zero. Disassemblers write the registers as each system does.
        found[function] = [
            (address - start, bits if machine is ARM64 else without_addresses(text, start))
            for address, text, bits in instructions]
    return found


def without_addresses(text, start):
    """An x86-64 instruction with its function's own addresses counted from the start, and none of the constants'."""
    text = re.sub(r"\s*<.*>", "", text)
    text = re.sub(r"(-?0x[0-9a-f]+)?\(%rip\)", "(%rip)", text)
    return re.sub(r"^(j\w+\s.*?)0x([0-9a-f]+)$",
                  lambda jump: f"{jump.group(1)}{int(jump.group(2), 16) - start:#x}", text)


def same_text_problems(objects, machine):
    """Where an object's code differs from the first one's, instruction by instruction but for constants' addresses."""
    problems = []
    first = code(objects[0], machine)
    for other_object in objects[1:]:
        other = code(other_object, machine)
        for function in sorted(first.keys() | other.keys()):
            if first.get(function) != other.get(function):
                problems.append(f"{function} differs between {objects[0].name} and {other_object.name}")
    return problems


# The features that cpu.c asks for, by the names that GNU as has for them.
ASKED = re.compile(r"// (\w[\w.]*)$", re.MULTILINE)


def features_asked_for(build):
    """The features that cpu.c asks for before it chooses a build's level, as it names them."""
    source = (C_TARGET / "cpu.c").read_text()
    features = []
    if build.name == "x86_64_v1":
        return features
    for name, _ in builds.X86_64_LEVELS:
        condition = re.search(rf"bool {name} = .*?;.*?$", source, re.DOTALL | re.MULTILINE)
        if condition is None:
            raise Failure(f"cpu.c doesn't say which processors run {name}: bool {name} is missing")
        features += ASKED.findall(condition.group(0))
        if name == build.name:
            break
    return features


def feature_problems(build, folder):
    """Whether every instruction's feature is asked for: GNU as refuses those of features that aren't named to it."""
    assembler = shutil.which("x86_64-linux-gnu-as") or shutil.which("as")
    if assembler is None:
        raise Failure("`as` of binutils is not on the PATH: it tells which features instructions need")
    source = folder / f"{build.name}.features.s"
    source.write_text(builds.preprocessed(build))
    # Some features bring others (avx2 brings avx): a name that cpu.c could leave out doesn't show here.
    march = "+".join(["generic64", *features_asked_for(build)])
    try:
        run(assembler, f"-march={march}", source, "-o", folder / "features.o")
    except Failure as failure:
        lines = str(failure).splitlines()
        return [f"features that cpu.c doesn't ask for: {line.strip()}" for line in lines[1:6]] or lines
    return []


def build_problems(build):
    committed = builds.path(build).read_text()
    problems = []
    named = re.search(r"^Toolchain: (.*)$", committed, re.MULTILINE).group(1)
    if named != version():
        print(f"{builds.path(build).name}: generated with {named}, this is {version()}: not compared")
    elif committed != builds.generated(build):
        problems.append("is not what the sources give: run `make kernels`")
    machine = ARM64 if build.name == "arm64" else X86
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        objects = [builds.assembled(build, target, folder) for target in build.targets]
        problems += symbol_problems(objects[0], {name + build.suffix for name in signatures.names()})
        problems += loop_problems(objects[0], machine)
        problems += size_problems(objects[0])
        problems += same_text_problems(objects, machine)
        if machine is X86:
            problems += feature_problems(build, folder)
            if build.aligns_loops:
                problems += [f"{function} has a short loop across two lines of the cache, at {address:#x}"
                             for function, address in sorted(alignment.crossing(objects[0]))]
            problems += [f"{name} keeps wide registers in an unaligned frame"
                         for name in builds.spilling(builds.preprocessed(build))]
        else:
            problems += arm64_table.problems(objects[0])
    return [f"{builds.path(build).name}: {problem}" for problem in problems]


def source_problems():
    """Whether each source compiles only where no build was generated, and the header says what the sources do."""
    problems = []
    for source in sources():
        if source.read_text().split("\n", 1)[0] != CONDITION:
            problems.append(f"{source.name}: the first line isn't {CONDITION}")
    if signatures.HEADER.read_text() != signatures.header():
        problems.append(f"{signatures.HEADER.name} is not what the sources give: run `make kernels`")
    return problems


def embedded_problems(name, options):
    with tempfile.TemporaryDirectory() as folder:
        try:
            builds.swiftc(*options, "-emit-object", "-o", pathlib.Path(folder) / "kernels.o", embedded=True)
        except Failure as failure:
            return [f"the source doesn't compile for {name}: {failure}"]
    return []
