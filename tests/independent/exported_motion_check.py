# SPDX-License-Identifier: MIT
"""Reads what `limber export` writes with code that shares nothing with the engine.

    exported_motion_check.py [--frames N] LIMBER SCENE [SCENE ...]

Exports 60 or N frames of each scene, and a box with two materials of which one has a picture, as .glb with exact and with fitted morph
targets (several characters: with whichever are smaller) and with joints, .pc2, .mdd and .usda, and exits with 1 when

* a position of a .glb with morph targets, .mdd or .usda differs from the .pc2 by more than 1e-5 of the extent, in any
  primitive of a .glb, or a triangle from the rest mesh;
* a .glb with joints has another error than the command printed;
* a file does not have the syntax or the structure of its format: glTF by the Khronos validator (npm's gltf-validator,
  found by NODE_PATH), with neither errors nor warnings, USD by the grammar in usda_reader.py.
"""

import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np

from gltf_check import File, joints_of, pose_at, worlds
from usda_reader import read_usda_meshes

TOLERANCE = 1e-5  # of the extent
JOINTS = 24
VALIDATE = """
const validator = require('gltf-validator');
const bytes = new Uint8Array(require('fs').readFileSync(process.argv[1]));
validator.validateBytes(bytes).then(report => console.log(JSON.stringify(report.issues)));
"""


def read_pc2(path):
    data = open(path, "rb").read()
    magic, version, vertices, start, rate, frames = struct.unpack("<12siiffi", data[:32])
    assert magic == b"POINTCACHE2\0" and version == 1 and start == 1.0 and rate == 1.0, "the header of .pc2"
    return np.frombuffer(data, "<f4", offset=32).reshape(frames, vertices, 3)


def read_mdd(path):
    data = open(path, "rb").read()
    frames, vertices = struct.unpack(">ii", data[:8])
    return np.frombuffer(data, ">f4", offset=8 + 4 * frames).reshape(frames, vertices, 3)


def read_obj(path):
    """Positions and triangles."""
    lines = [line.split() for line in open(path)]
    V = np.array([line[1:4] for line in lines if line and line[0] == "v"], float)
    F = np.array([[int(corner.split("/")[0]) - 1 for corner in line[1:]] for line in lines if line and line[0] == "f"])
    return V, F


def skinned(file, node, primitive, pose):
    """The positions of a primitive in a pose: morph targets, then its skin."""
    x = file.accessor(primitive["attributes"]["POSITION"])
    weights = pose.get(node, {}).get("weights", [])
    assert len(weights) == len(primitive.get("targets", [])), "a weight for each target"
    for weight, target in zip(weights, primitive.get("targets", [])):
        assert 0.0 <= weight <= 1.0, "weights from 0 to 1"
        x = x + weight * file.accessor(target["POSITION"])
    x = np.hstack([x, np.ones((len(x), 1))])
    world = worlds(file, pose)
    if "skin" not in file.nodes[node]:
        return (x @ world[node].T)[:, :3]
    joints, binds = joints_of(file, file.document["skins"][file.nodes[node]["skin"]])
    maps = np.array([world[joint] @ bind for joint, bind in zip(joints, binds)])
    J = file.accessor(primitive["attributes"]["JOINTS_0"]).astype(int)
    W = file.accessor(primitive["attributes"]["WEIGHTS_0"])
    assert W.min() >= 0.0 and abs(W.sum(axis=1) - 1.0).max() < 1e-6, "weights of a skin"
    return np.einsum("nk,nkij,nj->ni", W, maps[J], x)[:, :3]


def places_of(sizes, vertex_counts):
    """For each object its character and its first vertex there: characters consist of objects one after the other."""
    places, character, first = [], 0, 0
    for size in sizes:
        places.append((character, first))
        first += size
        assert first <= vertex_counts[character], "objects with the vertices of the rest mesh"
        if first == vertex_counts[character]:
            character, first = character + 1, 0
    assert character == len(vertex_counts), "all vertices of each character"
    return places


