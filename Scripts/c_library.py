#!/usr/bin/env python3
"""Build, install and check the library for C: Bindings/C.

    Scripts/c_library.py build               build the libraries into Bindings/C/.build/library
    Scripts/c_library.py install PREFIX      install what was built below PREFIX, or below $DESTDIR/PREFIX
    Scripts/c_library.py check               build them, and run the tests and the examples with both
    Scripts/c_library.py self-test           check that a header that differs from the library would be found

The libraries contain the parts of Swift that they need: any linker links a C program with them, and the program runs
without a Swift toolchain. Only the functions of the header are visible in them, so they don't conflict with another
Swift in the same program.
"""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "Bindings/C"
HEADERS = PACKAGE / "Sources/CVectorKernelsC/include"
HEADER = HEADERS / "vectorkernels.h"
TESTS = PACKAGE / "Tests"
LIBRARY = PACKAGE / ".build/library"
EXAMPLES = ROOT / "Examples"
ALLOCATIONS = ROOT / "Benchmarks/Sources/CAllocations"

SWIFT = os.environ.get("SWIFT", "swift")
CC = os.environ.get("CC", "gcc")
CXX = os.environ.get("CXX", "g++")
VERSION = "0.1"
# The last number changes when a program that was linked with an older library doesn't run with this one.
SONAME = "libvectorkernels.so.0"
# The system's libraries that the static library needs.
SYSTEM_LIBRARIES = ["-lstdc++", "-lm", "-lpthread", "-ldl"]
# Swift's libraries that the Swift code needs: each takes from the archives only what is used.
SWIFT_LIBRARIES = ["swiftCore", "swift_Concurrency", "swiftDispatch", "dispatch", "BlocksRuntime", "swiftGlibc"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

PKG_CONFIG = """\
prefix={prefix}
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: VectorKernels
Description: SwiftUI's animation arithmetic, many values per call
Version: {version}
Cflags: -I${{includedir}}
Libs: -L${{libdir}} -lvectorkernels
Libs.private: {private}
"""


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], text=True, **options)
    if done.returncode != 0:
        sys.exit((done.stdout or "") + (done.stderr or "") + f"c_library.py: {command[0]} failed")
    return done.stdout


def functions_of_header(text):
    """The names of the functions that a header declares."""
    return set(re.findall(r"\b(vkn_\w+)\(", re.sub(r"/\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", text, flags=re.DOTALL)))


# Building


def static_resources():
    """The folder of Swift's static libraries, and the object that registers a program's types at its start."""
    target = json.loads(run(SWIFT, "-print-target-info", "-static-stdlib", stdout=subprocess.PIPE))
    folder = pathlib.Path(target["paths"]["runtimeResourcePath"]) / "linux"
    found = list(folder.glob("*/swiftrt.o"))
    if len(found) != 1:
        sys.exit(f"c_library.py: {folder} has no swiftrt.o; the libraries are built on Linux, with a Swift 6.3 toolchain")
    return folder, found[0]


def build():
    run(SWIFT, "build", "-c", "release", "--package-path", PACKAGE, "--product", "VectorKernelsC")
    folder, registration = static_resources()
    LIBRARY.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        # One object with everything in it, in which only the functions for C stay visible.
        everything, visible = temporary / "everything.o", temporary / "vectorkernels.o"
        run("ld", "-r", "--force-group-allocation", "-o", everything, "--whole-archive",
            PACKAGE / ".build/release/libVectorKernelsC.a", "--no-whole-archive", registration, "-L", folder,
            "--start-group", *(f"-l{name}" for name in SWIFT_LIBRARIES), "--end-group")
        run("objcopy", "--strip-debug", "--wildcard", "--keep-global-symbol=vkn_*", everything, visible)
        archive = LIBRARY / "libvectorkernels.a"
        archive.unlink(missing_ok=True)
        run("ar", "rcs", archive, visible)
        exports = temporary / "exports"
        exports.write_text("{ global: vkn_*; local: *; };\n")
        run(CC, "-shared", "-s", f"-Wl,-soname,{SONAME}", f"-Wl,--version-script,{exports}", "-Wl,--gc-sections",
            "-Wl,-z,defs,-z,nodelete", visible, *SYSTEM_LIBRARIES, "-o", LIBRARY / SONAME)
    link(LIBRARY)


