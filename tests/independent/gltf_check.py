# SPDX-License-Identifier: MIT
"""Compares the motion that Limber reads from glTF files with a reader that shares nothing with the engine.

    gltf_check.py GLTF_MOTION FILE.glb [FILE.glb ...]

Exits with 1 where a rest position differs by more than 1e-5 of the body's size, or a position of the animated rig by more
than 1e-4. The rest position of a skinned vertex is the one that the bind pose of the topmost joint gives it. Files that are
absent are skipped.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

REST_TOLERANCE = 1e-5
MOTION_TOLERANCE = 1e-4
KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class File:
    def __init__(self, path):
        data = open(path, "rb").read()
        length = struct.unpack("<I", data[12:16])[0]
        self.document, self.binary = json.loads(data[20 : 20 + length]), data[28 + length :]
        self.nodes = self.document["nodes"]
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}

    def strided(self, view, offset, kind, count, width):
        view = self.document["bufferViews"][view]
        start = view.get("byteOffset", 0) + offset
        stride = view.get("byteStride", np.dtype(kind).itemsize * width)
        return np.ndarray((count, width), kind, self.binary, start, (stride, np.dtype(kind).itemsize))

    def accessor(self, index):
        described = self.document["accessors"][index]
        kind, width, count = KINDS[described["componentType"]], WIDTHS[described["type"]], described["count"]
        values = np.zeros((count, width))
        if "bufferView" in described:
            values[:] = self.strided(described["bufferView"], described.get("byteOffset", 0), kind, count, width)
        if "sparse" in described:
            sparse = described["sparse"]
            one, other = sparse["indices"], sparse["values"]
            places = self.strided(one["bufferView"], one.get("byteOffset", 0), KINDS[one["componentType"]], sparse["count"], 1)
            assert np.all(np.diff(places[:, 0].astype(np.int64)) > 0), "the indices of a sparse accessor increase strictly"
            assert places[-1, 0] < count, "the indices of a sparse accessor exist"
            values[places[:, 0]] = self.strided(other["bufferView"], other.get("byteOffset", 0), kind, sparse["count"], width)
        if described.get("normalized"):
            values = np.maximum(values / np.iinfo(kind).max, -1.0)
        return values


def rotation(q):
    x, y, z, w = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def local(node, changes):
    if "matrix" in node and not changes:
        return np.array(node["matrix"]).reshape(4, 4).T
    result = np.eye(4)
    scale = np.array(changes.get("scale", node.get("scale", [1, 1, 1])))
    result[:3, :3] = rotation(np.array(changes.get("rotation", node.get("rotation", [0, 0, 0, 1])), float)) * scale
    result[:3, 3] = changes.get("translation", node.get("translation", [0, 0, 0]))
    return result


def worlds(file, pose):
    known = {}

    def world(i):
        if i not in known:
            own = local(file.nodes[i], pose.get(i, {}))
            known[i] = world(file.parents[i]) @ own if i in file.parents else own
        return known[i]

    return [world(i) for i in range(len(file.nodes))]


def slerp(a, b, u):
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    if a @ b < 0:
        b = -b
    angle = np.arccos(min(a @ b, 1.0))
    if angle < 1e-6:
        return (1 - u) * a + u * b
    return (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)


def value_at(times, values, kind, path, time):
    key = int(np.searchsorted(times, time, "right")) - 1
    parts = values.reshape(len(times), 3 if kind == "CUBICSPLINE" else 1, -1)
    middle = 1 if kind == "CUBICSPLINE" else 0
    if key < 0 or key == len(times) - 1 or kind == "STEP":
        return parts[max(key, 0), middle]
    span = times[key + 1] - times[key]
    u = (time - times[key]) / span
    if kind == "CUBICSPLINE":
        return ((2 * u**3 - 3 * u**2 + 1) * parts[key, 1] + span * (u**3 - 2 * u**2 + u) * parts[key, 2]
                + (3 * u**2 - 2 * u**3) * parts[key + 1, 1] + span * (u**3 - u**2) * parts[key + 1, 0])
    if path == "rotation":
        return slerp(parts[key, 0], parts[key + 1, 0], u)
    return (1 - u) * parts[key, 0] + u * parts[key + 1, 0]


def pose_at(file, animation, time):
    pose = {}
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        times = file.accessor(sampler["input"])[:, 0]
        path = channel["target"]["path"]
        value = value_at(times, file.accessor(sampler["output"]), sampler.get("interpolation", "LINEAR"), path, time)
        pose.setdefault(channel["target"]["node"], {})[path] = value
    return pose


def joints_of(file, skin):
    binds = np.tile(np.eye(4), (len(skin["joints"]), 1, 1))
    if "inverseBindMatrices" in skin:
        binds = file.accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    return skin["joints"], binds


def rest_map(file, skin, world):
    joints, binds = joints_of(file, skin)

    def above(i):
        while i in file.parents:
            i = file.parents[i]
            yield i

    root = next(k for k, joint in enumerate(joints) if not set(above(joint)) & set(joints))
    return world[joints[root]] @ binds[root]


def positions(file, pose, is_at_rest):
    world = worlds(file, pose)
    pieces = []
    for i, node in enumerate(file.nodes):
        if "mesh" not in node:
            continue
        for primitive in file.document["meshes"][node["mesh"]]["primitives"]:
            v = file.accessor(primitive["attributes"]["POSITION"])
            weights = pose.get(i, {}).get("weights", np.zeros(len(primitive.get("targets", []))))
            for weight, target in zip(weights, primitive.get("targets", [])):
                v = v + weight * file.accessor(target["POSITION"])
            v = np.hstack([v, np.ones((len(v), 1))])
            if "skin" not in node:
                pieces.append((v @ world[i].T)[:, :3])
                continue
            skin = file.document["skins"][node["skin"]]
            if is_at_rest:
                pieces.append((v @ rest_map(file, skin, world).T)[:, :3])
                continue
            joints, binds = joints_of(file, skin)
            maps = np.array([world[joint] @ bind for joint, bind in zip(joints, binds)])
            J = file.accessor(primitive["attributes"]["JOINTS_0"]).astype(int)
            W = file.accessor(primitive["attributes"]["WEIGHTS_0"])
            W = W / W.sum(axis=1, keepdims=True)
            pieces.append(np.einsum("nk,nkij,nj->ni", W, maps[J], v)[:, :3])
    return np.vstack(pieces)


def is_equal(program, path):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "motion")
        subprocess.run([program, path, out], check=True)
        numbers = np.fromfile(out)
    file = File(path)
    vertices, clips, times = numbers[:3].astype(int)
    rest = positions(file, {}, True)
    size = np.linalg.norm(rest.max(axis=0) - rest.min(axis=0))
    ours = numbers[3 : 3 + 3 * vertices].reshape(-1, 3)
    at_rest = np.abs(ours - rest).max() / size if ours.shape == rest.shape else np.inf
    shown = np.abs(positions(file, {}, False) - rest).max() / size
    frames = numbers[3 + 3 * vertices :].reshape(clips, times, 1 + 3 * vertices)
    moving = 0.0
    for animation, clip in zip(file.document.get("animations", []), frames):
        for frame in clip:
            theirs = positions(file, pose_at(file, animation, frame[0]), False)
            moving = max(moving, np.abs(frame[1:].reshape(-1, 3) - theirs).max() / size)
    print(f"{os.path.basename(path)}: {vertices} vertices, {clips} clips, at rest {at_rest:.1e}, "
          f"moving {moving:.1e} of the size; the file's nodes alone are {shown:.1e} from the rest pose")
    return at_rest <= REST_TOLERANCE and moving <= MOTION_TOLERANCE and clips == len(file.document.get("animations", []))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    present = [path for path in sys.argv[2:] if os.path.exists(path)]
    results = [is_equal(sys.argv[1], path) for path in present]
    print(f"{len(present)} of {len(sys.argv) - 2} files compared")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
