#!/usr/bin/env python3
"""Run every snippet and compare its output with the output in its file.

    Scripts/snippets.py          run and compare
    Scripts/snippets.py write    run, and write the output into the files

A snippet's file ends with a comment: a line `// Prints:`, and the lines of its output.
"""

import difflib
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = "// Prints:\n"


def printed(snippet, folder):
    done = subprocess.run([folder / snippet.stem], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{snippet.name} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def comment(output):
    return MARK + "".join(f"// {line}".rstrip() + "\n" for line in output.splitlines())


def main():
    if sys.argv[1:] not in ([], ["write"]):
        sys.exit(__doc__)
    subprocess.run(["swift", "build", "-c", "release"], cwd=ROOT, check=True)
    folder = subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    snippets = sorted((ROOT / "Snippets").glob("*.swift"))
    if not snippets:
        sys.exit("no snippets")
    wrong = 0
    for snippet in snippets:
        program, _, said = snippet.read_text().partition(MARK)
        said = MARK + said
        found = comment(printed(snippet, pathlib.Path(folder.stdout.strip())))
        if sys.argv[1:] == ["write"]:
            snippet.write_text(program.rstrip("\n") + "\n\n" + found)
        elif found != said:
            wrong += 1
            sys.stderr.writelines(
                difflib.unified_diff(said.splitlines(True), found.splitlines(True), str(snippet.name), "printed"))
    if wrong:
        sys.exit(f"snippets.py: {wrong} of {len(snippets)} snippets print something else")
    print(f"{len(snippets)} snippets ran")


if __name__ == "__main__":
    main()
