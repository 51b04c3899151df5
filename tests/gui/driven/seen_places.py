"""Where places of a scene are seen in the window, from the camera of the state report."""

import math


def _difference(a, b):
    return [x - y for x, y in zip(a, b)]


def _product(a, b):
    return sum(x * y for x, y in zip(a, b))


def _cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _unit(a):
    return [x / math.hypot(*a) for x in a]


def pixel_of(state, place):
    """Returns the pixel of a place [m] in front of the camera, which must not move."""
    camera = state["camera"]
    backward = _unit(_difference(camera["eye"], camera["target"]))
    right = _unit(_cross(camera["up"], backward))
    up = _cross(backward, right)
    way = _difference(place, camera["eye"])
    x, y, width, height = state["view"]
    pixels = 0.5 * height / math.tan(0.5 * camera["field_of_view"]) / -_product(way, backward)
    return x + 0.5 * width + pixels * _product(way, right), y + 0.5 * height - pixels * _product(way, up)
