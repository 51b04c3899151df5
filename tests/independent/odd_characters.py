# SPDX-License-Identifier: MIT
"""Characters with what surprises readers of glTF, each a soft post of 1.5 m on a chain of joints that sways.

    odd_characters.py FOLDER

`write_all(FOLDER)` writes a .glb for each function of CHARACTERS, which is named after its oddity.
"""

import json
import os
import struct
import sys

import numpy as np

HEIGHT = 1.5
WIDTH = 0.3
SECONDS = 5.5  # longer than what is compared
KEYS = 23
FORMS = {"f4": 5126, "u1": 5121, "u2": 5123, "u4": 5125}


class Writer:
    def __init__(self):
        self.binary = b""
        self.document = {"asset": {"version": "2.0"}, "scene": 0, "nodes": [], "meshes": [], "skins": [], "accessors": [],
                         "bufferViews": [], "materials": []}

    def accessor(self, values, form, kind, **more):
        data = np.ascontiguousarray(values, "<" + form).tobytes()
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)}
        self.document["bufferViews"].append(view)
        self.binary += data + b"\0" * (-len(data) % 4)
        described = {"bufferView": len(self.document["bufferViews"]) - 1, "componentType": FORMS[form], "type": kind,
                     "count": len(values)} | more
        if kind == "VEC3" and form == "f4":
            described |= {"min": np.min(values, axis=0).tolist(), "max": np.max(values, axis=0).tolist()}
        self.document["accessors"].append(described)
        return len(self.document["accessors"]) - 1

    def node(self, **more):
        self.document["nodes"].append(more)
        return len(self.document["nodes"]) - 1

    def write(self, path, roots):
        document = {key: value for key, value in self.document.items() if value != []}
        document |= {"scenes": [{"nodes": roots}], "buffers": [{"byteLength": len(self.binary)}]}
        text = json.dumps(document).encode()
        text += b" " * (-len(text) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(self.binary)))
            out.write(struct.pack("<I4s", len(text), b"JSON") + text)
            out.write(struct.pack("<I4s", len(self.binary), b"BIN\0") + self.binary)


def box(low, high, parts):
    """Its six faces as grids, whose corners are not shared."""
    low, high = np.array(low, float), np.array(high, float)
    V, F = [], []
    for axis in range(3):
        across = [(axis + 1) % 3, (axis + 2) % 3]
        counts = [parts[a] for a in across]
        for end, flip in ((low, True), (high, False)):
            first = len(V)
            for i in range(counts[0] + 1):
                for j in range(counts[1] + 1):
                    point = end.copy()
                    point[across[0]] = low[across[0]] + (high - low)[across[0]] * i / counts[0]
                    point[across[1]] = low[across[1]] + (high - low)[across[1]] * j / counts[1]
                    V.append(point)
            row = counts[1] + 1
            for i in range(counts[0]):
                for j in range(counts[1]):
                    a = first + i * row + j
                    for triangle in ((a, a + row, a + row + 1), (a, a + row + 1, a + 1)):
                        F.append(triangle[::-1] if flip else triangle)
    return np.array(V), np.array(F)


def post():
    half = WIDTH / 2
    return box((-half, 0, -half), (half, HEIGHT, half), (4, 16, 4))


def card(rise):
    """An open strip above the top."""
    x = np.array([-0.1, 0.1])
    y = np.linspace(HEIGHT - 0.02, HEIGHT + rise, 5)
    V = np.array([(a, b, 0.0) for b in y for a in x])
    F = np.array([t for k in range(4) for t in ((2 * k, 2 * k + 1, 2 * k + 3), (2 * k, 2 * k + 3, 2 * k + 2))])
    return V, F


def weights_of(V, joints):
    """Each vertex between the two joints of its height, which are spread evenly."""
    place = np.clip(V[:, 1] / HEIGHT * (joints - 1), 0, joints - 1 - 1e-9)
    low = place.astype(int)
    J = np.stack([low, low + 1, 0 * low, 0 * low], axis=1)
    share = place - low
    W = np.stack([1 - share, share, 0 * share, 0 * share], axis=1)
    return J, W


def chain(writer, joints, scale, sway, interpolation="LINEAR"):
    """Joints one above the other and an animation in which each turns about z. Returns the first and the channels."""
    step = HEIGHT / (joints - 1) * scale
    first = len(writer.document["nodes"])
    for k in range(joints):
        children = {"children": [first + k + 1]} if k + 1 < joints else {}
        writer.node(name=f"joint{k}", translation=[0, step if k > 0 else 0, 0], **children)
    times = np.linspace(0, SECONDS, KEYS)
    angles = sway / joints * np.sin(2 * np.pi * times / SECONDS * 4)
    q = np.stack([0 * angles, 0 * angles, np.sin(angles / 2), np.cos(angles / 2)], axis=1)
    if interpolation == "CUBICSPLINE":
        q = np.stack([0 * q, q, 0 * q], axis=1).reshape(-1, 4)
    at, values = writer.accessor(times[:, None], "f4", "SCALAR"), writer.accessor(q, "f4", "VEC4")
    writer.document["accessors"][at] |= {"min": [0.0], "max": [SECONDS]}
    writer.document["animations"] = [{
        "name": "sway", "samplers": [{"input": at, "output": values, "interpolation": interpolation}],
        "channels": [{"sampler": 0, "target": {"node": first + k, "path": "rotation"}} for k in range(1, joints)]}]
    return first


def skin_of(writer, first, joints, scale):
    binds = np.tile(np.eye(4), (joints, 1, 1))
    binds[:, 1, 3] = -np.arange(joints) * HEIGHT / (joints - 1) * scale
    accessor = writer.accessor(binds.transpose(0, 2, 1).reshape(-1, 16), "f4", "MAT4")
    writer.document["skins"].append({"joints": list(range(first, first + joints)), "inverseBindMatrices": accessor})
    return len(writer.document["skins"]) - 1


