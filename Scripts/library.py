"""The library's sources. Users build them as two modules, but they also compile as one, which these scripts do."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULE = "VectorKernels"
# The modules, lower first.
MODULES = ["InterpolationKernels", MODULE]


def sources(package=ROOT):
    """All Swift files of the library."""
    return [file for module in MODULES for file in sorted((package / "Sources" / module).rglob("*.swift"))]
