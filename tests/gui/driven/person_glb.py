"""A person of boxes with a skeleton as .glb, and a motion capture of a person as .bvh."""

import json
import math
import os
import struct

# Name, parent, joint and end [m], half of the width.
BONES = [("Hips", None, (0, 0.95, 0), (0, 1.1, 0), 0.14), ("Spine", "Hips", (0, 1.1, 0), (0, 1.45, 0), 0.15),
         ("Head", "Spine", (0, 1.5, 0), (0, 1.75, 0), 0.1)]
for side, sign in (("Left", 1), ("Right", -1)):
    BONES += [(side + "Arm", "Spine", (0.18 * sign, 1.4, 0), (0.45 * sign, 1.4, 0), 0.05),
              (side + "ForeArm", side + "Arm", (0.45 * sign, 1.4, 0), (0.72 * sign, 1.4, 0), 0.045),
              (side + "UpLeg", "Hips", (0.1 * sign, 0.92, 0), (0.1 * sign, 0.5, 0), 0.075),
              (side + "Leg", side + "UpLeg", (0.1 * sign, 0.5, 0), (0.1 * sign, 0.08, 0), 0.06),
              (side + "Foot", side + "Leg", (0.1 * sign, 0.06, 0), (0.1 * sign, 0.03, 0.16), 0.05)]
NAMES = [bone[0] for bone in BONES]


def _box(start, end, half):
    """Eight corners around a bone, a little longer than it, and twelve triangles that face outwards."""
    low = [min(a, b) - half for a, b in zip(start, end)]
    high = [max(a, b) + half for a, b in zip(start, end)]
    corners = [tuple((high if k >> axis & 1 else low)[axis] for axis in range(3)) for k in range(8)]
    quads = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
    return corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


class _Buffer:
    def __init__(self):
        self.bytes, self.views, self.accessors = b"", [], []

    def add(self, numbers, form, component, kind, width):
        data = struct.pack(f"<{len(numbers)}{form}", *numbers)
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data + b"\0" * (-len(data) % 4)
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(numbers) // width,
                    "type": kind}
        if kind == "VEC3":
            accessor["min"] = [min(numbers[axis::3]) for axis in range(3)]
            accessor["max"] = [max(numbers[axis::3]) for axis in range(3)]
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def write_person(path, springs=(), arms_are_red=False, lies=False):
    """`springs`: names of bones that other programs swing (VRM 1). The arms may be red, the rest then is black. The
    person may lie on its back, as in files with another upright axis."""
    def placed(place):
        x, y, z = place
        return (x, -z, y) if lies else (x, y, z)

    points, triangles, joints = [], [], []
    for number, (_, _, start, end, half) in enumerate(BONES):
        corners, faces = _box(start, end, half)
        triangles += [len(points) + k for face in faces for k in face]
        points += map(placed, corners)
        joints += [number] * len(corners)
    buffer = _Buffer()
    position = buffer.add([x for p in points for x in p], "f", 5126, "VEC3", 3)
    joint = buffer.add([n for j in joints for n in (j, 0, 0, 0)], "B", 5121, "VEC4", 4)
    weight = buffer.add([w for _ in joints for w in (1.0, 0.0, 0.0, 0.0)], "f", 5126, "VEC4", 4)
    index = buffer.add(triangles, "H", 5123, "SCALAR", 1)
    binds = buffer.add([x for _, _, start, _, _ in BONES
                        for x in (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *(-a for a in placed(start)), 1)],
                       "f", 5126, "MAT4", 16)
    attributes = {"POSITION": position, "JOINTS_0": joint, "WEIGHTS_0": weight}
    if arms_are_red:
        colours = [x for j in joints for x in ((1.0, 0.0, 0.0) if "Arm" in NAMES[j] else (0.0, 0.0, 0.0))]
        attributes["COLOR_0"] = buffer.add(colours, "f", 5126, "VEC3", 3)
    nodes = []
    for name, parent, start, _, _ in BONES:
        above = BONES[NAMES.index(parent)][2] if parent else (0, 0, 0)
        children = [n for n, bone in enumerate(BONES) if bone[1] == name]
        nodes.append({"name": name, "translation": [a - b for a, b in zip(placed(start), placed(above))]} |
                     ({"children": children} if children else {}))
    nodes.append({"name": "person", "mesh": 0, "skin": 0})
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, len(BONES)]}], "nodes": nodes,
                "skins": [{"joints": list(range(len(BONES))), "inverseBindMatrices": binds}],
                "meshes": [{"primitives": [{"attributes": attributes, "indices": index}]}],
                "buffers": [{"byteLength": len(buffer.bytes)}], "bufferViews": buffer.views,
                "accessors": buffer.accessors}
    if springs:
        joined = [{"node": NAMES.index(name), "stiffness": 0.5, "gravityPower": 0} for name in springs]
        document["extensionsUsed"] = ["VRMC_springBone"]
        document["extensions"] = {"VRMC_springBone": {"specVersion": "1.0",
                                                      "springs": [{"name": "sleeve", "joints": joined}]}}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(buffer.bytes)))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text)
        out.write(struct.pack("<I4s", len(buffer.bytes), b"BIN\0") + buffer.bytes)
    return path


