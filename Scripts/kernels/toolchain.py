"""The tools that come with the Swift toolchain, and how they are run."""

import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
C_TARGET = ROOT / "Sources/CVectorKernels"
SOURCES = ROOT / "Sources/PortableKernels"


class Failure(Exception):
    pass


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failure(f"{pathlib.Path(command[0]).name} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def tool(name):
    """The toolchain's own copy of a tool, found beside swiftc."""
    swiftc = shutil.which("swiftc")
    if swiftc is None:
        raise Failure("swiftc is not on the PATH")
    beside = pathlib.Path(swiftc).resolve().parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise Failure(f"{name} is not beside swiftc, nor on the PATH")
    return found


def version():
    return re.search(r"Swift version \S+ \([^)]*\)", run(tool("swiftc"), "--version")).group(0)


def sources():
    return sorted(SOURCES.glob("*.swift"))
