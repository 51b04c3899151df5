# SPDX-License-Identifier: MIT
"""Reads what `limber export` writes with code that shares nothing with the engine.

    exported_motion_check.py LIMBER SCENE [SCENE ...]

Exports each scene as .glb, .pc2, .mdd and .usda, and exits with 1 when a position of a .glb, .mdd or .usda differs from
the .pc2 by more than 1e-5 of the extent of the motion, or when a rest mesh does not have the vertices of its cache. Where node
and the package gltf-validator are there, each .glb must have no errors and no warnings.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile

import numpy as np

TOLERANCE = 1e-5  # of the extent
FRAMES = 60
COMPONENTS = {5126: "<f4", 5125: "<u4"}
WIDTHS = {"SCALAR": 1, "VEC3": 3}
VALIDATE = """
const validator = require('gltf-validator');
const bytes = new Uint8Array(require('fs').readFileSync(process.argv[1]));
validator.validateBytes(bytes).then(report => console.log(JSON.stringify(report.issues)));
"""


def read_pc2(path):
    data = open(path, "rb").read()
    vertices, frames = struct.unpack("<i", data[16:20])[0], struct.unpack("<i", data[28:32])[0]
    return np.frombuffer(data, "<f4", offset=32).reshape(frames, vertices, 3)


def read_mdd(path):
    data = open(path, "rb").read()
    frames, vertices = struct.unpack(">ii", data[:8])
    return np.frombuffer(data, ">f4", offset=8 + 4 * frames).reshape(frames, vertices, 3)


def read_glb(path):
    """The positions of each mesh, frames x vertices x 3."""
    data = open(path, "rb").read()
    length = struct.unpack("<I", data[12:16])[0]
    document, binary = json.loads(data[20 : 20 + length]), data[28 + length :]

    def accessor(index):
        described = document["accessors"][index]
        view = document["bufferViews"][described["bufferView"]]
        width = WIDTHS[described["type"]]
        start = view.get("byteOffset", 0) + described.get("byteOffset", 0)
        kind = COMPONENTS[described["componentType"]]
        return np.frombuffer(binary, kind, described["count"] * width, start).reshape(-1, width).astype(float)

    animation = document["animations"][0]
    meshes = []
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        mesh = document["meshes"][document["nodes"][channel["target"]["node"]]["mesh"]]
        primitive = mesh["primitives"][0]
        targets = np.stack([accessor(target["POSITION"]) for target in primitive["targets"]])
        weights = accessor(sampler["output"]).reshape(-1, len(targets))
        assert weights.min() >= 0.0 and weights.max() <= 1.0
        base = accessor(primitive["attributes"]["POSITION"])
        meshes.append(base + np.einsum("fk,kvc->fvc", weights, targets))
    return meshes


def read_usda(path):
    """The positions of each mesh, by frame."""
    meshes = []
    for block in re.findall(r"point3f\[\] points\.timeSamples = \{(.*?)\n        \}", open(path).read(), re.S):
        lines = [line.split(":", 1)[1] for line in block.strip().split("\n")]
        numbers = [np.array(re.findall(r"[-+0-9.e]+", line), float) for line in lines]
        meshes.append(np.stack([line.reshape(-1, 3) for line in numbers]))
    return meshes


def vertices_of_obj(path):
    return sum(line.startswith("v ") for line in open(path))


def export(limber, scene, path):
    command = [limber, "export", scene, "--frames", str(FRAMES), "--json", "--out", path]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def validator_issues(path):
    """Counts of errors and warnings, or None without the validator."""
    try:
        done = subprocess.run(["node", "-e", VALIDATE, path], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    if done.returncode != 0:
        return None
    issues = json.loads(done.stdout)
    return issues["numErrors"], issues["numWarnings"]


def worst(positions, expected):
    extent = np.linalg.norm(expected.reshape(-1, 3).max(axis=0) - expected.reshape(-1, 3).min(axis=0))
    return np.linalg.norm(positions - expected, axis=2).max() / extent


def check(limber, scene, folder):
    reports = {ending: export(limber, scene, os.path.join(folder, "motion" + ending))
               for ending in (".pc2", ".mdd", ".glb", ".usda")}
    assert len({report["hash"] for report in reports.values()}) == 1, "the hashes differ"
    caches = reports[".pc2"]["files"]
    expected = [read_pc2(cache) for cache in caches[0::2]]
    assert [len(motion[0]) for motion in expected] == [vertices_of_obj(rest) for rest in caches[1::2]]
    found = {
        "mdd": [read_mdd(cache) for cache in reports[".mdd"]["files"][0::2]],
        "glb": read_glb(reports[".glb"]["files"][0]),
        "usda": read_usda(reports[".usda"]["files"][0]),
    }
    issues = validator_issues(reports[".glb"]["files"][0])
    errors = {name: max(worst(x, y) for x, y in zip(meshes, expected, strict=True)) for name, meshes in found.items()}
    print(f"{os.path.basename(scene)}: {errors}, {reports['.glb']['targets']} targets, "
          f"validator (errors, warnings): {issues if issues is not None else 'not there'}")
    return max(errors.values()) <= TOLERANCE and issues in (None, (0, 0))


def main():
    limber, scenes = sys.argv[1], sys.argv[2:]
    passed = []
    for scene in scenes:
        with tempfile.TemporaryDirectory() as folder:
            passed.append(check(limber, scene, folder))
    sys.exit(0 if passed and all(passed) else 1)


if __name__ == "__main__":
    main()
