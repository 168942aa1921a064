"""The kernels over NumPy's arrays.

Every operation has an `out`, and intermediate results go to scratch arrays that are kept from call to call. Where there
are many operations, they are done in blocks that stay in the second cache.
"""

import functools

import numpy as np

kernels = {}

BLOCK = 8192


def kernel(name, suffixes=("f32", "f64")):
    """Registers a function under a name, for each element type where the name has a place for it."""

    def register(function):
        for suffix in suffixes:
            kernels[name.format(suffix)] = function
        return function

    return register


@functools.cache
def scratch(count, dtype, index):
    return np.empty(count, dtype)


def blocked(function):
    """Calls a function of columns and scratch arrays block by block."""

    def call(*columns, **constants):
        n = len(columns[0])
        for start in range(0, n, BLOCK):
            end = min(n, start + BLOCK)
            function(*(column[start:end] for column in columns), **constants)

    return call


def temporaries(like, count):
    return [scratch(BLOCK, like.dtype, index)[: len(like)] for index in range(count)]


# Interpolation


@kernel("interpolate/uniform/{}")
def lerp(out, start, end, progress):
    np.subtract(end, start, out=out)
    np.multiply(out, out.dtype.type(progress), out=out)
    np.add(out, start, out=out)


@kernel("interpolate/uniform-in-place/{}")
@blocked
def lerp_in_place(values, end, progress):
    (difference,) = temporaries(values, 1)
    np.subtract(end, values, out=difference)
    np.multiply(difference, values.dtype.type(progress), out=difference)
    np.add(values, difference, out=values)


@kernel("interpolate/each/{}")
def lerp_each(out, start, end, progress):
    np.subtract(end, start, out=out)
    np.multiply(out, progress, out=out)
    np.add(out, start, out=out)


def lerp_values(components):
    def call(out, start, end, progress):
        rows = (len(progress), components)
        difference = out.reshape(rows)
        np.subtract(end.reshape(rows), start.reshape(rows), out=difference)
        np.multiply(difference, progress[:, np.newaxis], out=difference)
        np.add(difference, start.reshape(rows), out=difference)

    return call


def interleave(components):
    def call(out, columns):
        out.reshape(-1, components)[...] = columns.reshape(components, -1).T

    return call


def deinterleave(components):
    def call(out, values):
        out.reshape(components, -1)[...] = values.reshape(-1, components).T

    return call


for components in (2, 3, 4, 5, 6, 8):
    kernel(f"interpolate/values/{components}/{{}}")(lerp_values(components))
for components in (2, 3, 4, 5, 6, 8, 16):
    kernel(f"columns/interleave/{components}/{{}}")(interleave(components))
    kernel(f"columns/deinterleave/{components}/{{}}")(deinterleave(components))


@kernel("interpolate/blend/4/{}")
def blend(out, inputs, weights):
    np.matmul(weights, inputs.reshape(len(weights), -1), out=out)


# Springs


class Basis:
    """What vk_peer.h calls D, W, C, S, C' and S', in scratch arrays."""

    def __init__(self, elapsed, decay, frequency):
        self.envelope, self.angle, self.cosine, self.sine, self.fall, self.is_over = temporaries(elapsed, 6)
        real = elapsed.dtype.type
        np.multiply(elapsed, -decay, out=self.envelope)
        np.exp(self.envelope, out=self.envelope)
        over = frequency < 0
        self.rate = np.where(over, real(-np.log(2)) * frequency, real(2 * np.pi) * frequency)
        np.multiply(self.rate, elapsed, out=self.angle)
        np.cos(self.angle, out=self.cosine)
        np.sin(self.angle, out=self.sine)
        self.cosine_slope, self.sine_slope = self.cosine, self.sine
        if not np.any(over):
            return
        np.negative(self.angle, out=self.fall)
        np.exp(self.fall, out=self.fall)
        self.cosine_slope = np.where(over, self.fall, self.cosine)
        self.sine_slope = np.where(over, real(0), self.sine)
        np.subtract(real(1), self.fall, out=self.fall)
        np.copyto(self.sine, self.fall, where=over)
        np.copyto(self.cosine, real(1), where=over)