def write_person_scene(folder, **look):
    """A scene of the person with few tets, which are filled faster. Returns its path."""
    write_person(os.path.join(folder, "person.glb"), **look)
    path = os.path.join(folder, "person.json")
    with open(path, "w") as out:
        json.dump({"format": "limber-scene", "version": 1, "name": "person", "mesh": "person.glb", "rig": "person.glb",
                   "target_vertices": 800, "modes": 4, "clusters": {"count": 20}}, out)
    return path


def write_nameless_steps(path):
    """The steps below with joints whose names say nothing: j0, j1, ... in the order of NAMES."""
    write_steps(path)
    with open(path) as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines):
        before, _, name = line.rpartition(" ")
        if name in NAMES:
            lines[number] = f"{before} j{NAMES.index(name)}"
    with open(path, "w") as out:
        out.write("\n".join(lines))
    return os.path.abspath(path)


def write_steps(path, frames=40):
    """The same skeleton in centimetres, which steps on the spot: its thighs swing."""
    lines = ["HIERARCHY"]

    def joint(name, depth):
        _, parent, start, end, _ = BONES[NAMES.index(name)]
        above = BONES[NAMES.index(parent)][2] if parent else (0, 0, 0)
        indent = "  " * depth
        lines.append(indent + ("JOINT " if parent else "ROOT ") + name)
        lines.append(indent + "{")
        lines.append(indent + "  OFFSET " + " ".join(f"{100 * (a - b):g}" for a, b in zip(start, above)))
        lines.append(indent + ("  CHANNELS 3 Zrotation Xrotation Yrotation" if parent else
                               "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"))
        order.append(name)
        children = [bone[0] for bone in BONES if bone[1] == name]
        for child in children:
            joint(child, depth + 1)
        if not children:
            way = " ".join(f"{100 * (a - b):g}" for a, b in zip(end, start))
            lines.extend([indent + "  End Site", indent + "  {", indent + "    OFFSET " + way, indent + "  }"])
        lines.append(indent + "}")

    order = []
    joint("Hips", 0)
    lines += ["MOTION", f"Frames: {frames}", "Frame Time: 0.0333333"]
    for frame in range(frames):
        swing = 35 * math.sin(2 * math.pi * frame / frames)
        numbers = [0, 95, 0]
        for name in order:
            numbers += [0, {"LeftUpLeg": swing, "RightUpLeg": -swing}.get(name, 0), 0]
        lines.append(" ".join(f"{n:g}" for n in numbers))
    with open(path, "w") as out:
        out.write("\n".join(lines) + "\n")
    return os.path.abspath(path)
