# SPDX-License-Identifier: MIT
"""Reads meshes from USD's text format by a grammar, not by searching the text.

A layer is `#usda 1.0`, metadata in parentheses, and prims; a prim is `def TYPE "NAME"`, metadata, and in braces
attributes (`[uniform] TYPE[[]] NAME[.timeSamples] [= VALUE] [metadata]`), connections (`TYPE NAME.connect = <PATH>`),
relationships (`rel NAME = <PATH>`) and prims. Values are numbers, strings, names, tuples and lists, samples
`{TIME: VALUE, ...}`. Any other text is an error, with its line.
"""

import re
from dataclasses import dataclass

import numpy as np

TOKEN = re.compile(r'\s*(?:#[^\n]*|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<string>"(?:[^"\\\n]|\\.)*")'
                   r"|(?P<path><[^<>\n]*>)|(?P<name>[A-Za-z_][A-Za-z0-9_:]*(?:\.timeSamples|\.connect)?)|(?P<sign>[()\[\]{}=,:;@]))")
SCALARS = {"int": int, "float": float, "double": float, "token": str, "string": str, "bool": str}
WIDTHS = {"float3": 3, "point3f": 3, "normal3f": 3, "color3f": 3, "texCoord2f": 2, "vector3f": 3}


class Tokens:
    def __init__(self, text):
        self.text, self.at, self.kind, self.word = text, 0, None, None
        self.advance()

    def advance(self):
        while True:
            match = TOKEN.match(self.text, self.at)
            if not match:
                if self.text[self.at :].strip():
                    self.fail("is no word of the format")
                self.kind, self.word = "end", ""
                return
            self.at = match.end()
            if match.lastgroup:
                self.kind, self.word = match.lastgroup, match.group(match.lastgroup)
                return

    def fail(self, what):
        line = self.text.count("\n", 0, self.at) + 1
        raise ValueError(f"line {line}: {self.word!r} {what}")

    def take(self, kind, word=None):
        if self.kind != kind or (word is not None and self.word != word):
            self.fail(f"stands where {word or kind} must")
        taken = self.word
        self.advance()
        return taken

    def takes(self, word):
        if self.word != word:
            return False
        self.advance()
        return True


def value(tokens):
    if tokens.kind == "number":
        return float(tokens.take("number"))
    if tokens.kind == "string":
        return tokens.take("string")[1:-1]
    if tokens.kind == "name":
        return tokens.take("name")
    closing = {"(": ")", "[": "]"}.get(tokens.word)
    if not closing:
        tokens.fail("is no value")
    tokens.advance()
    values = []
    while not tokens.takes(closing):
        values.append(value(tokens))
        if tokens.word != closing:
            tokens.take("sign", ",")
    return tuple(values) if closing == ")" else values


def samples(tokens):
    tokens.take("sign", "{")
    found = {}
    while not tokens.takes("}"):
        time = float(tokens.take("number"))
        tokens.take("sign", ":")
        if time in found:
            tokens.fail("comes after a second sample of one time")
        found[time] = value(tokens)
        if tokens.word != "}":
            tokens.take("sign", ",")
    return found


def metadata(tokens):
    found = {}
    if tokens.takes("("):
        while not tokens.takes(")"):
            tokens.takes("prepend")
            name = tokens.take("name")
            tokens.take("sign", "=")
            found[name] = value(tokens)
    return found


def checked(kind, is_list, given, tokens):
    """Every number of a value of this type, as an array."""
    elements = given if is_list else [given]
    if kind in WIDTHS:
        if any(not isinstance(element, tuple) or len(element) != WIDTHS[kind] for element in elements):
            tokens.fail(f"follows a value that is no {kind}")
        numbers = np.array(elements, float).reshape(-1, WIDTHS[kind])
    elif kind in ("int", "float", "double"):
        numbers = np.array(elements, float)
        if kind == "int" and not np.array_equal(numbers, np.round(numbers)):
            tokens.fail("follows a number that is not whole")
    elif kind in SCALARS:
        return given
    else:
        tokens.fail(f"follows an unknown type, {kind}")
    if not np.isfinite(numbers).all():
        tokens.fail("follows a number that is not finite")
    return numbers if is_list else numbers[0]


@dataclass
class Attribute:
    value: object
    samples: dict
    metadata: dict


