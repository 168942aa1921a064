"""The kernels as loops that Numba compiles for this processor, with `fastmath`: NaN isn't kept in its slot, and sums may
be reordered. Compiled code is kept in the directory that NUMBA_CACHE_DIR names.
"""

import math

import numba
import numpy as np

kernels = {}

compiled = numba.njit(fastmath=True, error_model="numpy", cache=True)


def kernel(name):
    """Registers a function under a name."""

    def register(function):
        kernels[name] = function
        return function

    return register


# Constants are of the element's type, or Numba would compute in double.


def interpolation(suffix, real):
    @compiled
    def uniform(out, start, end, progress):
        for i in range(out.size):
            out[i] = start[i] + progress * (end[i] - start[i])

    @kernel(f"interpolate/uniform/{suffix}")
    def lerp(out, start, end, progress):
        uniform(out, start, end, real(progress))

    @kernel(f"interpolate/uniform-in-place/{suffix}")
    def lerp_in_place(values, end, progress):
        uniform(values, values, end, real(progress))

    @kernel(f"interpolate/each/{suffix}")
    @compiled
    def each(out, start, end, progress):
        for i in range(out.size):
            out[i] = start[i] + progress[i] * (end[i] - start[i])

    def values(components):
        @kernel(f"interpolate/values/{components}/{suffix}")
        @compiled
        def loop(out, start, end, progress):
            for value in range(progress.size):
                for component in range(components):
                    i = value * components + component
                    out[i] = start[i] + progress[value] * (end[i] - start[i])

    for components in (2, 3, 4, 5, 6, 8):
        values(components)

    @compiled
    def sum_of_four(out, inputs, a, b, c, d):
        n = out.size
        for i in range(n):
            out[i] = a * inputs[i] + b * inputs[n + i] + c * inputs[2 * n + i] + d * inputs[3 * n + i]

    @kernel(f"interpolate/blend/4/{suffix}")
    def blend(out, inputs, weights):
        sum_of_four(out, inputs, *weights)


def springs(suffix, real):
    none, one, turn, octave = real(0), real(1), real(2 * math.pi), real(-math.log(2))

    @numba.njit(fastmath=True, error_model="numpy", inline="always")
    def basis(elapsed, decay, frequency):
        """What vk_peer.h calls D, W, C, S, C' and S'."""
        envelope = math.exp(-decay * elapsed)
        if frequency < none:
            rate = octave * frequency
            second = math.exp(-rate * elapsed)
            return envelope, rate, one, one - second, second, none
        rate = turn * frequency
        cosine, sine = math.cos(rate * elapsed), math.sin(rate * elapsed)
        return envelope, rate, cosine, sine, cosine, sine

    @compiled
    def shared(out, target, displacement, quadrature, start, decay, frequency, time):
        for i in range(out.size):
            envelope, _, cosine, sine, _, _ = basis(max(none, time - start[i]), decay, frequency)
            out[i] = target[i] + envelope * (displacement[i] * cosine + quadrature[i] * sine)

    @kernel(f"springs/positions/shared/{suffix}")
    def shared_positions(out, target, displacement, quadrature, start, decay, frequency, time):
        shared(out, target, displacement, quadrature, start, real(decay), real(frequency), real(time))

    @compiled
    def own(out, target, displacement, quadrature, start, decay, frequency, time):
        for i in range(out.size):
            envelope, _, cosine, sine, _, _ = basis(max(none, time - start[i]), decay[i], frequency[i])
            out[i] = target[i] + envelope * (displacement[i] * cosine + quadrature[i] * sine)

    @kernel(f"springs/positions/own/{suffix}")
    def own_positions(out, target, displacement, quadrature, start, decay, frequency, time):
        own(out, target, displacement, quadrature, start, decay, frequency, real(time))

    @compiled
    def moving(positions, velocities, target, displacement, quadrature, start, decay, frequency, time):
        for i in range(positions.size):
            envelope, rate, cosine, sine, cosine_slope, sine_slope = basis(
                max(none, time - start[i]), decay[i], frequency[i]
            )
            offset = envelope * (displacement[i] * cosine + quadrature[i] * sine)
            turning = quadrature[i] * cosine_slope - displacement[i] * sine_slope
            positions[i] = target[i] + offset
            velocities[i] = envelope * rate * turning - decay[i] * offset

    @kernel(f"springs/motion/own/{suffix}")
    def own_motion(positions, velocities, target, displacement, quadrature, start, decay, frequency, time):
        moving(positions, velocities, target, displacement, quadrature, start, decay, frequency, real(time))

    @compiled
    def step(xx, xv, vx, vv, decay, frequency, elapsed):
        for i in range(xx.size):
            envelope, rate, cosine, sine, cosine_slope, _ = basis(elapsed, decay[i], frequency[i])
            per_rate = sine / rate
            other = decay[i] if frequency[i] < none else rate
            xx[i] = envelope * (cosine + decay[i] * per_rate) - one
            xv[i] = envelope * per_rate
            vx[i] = -envelope * (decay[i] * decay[i] + other * rate) * per_rate
            vv[i] = envelope * (cosine_slope - decay[i] * per_rate) - one

    @kernel(f"springs/transitions/{suffix}")
    def transitions(xx, xv, vx, vv, decay, frequency, deltaTime):
        step(xx, xv, vx, vv, decay, frequency, real(deltaTime))

    @compiled
    def advance_with(positions, velocities, target, xx, xv, vx, vv):
        for i in range(positions.size):
            y, velocity = positions[i] - target[i], velocities[i]
            positions[i] += xx * y + xv * velocity
            velocities[i] += vx * y + vv * velocity

    @kernel(f"springs/step/shared/{suffix}")
    def shared_step(positions, velocities, target, matrix):
        advance_with(positions, velocities, target, *matrix)

    @kernel(f"springs/step/own/{suffix}")
    @compiled
    def own_step(positions, velocities, target, xx, xv, vx, vv):
        for i in range(positions.size):
            y, velocity = positions[i] - target[i], velocities[i]
            positions[i] += xx[i] * y + xv[i] * velocity
            velocities[i] += vx[i] * y + vv[i] * velocity


