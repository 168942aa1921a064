"""A thousand cards fly to their places, with the standard library alone."""

from array import array

import vectorkernels

count = 1000
places = array("f", (number for card in range(count) for number in (card % 40 * 10, card // 40 * 10)))
animator = vectorkernels.Animator(components=2, capacity=count)
cards = animator.add(array("f", bytes(4 * len(places))))
animator.animate(cards, places, bounce=0.3, stagger=0.0005)
x, y = animator.column(0), animator.column(1)
arrived = 0
for frame in range(1, 241):
    animator.advance(1 / 120)
    arrived += len(animator.completions())
    if frame % 60 == 0:
        print(f"{frame / 120:.1f} s: card 999 at {x[999]:.1f}, {y[999]:.1f}, {arrived} arrived")

curve = vectorkernels.Curve("ease-in-out")
amounts = array("f", [0, 0.25, 0.5, 0.75, 1])
curve.values(amounts, amounts)
print([round(amount, 3) for amount in amounts])

try:
    vectorkernels.Curve("easy")
except ValueError as error:
    print(error)

# Prints:
# 0.5 s: card 999 at 0.0, 0.0, 1 arrived
# 1.0 s: card 999 at 395.6, 243.5, 1 arrived
# 1.5 s: card 999 at 390.0, 240.0, 226 arrived
# 2.0 s: card 999 at 390.0, 240.0, 995 arrived
# [0.0, 0.129, 0.5, 0.871, 1.0]
# vkn_curve_create_css: text: "easy" at offset 0 is not the name of an easing function
