"""The generated builds of the kernels: the target of each, and the steps that make its assembly.

A user's build compiles for the oldest processor of its platform, and a debug build doesn't optimise; a package can't
change that. So the kernels are compiled here, once for each level, to assembly that any build can use. Compiler and
linker come with the Swift toolchain.
"""

import dataclasses
import pathlib
import re
import tempfile

import alignment
import signatures
from toolchain import C_TARGET, run, sources, tool, version


@dataclasses.dataclass(frozen=True)
class Build:
    # Its file in the C target, without .S; its kernels' names end so where there are others beside it.
    name: str
    suffix: str
    # The macro of vk_builds.h that says whether the file is assembled.
    guard: str
    # The level's name in the file's header.
    title: str
    options: tuple
    # The clang targets that assemble the file. The first one's object is checked.
    targets: tuple
    # Whether short loops lie in lines of the cache. Few processors stop at SSE2, whose loops aren't worth the padding.
    aligns_loops: bool = False
    # Where the toolchain has no standard library for a target with an operating system, Embedded Swift's is used.
    embedded: bool = False


X86_64_TARGETS = (
    "x86_64-unknown-linux-gnu", "x86_64-linux-android24", "x86_64-unknown-freebsd", "x86_64-apple-macos13",
    "x86_64-apple-ios16-simulator")
ARM64_TARGETS = (
    "aarch64-unknown-linux-gnu", "aarch64-linux-android24", "aarch64-unknown-freebsd", "arm64-apple-macos13",
    "arm64-apple-ios16", "arm64-apple-ios16-simulator", "arm64e-apple-ios16", "arm64-apple-tvos16", "arm64-apple-xros1",
    "aarch64-none-elf")


# The levels of vk_cpu.h besides the portable one, lowest first: their names as a build and for users.
X86_64_LEVELS = re.findall(
    r'^  X\(VK_\w+, (\w+), "([^"]+)", __VA_ARGS__\)', (C_TARGET / "include/vk_cpu.h").read_text(), re.MULTILINE)


def x86_64(name, title, *options):
    return Build(name, f"_{name}", "VK_HAS_X86_64_KERNELS", title, options, X86_64_TARGETS, aligns_loops=bool(options))


BUILDS = [
    x86_64("x86_64_v1", "x86-64"),
    *(x86_64(name, level, "-Xcc", f"-march={level}") for name, level in X86_64_LEVELS),
    # Apple, Windows and Android keep x18 for themselves.
    Build("arm64", "", "VK_HAS_ARM64_KERNELS", "arm64",
          ("-target", "aarch64-none-none-elf", "-Xcc", "-ffixed-x18"), ARM64_TARGETS, embedded=True),
]

# Other targets of the portable build: these compile, and `make platforms` runs the first.
EMBEDDED = {
    "wasm32": ("-target", "wasm32-unknown-none-wasm", "-Xcc", "-msimd128"),
    "riscv64": ("-target", "riscv64-none-none-eabi"),
}


def swiftc(*arguments, embedded=False):
    feature = ("-enable-experimental-feature", "Embedded") if embedded else ()
    # The stack protector's failure is a call, and it guards rows that only kernels index.
    return run(
        tool("swiftc"), "-Ounchecked", "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name", "Kernels",
        "-D", "VECTORKERNELS_FROM_SOURCE", "-I", C_TARGET / "include", "-Xfrontend", "-disable-stack-protector",
        *feature, *arguments, *sources())


def intermediate_code(options, embedded):
    """The kernels in LLVM's language. As text, because Swift 6.3 crashes where it writes bitcode in Embedded mode."""
    if not embedded:
        options = (*options, "-Xfrontend", "-disable-reflection-metadata", "-Xfrontend", "-conditional-runtime-records")
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder) / "kernels.ll"
        swiftc(*options, "-emit-ir", "-o", text, embedded=embedded)
        return text.read_text()


def optimised(code, folder):
    """Assembly of the kernels' intermediate code, as the linker's LTO leaves it."""
    text, bitcode, exports, out = (folder / name for name in ("kernels.ll", "kernels.bc", "exports.map", "kernels"))
    text.write_text(code)
    triple = re.search(r'^target triple = "(.*)"', code, re.MULTILINE).group(1)
    run(tool("clang"), "-target", triple, "-Wno-override-module", "-c", "-emit-llvm", "-x", "ir", text, "-O0",
        "-Xclang", "-disable-llvm-passes", "-o", bitcode)
    exports.write_text("{ global: vk_*; local: *; };\n")
    roots = [argument for name in signatures.names() for argument in ("-u", name)]
    # A kernel calls nothing, whatever the compiler thinks of its length.
    run(tool("ld.lld"), "-shared", "--gc-sections", "--lto-O2", "--lto-emit-asm", "--unresolved-symbols=ignore-all",
        "-mllvm", "-inline-threshold=1000000", "--version-script", exports, *roots, bitcode, "-o", out)
    return pathlib.Path(f"{out}.lto.s").read_text()


def compiled(options, embedded, folder):
    """The kernels' optimised assembly. Those that keep wide registers in memory align their frames.

    Callers align frames to 16 bytes only, so a register of 32 or 64 bytes may lie across two pages there, which slows
    down every access to it.
    """
    code = intermediate_code(options, embedded)
    assembly = optimised(code, folder)
    names = spilling(assembly)
    if not names:
        return assembly
    functions = "|".join(map(re.escape, names))
    return optimised(
        re.sub(rf"^(define .*@(?:{functions})\(.*\)(?: local_unnamed_addr)?)", r'\1 "stackrealign"', code,
               flags=re.MULTILINE), folder)