def primitive(writer, V, F, joints, scale=1.0, **more):
    J, W = weights_of(V, joints)
    attributes = {"POSITION": writer.accessor(scale * V, "f4", "VEC3"), "JOINTS_0": writer.accessor(J, "u1", "VEC4"),
                  "WEIGHTS_0": writer.accessor(W, "f4", "VEC4")}
    attributes |= more.pop("attributes", {})
    return {"attributes": attributes, "indices": writer.accessor(F.reshape(-1, 1), "u4", "SCALAR")} | more


def character(path, pieces, joints=6, scale=1.0, sway=0.6, interpolation="LINEAR"):
    """`pieces(writer)`: the primitives of one mesh."""
    writer = Writer()
    first = chain(writer, joints, scale, sway, interpolation)
    writer.document["meshes"].append({"primitives": pieces(writer)})
    body = writer.node(name="body", mesh=0, skin=skin_of(writer, first, joints, scale))
    writer.write(path, [first, body])


def hair_card(path):
    character(path, lambda writer: [primitive(writer, *post(), 6), primitive(writer, *card(0.4), 6)])


def centimetres(path):
    character(path, lambda writer: [primitive(writer, *post(), 6, 100.0)], scale=100.0)


def many_joints(path):
    character(path, lambda writer: [primitive(writer, *post(), 120)], joints=120, sway=1.0)


def cubic_keys(path):
    character(path, lambda writer: [primitive(writer, *post(), 6)], interpolation="CUBICSPLINE")


def many_pieces(path):
    """Overlapping blocks, which intersect one another."""
    blocks = [box((-0.15, 0.25 * k - 0.02, -0.15), (0.15, 0.25 * k + 0.27, 0.15), (3, 3, 3)) for k in range(6)]
    character(path, lambda writer: [primitive(writer, V, F, 6) for V, F in blocks])


def mask_and_colours(path):
    def pieces(writer):
        writer.document["materials"] = [{"alphaMode": "MASK", "alphaCutoff": 0.4, "doubleSided": True}]
        V, F = post()
        colours = np.tile(np.linspace(0, 255, len(V))[:, None], (1, 4)).astype(np.uint8)
        accessor = writer.accessor(colours, "u1", "VEC4", normalized=True)
        return [primitive(writer, V, F, 6, material=0, attributes={"COLOR_0": accessor})]

    character(path, pieces)


def two_skins(path):
    """Two bodies one above the other on one skeleton, each with a skin of its own."""
    writer = Writer()
    first = chain(writer, 6, 1.0, 0.6)
    bodies = []
    for low, high in ((0.0, 0.8), (0.7, HEIGHT)):
        V, F = box((-0.15, low, -0.15), (0.15, high, 0.15), (4, 9, 4))
        writer.document["meshes"].append({"primitives": [primitive(writer, V, F, 6)]})
        bodies.append(writer.node(mesh=len(bodies), skin=skin_of(writer, first, 6, 1.0)))
    writer.write(path, [first, *bodies])


def mirrored(path):
    """A skeleton under a node that mirrors it."""
    writer = Writer()
    first = chain(writer, 6, 1.0, 0.6)
    writer.document["meshes"].append({"primitives": [primitive(writer, *post(), 6)]})
    root = writer.node(name="mirror", scale=[-1, 1, 1], children=[first])
    body = writer.node(mesh=0, skin=skin_of(writer, first, 6, 1.0))
    writer.write(path, [root, body])


def face_targets(path):
    """Targets of a part of the body, and of a card that no tets are in."""
    writer = Writer()
    first = chain(writer, 6, 1.0, 0.4)
    pieces = []
    for V, F, moved in ((*post(), [0.1, 0.0, 0.0]), (*card(0.1), [0.0, 0.0, 0.2])):
        share = np.clip((V[:, 1] - 1.0) / 0.5, 0, 1)[:, None]
        bulge = np.where(V[:, :1] > 0, share, 0.0) * [0.0, 0.0, 0.15] if len(V) > 20 else 0.0 * V
        targets = [{"POSITION": writer.accessor(share * moved, "f4", "VEC3")},
                   {"POSITION": writer.accessor(bulge, "f4", "VEC3")}]
        pieces.append(primitive(writer, V, F, 6, targets=targets))
    writer.document["meshes"].append({"primitives": pieces, "weights": [0.0, 0.0], "extras": {"targetNames": ["lean", "bulge"]}})
    body = writer.node(mesh=0, skin=skin_of(writer, first, 6, 1.0))
    animation = writer.document["animations"][0]
    times = np.linspace(0, SECONDS, KEYS)
    weights = np.stack([0.5 - 0.5 * np.cos(times * 3), 0.5 - 0.5 * np.cos(times * 5)], axis=1).reshape(-1, 1)
    animation["samplers"].append({"input": animation["samplers"][0]["input"],
                                  "output": writer.accessor(weights, "f4", "SCALAR")})
    animation["channels"].append({"sampler": 1, "target": {"node": body, "path": "weights"}})
    writer.write(path, [first, body])


CHARACTERS = (hair_card, centimetres, many_joints, cubic_keys, many_pieces, mask_and_colours, two_skins, mirrored, face_targets)


def write_all(folder):
    os.makedirs(folder, exist_ok=True)
    paths = []
    for write in CHARACTERS:
        paths.append(os.path.join(folder, write.__name__ + ".glb"))
        write(paths[-1])
    return paths


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("\n".join(write_all(sys.argv[1])))
