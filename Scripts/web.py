#!/usr/bin/env python3
"""Build the page of Examples/web, and try it in a browser.

    python3 Scripts/web.py build     # Examples/web/dots.wasm; serve the folder, for example with python3 -m http.server
    python3 Scripts/web.py check     # builds it, and plays it in headless Chromium with both engines

The script installs a missing browser if it runs as root on Debian. Without a browser it skips the check; if the
environment variable CI is set, that is a failure.
"""

import contextlib
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import embedded
import platforms
from platforms import Failure, run, tool

PAGE = platforms.ROOT / "Examples/web"
MODULE = PAGE / "dots.wasm"
EXPORTS = ("dots_create", "dots_animate", "dots_advance", "dots_column", "dots_pixels")
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
OPTIONS = ("--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-vsync")
# Milliseconds of a frame of 100,000 dots whose places spring. The machine that checks may be busy, so the least of some
# runs counts.
ENGINE_LIMIT = 2
RUNS = 3


def build():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "wasm"
        objects = embedded.wasm_objects(folder, "Dots", PAGE / "Dots.swift")
        run(tool("wasm-ld"), "--no-entry", "--gc-sections", "--allow-undefined", "-z", "stack-size=1048576",
            *(f"--export={name}" for name in EXPORTS), *objects, "-o", MODULE)
    print(f"{MODULE.relative_to(platforms.ROOT)}: {MODULE.stat().st_size} bytes", flush=True)


# MARK: In a browser


def browser():
    if not any(map(shutil.which, BROWSERS)):
        platforms.install_missing([platforms.Need(BROWSERS[0], BROWSERS[0])])
    return next(filter(shutil.which, BROWSERS), None)


@contextlib.contextmanager
def served():
    """The address of the page's folder."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
            ".wasm": "application/wasm", ".mjs": "text/javascript"}

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(Handler, directory=PAGE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/index.html"
    finally:
        server.shutdown()
        server.server_close()


def play(program, address, seconds=60):
    """The page's report after the frames that its address asks for."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [program, *OPTIONS, f"--user-data-dir={profile}", "--remote-debugging-port=0", "--enable-logging=stderr",
             address], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        said = []
        try:
            for line in process.stderr:
                if found := re.search(r'CONSOLE.*"result (\{.*?\})"', line):
                    return json.loads(found[1])
                if "CONSOLE" in line and "Uncaught" in line:
                    raise Failure(line.strip())
                said.append(line)
            raise Failure(f"the page said nothing in {seconds} s:\n{''.join(said[-5:])}")
        finally:
            timer.cancel()
            process.kill()
            process.wait()


def require(holds, message):
    if not holds:
        raise Failure(message)


def check():
    build()
    program = browser()
    if program is None:
        print(f"skipped: the page (none of {', '.join(BROWSERS)})")
        sys.exit("web: nothing was tried" if os.environ.get("CI") else 0)
    with served() as page:
        for engine in ("Swift", "JavaScript"):
            # In two seconds, springs have brought the dots from the middle to a disc of radius 0.9, whose mean radius is
            # two thirds of that, and the colours have changed.
            result = play(program, f"{page}?count=100000&animate=0,3&frames=120&engine={engine}")
            require(result["moved"] > 0.99, f"{engine}: {result['moved']:.0%} of the dots moved")
            require(abs(result["radius"] - 0.6) < 0.01, f"{engine}: the dots are {result['radius']} from the middle, not 0.6")
            require(result["colors"] > 1000, f"{engine}: the dots have {result['colors']} colours")
            require(result["painted"] > 0.1, f"{engine}: {result['painted']:.0%} of the picture is painted")
            middle = play(program, f"{page}?count=100000&animate=0,3&frames=10&engine={engine}")
            require(middle["radius"] != result["radius"], f"{engine}: the dots stand still")
            own = min(play(program, f"{page}?count=100000&animate=0&frames=60&engine={engine}")["engine"] for _ in range(RUNS))
            print(f"{engine}: {own:.2f} ms a frame for 100,000 dots on springs of their own", flush=True)
            if engine == "Swift":
                require(own < ENGINE_LIMIT, f"a frame takes the engine {own} ms, not less than {ENGINE_LIMIT}")
    print("web: the page moves and draws")


def main():
    command = {"build": build, "check": check}.get(sys.argv[1] if len(sys.argv) == 2 else "")
    if command is None:
        sys.exit(__doc__)
    try:
        command()
    except Failure as failure:
        sys.exit(f"web: {failure}")


if __name__ == "__main__":
    main()