def position(out, basis, target, displacement, quadrature):
    """The position, and its distance from the target."""
    np.multiply(displacement, basis.cosine, out=out)
    offset = quadrature * basis.sine
    np.add(offset, out, out=offset)
    np.multiply(offset, basis.envelope, out=offset)
    np.add(target, offset, out=out)
    return offset


def velocity(out, basis, decay, offset, displacement, quadrature):
    np.multiply(quadrature, basis.cosine_slope, out=out)
    np.subtract(out, displacement * basis.sine_slope, out=out)
    np.multiply(out, basis.envelope, out=out)
    np.multiply(out, basis.rate, out=out)
    np.subtract(out, decay * offset, out=out)


def elapsed_since(start, time):
    elapsed = start.dtype.type(time) - start
    return np.maximum(elapsed, 0, out=elapsed)


@kernel("springs/positions/shared/{}")
@blocked
def spring_shared(out, target, displacement, quadrature, start, decay, frequency, time):
    real = out.dtype.type
    basis = Basis(elapsed_since(start, time), real(decay), real(frequency))
    position(out, basis, target, displacement, quadrature)


@kernel("springs/positions/own/{}")
@blocked
def spring(out, target, displacement, quadrature, start, decay, frequency, time):
    basis = Basis(elapsed_since(start, time), decay, frequency)
    position(out, basis, target, displacement, quadrature)


@kernel("springs/motion/shared/{}")
@blocked
def motion_shared(positions, velocities, target, displacement, quadrature, start, decay, frequency, time):
    real = positions.dtype.type
    basis = Basis(elapsed_since(start, time), real(decay), real(frequency))
    offset = position(positions, basis, target, displacement, quadrature)
    velocity(velocities, basis, real(decay), offset, displacement, quadrature)


@kernel("springs/motion/own/{}")
@blocked
def motion(positions, velocities, target, displacement, quadrature, start, decay, frequency, time):
    basis = Basis(elapsed_since(start, time), decay, frequency)
    offset = position(positions, basis, target, displacement, quadrature)
    velocity(velocities, basis, decay, offset, displacement, quadrature)


@kernel("springs/transitions/{}")
@blocked
def transitions(xx, xv, vx, vv, decay, frequency, deltaTime):
    real = xx.dtype.type
    basis = Basis(np.full_like(decay, deltaTime), decay, frequency)
    per_rate = basis.sine / basis.rate
    other = np.where(frequency < 0, decay, basis.rate)
    np.multiply(basis.envelope, basis.cosine + decay * per_rate, out=xx)
    np.subtract(xx, real(1), out=xx)
    np.multiply(basis.envelope, per_rate, out=xv)
    np.multiply(xv, -(decay * decay + other * basis.rate), out=vx)
    np.multiply(basis.envelope, basis.cosine_slope - decay * per_rate, out=vv)
    np.subtract(vv, real(1), out=vv)


def advance(positions, velocities, target, xx, xv, vx, vv):
    y, change = temporaries(positions, 2)
    np.subtract(positions, target, out=y)
    np.multiply(y, xx, out=change)
    np.add(positions, change, out=positions)
    np.multiply(velocities, xv, out=change)
    np.add(positions, change, out=positions)
    np.multiply(y, vx, out=y)
    np.multiply(velocities, vv, out=change)
    np.add(velocities, change, out=velocities)
    np.add(velocities, y, out=velocities)


kernel("springs/step/own/{}")(blocked(advance))


@kernel("springs/step/shared/{}")
def advance_shared(positions, velocities, target, matrix):
    # Four numbers, which are not cut into blocks.
    for start in range(0, len(positions), BLOCK):
        part = slice(start, start + BLOCK)
        advance(positions[part], velocities[part], target[part], *matrix)


@kernel("springs/settled/{}")
def settled(words, total, positions, velocities, target, valueEpsilon, velocityEpsilon):
    real = positions.dtype.type
    near = np.abs(positions - target) <= real(valueEpsilon)
    near &= np.abs(velocities) <= real(velocityEpsilon)
    packed = np.packbits(near, bitorder="little")
    octets = words.view(np.uint8)
    octets[: len(packed)] = packed
    octets[len(packed) :] = 0
    total[0] = np.count_nonzero(near)


# Curves