for suffix, real in (("f32", np.float32), ("f64", np.float64)):
    interpolation(suffix, real)
    springs(suffix, real)


# Curves

HALF, ONE, TWO, THREE = np.float32(0.5), np.float32(1), np.float32(2), np.float32(3)
NEAR = np.float32(1e-7)


@numba.njit(fastmath=True, error_model="numpy", inline="always")
def solved(x, a, b, c):
    """Newton's method within a bracket, halving it where a step would leave it."""
    low, high, t = ONE - ONE, ONE, x
    for _ in range(16):
        error = ((a * t + b) * t + c) * t - x
        if abs(error) <= NEAR:
            break
        if error < ONE - ONE:
            low = t
        else:
            high = t
        t = t - error / ((THREE * a * t + TWO * b) * t + c)
        if not (low <= t <= high):
            t = (low + high) * HALF
    return t


@numba.njit(fastmath=True, error_model="numpy", inline="always")
def cubic(first, second):
    return ONE + THREE * (first - second), THREE * (second - TWO * first), THREE * first


@compiled
def bezier_each(out, at, x1, y1, x2, y2):
    for i in range(out.size):
        a, b, c = cubic(x1[i], x2[i])
        t = solved(at[i], a, b, c)
        a, b, c = cubic(y1[i], y2[i])
        out[i] = ((a * t + b) * t + c) * t


kernels["bezier/own/f32"] = bezier_each


@compiled
def bezier_shared(out, at, x1, y1, x2, y2):
    ax, bx, cx = cubic(x1, x2)
    ay, by, cy = cubic(y1, y2)
    for i in range(out.size):
        t = solved(at[i], ax, bx, cx)
        out[i] = ((ay * t + by) * t + cy) * t


@kernel("bezier/solved/f32")
def bezier(out, at, points):
    bezier_shared(out, at, *points.astype(np.float32))


@compiled
def unorm16_loop(out, values, scale, none):
    for i in range(out.size):
        out[i] = np.uint16(np.rint(min(ONE, max(none, values[i])) * scale))


@kernel("packing/unorm16/f32")
def pack_unorm16(out, values):
    unorm16_loop(out, values, np.float32(65535), np.float32(0))


# Rotations


@compiled
def slerp_loop(out, start, end, progress, is_shared, none, near):
    for i in range(out.size // 4):
        dot = none
        for k in range(4 * i, 4 * i + 4):
            dot += start[k] * end[k]
        t = progress[0] if is_shared else progress[i]
        cosine = min(ONE, abs(dot))
        first, second = ONE - t, t
        if cosine <= near:
            angle = math.acos(cosine)
            scale = ONE / math.sqrt(ONE - cosine * cosine)
            first, second = math.sin(first * angle) * scale, math.sin(second * angle) * scale
        if dot < none:
            second = -second
        for k in range(4 * i, 4 * i + 4):
            out[k] = first * start[k] + second * end[k]


@kernel("rotations/slerp/f32")
@kernel("rotations/slerp-each/f32")
def slerp(out, start, end, progress):
    slerp_loop(out, start, end, progress, progress.size == 1, np.float32(0), np.float32(0.9995))
