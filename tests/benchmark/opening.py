#!/usr/bin/env python3
"""The processor time from a character's file to its first step: usage opening.py LIMBER [FILE...].

Without a file, synthetic rigged characters of 10,000 and 100,000 vertices. Each is opened with an empty cache and again with
what that left. Seconds are those of the processor, user and system together, which other programs disturb less than the
clock: with a processor of its own the clock shows no more. `simulate` needs no picture; `render` also reads the drawn
surface and its pictures, and draws with whatever OpenGL there is.
"""

import json
import math
import os
import resource
import struct
import subprocess
import sys
import tempfile

BONES = 12


def write_worm(path, vertex_count):
    """A closed tube in a helix, with bones along it."""
    around = max(8, round(math.sqrt(vertex_count / 4)))
    along = vertex_count // around
    points, weights, joints = [], [], []
    for ring in range(along):
        t = ring / (along - 1)
        radius = 0.12 * math.sqrt(max(1e-4, 1 - (2 * t - 1) ** 8))
        angle = 3 * math.pi * t
        for k in range(around):
            turn = 2 * math.pi * k / around
            wide = 0.5 + radius * math.cos(turn)
            points += [wide * math.cos(angle), 1.2 * t + radius * math.sin(turn), wide * math.sin(angle)]
        bone = t * (BONES - 1)
        first = min(int(bone), BONES - 2)
        joints += [first, first + 1, 0, 0] * around
        weights += [1 - (bone - first), bone - first, 0, 0] * around
    triangles = []
    for ring in range(along - 1):
        for k in range(around):
            a, b = ring * around + k, ring * around + (k + 1) % around
            triangles += [a, a + around, b, b, a + around, b + around]
    for first, turns in ((0, False), ((along - 1) * around, True)):
        for k in range(1, around - 1):
            triangles += [first, first + k + turns, first + k + 1 - turns][::-1 if turns else 1]
    binary, views, accessors = b"", [], []

    def add(numbers, form, component, kind, width):
        nonlocal binary
        data = struct.pack(f"<{len(numbers)}{form}", *numbers)
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
        binary += data + b"\0" * (-len(data) % 4)
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(numbers) // width,
                          "type": kind})
        return len(accessors) - 1

    heights = [1.2 * b / (BONES - 1) for b in range(BONES)]
    attributes = {"POSITION": add(points, "f", 5126, "VEC3", 3), "JOINTS_0": add(joints, "B", 5121, "VEC4", 4),
                  "WEIGHTS_0": add(weights, "f", 5126, "VEC4", 4)}
    index = add(triangles, "I", 5125, "SCALAR", 1)
    binds = add([x for y in heights for x in (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1)], "f", 5126, "MAT4", 16)
    times = add([k / 24 for k in range(25)], "f", 5126, "SCALAR", 1)
    turns = [x for k in range(25) for x in (0, 0, math.sin(0.1 * math.sin(math.pi * k / 12)),
                                            math.cos(0.1 * math.sin(math.pi * k / 12)))]
    rotation = add(turns, "f", 5126, "VEC4", 4)
    nodes = [{"name": f"bone {b}", "translation": [0, heights[b] - (heights[b - 1] if b else 0), 0]} |
             ({"children": [b + 1]} if b + 1 < BONES else {}) for b in range(BONES)]
    nodes.append({"name": "worm", "mesh": 0, "skin": 0})
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, BONES]}], "nodes": nodes,
                "skins": [{"joints": list(range(BONES)), "inverseBindMatrices": binds}],
                "meshes": [{"primitives": [{"attributes": attributes, "indices": index}]}],
                "animations": [{"name": "sway", "samplers": [{"input": times, "output": rotation}],
                                "channels": [{"sampler": 0, "target": {"node": b, "path": "rotation"}}
                                             for b in range(1, BONES)]}],
                "buffers": [{"byteLength": len(binary)}], "bufferViews": views, "accessors": accessors}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text)
        out.write(struct.pack("<I4s", len(binary), b"BIN\0") + binary)
    return path


def seconds_of(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), done.stdout


def measure(limber, path, folder):
    row = [os.path.basename(path)]
    environment = dict(os.environ, LIMBER_CACHE=os.path.join(folder, "cache_of_" + row[0]), XDG_CACHE_HOME=folder)
    simulate = [limber, "simulate", path, "--frames", "1", "--json"]
    render = [limber, "render", path, "--frame", "1", "--size", "64x64", "--out", os.path.join(folder, "picture.png")]
    cold, text = seconds_of(simulate, environment)
    cached, _ = seconds_of(simulate, environment)
    drawn, _ = seconds_of(render, environment)
    report = json.loads(text)
    print(f"| {row[0]} | {report['vertices']} | {cold:.1f} | {cached:.2f} | {drawn:.2f} |", flush=True)


def main():
    limber, files = sys.argv[1], sys.argv[2:]
    print("| file | vertices of the tets | cold [s] | cached [s] | cached and drawn [s] |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        made = [] if files else [(f"worm_{n}.glb", n) for n in (10_000, 100_000)]
        for name, count in made:
            measure(limber, write_worm(os.path.join(folder, name), count), folder)
        for path in files:
            measure(limber, os.path.abspath(path), folder)


if __name__ == "__main__":
    main()
