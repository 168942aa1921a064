#!/usr/bin/env python3
"""Build the program of Examples/window, make its picture, and try it as a user would.

    python3 Scripts/window.py build       # builds it
    python3 Scripts/window.py picture     # docs/images/cards.png, an animated PNG of the recording
    python3 Scripts/window.py check       # runs the README's commands on a screen in memory, and drags cards about there

Missing tools are installed if this runs as root on Debian. Without them the check is skipped, which is a failure where
the environment variable CI is set.
"""

import array
import contextlib
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

import apng
import platforms
from platforms import ROOT, Failure, Need

PACKAGE = ROOT / "Examples/window"
PROGRAM = PACKAGE / ".build/release/cards"
PICTURE = ROOT / "docs/images/cards.png"
SCREENSHOT = ROOT / ".build/window.png"
SECTION = "## See it in a window or a browser\n"
SWIFT = os.environ.get("SWIFT", "swift")

LIBRARY_NEEDS = [Need("sdl2-config", "libsdl2-dev"), Need("pkg-config", "pkg-config")]
NEEDS = [*LIBRARY_NEEDS, Need("Xvfb", "xvfb"), Need("xdotool", "xdotool")]

# A busy machine may show so few frames of a flick that the card is hardly seen to move, so it is done again.
FLICKS = 3

PICTURE_LIMIT = 2_000_000
# Every tenth frame of the picture is recorded anew, and in each some pixels may differ: a library that rounds otherwise
# moves an edge by a quarter of a pixel.
COMPARED_STEP = 10
DIFFERENT_LIMIT = 0.01

