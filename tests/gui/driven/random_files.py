"""Files of other tools: a block in .obj, a bending block with two joints in .glb, a short motion capture in .bvh; whole ones,
and ones that are damaged at random places."""

import json
import math
import os
import random
import struct

SIZE = (0.4, 1.6, 0.4)  # [m]
FRAMES = 20
DAMAGED = 4  # of each file


def corners(middles=()):
    """The corners of the block, with the heights of `middles` between."""
    heights = [0.0, *middles, SIZE[1]]
    return [((i - 0.5) * SIZE[0], y, (k - 0.5) * SIZE[2]) for y in heights for k in (0, 1) for i in (0, 1)]


def triangles(layers):
    """The closed surface of a block whose corners are in layers of four, from the bottom up."""
    ring = [0, 1, 3, 2]
    faces = [(0, 1, 3), (0, 3, 2)]
    for layer in range(layers - 1):
        for a, b in zip(ring, ring[1:] + ring[:1]):
            low, high = 4 * layer, 4 * layer + 4
            faces += [(low + a, high + b, low + b), (low + a, high + a, high + b)]
    top = 4 * (layers - 1)
    return faces + [(top, top + 3, top + 1), (top, top + 2, top + 3)]


def obj_bytes():
    lines = ["v %g %g %g" % point for point in corners()]
    lines += ["f %d %d %d" % tuple(v + 1 for v in face) for face in triangles(2)]
    return ("\n".join(lines) + "\n").encode()


def glb_bytes():
    points, faces = corners([0.5 * SIZE[1]]), triangles(3)
    binary, views, accessors = b"", [], []

    def add(values, code, component, kind, **more):
        nonlocal binary
        rows = [value if isinstance(value, (tuple, list)) else (value,) for value in values]
        data = b"".join(struct.pack("<" + code * len(row), *row) for row in rows)
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
        binary += data + b"\0" * (-len(data) % 4)
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "type": kind, "count": len(rows),
                          **more})
        return len(accessors) - 1

    share = [point[1] / SIZE[1] for point in points]
    attributes = {"POSITION": add(points, "f", 5126, "VEC3", min=[min(c) for c in zip(*points)],
                                  max=[max(c) for c in zip(*points)]),
                  "JOINTS_0": add([(0, 1, 0, 0)] * len(points), "B", 5121, "VEC4"),
                  "WEIGHTS_0": add([(1 - s, s, 0, 0) for s in share], "f", 5126, "VEC4")}
    indices = add([v for face in faces for v in face], "H", 5123, "SCALAR")
    bind = [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1) for y in (0.0, 0.5 * SIZE[1])]
    matrices = add(bind, "f", 5126, "MAT4")
    times = [frame / FRAMES for frame in range(FRAMES)]
    angles = [0.3 * math.sin(2 * math.pi * time) for time in times]
    sampler = {"input": add(times, "f", 5126, "SCALAR", min=[times[0]], max=[times[-1]]),
               "output": add([(0, 0, math.sin(a), math.cos(a)) for a in angles], "f", 5126, "VEC4")}
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "skin": 0}, {"name": "lower", "children": [2]},
                  {"name": "upper", "translation": [0, 0.5 * SIZE[1], 0]}],
        "meshes": [{"primitives": [{"attributes": attributes, "indices": indices}]}],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": matrices}],
        "animations": [{"samplers": [sampler], "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}]}],
        "bufferViews": views, "accessors": accessors, "buffers": [{"byteLength": len(binary)}]}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def bvh_bytes():
    """The names of the bones are those of the bar (bar_scene.py)."""
    head = """HIERARCHY
ROOT lower
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT upper
  {
    OFFSET 0 60 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 60 0
    }
  }
}
MOTION
Frames: %d
Frame Time: 0.0333333
""" % FRAMES
    rows = ["0 0 0 0 0 0 %g 0 0" % (20 * math.sin(2 * math.pi * frame / FRAMES)) for frame in range(FRAMES)]
    return (head + "\n".join(rows) + "\n").encode()


def damaged(data, generator):
    """Changes a few bytes, cuts the end off, or repeats a piece."""
    data = bytearray(data)
    at = generator.randrange(len(data))
    kind = generator.randrange(3)
    if kind == 0:
        for _ in range(generator.randint(1, 8)):
            data[generator.randrange(len(data))] = generator.randrange(256)
    elif kind == 1:
        del data[at:]
    else:
        data[at:at] = data[at:at + generator.randint(1, 64)]
    return bytes(data)


def write_random_files(folder, seed):
    os.makedirs(folder)
    generator = random.Random(seed)
    for ending, data in ((".obj", obj_bytes()), (".glb", glb_bytes()), (".bvh", bvh_bytes())):
        versions = [data] + [damaged(data, generator) for _ in range(DAMAGED)]
        for number, version in enumerate(versions):
            name = ("whole" if number == 0 else f"damaged_{number}") + ending
            with open(os.path.join(folder, name), "wb") as out:
                out.write(version)