def cubic(first, second):
    return 1 + 3 * (first - second), 3 * (second - 2 * first), 3 * first


def solved(x, x1, x2):
    """Newton's method within a bracket, halving it where a step would leave it, until every element is there."""
    a, b, c = cubic(x1, x2)
    low, high, t = np.zeros_like(x), np.ones_like(x), x.copy()
    for _ in range(16):
        error = ((a * t + b) * t + c) * t - x
        if np.max(np.abs(error)) <= 2e-7:
            break
        below = error < 0
        np.copyto(low, t, where=below)
        np.copyto(high, t, where=~below)
        with np.errstate(divide="ignore", invalid="ignore"):
            t -= error / ((3 * a * t + 2 * b) * t + c)
        outside = ~((t >= low) & (t <= high))
        np.copyto(t, (low + high) / 2, where=outside)
    return t


@kernel("bezier/solved/f32", [""])
def bezier(out, at, points):
    x1, y1, x2, y2 = points.astype(np.float32)
    for start in range(0, len(out), BLOCK):
        part = slice(start, start + BLOCK)
        t = solved(at[part], x1, x2)
        a, b, c = cubic(y1, y2)
        out[part] = ((a * t + b) * t + c) * t


@kernel("bezier/slopes/f32", [""])
def bezier_slopes(out, at, points):
    x1, y1, x2, y2 = points.astype(np.float32)
    for start in range(0, len(out), BLOCK):
        part = slice(start, start + BLOCK)
        t = solved(at[part], x1, x2)
        (ax, bx, cx), (ay, by, cy) = cubic(x1, x2), cubic(y1, y2)
        out[part] = ((3 * ay * t + 2 * by) * t + cy) / ((3 * ax * t + 2 * bx) * t + cx)


@functools.cache
def table(points):
    x1, y1, x2, y2 = points
    knots = np.linspace(0, 1, 1025)
    a, b, c = cubic(y1, y2)
    # In double, where the method's limit is below what a float can tell.
    t = solved(knots, x1, x2)
    return knots.astype(np.float32), (((a * t + b) * t + c) * t).astype(np.float32)


@kernel("bezier/baked/f32", [""])
def bezier_baked(out, at, points):
    """Lines between a thousand points of the curve."""
    out[:] = np.interp(at, *table(tuple(points)))


@kernel("bezier/own/f32", [""])
@blocked
def bezier_each(out, at, x1, y1, x2, y2):
    t = solved(at, x1, x2)
    a, b, c = cubic(y1, y2)
    out[:] = ((a * t + b) * t + c) * t


@kernel("easing/quadratic/f32", [""])
@blocked
def quadratic(out, x):
    np.subtract(1, x, out=out)
    out[:] = np.where(x < 0.5, 2 * x * x, 1 - 2 * out * out)


@kernel("easing/sine/f32", [""])
def sine(out, x):
    np.multiply(x, np.float32(np.pi), out=out)
    np.cos(out, out=out)
    np.multiply(out, np.float32(-0.5), out=out)
    np.add(out, np.float32(0.5), out=out)


@kernel("easing/exponential/f32", [""])
def exponential(out, x):
    np.multiply(x, np.float32(-10), out=out)
    np.add(out, np.float32(10), out=out)
    np.exp2(out, out=out)
    np.subtract(1, out, out=out)
    np.multiply(out, np.float32(1 / 1023), out=out)
    np.add(out, np.float32(1), out=out)


@kernel("easing/circular/f32", [""])
def circular(out, x):
    np.subtract(2, x, out=out)
    np.multiply(out, x, out=out)
    np.sqrt(out, out=out)


@kernel("easing/back/f32", [""])
@blocked
def back(out, x):
    (rest,) = temporaries(x, 1)
    np.subtract(1, x, out=rest)
    np.multiply(rest, rest, out=rest)
    np.multiply(x, np.float32(2.70158), out=out)
    np.subtract(out, np.float32(1), out=out)
    np.multiply(out, rest, out=out)
    np.add(out, np.float32(1), out=out)


@kernel("easing/cube-root/f32", [""])
def cube_root(out, x):
    np.cbrt(x, out=out)


