"""VectorKernels from Python: a part of vectorkernels.h by ctypes, without packages.

Arrays are anything that holds 32-bit floats in contiguous memory: NumPy's arrays, `array.array("f")`, memory views. The
library reads and writes them where they are, and copies those that are read-only.
"""

import array
import ctypes
import os

library = ctypes.CDLL(os.environ.get("VECTORKERNELS", "libvectorkernels.so.0"))
library.vkn_error_message.restype = ctypes.c_char_p
size, double, pointer = ctypes.c_size_t, ctypes.c_double, ctypes.c_void_p
library.vkn_curve_destroy.argtypes = library.vkn_animator_destroy.argtypes = [pointer]
library.vkn_curve_destroy.restype = library.vkn_animator_destroy.restype = None


class Animation(ctypes.Structure):
    _fields_ = [("curve", pointer), ("duration", double), ("bounce", double), ("delay", double), ("stagger", double)]


class Completion(ctypes.Structure):
    _fields_ = [("property", ctypes.c_uint64), ("reason", ctypes.c_int32)]


def call(function, *arguments):
    """Call a function that returns a status, and raise its message as an error."""
    if function(*arguments) != 0:
        raise ValueError(library.vkn_error_message().decode())


def elements(values, kind=ctypes.c_float, formats="f", is_read=False):
    """An array as C takes it. The result may be kept and passed again, which saves time. Memory that C only reads may
    be read-only; then it is copied."""
    if isinstance(values, ctypes.Array) and values._type_ is kind:
        return values
    view = memoryview(values)
    if view.format.lstrip("<@=") not in formats or view.itemsize != ctypes.sizeof(kind):
        raise TypeError(f"the elements of an array have the format {view.format!r}, but must have {formats[0]!r}")
    array_type = kind * (view.nbytes // view.itemsize)
    return array_type.from_buffer_copy(view) if is_read and view.readonly else array_type.from_buffer(values)


def read_elements(values):
    """An array of floats that C only reads."""
    return elements(values, is_read=True)


def handles(properties):
    """Properties as C takes them."""
    return elements(properties, ctypes.c_uint64, "QL")


def same_length(first, *others):
    """The length of arrays that must have the same."""
    for other in others:
        if len(other) != len(first):
            raise ValueError(f"an array has {len(other)} elements, but another one has {len(first)}")
    return size(len(first))


def interpolate(start, end, amount, out):
    """Interpolate all elements by one amount."""
    start, end, out = read_elements(start), read_elements(end), elements(out)
    call(library.vkn_interpolate_f32, start, end, ctypes.c_float(amount), out, same_length(start, end, out))


class Curve:
    """A CSS easing function."""

    def __init__(self, text):
        self.address = pointer()
        call(library.vkn_curve_create_css, text.encode(), ctypes.byref(self.address))

    def values(self, progress, out):
        """Compute the amounts at progresses."""
        progress, out = read_elements(progress), elements(out)
        call(library.vkn_curve_values, self.address, progress, out, same_length(progress, out))

    def __del__(self):
        library.vkn_curve_destroy(self.address)


class Animator:
    """Many values of one to four floats, which are evaluated by one call per frame."""

    def __init__(self, components=1, capacity=0):
        self.address, self.components = pointer(), components
        call(library.vkn_animator_create, size(components), size(capacity), ctypes.byref(self.address))

    def add(self, values):
        """Add a property for each row of values, and return the properties."""
        values = read_elements(values)
        count, rest = divmod(len(values), self.components)
        if rest:
            raise ValueError(f"there are {len(values)} values, but rows have {self.components} components")
        properties = array.array("Q", bytes(8 * count))
        call(library.vkn_animator_add, self.address, values, size(len(properties)), handles(properties))
        return properties

    def animate(self, properties, targets, curve=None, duration=0.5, bounce=0, delay=0, stagger=0):
        """Animate each property to its row of targets, by a curve or else by a spring."""
        targets = read_elements(targets)
        if len(targets) != len(properties) * self.components:
            raise ValueError(f"{len(properties)} properties have {self.components} components, "
                             f"but there are {len(targets)} targets")
        animation = Animation(curve.address if curve else None, duration, bounce, delay, stagger)
        call(library.vkn_animator_animate, self.address, handles(properties), size(len(properties)), targets,
             ctypes.byref(animation))

    def advance(self, seconds):
        """Go to the next frame."""
        call(library.vkn_animator_advance, self.address, double(seconds))

    def column(self, component):
        """One component of all values, where the animator has it, until something is added. Frames change its numbers."""
        values, count = ctypes.POINTER(ctypes.c_float)(), size()
        call(library.vkn_animator_column, self.address, size(component), ctypes.byref(values), ctypes.byref(count))
        if count.value == 0:
            return memoryview(b"").cast("f")
        column = ctypes.cast(values, ctypes.POINTER(ctypes.c_float * count.value)).contents
        column.animator = self  # whose memory it is
        return memoryview(column).cast("B").cast("f").toreadonly()

    def completions(self):
        """The runs that the last frame has ended: pairs of a property and a reason, 0 for an arrival."""
        count = size()
        call(library.vkn_animator_completions, self.address, None, size(0), ctypes.byref(count))
        ends = (Completion * count.value)()
        call(library.vkn_animator_completions, self.address, ends, count, ctypes.byref(count))
        return [(end.property, end.reason) for end in ends]

    def __del__(self):
        library.vkn_animator_destroy(self.address)