def spilling(assembly):
    """The names of kernels for x86-64 that keep registers of more than 16 bytes in frames of less alignment."""
    names, name = [], None
    for line in assembly.splitlines():
        if match := re.match(r"(vk_\w+):", line):
            name = match.group(1)
        elif name not in names and re.search(r"\bvmov(up|dqu)\w*\b(?=.*%[yz]mm).*\(%rsp\)", line):
            names.append(name)
    return names


# Directives that say what the macros say, or what only a Swift object needs. Kernels call nothing and are called by
# nothing that unwinds.
DROPPED = re.compile(r"^\.(type|size|file|addrsig|addrsig_sym|weak|protected|hidden|ident|cfi_\w+|variant_pcs)\b")
COMMENT = {"x86_64": r"\s*#.*$", "arm64": r"\s*//.*$"}


def section(name):
    """The macro for a section, or None for one that is dropped."""
    name = name.split(",")[0].strip('"')
    if match := re.match(r"\.text\.(vk_\w+)$", name):
        return f"TEXT({match.group(1)})"
    if match := re.match(r"\.rodata\.cst(\d+)$", name):
        return f"LITERALS_{match.group(1)}"
    if name.startswith(".rodata"):
        return f"CONSTANTS({local(name.removeprefix('.rodata').strip('.')) or 'vk'})"
    return None


def local(label):
    return re.sub(r"\W", "_", label.removeprefix(".L").removeprefix("L"))


def for_every_format(assembly, build):
    """The linker's assembly with macros for all that differs between object formats."""
    comment = COMMENT["arm64" if build.name == "arm64" else "x86_64"]
    lines = []
    dropping = False
    for line in assembly.splitlines():
        line = re.sub(comment, "", line).rstrip()
        directive = line.strip()
        if directive.startswith(".section"):
            macro = section(directive.split(None, 1)[1])
            dropping = macro is None
            line = f"\t{macro}"
        if dropping or not directive or DROPPED.match(directive) or directive == ".text":
            continue
        if match := re.match(r"\.globl\s+(vk_\w+)$", directive):
            lines.append(f"\tHIDDEN({match.group(1)})")
        # The oldest of Apple's processors zero a register wrongly in this form, and assemblers warn.
        line = re.sub(r"movi(\s+)v(\d+)\.2d, #0+$", r"movi\1v\2.16b, #0", line)
        # Some assemblers would take a parenthesis for an address, some quotes for part of a name.
        line = re.sub(r'"?\.L([\w.$]+)"?', lambda found: f"L({local(found.group(1))})", line)
        line = re.sub(r"\badrp(\s+\w+), L\((\w+)\)", r"adrp\1, PAGE(\2)", line)
        line = re.sub(r":lo12:L\((\w+)\)", r"LOW(\1)", line)
        line = re.sub(r"(?<![\w.(])(vk_\w+)\b", r"FN(\1)", line)
        # Kernels for x86-64 begin at lines of the cache. So their loops lie across lines alike in every program, and what
        # else is linked changes no speed.
        if lines and ".globl" in lines[-1]:
            line = re.sub(r"\.p2align\s+4$", ".p2align\t6", line)
        lines.append(line)
    # Each function's constants get sections of their own, by the beginning of their labels: the linker drops sections
    # only as a whole.
    assembly = re.sub(r"\b(LITERALS_\d+|CONSTANTS)(?:\(vk\))?\n((?:.*p2align.*\n)?L\((CPI\d+)_)", r"\1(\3)\n\2",
                      "\n".join(lines))
    return re.sub(r"\b(FN|HIDDEN|TEXT)\((vk_\w+)\)", rf"\1(\2{build.suffix})", assembly)


def path(build):
    return C_TARGET / f"{build.name}.S"


def generated(build):
    """The text of a build's file. Each attempt at aligning its loops is assembled."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        assembly = for_every_format(compiled(build.options, build.embedded, folder), build)
        if build.aligns_loops:
            assembly = alignment.aligned(assembly, lambda attempt: assembled_with_labels(build, attempt, folder))
    return file_text(build, assembly)


def file_text(build, assembly):
    return (
        "/*\n"
        "Generated by `make kernels` from Sources/PortableKernels; don't edit.\n"
        f"Toolchain: {version()}\n"
        f"Compiled for: {build.title}\n"
        "*/\n"
        '#include "vk_assembly.h"\n'
        f"#if {build.guard}\n"
        f"{assembly}\n"
        "#endif\n"
        "\tEND\n")


def preprocessed(build, file=None):
    """The committed assembly, or that of another file, without its macros, for the first of the build's targets."""
    return run(tool("clang"), "-target", build.targets[0], "-I", C_TARGET, "-E", "-P", file or path(build))


def assembled_with_labels(build, assembly, folder):
    """An object file in which basic blocks have the names of their labels, which assemblers forget otherwise."""
    source, labelled, object_file = (folder / f"attempt.{suffix}" for suffix in ("S", "s", "o"))
    source.write_text(file_text(build, assembly))
    labelled.write_text(preprocessed(build, source).replace(".LBB", "BB"))
    run(tool("clang"), "-target", build.targets[0], "-c", labelled, "-o", object_file)
    return object_file


def assembled(build, target, folder):
    object_file = folder / f"{build.name}.{target}.o"
    run(tool("clang"), "-Werror", "-target", target, "-c", path(build), "-o", object_file)
    # Assemblers of Mach-O give the first function a second name.
    run(tool("llvm-objcopy"), "--discard-all", object_file)
    return object_file