def attribute(tokens, attributes):
    tokens.takes("uniform")
    kind = tokens.take("name")
    if kind == "rel":
        name = tokens.take("name")
        tokens.take("sign", "=")
        attributes[name] = Attribute(tokens.take("path")[1:-1], {}, {})
        return
    is_list = tokens.takes("[")
    if is_list:
        tokens.take("sign", "]")
    name = tokens.take("name")
    if name.endswith(".connect"):
        tokens.take("sign", "=")
        attributes[name] = Attribute(tokens.take("path")[1:-1], {}, {})
        return
    own = attributes.setdefault(name.removesuffix(".timeSamples"), Attribute(None, {}, {}))
    if tokens.takes("="):
        if name.endswith(".timeSamples"):
            own.samples = {time: checked(kind, is_list, sample, tokens) for time, sample in samples(tokens).items()}
        else:
            own.value = checked(kind, is_list, value(tokens), tokens)
    own.metadata.update(metadata(tokens))


@dataclass
class Prim:
    kind: str
    name: str
    attributes: dict
    children: list


def prim(tokens):
    tokens.take("name", "def")
    kind = tokens.take("name")
    found = Prim(kind, tokens.take("string")[1:-1], {}, [])
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", found.name):
        tokens.fail(f"follows a prim whose name is none: {found.name}")
    metadata(tokens)
    tokens.take("sign", "{")
    while not tokens.takes("}"):
        if tokens.word == "def":
            found.children.append(prim(tokens))
        else:
            attribute(tokens, found.attributes)
    names = [child.name for child in found.children]
    if len(set(names)) < len(names):
        tokens.fail("ends a prim with two children of one name")
    return found


def read_usda(path):
    """The layer's metadata and its prims."""
    text = open(path, encoding="utf-8").read()
    if not text.startswith("#usda 1.0\n"):
        raise ValueError("the first line must be #usda 1.0")
    tokens = Tokens(text)
    layer, prims = metadata(tokens), []
    while tokens.kind != "end":
        prims.append(prim(tokens))
    if layer.get("defaultPrim") not in [found.name for found in prims]:
        raise ValueError("the default prim is none of the layer's")
    return layer, prims


@dataclass
class Mesh:
    name: str
    materials: list  # names of those that its triangles have
    triangles: np.ndarray  # f x 3
    points: np.ndarray  # frames x n x 3


def mesh_of(layer, found):
    counts, indices = found.attributes["faceVertexCounts"].value, found.attributes["faceVertexIndices"].value
    frames = np.arange(layer["startTimeCode"], layer["endTimeCode"] + 1)
    sampled = found.attributes["points"].samples
    if not np.array_equal(sorted(sampled), frames):
        raise ValueError(f"{found.name} has other frames than the layer")
    points = np.stack([sampled[time] for time in frames])
    if not np.all(counts == 3) or len(indices) != 3 * len(counts) or indices.min() < 0 or indices.max() >= points.shape[1]:
        raise ValueError(f"{found.name} has faces that are no triangles of its points")
    for time, x in zip(frames, points):
        low, high = found.attributes["extent"].samples[time]
        normals = found.attributes["normals"].samples[time]
        if not (np.array_equal(low, x.min(axis=0)) and np.array_equal(high, x.max(axis=0))):
            raise ValueError(f"{found.name} has another extent than its points")
        if normals.shape != x.shape or abs(np.linalg.norm(normals, axis=1) - 1.0).max() > 1e-5:
            raise ValueError(f"{found.name} has normals that are not one a point, of length one")
    for name, own in found.attributes.items():
        if own.metadata.get("interpolation") == "vertex" and own.value is not None and len(own.value) != points.shape[1]:
            raise ValueError(f"{found.name} has another number of {name} than of points")
    subsets = [child for child in found.children if child.kind == "GeomSubset"]
    in_subsets = [int(f) for subset in subsets for f in subset.attributes["indices"].value]
    if subsets and sorted(in_subsets) != list(range(len(counts))):
        raise ValueError(f"{found.name} has triangles in no material or in several")
    materials = [subset.attributes["material:binding"].value.rsplit("/", 1)[1] for subset in subsets]
    return Mesh(found.name, materials, indices.astype(int).reshape(-1, 3), points)


def prims_of(kind, prims):
    for found in prims:
        if found.kind == kind:
            yield found
        yield from prims_of(kind, found.children)


def paths_in(prims, parent):
    for found in prims:
        yield f"{parent}/{found.name}"
        yield from paths_in(found.children, f"{parent}/{found.name}")


def read_usda_meshes(path):
    layer, prims = read_usda(path)
    paths = set(paths_in(prims, ""))
    meshes = [mesh_of(layer, found) for found in prims_of("Mesh", prims)]
    for subset in prims_of("GeomSubset", prims):
        if subset.attributes["material:binding"].value not in paths:
            raise ValueError(f"{subset.name} has a material that does not exist")
    if not meshes or layer.get("upAxis") != "Y" or layer.get("metersPerUnit") != 1.0:
        raise ValueError("no mesh, or another axis or unit")
    return meshes