def joined(meshes, vertex_counts):
    """For each character the triangles and the points, frames x n x 3, of its meshes in a .usda."""
    characters = [([], []) for _ in vertex_counts]
    for mesh, (character, first) in zip(meshes, places_of([mesh.points.shape[1] for mesh in meshes], vertex_counts)):
        characters[character][0].append(mesh.triangles + first)
        characters[character][1].append(mesh.points)
    return [(np.vstack(F), np.concatenate(x, axis=1)) for F, x in characters]


def distances_in_glb(path, expected, triangles):
    """For each character the distances of the vertices that its triangles use, frames x vertices; checks the
    triangles. Returns also the number of primitives."""
    file = File(path)
    animation = file.document["animations"][0]
    times = file.accessor(animation["samplers"][0]["input"])[:, 0]
    assert len(times) == len(expected[0]) and np.all(np.diff(times) > 0.0), "a key for each frame"
    nodes = [node for node in range(len(file.nodes)) if "mesh" in file.nodes[node]]
    primitives = [file.document["meshes"][file.nodes[node]["mesh"]]["primitives"] for node in nodes]
    sizes = [len(file.accessor(of_mesh[0]["attributes"]["POSITION"])) for of_mesh in primitives]
    places = places_of(sizes, [motion.shape[1] for motion in expected])
    found = [[] for _ in expected]
    for of_mesh, (character, first) in zip(primitives, places):
        found[character] += [file.accessor(primitive["indices"]).reshape(-1, 3).astype(int) + first for primitive in of_mesh]
    for of_character, F in zip(found, triangles):
        assert sorted(map(tuple, np.vstack(of_character))) == sorted(map(tuple, F)), "the triangles of the rest mesh"
    distances = [np.full(motion.shape[:2], np.nan) for motion in expected]
    for frame, time in enumerate(times):
        pose = pose_at(file, animation, time)
        for node, of_mesh, size, (character, first) in zip(nodes, primitives, sizes, places):
            for primitive in of_mesh:
                used = np.unique(file.accessor(primitive["indices"]).astype(int))
                x = skinned(file, node, primitive, pose) - expected[character][frame, first : first + size]
                distances[character][frame, first + used] = np.linalg.norm(x, axis=1)[used]
    return distances, sum(len(of_mesh) for of_mesh in primitives)


