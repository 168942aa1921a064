"""Animated PNG files: https://www.w3.org/TR/png-3.

A frame is an array of numbers 0xRRGGBB, row by row from the top. After the first one a file holds of each frame the
smallest rectangle with all changes, in which unchanged pixels are transparent.
"""

import array
import collections
import functools
import operator
import struct
import sys
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Colours of fewer pixels of a frame than this, those of edges and shadows, are rounded to multiples of the step. Nobody sees
# it, and the file has half as many bytes. Areas keep their colours.
AREA = 700
STEP = 12
# The colour of unchanged pixels, which is no such multiple. No area has it.
UNCHANGED = 0x010101


@functools.cache
def rounded(color):
    """The nearest colour whose components are multiples of the step."""
    components = (min(255, (color >> shift & 255) + STEP // 2) // STEP * STEP for shift in (16, 8, 0))
    return functools.reduce(lambda sum, component: sum << 8 | component, components)


def reduced(frame):
    """The frame that is stored for a frame."""
    stored = {color: color if count >= AREA else rounded(color) for color, count in collections.Counter(frame).items()}
    return array.array("I", map(stored.__getitem__, frame))


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


# Where a number has its red, its green and its blue.
RGB_BYTES = (2, 1, 0) if sys.byteorder == "little" else (1, 2, 3)


def samples_of(pixels):
    """Three bytes for each number."""
    numbers, samples = pixels.tobytes(), bytearray(3 * len(pixels))
    for component, byte in enumerate(RGB_BYTES):
        samples[component::3] = numbers[byte::4]
    return samples


def numbers_of(samples):
    """A number for each three bytes."""
    numbers = bytearray(len(samples) // 3 * 4)
    for component, byte in enumerate(RGB_BYTES):
        numbers[byte::4] = samples[component::3]
    return array.array("I", bytes(numbers))


def compressed(pixels, width):
    """Rows of a PNG, unfiltered, compressed."""
    samples = samples_of(pixels)
    rows = (samples[at:at + 3 * width] for at in range(0, len(samples), 3 * width))
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def png(pixels, width):
    """A picture of one frame, with its colours as they are."""
    header = struct.pack(">IIBBBBB", width, len(pixels) // width, 8, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", compressed(pixels, width)) + chunk(b"IEND", b"")


def changes(old, new, width):
    """The rectangle (x, y, width, height) of what is different, and its pixels; None where nothing is."""
    rows = [at for at in range(0, len(new), width) if old[at:at + width] != new[at:at + width]]
    if not rows:
        return None
    top, end = rows[0], rows[-1] + width
    is_changed = bytes(map(operator.ne, old[top:end], new[top:end]))
    firsts, lasts = [], []
    for at in range(0, end - top, width):
        row = is_changed[at:at + width]
        if 1 in row:
            firsts.append(row.index(1))
            lasts.append(row.rindex(1))
    left, right = min(firsts), max(lasts) + 1
    pixels = array.array("I")
    for at in range(top, end, width):
        flags = is_changed[at - top + left:at - top + right]
        pixels.extend(new[at + x] if flag else UNCHANGED for x, flag in enumerate(flags, left))
    return (left, top // width, right - left, (end - top) // width), pixels


def encode(frames, width, height, frames_per_second):
    """The file that shows frames, over and over."""
    shown, last = [], None
    for frame in frames:
        frame = reduced(frame)
        if last is None:
            shown.append([(0, 0, width, height), compressed(frame, width), 1])
        elif (change := changes(last, frame, width)) is None:
            shown[-1][2] += 1
        else:
            shown.append([change[0], compressed(change[1], change[0][2]), 1])
        last = frame

    chunks = [
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        chunk(b"acTL", struct.pack(">II", len(shown), 0)),
        chunk(b"tRNS", struct.pack(">HHH", *(UNCHANGED >> shift & 255 for shift in (16, 8, 0))))]
    number = 0
    for (x, y, w, h), data, count in shown:
        # The frame before stays, and this one is drawn over it.
        chunks.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, w, h, x, y, count, frames_per_second, 0, 1)))
        number += 1
        if len(chunks) == 4:
            chunks.append(chunk(b"IDAT", data))
        else:
            chunks.append(chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND", b"")


def decode(file):
    """The width of a file that `encode` made, and its frames, each with how many times it is shown in a row."""
    if not file.startswith(SIGNATURE):
        raise ValueError("it is no PNG")
    at, frames, pixels = len(SIGNATURE), [], None
    while at < len(file):
        length, kind = struct.unpack_from(">I4s", file, at)
        content = file[at + 8:at + 8 + length]
        if struct.unpack_from(">I", file, at + 8 + length)[0] != zlib.crc32(kind + content):
            raise ValueError(f"the checksum of {kind} is wrong")
        at += length + 12
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", content)
            pixels = array.array("I", [UNCHANGED]) * (width * height)
        elif kind == b"acTL":
            expected, _ = struct.unpack(">II", content)
        elif kind == b"fcTL":
            _, w, h, x, y, count, *_ = struct.unpack(">IIIIIHHBB", content)
        elif kind in (b"IDAT", b"fdAT"):
            rows = zlib.decompress(content[4:] if kind == b"fdAT" else content)
            for row in range(h):
                colors = numbers_of(rows[row * (3 * w + 1) + 1:(row + 1) * (3 * w + 1)])
                start = (y + row) * width + x
                old = pixels[start:start + w]
                pixels[start:start + w] = array.array(
                    "I", (kept if color == UNCHANGED else color for color, kept in zip(colors, old)))
            frames.append((pixels[:], count))
    if len(frames) != expected:
        raise ValueError(f"it has {len(frames)} frames and says {expected}")
    return width, frames