WIDTH, HEIGHT = 960, 540
COLUMNS, ROWS = 14, 5
# The middles of the cards at home, row by row: as far from the edges as from each other.
HOMES = [
    (WIDTH * (column + 1) // (COLUMNS + 1), HEIGHT * (row + 1) // (ROWS + 1))
    for row in range(ROWS) for column in range(COLUMNS)]
# From the middle of a card, a point in each corner of its face, and the middles between it and its neighbours.
ON_CARD = [(x, y) for x in (-18, 18) for y in (-28, 28)]
BETWEEN_CARDS = [(-32, 0), (32, 0), (0, -44), (0, 44)]


def require(holds, message):
    if not holds:
        raise Failure(message)


def build():
    platforms.install_missing(LIBRARY_NEEDS)
    done = subprocess.run([SWIFT, "build", "-c", "release", "--package-path", PACKAGE], stdout=sys.stderr)
    require(done.returncode == 0, "the program isn't built; where SDL 2 is missing, Debian has it as libsdl2-dev")


# MARK: The picture


class Recording:
    """The program's recording: a header, and each frame or each `step`-th."""

    def __init__(self, step=1):
        self.process = subprocess.Popen([PROGRAM, "--record", "/dev/stdout", str(step)], stdout=subprocess.PIPE)
        header = self.process.stdout.readline().split()
        self.width, self.height, self.count, self.frames_per_second = map(int, header)

    def frames(self):
        size = 4 * self.width * self.height
        while len(data := self.process.stdout.read(size)) == size:
            yield array.array("I", data)
        require(self.process.wait() == 0, "the recording failed")


def picture():
    build()
    recording = Recording()
    file = apng.encode(recording.frames(), recording.width, recording.height, recording.frames_per_second)
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_bytes(file)
    print(f"{PICTURE.relative_to(ROOT)}: {len(file)} bytes")


def check_picture():
    file = PICTURE.read_bytes()
    require(len(file) < PICTURE_LIMIT, f"{PICTURE.name} has {len(file)} bytes, not fewer than {PICTURE_LIMIT}")
    try:
        width, kept = apng.decode(file)
    except (ValueError, struct.error) as error:
        raise Failure(f"{PICTURE.name}: {error}")
    frames = [pixels for pixels, count in kept for _ in range(count)]
    recording = Recording(COMPARED_STEP)
    require(width == recording.width and len(frames) == recording.count,
            f"{PICTURE.name} has {len(frames)} frames, {width} wide, not {recording.count}, {recording.width} wide")
    for old, new in zip(frames[::COMPARED_STEP], recording.frames(), strict=True):
        different = sum(map(int.__ne__, old, apng.reduced(new))) / len(old)
        require(different <= DIFFERENT_LIMIT,
                f"{PICTURE.name} isn't what is recorded: {different:.1%} of a frame's pixels differ; see `make window-picture`")
    print(f"{PICTURE.name}: {len(frames)} frames in {len(file)} bytes, as recorded", flush=True)


# MARK: The screen


class Screen:
    """A screen that shows nothing but the window, and its hands."""

    def __init__(self, path, environment):
        self.path, self.environment = path, environment

    def shot(self):
        """Its pixels, from an XWD file: https://www.x.org/releases/current/doc/man/man1/xwd.1.xhtml."""
        data = self.path.read_bytes()
        size, *header = struct.unpack_from(">20I", data)
        require((header[3], header[4], header[10], header[11]) == (WIDTH, HEIGHT, 32, 4 * WIDTH), "another screen was asked for")
        pixels = array.array("I", data[size + 12 * header[18]:])
        if (sys.byteorder == "big") != (header[6] == 1):
            pixels.byteswap()
        return Shot(pixels)

    def wait(self, what, holds, seconds=20):
        """The first picture that is as it should be."""
        end = time.monotonic() + seconds
        while not holds(shot := self.shot()):
            if time.monotonic() > end:
                shot.save()
                raise Failure(f"in {seconds} s, {what} didn't happen ({SCREENSHOT.relative_to(ROOT)} is what it looks like)")
        return shot

    def wait_for_rest(self, what, holds):
        """A picture that is as it should be, and stays so for a while."""
        last, since = None, 0

        def rests(shot):
            nonlocal last, since
            if last is None or shot.pixels != last.pixels:
                last, since = shot, time.monotonic()
            return holds(shot) and time.monotonic() - since > 0.3

        return self.wait(what, rests)

    def hand(self, *deeds):
        """Moves the pointer, presses keys and buttons: what xdotool does."""
        platforms.run("xdotool", *deeds, env=self.environment)


class Shot:
    def __init__(self, pixels):
        self.pixels = pixels

    def __getitem__(self, point):
        x, y = point
        return self.pixels[y * WIDTH + x]

    @property
    def background(self):
        return self[0, 0]

    def is_at_home(self, home):
        """Whether a card is where it should be: a face of one colour, with the background around it."""
        x, y = home
        return (self[home] != self.background
                and all(self[x + dx, y + dy] == self[home] for dx, dy in ON_CARD)
                and all(self[x + dx, y + dy] == self.background for dx, dy in BETWEEN_CARDS))

    def is_dealt(self):
        return all(map(self.is_at_home, HOMES))

    def middle(self, color):
        """The middle of the pixels of a colour, of which every second one counts in every second row, or None."""
        places = [(x, y) for y in range(0, HEIGHT, 2)
                  for x, pixel in zip(range(0, WIDTH, 2), self.pixels[y * WIDTH:(y + 1) * WIDTH:2]) if pixel == color]
        return tuple(sum(values) / len(places) for values in zip(*places)) if places else None

    def is_near(self, color, point):
        """Whether what has a colour is around a point, to 3 pixels: half of what the tilt of a card may move its corners."""
        middle = self.middle(color)
        return middle is not None and all(abs(a - b) <= 3 for a, b in zip(middle, point))

    def save(self):
        SCREENSHOT.parent.mkdir(exist_ok=True)
        SCREENSHOT.write_bytes(apng.png(self.pixels, WIDTH))


@contextlib.contextmanager
def screen():
    with tempfile.TemporaryDirectory() as folder:
        # Without a pointer, so that it hides nothing.
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", folder, "-nocursor"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            number = server.stdout.readline().strip()
            require(number, "Xvfb doesn't start")
            # Any graphics that the machine has.
            environment = os.environ | {
                "DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11", "SDL_RENDER_DRIVER": "software"}
            yield Screen(pathlib.Path(folder) / "Xvfb_screen0", environment)
        finally:
            server.terminate()
            server.wait()


# MARK: In the window


def commands():
    """The README's sentences about the window."""
    section = (ROOT / "README.md").read_text().partition(SECTION)[2].partition("\n## ")[0]
    found = section.partition("```sh\n")[2].partition("```")[0]
    require("make window" in found, "the README's commands aren't found")
    return found


def drag(screen, dealt, home):
    """Takes a card by its middle, holds it between others, and lets it go."""
    place, color = (704, 405), dealt[home]
    screen.hand("mousemove", *home, "mousedown", 1, "mousemove", 400, 300, "mousemove", *place)
    screen.wait("dragging a card", lambda shot: shot.is_near(color, place))
    shot = screen.shot()
    require(shot[home] == shot.background, "the place of a card that is dragged isn't empty")
    require(all(shot.is_at_home(other) for other in HOMES if other != home and abs(other[0] - place[0]) > 100),
            "other cards move with the one that is dragged")
    shot.save()
    screen.hand("mouseup", 1)
    screen.wait("springing home", lambda shot: shot.pixels == dealt.pixels)


def fling(screen, dealt, home):
    """Drags a card, and flicks it to the right: it flies on beyond where it is let go."""
    start, release, color = (150, 300), (550, 300), dealt[home]
    # 400 points in 0.3 s, in steps as a mouse reports them.
    steps = [word for x in range(start[0], release[0] + 1, 20)
             for word in ("mousemove", x, start[1], "sleep", "0.015")]
    for attempt in range(FLICKS):
        screen.hand("mousemove", *home, "mousedown", 1, "mousemove", *start)
        screen.wait("dragging a card", lambda shot: shot.is_near(color, start))
        screen.hand(*steps, "mouseup", 1)
        try:
            screen.wait(
                "flying on", lambda shot: (middle := shot.middle(color)) is not None and middle[0] > release[0] + 40, 4)
            break
        except Failure:
            if attempt == FLICKS - 1:
                raise
    screen.wait("springing home", lambda shot: shot.pixels == dealt.pixels)


def play(screen):
    dealt = screen.wait_for_rest("dealing", Shot.is_dealt)
    home = HOMES[COLUMNS + 2]
    require(dealt.is_near(dealt[home], home), "another card has the colour of the one to drag")
    drag(screen, dealt, home)
    fling(screen, dealt, home)

    screen.hand("key", "space")
    other = screen.wait_for_rest(
        "another theme", lambda shot: shot.is_dealt() and shot.background != dealt.background)
    same = [place for place in HOMES if other[place] == dealt[place]]
    require(not same, f"{len(same)} cards have the same colour in both themes")
    screen.hand("mousemove", 32, 270, "click", 1)
    screen.wait("the first theme again", lambda shot: shot.pixels == dealt.pixels)

    screen.hand("key", "Return")
    screen.wait("gathering", lambda shot: sum(shot[place] != shot.background for place in HOMES) <= 4)
    screen.wait("dealing anew", lambda shot: shot.pixels == dealt.pixels)
    screen.hand("key", "Escape")


def check_window():
    with screen() as shown:
        program = subprocess.Popen(["sh", "-e", "-c", commands()], cwd=ROOT, env=shown.environment, start_new_session=True)
        try:
            play(shown)
            require(program.wait(20) == 0, "it fails when it is left")
        except subprocess.TimeoutExpired:
            raise Failure("escape doesn't end it")
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, 15)
            program.wait()
    print("window: cards are dealt, dragged and flung, spring home, and change their colours", flush=True)


def check():
    platforms.install_missing(NEEDS)
    missing = [f"no {need.name}; apt-get install {need.package}" for need in NEEDS if not need.is_there()]
    if missing:
        print(f"skipped: the window ({', '.join(missing)})")
        sys.exit("window: nothing was tried" if os.environ.get("CI") else 0)
    build()
    start = time.monotonic()
    check_window()
    check_picture()
    print(f"window: checked in {time.monotonic() - start:.0f} s, without building")


def main():
    command = {"build": build, "picture": picture, "check": check}.get(sys.argv[1] if len(sys.argv) == 2 else "")
    if command is None:
        sys.exit(__doc__)
    try:
        command()
    except Failure as failure:
        sys.exit(f"window: {failure}")


if __name__ == "__main__":
    main()