@kernel("easing/arcsine/f32", [""])
def arcsine(out, x):
    np.multiply(x, np.float32(0.5), out=out)
    np.sqrt(out, out=out)
    np.arcsin(out, out=out)
    np.multiply(out, np.float32(4 / np.pi), out=out)


@kernel("easing/logarithm/f32", [""])
def logarithm(out, x):
    np.multiply(x, np.float32(1023), out=out)
    np.add(out, np.float32(1), out=out)
    np.log2(out, out=out)
    np.multiply(out, np.float32(0.1), out=out)


@kernel("easing/linear-50/f32", [""])
def linear_50(out, x):
    linear(out, x, 50)


@kernel("easing/linear-12/f32", [""])
def linear_12(out, x):
    linear(out, x, 12)


@kernel("easing/linear-500/f32", [""])
def linear_500(out, x):
    linear(out, x, 500)


def linear(out, x, stops):
    out[:] = np.interp(x, *wave(stops))


@functools.cache
def wave(stops):
    return np.linspace(0, 1, stops), np.sin(np.arange(stops))


# Packing


@kernel("packing/rgba8/f32", [""])
def pack_rgba8(out, r, g, b, a):
    rows = out.view(np.uint8).reshape(-1, 4)
    for index, column in enumerate((r, g, b, a)):
        scaled = np.clip(column, 0, 1)
        np.multiply(scaled, np.float32(255), out=scaled)
        np.rint(scaled, out=scaled)
        np.copyto(rows[:, index], scaled, casting="unsafe")


@kernel("packing/half/f32", [""])
def pack_half(out, values):
    out.view(np.float16)[:] = values


@kernel("packing/unorm16/f32", [""])
def pack_unorm16(out, values):
    scaled = np.clip(values, 0, 1)
    np.multiply(scaled, np.float32(65535), out=scaled)
    np.rint(scaled, out=scaled)
    np.copyto(out, scaled, casting="unsafe")


@kernel("packing/half-back/f32", [""])
def unpack_half(out, packed):
    out[:] = packed.view(np.float16)[: len(out)]


@kernel("packing/unorm16-back/f32", [""])
def unpack_unorm16(out, packed):
    np.divide(packed.view(np.uint16)[: len(out)], np.float32(65535), out=out)


# Rotations and colours


@kernel("rotations/slerp/f32", [""])
@kernel("rotations/slerp-each/f32", [""])
def slerp(out, start, end, progress):
    a, b = start.reshape(-1, 4), end.reshape(-1, 4)
    dot = np.einsum("ij,ij->i", a, b)
    cosine = np.minimum(np.abs(dot), np.float32(1))
    angle = np.arccos(cosine)
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = 1 / np.sqrt(1 - cosine * cosine)
        first = np.sin((1 - progress) * angle) * scale
        second = np.sin(progress * angle) * scale
    near = cosine > np.float32(0.9995)
    first = np.where(near, 1 - progress, first)
    second = np.copysign(np.where(near, progress, second), dot)
    rows = out.reshape(-1, 4)
    np.multiply(a, first[:, np.newaxis], out=rows)
    np.add(rows, b * second[:, np.newaxis], out=rows)


@kernel("rotations/nlerp/f32", [""])
@kernel("rotations/nlerp-each/f32", [""])
def nlerp(out, start, end, progress):
    a, b = start.reshape(-1, 4), end.reshape(-1, 4)
    second = np.copysign(progress, np.einsum("ij,ij->i", a, b))
    rows = out.reshape(-1, 4)
    np.multiply(a, (1 - progress)[:, np.newaxis], out=rows)
    np.add(rows, b * second[:, np.newaxis], out=rows)
    np.multiply(rows, (1 / np.sqrt(np.einsum("ij,ij->i", rows, rows)))[:, np.newaxis], out=rows)


@kernel("colors/convert/srgb-to-srgb-linear", [""])
def linear_light(x, y, z, r, g, b):
    for out, column in ((x, r), (y, g), (z, b)):
        size = np.abs(column)
        np.add(size, np.float32(0.055), out=out)
        np.multiply(out, np.float32(1 / 1.055), out=out)
        np.power(out, np.float32(2.4), out=out)
        np.copyto(out, size * np.float32(1 / 12.92), where=size <= 0.04045)
        np.copysign(out, column, out=out)
