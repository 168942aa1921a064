"""A hundred thousand points fly home: NumPy's arrays go into the library and come out of it without copies."""

import numpy

import vectorkernels

home = numpy.random.default_rng(1).uniform(0, 100, (100_000, 2)).astype(numpy.float32)
animator = vectorkernels.Animator(components=2)
points = animator.add(numpy.zeros_like(home))
animator.animate(points, home, duration=0.5, bounce=0.3)
x, y = (numpy.frombuffer(animator.column(component), numpy.float32) for component in range(2))
for frame in range(61):
    if frame % 20 == 0:
        print(f"frame {frame}: {100 * x.mean() / home[:, 0].mean():.1f}% of the way")
    animator.advance(1 / 120)

# Prints:
# frame 0: 0.0% of the way
# frame 20: 75.7% of the way
# frame 40: 104.5% of the way
# frame 60: 101.4% of the way