def export(limber, scene, path, *options):
    command = [*limber, scene, "--json", "--out", path, *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def validator_issues(path):
    """Counts of errors and warnings."""
    done = subprocess.run(["node", "-e", VALIDATE, path], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"the Khronos validator does not run; install it with npm (gltf-validator):\n{done.stderr}")
    issues = json.loads(done.stdout)
    for message in issues["messages"]:
        if message["severity"] < 2:
            print(f"  {message['code']} {message['pointer']}: {message['message']}")
    return issues["numErrors"], issues["numWarnings"]


def painted_box(folder):
    """A box as .obj: its upper and lower side with a picture, the others in a colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
           + chunk(b"IDAT", zlib.compress(b"\0\x40\x80\xc0")) + chunk(b"IEND", b""))
    open(os.path.join(folder, "tiles.png"), "wb").write(png)
    with open(os.path.join(folder, "box.mtl"), "w") as file:
        file.write("newmtl tiles\nmap_Kd tiles.png\nnewmtl blue\nKd 0.1 0.2 0.8\n")
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    sides = [("tiles", (3, 4, 8, 7)), ("tiles", (1, 5, 6, 2)), ("blue", (1, 2, 4, 3)), ("blue", (5, 7, 8, 6)),
             ("blue", (1, 3, 7, 5)), ("blue", (2, 6, 8, 4))]
    path = os.path.join(folder, "box.obj")
    with open(path, "w") as file:
        file.write("mtllib box.mtl\n" + "".join(f"v {x} {y} {z}\n" for x, y, z in corners))
        file.write("vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n")
        for material, side in sides:
            a, b, c, d = (f"{corner}/{place}" for corner, place in zip(side, (1, 2, 3, 4)))
            file.write(f"usemtl {material}\nf {a} {b} {c}\nf {a} {c} {d}\n")
    return path


def extent(motion):
    return np.linalg.norm(np.ptp(motion.reshape(-1, 3), axis=0))


def worst(positions, expected):
    return np.linalg.norm(positions - expected, axis=2).max() / extent(expected)


def check(limber, scene, folder):
    """`limber`: the program, its command and the number of frames."""
    reports = {ending: export(limber, scene, os.path.join(folder, "motion" + ending))
               for ending in (".pc2", ".mdd", ".usda")}
    encodings = ("exact", "fitted") if reports[".pc2"]["characters"] == 1 else ("auto",)
    morphs = {encoding: export(limber, scene, os.path.join(folder, encoding + ".glb"), "--morphs", encoding)
              for encoding in encodings}
    assert all(report["morphs"] == [encoding] for encoding, report in morphs.items() if encoding != "auto"), "the encoding"
    skin = export(limber, scene, os.path.join(folder, "skin.glb"), "--joints", str(JOINTS))
    assert len({report["hash"] for report in [*reports.values(), *morphs.values(), skin]}) == 1, "the hashes differ"
    caches = reports[".pc2"]["files"]
    expected = [read_pc2(cache) for cache in caches[0::2]]
    rests = [read_obj(rest) for rest in caches[1::2]]
    triangles = [F for _, F in rests]
    assert [motion.shape[1] for motion in expected] == [len(V) for V, _ in rests], "the vertices of the rest mesh"
    in_usda = read_usda_meshes(reports[".usda"]["files"][0])
    in_usda = joined(in_usda, [motion.shape[1] for motion in expected])
    for (of_usda, _), F in zip(in_usda, triangles, strict=True):
        assert np.array_equal(of_usda, F), "the triangles of the rest mesh"
    found = {
        "mdd": max(worst(read_mdd(cache), y) for cache, y in zip(reports[".mdd"]["files"][0::2], expected)),
        "usda": max(worst(points, y) for (_, points), y in zip(in_usda, expected)),
    }
    for encoding, report in morphs.items():
        glb, primitives = distances_in_glb(report["files"][0], expected, triangles)
        found[f"{encoding} glb"] = max(np.nanmax(d) / extent(y) for d, y in zip(glb, expected))
    joints, _ = distances_in_glb(skin["files"][0], expected, triangles)
    of_skin = max(np.nanmax(d) / extent(y) for d, y in zip(joints, expected))
    rms = max(np.sqrt(np.nanmean(d**2)) / extent(y) for d, y in zip(joints, expected))
    issues = [validator_issues(report["files"][0]) for report in (*morphs.values(), skin)]
    sizes = {encoding: f"{sum(report['targets'])} targets in {report['bytes'] / 1e6:.2f} MB" for encoding, report in morphs.items()}
    print(f"{os.path.basename(scene)}: {({name: f'{error:.1e}' for name, error in found.items()})} of the extent, "
          f"{primitives} primitives; {sizes}; {skin['joints']} joints "
          f"in {skin['bytes'] / 1e6:.2f} MB with {of_skin:.1e} at most, {rms:.1e} rms (printed {skin['error_max']:.1e}, "
          f"{skin['error_rms']:.1e}); validator (errors, warnings): {issues}")
    return (max(found.values()) <= TOLERANCE and all(counts == (0, 0) for counts in issues)
            and abs(of_skin - skin["error_max"]) <= 1e-6 and abs(rms - skin["error_rms"]) <= 1e-6)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("limber")
    parser.add_argument("scenes", nargs="+")
    arguments = parser.parse_args()
    limber = [arguments.limber, "export", "--frames", str(arguments.frames)]
    passed = []
    with tempfile.TemporaryDirectory() as folder:
        passed.append(check(limber, painted_box(folder), folder))
    for scene in arguments.scenes:
        with tempfile.TemporaryDirectory() as folder:
            passed.append(check(limber, scene, folder))
    sys.exit(0 if passed and all(passed) else 1)


if __name__ == "__main__":
    main()