def link(folder):
    """Make the name under which a linker finds the library."""
    name = folder / "libvectorkernels.so"
    name.unlink(missing_ok=True)
    name.symlink_to(SONAME)


def install(prefix):
    if not (LIBRARY / SONAME).exists():
        sys.exit("c_library.py: nothing is built yet: run `make c` first")
    prefix = pathlib.Path(prefix).absolute()
    place = pathlib.Path(os.environ.get("DESTDIR", "") + str(prefix))
    for folder in ("include", "lib/pkgconfig"):
        (place / folder).mkdir(parents=True, exist_ok=True)
    shutil.copy(HEADER, place / "include")
    shutil.copy(LIBRARY / "libvectorkernels.a", place / "lib")
    shutil.copy(LIBRARY / SONAME, place / "lib")
    link(place / "lib")
    (place / "lib/pkgconfig/vectorkernels.pc").write_text(
        PKG_CONFIG.format(prefix=prefix, version=VERSION, private=" ".join(SYSTEM_LIBRARIES)))


# Checking


def compile_error(header):
    """The compiler's messages about the Swift code beside a header, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for file in HEADERS.iterdir():
            shutil.copy(file, copy)
        (copy / HEADER.name).write_text(header)
        done = subprocess.run(
            ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-package-name", "vectorkernelsc",
             "-module-name", "VectorKernelsC", "-I", copy, "-I", PACKAGE / ".build/release/Modules",
             "-I", ROOT / "Sources/CVectorKernels/include", *sorted((PACKAGE / "Sources/VectorKernelsC").glob("*.swift"))],
            capture_output=True, text=True)
        return "".join(re.findall(r"^\S+: error: .*\n", done.stderr, re.MULTILINE)) if done.returncode != 0 else ""


def compare(header, library):
    """How the functions of a header and those of a library differ."""
    visible = run("nm", "--dynamic", "--defined-only", "--format=just-symbols", library, stdout=subprocess.PIPE).split()
    declared = functions_of_header(header)
    return [f"{name} is declared, but not in the library" for name in sorted(declared - set(visible))] + \
        [f"{name} is in the library, but not declared" for name in sorted(set(visible) - declared)]


def check_header():
    """The compiler compares each function with its declaration; whether both are there is compared here."""
    found = compare(HEADER.read_text(), LIBRARY / SONAME)
    if found:
        sys.exit("\n".join(found))
    for compiler, language, standard in ((CC, "c", "c99"), (CC, "c", "c11"), (CXX, "c++", "c++11")):
        run(compiler, "-x", language, f"-std={standard}", *WARNINGS, "-fsyntax-only", "-include", HEADER, "/dev/null")


def self_test():
    """Change the header in the ways in which it could differ, and expect to hear of each."""
    header = HEADER.read_text()
    if compile_error(header):
        sys.exit("c_library.py: the header as it is doesn't fit:\n" + compile_error(header))
    for old, new in (("float amount, float *out", "double amount, float *out"),
                     ("uint8_t *rgba8, size_t count", "uint8_t *rgba8, int count"),
                     ("vkn_status vkn_curve_value(", "double vkn_curve_value("),
                     ("vkn_status vkn_pack_rgba8(", "vkn_status vkn_pack_rgba(")):
        if old not in header:
            sys.exit(f"c_library.py: the header has no {old}")
        if not compile_error(header.replace(old, new)):
            sys.exit(f"c_library.py: the compiler accepts {new} for {old}")
    if compare(header + "\nvoid vkn_planted(void);\n", LIBRARY / SONAME) != [
            "vkn_planted is declared, but not in the library"]:
        sys.exit("c_library.py: a function that the library lacks isn't found")
    if compare(header.replace("void vkn_curve_destroy(", "void curve_destroy("), LIBRARY / SONAME) != [
            "vkn_curve_destroy is in the library, but not declared"]:
        sys.exit("c_library.py: a function that the header lacks isn't found")


def check():
    build()
    check_header()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        os.environ.pop("DESTDIR", None)
        install(folder)
        os.environ["PKG_CONFIG_PATH"] = str(folder / "lib/pkgconfig")
        os.environ["LD_LIBRARY_PATH"] = str(folder / "lib")
        # The tests count allocations, with the C compiler that Swift brings, for whose atomics the code is written.
        allocations = folder / "allocations.o"
        run("clang", "-c", "-O2", ALLOCATIONS / "allocations.c", "-I", ALLOCATIONS / "include", "-o", allocations)
        c, cpp = [CC, "-std=c11"], [CXX, "-std=c++17"]
        tests = {test: [*c, "-pthread", allocations, "-I", ALLOCATIONS / "include"] for test in sorted(TESTS.glob("*.c"))}
        examples = {example: c for example in sorted((EXAMPLES / "c").glob("*.c"))}
        examples |= {example: cpp for example in sorted((EXAMPLES / "cpp").glob("*.cpp"))}
        for source, compiler in (tests | examples).items():
            for way, flags in ways(folder).items():
                program = folder / f"{source.stem}-{way}"
                run(*compiler, "-O2", *WARNINGS, source, *flags, "-lm", "-o", program)
                for level in (None, "portable"):
                    check_output(source, way, program, level=level)
        for example in sorted((EXAMPLES / "python").glob("*cards.py")):
            if example.stem.startswith("numpy") and not provide_numpy(folder):
                print(f"NumPy isn't installed: {example.relative_to(ROOT)} isn't run")
            else:
                check_output(example, "Python", sys.executable, example)
        check_readme(folder)


def provide_numpy(folder):
    """Make Python find NumPy if it can, and say whether it does. CI installs it into a folder, and stops if that fails."""
    packages = folder / "python"
    if packages.exists():
        return True
    if importlib.util.find_spec("numpy") is None and os.environ.get("CI"):
        run(sys.executable, "-m", "pip", "install", "--quiet", "--target", packages, "numpy")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(packages), os.environ.get("PYTHONPATH"))))
        return True
    return importlib.util.find_spec("numpy") is not None


def check_readme(folder):
    """Run the README's commands, with another home, beside what they need."""
    for name in ("Makefile", "Scripts", "Examples"):
        (folder / name).symlink_to(ROOT / name)
    section = (ROOT / "README.md").read_text().partition("## Use it from C or Python\n")[2]
    commands = section.partition("```sh\n")[2].partition("```")[0].replace("$HOME", str(folder / "home"))
    # In another place than the libraries that the check has installed.
    environment = {name: value for name, value in os.environ.items() if name not in ("PKG_CONFIG_PATH", "LD_LIBRARY_PATH")}
    if "make c " not in commands:
        sys.exit("c_library.py: the README's commands aren't found")
    if shutil.which("pkg-config"):
        run("sh", "-e", "-c", commands, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print("README.md: its commands run")


def check_output(source, way, *command, level=None):
    """Run a program, and compare what it prints with what its last comment says it prints."""
    environment = os.environ | ({"VECTORKERNELS_ISA": level} if level else {})
    found = run(*command, env=environment, stdout=subprocess.PIPE)
    lines = source.read_text().partition("Prints:\n")[2].splitlines()
    wanted = [line.lstrip(" *#/") for line in lines if line.strip() not in ("*/", "#")]
    if found.split("\n")[:-1] != wanted:
        sys.exit(f"{source.relative_to(ROOT)}, {way}, prints:\n{found}but says that it prints:\n" + "\n".join(wanted))
    print(f"{source.relative_to(ROOT)}, {way}{', ' + level if level else ''}: as it says", flush=True)


def ways(prefix):
    """The flags for each way of linking with the installed libraries, as pkg-config gives them."""
    if shutil.which("pkg-config") is None:
        if os.environ.get("CI"):
            sys.exit("c_library.py: pkg-config isn't installed")
        print("pkg-config isn't installed: its file isn't tried")
        flags = {"dynamic": ["-lvectorkernels"], "static": ["-lvectorkernels", *SYSTEM_LIBRARIES]}
        flags = {way: ["-I", f"{prefix}/include", "-L", f"{prefix}/lib", *flags[way]] for way in flags}
    else:
        def asked(*options):
            return run("pkg-config", *options, "--cflags", "--libs", "vectorkernels", stdout=subprocess.PIPE).split()
        flags = {"dynamic": asked(), "static": asked("--static")}
    # As with every library of which both forms are installed, the linker has to be told to take the static one.
    flags["static"] = ["-l:libvectorkernels.a" if flag == "-lvectorkernels" else flag for flag in flags["static"]]
    return flags


def main():
    match sys.argv[1:]:
        case ["build"]:
            build()
        case ["install", prefix]:
            install(prefix)
        case ["check"]:
            check()
        case ["self-test"]:
            self_test()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
